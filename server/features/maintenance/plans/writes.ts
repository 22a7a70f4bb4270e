/** What adding and changing a plan entails: from when its dates and its meter count, and that it is looked at at once. */
import { sql } from 'kysely'
import { maintenancePlans } from '../../../../model/index.ts'
import { dayOf } from '../../../../model/maintenance/due-days.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Refusals, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
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

const USE: ReadonlySet<string> = new Set(['planTrigger', 'meterKind'])

/** Those of the machines of which a point tells the use. */
async function withUse(tx: Transaction, equipmentIds: readonly string[]): Promise<ReadonlySet<string>> {
  if (equipmentIds.length === 0) return new Set()
  const rows = await tx.all(
    build
      .selectFrom('equipment')
      .select('id')
      .where(sql<boolean>`id = any(${[...new Set(equipmentIds)]}::uuid[])`)
      .where('use_point_id', 'is not', null),
  )
  return new Set(rows.map(({ id }) => id))
}

interface Measured {
  readonly trigger: unknown
  readonly kind: unknown
  readonly equipmentId: string
}

/** A plan by the use of its machine needs one of which a point tells it. */
async function judgeUse(tx: Transaction, plans: readonly (Measured | undefined)[]): Promise<Refusals> {
  const asked = plans.map((plan) => (plan?.trigger === 'meter' && plan.kind === 'machine' ? plan.equipmentId : undefined))
  const known = await withUse(
    tx,
    asked.filter((id) => id !== undefined),
  )
  const field = { name: 'meterKind', label: 'field.maintenance-plans.meterKind' } as const
  return new Map(
    asked.flatMap((id, at): [number, Failure][] =>
      id === undefined || known.has(id) ? [] : [[at, new Failure('plan.no-use', { field })]],
    ),
  )
}

/** What the plans are measured by after they were changed; of those that change nothing of it, nothing. */
async function measuredAfter(tx: Transaction, changes: readonly RowChange[]): Promise<(Measured | undefined)[]> {
  const ids = changes.filter(({ values }) => touches(values, USE)).map(({ id }) => id)
  if (ids.length === 0) return []
  const rows = await tx.all(
    build
      .selectFrom('maintenance_plans')
      .select(['id', 'plan_trigger', 'meter_kind', 'equipment_id'])
      .where(sql<boolean>`id = any(${ids}::uuid[])`),
  )
  const stored = new Map(rows.map((row) => [row.id, row]))
  return changes.map(({ id, values }) => {
    const row = stored.get(id)
    return (
      row && {
        trigger: 'planTrigger' in values ? values['planTrigger'] : row.plan_trigger,
        kind: 'meterKind' in values ? values['meterKind'] : row.meter_kind,
        equipmentId: row.equipment_id,
      }
    )
  })
}

export const planWrites = writes(maintenancePlans, {
  add: {
    judge: (tx, _asking, rows) =>
      judgeUse(
        tx,
        rows.map(({ values }) => ({
          trigger: values['planTrigger'],
          kind: values['meterKind'],
          equipmentId: String(values['equipmentId']),
        })),
      ),
    async apply(tx, { services }, rows, insert) {
      const { day, moment } = await countedFrom(tx, services)
      await insert(rows.map((row) => ({ ...row, columns: { ...row.columns, counts_from: day, meter_since: moment } })))
      for (const { id } of rows) await lookAtPlan(tx, services, id)
    },
  },
  change: {
    judge: async (tx, _asking, changes) => judgeUse(tx, await measuredAfter(tx, changes)),
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
