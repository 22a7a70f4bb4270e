/** Grants replace a whole set. Only what differs is written, so that the history tells exactly what was given and taken. */
import type { TenantId } from '../../../model/brands.ts'
import type { DatabaseTables } from './tables.ts'
import { buildFor, typedAs } from './sql.ts'
import type { Transaction } from './tenant.ts'

export interface Difference {
  readonly added: readonly string[]
  readonly removed: readonly string[]
}

/** What has to be added and removed to make `before` the wanted set; each value once. */
export function differenceOf(before: readonly string[], wanted: readonly string[]): Difference {
  return { added: wanted.filter((one) => !before.includes(one)), removed: before.filter((one) => !wanted.includes(one)) }
}

/** Tables of tenants: a link table is one whose rows are pairs. */
type LinkTable = {
  [Table in keyof DatabaseTables]: DatabaseTables[Table] extends { tenant_id: TenantId } ? Table : never
}[keyof DatabaseTables]

/** A link table, what its rows have in common, and the column in which they differ. */
export type LinkSet = {
  [Table in LinkTable]: {
    readonly table: Table
    readonly same: Readonly<Partial<Record<keyof DatabaseTables[Table] & string, string>>>
    readonly column: keyof DatabaseTables[Table] & string
  }
}[LinkTable]

/** The linked ids as they are. */
export async function readSet(tx: Transaction, { table, same, column }: LinkSet): Promise<string[]> {
  const rows = await tx.all(typedAs<{ value: string }>(matching(buildFor.selectFrom(table).select(`${column} as value`), same)))
  return rows.map(({ value }) => value)
}

/** Deletes and inserts the links that differ. */
export async function writeDifference(tx: Transaction, { table, same, column }: LinkSet, { added, removed }: Difference): Promise<void> {
  if (removed.length > 0) await tx.run(matching(buildFor.deleteFrom(table), same).where(column, 'in', removed))
  if (added.length === 0) return
  const rows = added.map((value) => ({ tenant_id: tx.tenantId, ...same, [column]: value }))
  await tx.run(
    buildFor
      .insertInto(table)
      .values(rows)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

/** Makes the set what is wanted; gives what was different. */
export async function replaceSet(tx: Transaction, set: LinkSet, wanted: readonly string[]): Promise<Difference> {
  const difference = differenceOf(await readSet(tx, set), wanted)
  await writeDifference(tx, set, difference)
  return difference
}

interface Narrowable<Self> {
  where(column: string, operator: '=', value: string): Self
}

function matching<Query extends Narrowable<Query>>(query: Query, same: LinkSet['same']): Query {
  return Object.entries(same).reduce((narrowed, [column, value]) => narrowed.where(column, '=', value), query)
}
