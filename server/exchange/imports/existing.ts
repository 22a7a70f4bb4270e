/** Imports of a noun whose rows are there already: a file names them by one field and changes the others. */
import { sql } from 'kysely'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { changeRow } from '../../kernel/resources/update.ts'
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

export async function changeRows(
  tx: Transaction,
  of: Resource,
  by: string,
  asking: Asking,
  rows: readonly GoodRow[],
  onProgress: (done: number) => void,
): Promise<void> {
  for (const [
    at,
    {
      id,
      values: { [by]: _name, ...values },
    },
  ] of rows.entries()) {
    await changeRow(tx, of, asking, { id, ...values })
    onProgress(at + 1)
  }
}

/** Gives every row that the import changed what it held before. */
export async function changeBack(tx: Transaction, of: Resource, tenantId: string, operationId: string): Promise<number> {
  const changes = await tx.all(
    build
      .selectFrom('changes')
      .select(['row_id', 'before'])
      .where('tenant_id', '=', tenantId)
      .where('operation_id', '=', operationId)
      .where('table_name', '=', of.table)
      .where('verb', '=', 'update'),
  )
  let changed = 0
  for (const { row_id: id, before } of changes) {
    changed += await tx.run(
      buildFor
        .updateTable(of.table)
        .set({ ...(before as Record<string, unknown>), updated_at: sql`now()`, version: sql`version + 1` })
        .where('id', '=', id),
    )
  }
  return changed
}
