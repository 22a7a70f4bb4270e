/** Imports of a noun whose rows are there already: a file names them by one field and changes the others. */
import { sql } from 'kysely'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf, writableFields } from '../../../model/resource.ts'
import { describe } from '../../../model/messages.ts'
import { updateSchema } from '../../../model/schemas.ts'
import { fail } from '../../kernel/errors.ts'
import type { RowChange, Values } from '../../kernel/resources/noun-writes.ts'
import { changeRows } from '../../kernel/resources/update.ts'
import { build, buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, FileRow, GoodRow, InScope } from './types.ts'

/** Ids of the rows that the file names, by the number of its row; who names none, or one twice, is told so. */
export async function existingRows(
  of: Resource,
  by: string,
  rows: readonly FileRow[],
  findings: RowErrors,
  { t }: Asking,
  within: InScope,
): Promise<ReadonlyMap<number, string>> {
  const field = t(fieldKey(of.name, by))
  const texts = [...new Set(rows.map((row) => row.texts[by] ?? ''))]
  const column = columnOf(by)
  const found = await within(
    of,
    (tx) =>
      tx.all(
        typedAs<{ id: string; name: string }>(
          buildFor
            .selectFrom(of.table)
            .select(['id', `${column} as name`])
            .where(sql<boolean>`${sql.ref(column)} = any(${texts}::text[])`),
        ),
      ),
    'read',
  )
  const ids = new Map(found.map(({ id, name }) => [name, id]))
  const first = new Map<string, number>()
  return new Map(
    rows.flatMap(({ row, texts: written }): [number, string][] => {
      const text = written[by] ?? ''
      const id = ids.get(text)
      const before = first.get(text)
      if (text === '') return []
      if (id === undefined) findings.add(row, { field: by, message: t('import.check.none', { field, value: text }) })
      else if (before !== undefined) findings.add(row, { field: by, message: t('import.check.twin', { field, row: before }) })
      first.set(text, before ?? row)
      return id === undefined ? [] : [[row, id]]
    }),
  )
}

/** The rows of a file as changes of those that are there. */
export function changesOf(rows: readonly GoodRow[], by: string): RowChange[] {
  return rows.map(({ id, values: { [by]: _name, ...values } }) => ({ id, values }))
}

/**
 * Gives every row that the import changed what it held before, judged like any other change.
 * @throws Failure `request.invalid` for what would not be taken any more.
 */
export async function changeBack(tx: Transaction, of: Resource, asking: Asking, operationId: string): Promise<number> {
  const kept = await tx.all(
    build
      .selectFrom('changes')
      .select(['row_id', 'before'])
      .where('tenant_id', '=', asking.caller.tenantId)
      .where('operation_id', '=', operationId)
      .where('table_name', '=', of.table)
      .where('verb', '=', 'update'),
  )
  const schema = updateSchema(of)
  const names = writableFields(of, 'update')
  const changes = kept.map(({ row_id: id, before }): RowChange => {
    const columns = before as Values
    const { success, data, error } = schema.safeParse(
      { id, ...Object.fromEntries(names.filter((name) => columnOf(name) in columns).map((name) => [name, columns[columnOf(name)]])) },
      { reportInput: true },
    )
    if (!success) fail('request.invalid', { fields: describe(error.issues, of, asking.t) })
    const { id: _id, version: _version, ...values } = data as Values
    return { id, values }
  })
  return (await changeRows(tx, of, asking, changes, { asServer: true })).length
}
