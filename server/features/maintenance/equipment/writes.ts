/** A machine is scrapped by its own call, which says why, and comes back by none: forms and files say every other state. */
import { sql } from 'kysely'
import { equipment } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import type { Measuring } from '../../../maintenance/index.ts'
import { measuringWrites, planLook } from '../../../maintenance/index.ts'

const SCRAPPED = 'scrapped'
const field = { name: 'equipmentState', label: 'field.equipment.equipmentState' } as const

const refusing = <Row>(rows: readonly Row[], isWrong: (row: Row) => boolean): Refusals =>
  new Map(rows.flatMap((row, at): [number, Failure][] => (isWrong(row) ? [[at, new Failure('equipment.scrap', { field })]] : [])))

const judgeNew = (_tx: Transaction, _asking: Asking, rows: readonly NewRow[]) =>
  Promise.resolve(refusing(rows, ({ values }) => values['equipmentState'] === SCRAPPED))

async function judgeChanges(tx: Transaction, _asking: Asking, changes: readonly RowChange[]): Promise<Refusals> {
  const changing = changes.filter(({ values }) => 'equipmentState' in values)
  if (changing.length === 0) return new Map()
  const rows = await tx.all(
    build
      .selectFrom('equipment')
      .select('id')
      .where(sql<boolean>`id = any(${changing.map(({ id }) => id)}::uuid[])`)
      .where('equipment_state', '=', SCRAPPED)
      .forNoKeyUpdate(),
  )
  const scrapped = new Set<string>(rows.map(({ id }) => id))
  return refusing(changes, ({ id, values }) => 'equipmentState' in values && (values['equipmentState'] === SCRAPPED) !== scrapped.has(id))
}

/** Its device is judged by it until it is scrapped. */
async function readMeasuring(tx: Transaction, ids: readonly string[]): Promise<ReadonlyMap<string, Measuring>> {
  const rows = await tx.all(
    build
      .selectFrom('equipment')
      .select(['id', 'device_id', 'equipment_state'])
      .where(sql<boolean>`id = any(${[...ids]}::uuid[])`),
  )
  return new Map(
    rows.map(({ id, device_id: device, equipment_state: state }) => [
      id,
      { devices: device === null ? [] : [device], by: String(state === SCRAPPED) },
    ]),
  )
}

/** Its use is told by another point: plans that are measured by it begin anew, and are looked at. */
async function followUse(tx: Transaction, { services }: Pick<Asking, 'services'>, changes: readonly RowChange[]): Promise<void> {
  const ids = changes.filter(({ values }) => 'usePointId' in values || 'useKind' in values).map(({ id }) => id)
  if (ids.length === 0) return
  const plans = await tx.all(
    build
      .updateTable('maintenance_plans')
      .set({ meter_since: new Date(services.clock.now()), meter_seen: null, meter_used: 0 })
      .where(sql<boolean>`equipment_id = any(${ids}::uuid[])`)
      .where('plan_trigger', '=', 'meter')
      .where('meter_kind', '=', 'machine')
      .returning('id'),
  )
  await planLook(
    tx,
    services,
    plans.map(({ id }) => id),
  )
}

export const equipmentWrites = measuringWrites(equipment, readMeasuring, { judgeNew, judgeChanges, afterChanging: followUse })
