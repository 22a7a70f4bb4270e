/** Takes an import back: exactly the rows it added or changed, all of them or none. */
import { sql } from 'kysely'
import type { TenantId } from '../../../model/brands.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import type { ErrorCode } from '../../../model/errors.ts'
import { fail } from '../../kernel/errors.ts'
import { build, buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { advisoryLock } from '../../kernel/database/advisory-lock.ts'
import { writesOf } from '../../kernel/resources/noun-writes.ts'
import { removeRows } from '../../kernel/resources/remove.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { changeBack, tablesOf } from './change-back.ts'
import { planForMany } from '../../kernel/resources/plans.ts'
import type { Importable } from './registry.ts'
import type { Asking } from './types.ts'

/** How many rows a refusal names. */
const MAX_NAMED = 10

/**
 * Deletes the rows of an import, or restores what it changed, as long as nobody has changed them since.
 * @throws Failure `import.undone`, `import.changed`, `import.in-use` (with the rows' names), or what the noun's deletion refuses.
 */
export async function undoImport(tx: Transaction, { of }: Importable, asking: Asking, id: string): Promise<{ removed: number }> {
  const {
    caller: { tenantId, userId },
  } = asking
  const kept = await tx.first(
    build.selectFrom('imports').select('status').where('tenant_id', '=', tenantId).where('id', '=', id).forUpdate(),
  )
  if (!kept) fail('row.not-found')
  if (kept.status === 'undone') fail('import.undone')
  await planForMany(tx)
  if (of.parent !== undefined) await advisoryLock(tx, `tree:${of.table}`)
  const { added, changed } = await storedRows(tx, of, tenantId, id)
  await assertUnchanged(tx, of, asking, id, [...added, ...changed])
  // Rows that it added may stand below one that it moved, and are gone before that one goes back.
  const removed = (added.length > 0 ? await removeAdded(tx, of, asking, added) : 0) + (await changeBack(tx, of, asking, id, changed))
  await tx.run(
    build
      .updateTable('imports')
      .set({ status: 'undone', undone_at: sql`now()`, undone_by: userId })
      .where('tenant_id', '=', tenantId)
      .where('id', '=', id),
  )
  return { removed }
}

/** Rows that were added or changed and are still there; one that somebody has deleted since has been undone already. */
async function storedRows(
  tx: Transaction,
  of: Resource,
  tenantId: TenantId,
  id: string,
): Promise<Readonly<Record<'added' | 'changed', readonly string[]>>> {
  const rows = await tx.all(
    typedAs<{ id: string; is_new: boolean }>(
      buildFor
        .selectFrom(of.table)
        .innerJoin(
          buildFor
            .selectFrom('changes')
            .select(['row_id', sql<boolean>`bool_or(verb = 'add' and table_name = ${of.table})`.as('is_new')])
            .where('tenant_id', '=', tenantId)
            .where('operation_id', '=', id)
            .where('table_name', 'in', tablesOf(of))
            .groupBy('row_id')
            .as('stored'),
          'row_id',
          `${of.table}.id`,
        )
        .select([`${of.table}.id as id`, 'is_new']),
    ),
  )
  return { added: rows.filter((row) => row.is_new).map((row) => row.id), changed: rows.filter((row) => !row.is_new).map((row) => row.id) }
}

/** @throws Failure `import.changed` where somebody has changed one of the rows after the import. */
async function assertUnchanged(tx: Transaction, of: Resource, asking: Asking, id: string, ids: readonly string[]): Promise<void> {
  const { tenantId } = asking.caller
  const changed = await tx.all(
    build
      .selectFrom('changes')
      .select('row_id')
      .distinct()
      .where('tenant_id', '=', tenantId)
      .where(sql<boolean>`row_id = any(${ids}::uuid[])`)
      .where('operation_id', '<>', id)
      .where(
        'position',
        '>',
        build
          .selectFrom('changes')
          .select(({ fn }) => fn.min('position').as('first'))
          .where('tenant_id', '=', tenantId)
          .where('operation_id', '=', id),
      ),
  )
  if (changed.length > 0)
    await refuse(
      tx,
      of,
      asking,
      'import.changed',
      changed.map((row) => row.row_id),
    )
}

interface Use {
  table: string
  column: string
}

/** Foreign keys that point at the table and would forbid the deletion, by what the caller's role may read. */
const usesOf = (table: string) => sql<Use>`
  select c.conrelid::regclass::text as table, a.attname as column
  from pg_constraint c
  cross join lateral unnest(c.conkey, c.confkey) as pair(here, there)
  join pg_attribute a on a.attrelid = c.conrelid and a.attnum = pair.here
  join pg_attribute target on target.attrelid = c.confrelid and target.attnum = pair.there and target.attname = 'id'
  where c.contype = 'f' and c.confrelid = ${table}::regclass and c.confdeltype in ('a', 'r') and has_table_privilege(c.conrelid, 'select')`

async function usedAmong(tx: Transaction, of: Resource, ids: readonly string[]): Promise<readonly string[]> {
  const uses = await tx.all({ compile: () => usesOf(of.table).compile(buildFor) })
  // A layered tree has no foreign key between a tenant's rows and built-in ones, nor any other.
  if (of.parent !== undefined && !uses.some((use) => use.table === of.table)) uses.push({ table: of.table, column: columnOf(of.parent) })
  const used = new Set<string>()
  for (const { table, column } of uses) {
    const rows = await tx.all(
      typedAs<{ id: string }>(
        buildFor
          .selectFrom(table)
          .select(`${column} as id`)
          .distinct()
          .where(sql<boolean>`${sql.ref(column)} = any(${ids}::uuid[])`)
          .$if(table === of.table, (query) => query.where(sql<boolean>`not id = any(${ids}::uuid[])`)),
      ),
    )
    for (const { id } of rows) used.add(id)
  }
  return [...used]
}

/** What an import has added is removed like anything else, and never more than that. */
async function removeAdded(tx: Transaction, of: Resource, asking: Asking, ids: readonly string[]): Promise<number> {
  const { inUse } = writesOf(of).remove
  const used = await (inUse ? inUse(tx, asking, ids) : usedAmong(tx, of, ids))
  if (used.length > 0) await refuse(tx, of, asking, 'import.in-use', used)
  return (await removeRows(tx, of, asking, ids)).deleted
}

/** @throws Failure of that code, with the names of the rows for whoever sees the field that names them. */
async function refuse(
  tx: Transaction,
  of: Resource,
  { caller, t }: Pick<Asking, 'caller' | 't'>,
  code: ErrorCode,
  ids: readonly string[],
): Promise<never> {
  const rows = !viewOf(caller, of).sees(of.title)
    ? ids.slice(0, MAX_NAMED).map((id) => ({ name: id.slice(0, 8) }))
    : await tx.all(
        typedAs<{ name: string | null }>(
          buildFor
            .selectFrom(of.readsFrom ?? of.table)
            .select(`${columnOf(of.title)} as name`)
            .where(sql<boolean>`id = any(${ids.slice(0, MAX_NAMED)}::uuid[])`)
            .orderBy('id'),
        ),
      )
  const names = rows.map(({ name }) => name ?? '').join(t('common.between'))
  fail(code, { values: { count: ids.length, names: ids.length > MAX_NAMED ? `${names} …` : names } })
}
