/** Stores rows with few statements: a thousand of them travel as one JSON value, which the database spreads over the columns. */
import { sql } from 'kysely'
import { tenantOf } from '../database/tenant-id.ts'
import type { Field, Link } from '../../../model/field.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import type { NewRow } from './noun-writes.ts'
import { assertReferencesSeen, columnsOf, isOfTenants, mapConstraintErrors } from './write.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import type { Statement, Transaction } from '../database/tenant.ts'
import { advisoryLock } from '../database/advisory-lock.ts'
import { planForMany } from './plans.ts'

const BATCH = 1000

/** From here on it pays to plan anew (plans.ts). */
const MANY = 50

/**
 * Rows with their words and links. Rows of a tree come with parents before children.
 * @throws Failure `row.taken`, `reference.not-found`.
 */
export async function insertRows(
  tx: Transaction,
  of: Resource,
  rows: readonly NewRow[],
  onProgress?: (done: number) => void,
): Promise<void> {
  if (rows.length >= MANY) await planForMany(tx)
  await assertParentsThere(tx, of, rows)
  await assertReferencesSeen(
    tx,
    of,
    rows.map(({ values }) => values),
  )
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const records = batch.map(({ id, values, columns }) => ({ id, ...columnsOf(of, values), ...columns }))
    await mapConstraintErrors(of, () => tx.run(insertion(of.table, records, ownerOf(tx, of))))
    for (const [name, field] of Object.entries(of.fields)) {
      if (field.kind === 'words') await insertWords(tx, name, field.stored as NonNullable<Field['stored']>, batch)
      if (field.kind === 'references') await insertLinks(tx, of, name, (field.link as Link).through as NonNullable<Link['through']>, batch)
    }
    onProgress?.(start + batch.length)
  }
}

function ownerOf(tx: Transaction, of: Resource): Record<string, string> {
  return isOfTenants(of) ? { tenant_id: tenantOf(tx) } : {}
}

type Columns = Readonly<Record<string, unknown>>

/** One row as its values; several as JSON, of which the table's own row type says what each member is. */
function insertion(table: string, records: readonly Columns[], owner: Readonly<Record<string, string>>): Statement<unknown> {
  const [first] = records
  if (first && records.length === 1) return buildFor.insertInto(table).values({ ...owner, ...first })
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const names = [...Object.keys(owner), ...columns].map((name) => sql.ref(name))
  const chosen = [...Object.values(owner).map((id) => sql`${id}::uuid`), ...columns.map((name) => sql.ref(`new.${name}`))]
  const source = sql`json_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(records)}::json)`
  return typedAs(statement(sql`insert into ${sql.table(table)} (${sql.join(names)}) select ${sql.join(chosen)} from ${source} as new`))
}

/** A raw statement, as the transaction takes it. */
function statement(raw: ReturnType<typeof sql>) {
  return { compile: () => raw.compile(buildFor) }
}

async function insertLinks(
  tx: Transaction,
  of: Resource,
  name: string,
  through: NonNullable<Link['through']>,
  rows: readonly NewRow[],
): Promise<void> {
  const { table, from, to, where = {} } = through
  const links = rows.flatMap(({ id, values }) =>
    [...new Set((values[name] as string[] | undefined) ?? [])].map((target) => ({ [from]: id, [to]: target, ...where })),
  )
  if (links.length === 0) return
  await mapConstraintErrors(of, () => tx.run(insertion(table, links, { tenant_id: tenantOf(tx) })), name)
}

async function insertWords(
  tx: Transaction,
  name: string,
  { table, from, column }: NonNullable<Field['stored']>,
  rows: readonly NewRow[],
): Promise<void> {
  const words = rows.flatMap(({ id, values }) =>
    ((values[name] as string[] | undefined) ?? []).map((word, sequence) => ({ [from]: id, [column]: word, sequence })),
  )
  if (words.length > 0) await tx.run(insertion(table, words, {}))
}

/**
 * In a layered tree no foreign key ties a row to its parent: a tenant's row may stand below one of the product, which is another
 * tenant's. So the parents are looked up, under row security, while nobody else changes the tree.
 */
async function assertParentsThere(tx: Transaction, of: Resource, rows: readonly NewRow[]): Promise<void> {
  const { parent } = of
  if (parent === undefined) return
  const own = new Set(rows.map((row) => row.id))
  const wanted = [...new Set(rows.map(({ values }) => String(values[parent] ?? '0')))].filter((id) => id !== '0' && !own.has(id))
  const isLayered = of.scope === 'layered' && wanted.length > 0
  if (isLayered || rows.length > 1) await advisoryLock(tx, `tree:${of.table}`)
  if (!isLayered) return
  const found = await tx.all(
    buildFor
      .selectFrom(of.table)
      .select('id')
      .where(sql<boolean>`id = any(${wanted}::uuid[])`),
  )
  if (found.length < wanted.length) fail('reference.not-found', { field: { name: parent, label: fieldKey(of.name, parent) } })
}
