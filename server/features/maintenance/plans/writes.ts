/** What adding and changing a plan entails: from when its dates and its meter count, and that it is looked at at once. */
import { maintenancePlans } from '../../../../model/index.ts'
import { dayOf } from '../../../../model/maintenance/due-days.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import type { Services } from '../../../kernel/services.ts'
import { lookAtPlan } from '../../../maintenance/index.ts'

/** What says when it is due: of what was changed nothing is made up for that would have been due before. */
const RHYTHM: ReadonlySet<string> = new Set([
  'planTrigger',
  'everyCount',
  'everyUnit',
  'rhythmBase',
  'firstDue',
  'seasonFrom',
  'seasonUntil',
  'planStatus',
])
/** What the use of the machine is measured by: another measure begins anew. */
const METER: ReadonlySet<string> = new Set(['planTrigger', 'pointId', 'meterKind'])
const CONDITION: ReadonlySet<string> = new Set([
  'planTrigger',
  'pointId',
  'conditionMeasure',
  'conditionHours',
  'conditionOperator',
  'conditionLimit',
  'planStatus',
])

const touches = (values: Values, names: ReadonlySet<string>) => Object.keys(values).some((name) => names.has(name))

async function countedFrom(tx: Transaction, { clock }: Pick<Services, 'clock'>) {
  const now = clock.now()
  return { day: dayOf(await tx.timeZone(), now), moment: new Date(now) }
}

export const planWrites = writes(maintenancePlans, {
  add: {
    async apply(tx, { services }, rows, insert) {
      const { day, moment } = await countedFrom(tx, services)
      await insert(rows.map((row) => ({ ...row, columns: { ...row.columns, counts_from: day, meter_since: moment } })))
      for (const { id } of rows) await lookAtPlan(tx, services, id)
    },
  },
  change: {
    async apply(tx, { services }, changes, update) {
      const { day, moment } = await countedFrom(tx, services)
      const columnsOf = ({ values }: RowChange): Values => ({
        ...(touches(values, RHYTHM) ? { counts_from: day } : {}),
        ...(touches(values, METER) ? { meter_since: moment, meter_seen: null, meter_used: 0 } : {}),
        ...(touches(values, CONDITION) ? { condition_held: false } : {}),
      })
      const written = await update(changes.map((change) => ({ ...change, columns: { ...change.columns, ...columnsOf(change) } })))
      for (const { id } of changes) await lookAtPlan(tx, services, id)
      return written
    },
  },
})
