/** A machine is scrapped by its own call, which says why, and comes back by none: forms and files say every other state. */
import { sql } from 'kysely'
import { equipment } from '../../../../model/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure } from '../../../kernel/errors.ts'
import type { Asking, NewRow, Refusals, RowChange } from '../../../kernel/resources/noun-writes.ts'
import type { Measuring } from '../../../maintenance/index.ts'
import { measuringWrites } from '../../../maintenance/index.ts'

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

export const equipmentWrites = measuringWrites(equipment, readMeasuring, { judgeNew, judgeChanges })
