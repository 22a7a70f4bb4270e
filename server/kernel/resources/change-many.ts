/** Changes of many rows with few statements: those that name the same columns travel as one JSON value. What a row at a time entails stands in update.ts. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { fail } from '../errors.ts'
import { tenantOf } from '../database/tenant-id.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import { isNarrowed } from '../database/row-scope.ts'
import type { Statement, Transaction } from '../database/tenant.ts'
import type { Asking, RowChange, Values, Written } from './noun-writes.ts'
import { ruleColumns } from './select.ts'
import { assertReferencesSeen, assertRule, columnsOf, isOfTenants, mapConstraintErrors, outOfScope, writeLinks } from './write.ts'

/** Rows of one statement. */
const BATCH = 1000

/** From here on a statement for each row takes longer. */
export const MANY = 20

/**
 * Whether changes can be stored together: each of another row, and none that moves within a tree, where one move may forbid the next.
 */
export function areTogether({ parent }: Resource, changes: readonly RowChange[]): boolean {
  return (
    changes.length >= MANY &&
    new Set(changes.map(({ id }) => id)).size === changes.length &&
    (parent === undefined || changes.every(({ values }) => values[parent] === undefined))
  )
}

/**
 * Stores the changes, all of them or none, in their order.
 * @throws Failure `row.changed` or `row.not-found` for one that is not there as it was read, and what the database refuses.
 */
export async function changeMany(
  tx: Transaction,
  of: Resource,
  { t }: Asking,
  changes: readonly RowChange[],
  onProgress?: (done: number) => void,
): Promise<Written[]> {
  const versions = new Map<string, number>()
  const alike = Map.groupBy(changes, (change) => [...Object.keys(setOf(of, change)), change.version === undefined ? '' : 'version'].join())
  for (const group of alike.values()) {
    for (let start = 0; start < group.length; start += BATCH) {
      const batch = group.slice(start, start + BATCH)
      await assertReferencesSeen(
        tx,
        of,
        batch.map(({ values }) => values),
      )
      await assertRulesHold(tx, of, t, batch)
      const stored = await mapConstraintErrors(of, () => tx.all(updateOf(tx, of, batch)))
      for (const { id, version } of stored) versions.set(id, version)
      if (stored.length < batch.length) await refuseMissing(tx, of, batch, versions)
      await writeManyLinks(tx, of, batch)
      onProgress?.(versions.size)
    }
  }
  return changes.map(({ id }) => ({ id, version: versions.get(id) as number }))
}

const setOf = (of: Resource, { values, columns }: RowChange): Values => ({ ...columnsOf(of, values), ...columns })

/** The table's own row type says what each member of the JSON is. */
function updateOf(tx: Transaction, of: Resource, batch: readonly RowChange[]): Statement<{ id: string; version: number }> {
  const [first] = batch as readonly [RowChange]
  const columns = Object.keys(setOf(of, first)).map((column) => sql`${sql.ref(column)} = ${sql.ref(`new.${column}`)}, `)
  const rows = JSON.stringify(batch.map((change) => ({ id: change.id, version: change.version, ...setOf(of, change) })))
  const conditions = [
    sql`stored.id = new.id`,
    ...(isOfTenants(of) ? [sql`stored.tenant_id = ${tenantOf(tx)}::uuid`] : []),
    ...(first.version === undefined ? [] : [sql`stored.version = new.version`]),
  ]
  const raw = sql`update ${sql.table(of.table)} as stored set ${sql.join(columns, sql``)}updated_at = now(), version = stored.version + 1
    from json_populate_recordset(null::${sql.table(of.table)}, ${rows}::json) as new
    where ${sql.join(conditions, sql` and `)} returning stored.id, stored.version`
  return typedAs({ compile: () => raw.compile(buildFor) })
}

/** As for a single change, the row is judged as it will stand, held from now on. */
async function assertRulesHold(tx: Transaction, of: Resource, t: Asking['t'], batch: readonly RowChange[]): Promise<void> {
  const { rule } = of
  const judged = rule ? batch.filter(({ values }) => rule.over.some((name) => name in values)) : []
  if (!rule || judged.length === 0) return
  const rows = await tx.all(
    typedAs<Values & { id: string }>(
      buildFor
        .selectFrom(of.table)
        .select('id')
        .select(ruleColumns(of, rule.over))
        .where(sql<boolean>`id = any(${judged.map(({ id }) => id)}::uuid[])`)
        .orderBy('id')
        .forUpdate(),
    ),
  )
  const before = new Map(rows.map((row) => [row.id, row]))
  for (const { id, values } of judged) if (before.has(id)) assertRule(of, { ...before.get(id), ...values }, t)
}

async function refuseMissing(
  tx: Transaction,
  of: Resource,
  batch: readonly RowChange[],
  stored: ReadonlyMap<string, number>,
): Promise<never> {
  const missing = batch.find(({ id }) => !stored.has(id)) as RowChange
  const row = await tx.first(typedAs<{ version: number }>(buildFor.selectFrom(of.table).select('version').where('id', '=', missing.id)))
  if (row && isNarrowed(tx.rows) && (missing.version === undefined || row.version === missing.version)) outOfScope(of)
  return fail(row && missing.version !== undefined ? 'row.changed' : 'row.not-found')
}

async function writeManyLinks(tx: Transaction, of: Resource, batch: readonly RowChange[]): Promise<void> {
  for (const [name, field] of Object.entries(of.fields)) {
    const named = batch.filter(({ values }) => Array.isArray(values[name]))
    if (named.length === 0) continue
    if (field.kind === 'references') await replaceLinks(tx, of, name, field, named)
    else for (const { id, values } of named) await writeLinks(tx, of, id, { [name]: values[name] })
  }
}

/** What stays linked is not written, and so not in the history. */
async function replaceLinks(tx: Transaction, of: Resource, name: string, field: Field, named: readonly RowChange[]): Promise<void> {
  const { table, from, to } = (field.link as Link).through as NonNullable<Link['through']>
  const pairs = JSON.stringify(
    named.flatMap(({ id, values }) => [...new Set(values[name] as string[])].map((target) => ({ [from]: id, [to]: target }))),
  )
  const [source, target] = [sql.ref(from), sql.ref(to)]
  const wanted = sql`json_populate_recordset(null::${sql.table(table)}, ${pairs}::json) as wanted`
  const run = (raw: ReturnType<typeof sql>) => tx.run({ compile: () => raw.compile(buildFor) })
  await run(sql`delete from ${sql.table(table)} as link where link.${source} = any(${named.map(({ id }) => id)}::uuid[])
    and not exists (select from ${wanted} where wanted.${source} = link.${source} and wanted.${target} = link.${target})`)
  await mapConstraintErrors(
    of,
    () =>
      run(sql`insert into ${sql.table(table)} (tenant_id, ${source}, ${target})
        select ${tenantOf(tx)}::uuid, wanted.${source}, wanted.${target} from ${wanted} on conflict do nothing`),
    name,
  )
}
