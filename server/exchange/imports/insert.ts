/** Stores many rows with few statements: a thousand rows travel as one JSON value, which the database spreads over the columns. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/fields.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { fail } from '../../kernel/errors.ts'
import type { Values } from '../../kernel/resources/write.ts'
import { columnsOf, isOfTenants, mapConstraintErrors } from '../../kernel/resources/write.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { advisoryLock } from '../../kernel/database/advisory-lock.ts'
import { planForMany } from './plans.ts'
import type { GoodRow } from './types.ts'

const BATCH = 1000

/** @param extra Columns that are not fields of the noun. Rows of a tree come with parents before children. */
export async function insertRows(
  tx: Transaction,
  of: Resource,
  rows: readonly GoodRow[],
  extra: Values,
  onProgress: (done: number) => void,
): Promise<void> {
  await planForMany(tx)
  if (of.parent !== undefined) await advisoryLock(tx, `tree:${of.table}`)
  const columns = [
    ...new Set(
      rows
        .flatMap(({ values }) => Object.keys(values))
        .filter((name) => of.fields[name]?.sql)
        .map(columnOf),
    ),
  ]
  await assertParentsThere(tx, of, rows)
  for (let start = 0; start < rows.length; start += BATCH) {
    const batch = rows.slice(start, start + BATCH)
    const records = batch.map(({ id, values }) => ({ id, ...columnsOf(of, values), ...extra }))
    await conflictsTold(of, () => tx.run(insertion(of.table, ['id', ...columns, ...Object.keys(extra)], records, ownerOf(tx, of))))
    for (const [name, field] of Object.entries(of.fields)) {
      if (field.kind === 'words') await insertWords(tx, name, field.stored as NonNullable<Field['stored']>, batch)
      if (field.kind === 'references') await insertLinks(tx, of, name, (field.link as Link).through as NonNullable<Link['through']>, batch)
    }
    onProgress(start + batch.length)
  }
}

function ownerOf(tx: Transaction, of: Resource): Record<string, string> {
  return isOfTenants(of) ? { tenant_id: tx.tenantId as string } : {}
}

/** The table's own row type says what each member of the JSON is. */
function insertion(table: string, columns: readonly string[], records: readonly object[], owner: Readonly<Record<string, string>>) {
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
  rows: readonly GoodRow[],
): Promise<void> {
  const { table, from, to, where = {} } = through
  const links = rows.flatMap(({ id, values }) =>
    ((values[name] as string[] | undefined) ?? []).map((target) => ({ [from]: id, [to]: target, ...where })),
  )
  if (links.length === 0) return
  await mapConstraintErrors(of, () => tx.run(insertion(table, [from, to, ...Object.keys(where)], links, ownerOf(tx, of))), name)
}

async function insertWords(
  tx: Transaction,
  name: string,
  { table, from, column }: NonNullable<Field['stored']>,
  rows: readonly GoodRow[],
): Promise<void> {
  const words = rows.flatMap(({ id, values }) =>
    ((values[name] as string[] | undefined) ?? []).map((word, sequence) => ({ [from]: id, [column]: word, sequence })),
  )
  if (words.length > 0) await tx.run(insertion(table, [from, column, 'sequence'], words, {}))
}

/** In a layered tree no foreign key ties a row to its parent (operations/write.ts), so the parents are looked up once more. */
async function assertParentsThere(tx: Transaction, of: Resource, rows: readonly GoodRow[]): Promise<void> {
  if (of.scope !== 'layered' || of.parent === undefined) return
  const own = new Set(rows.map((row) => row.id))
  const wanted = [...new Set(rows.map(({ values }) => String(values[of.parent as string] ?? '0')))].filter(
    (id) => id !== '0' && !own.has(id),
  )
  const found = await tx.all(
    buildFor
      .selectFrom(of.table)
      .select('id')
      .where(sql<boolean>`id = any(${wanted}::uuid[])`),
  )
  if (found.length < wanted.length) fail('import.overtaken')
}

/** Between the check and this moment somebody else may have used a value or removed a row. */
async function conflictsTold<Result>(of: Resource, work: () => Promise<Result>): Promise<Result> {
  try {
    return await mapConstraintErrors(of, work)
  } catch (error) {
    const { code } = error as { code?: string }
    if (code === '23505' || code === '23503') fail('import.overtaken', { cause: error })
    throw error
  }
}
