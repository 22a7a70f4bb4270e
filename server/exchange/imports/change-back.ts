/** What an import changed, as it was before: read from the history, and judged like any other change. */
import { sql } from 'kysely'
import type { Field, Link } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf, writableFields } from '../../../model/resource.ts'
import { describe } from '../../../model/messages.ts'
import { updateSchema } from '../../../model/schemas.ts'
import { timeText } from '../../../model/zone.ts'
import { fail } from '../../kernel/errors.ts'
import type { RowChange, Values } from '../../kernel/resources/noun-writes.ts'
import { linksOf } from '../../kernel/resources/names.ts'
import { changeRows } from '../../kernel/resources/update.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Asking } from './types.ts'

/** Rows that are changed together. */
const BATCH = 1000

const linkFields = ({ fields }: Resource) =>
  Object.entries(fields).flatMap(([name, { kind, link }]) =>
    kind === 'references' && link?.through ? [{ name, link, through: link.through }] : [],
  )

/** The tables in whose history a noun's rows have changes: its own, and those of its links. */
export const tablesOf = (of: Resource): string[] => [of.table, ...linkFields(of).map(({ through }) => through.table)]

/**
 * Gives rows that the import changed what they held before. Gives their number.
 * @throws Failure `request.invalid` for what would not be taken any more.
 */
export async function changeBack(
  tx: Transaction,
  of: Resource,
  asking: Asking,
  operationId: string,
  ids: readonly string[],
): Promise<number> {
  for (let start = 0; start < ids.length; start += BATCH) {
    const batch = ids.slice(start, start + BATCH)
    const before = await valuesBefore(tx, of, asking, operationId, batch)
    await changeRows(tx, of, asking, changesTo(of, asking, before), { asServer: true })
  }
  return ids.length
}

/** By row, the fields that were changed, with their first values. */
async function valuesBefore(
  tx: Transaction,
  of: Resource,
  asking: Asking,
  operationId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Record<string, unknown>>> {
  const kept = await tx.all(
    build
      .selectFrom(sql<{ id: string }>`unnest(${ids}::uuid[])`.as<'wanted'>(sql`wanted (id)`))
      .innerJoinLateral(
        (each) =>
          each
            .selectFrom('changes')
            .select(['row_id', 'table_name', 'verb', 'before', 'after', 'position', 'operation_id'])
            .where('tenant_id', '=', asking.caller.tenantId)
            .whereRef('row_id', '=', 'wanted.id')
            // Keeps the operation out of it: by its index each batch reads all changes of the import, so that each took longer the more there were.
            .offset(0)
            .as('change'),
        (on) => on.onTrue(),
      )
      .select(['row_id', 'table_name', 'verb', 'before', 'after'])
      .where('operation_id', '=', operationId)
      .where('table_name', 'in', tablesOf(of))
      .orderBy('position'),
  )
  const timeZone = await tx.timeZone()
  const found = new Map<string, Record<string, unknown>>(ids.map((id) => [id, {}]))
  for (const { row_id: id, table_name: table, verb, before } of kept) {
    if (table !== of.table || verb !== 'update') continue
    const columns = before as Values
    const row = found.get(id) as Record<string, unknown>
    for (const name of writableFields(of, 'update'))
      if (columnOf(name) in columns) row[name] ??= wireValue(of.fields[name] as Field, columns[columnOf(name)], timeZone)
  }
  for (const { name, link, through } of linkFields(of)) {
    const own = kept.filter(({ table_name: table }) => table === through.table)
    if (own.length === 0) continue
    const linked = Map.groupBy(await linksOf(tx, link as Link, [...new Set(own.map((row) => row.row_id))]), ({ from }) => from)
    for (const [id, changes] of Map.groupBy(own, (row) => row.row_id)) {
      const now = new Set((linked.get(id) ?? []).map(({ to }) => to))
      for (const { verb, before, after } of changes.toReversed()) {
        if (verb === 'add') now.delete(String((after as Values)[through.to]))
        else now.add(String((before as Values)[through.to]))
      }
      ;(found.get(id) as Record<string, unknown>)[name] = [...now]
    }
  }
  return found
}

/** The history has a moment as JSON writes it. */
function wireValue({ kind }: Field, value: unknown, timeZone: string): unknown {
  return kind === 'time' && typeof value === 'string' ? timeText(timeZone, Math.floor(Date.parse(value) / 1000) * 1000) : (value ?? '')
}

function changesTo(of: Resource, { t }: Asking, before: ReadonlyMap<string, Values>): RowChange[] {
  const schema = updateSchema(of)
  return [...before].map(([id, values]): RowChange => {
    const { success, data, error } = schema.safeParse({ id, ...values }, { reportInput: true })
    if (!success) fail('request.invalid', { fields: describe(error.issues, of, t) })
    const { id: _id, version: _version, ...valid } = data as Values
    return { id, values: valid }
  })
}
