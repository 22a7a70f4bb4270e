/** Values of unique fields that stand twice in a file, or are in use already: one question for thousands of rows. */
import { sql } from 'kysely'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { isOfTenants } from '../../kernel/resources/write.ts'
import { buildFor, typedAs } from '../../kernel/database/sql.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, FileRow, InScope, Plan } from './types.ts'

const BATCH = 5000

function uniqueFields(of: Resource, rows: readonly FileRow[]): string[] {
  return (of.unique ?? []).filter((name) => rows.some((row) => row.texts[name]))
}

const keyOf = (text: string) => text.trim().toLowerCase()

/** Adds a finding for each value that stands twice in the file: the second is at fault. */
export function markTwins(of: Resource, rows: readonly FileRow[], findings: RowErrors, { t }: Asking): void {
  for (const name of uniqueFields(of, rows)) {
    const first = new Map<string, number>()
    for (const { row, texts } of rows) {
      const key = keyOf(texts[name] ?? '')
      if (key === '') continue
      const before = first.get(key)
      if (before === undefined) first.set(key, row)
      else findings.add(row, { field: name, message: t('import.check.twin', { field: t(fieldKey(of.name, name)), row: before }) })
    }
  }
}

/** Adds an error for each row that is given a value which another row of the table has. */
export async function markTaken(of: Resource, plans: readonly Plan[], findings: RowErrors, { t }: Asking, within: InScope): Promise<void> {
  for (const name of uniqueFields(
    of,
    plans.map(({ row }) => row),
  )) {
    const given = plans.flatMap(({ row: { row, texts }, values, existing }) => {
      const key = keyOf(texts[name] ?? '')
      // What stays as it is, or is written otherwise, is taken by the row itself.
      const isOwn = existing && (values?.[name] === undefined || keyOf(String(existing.before[name] ?? '')) === key)
      return key === '' || isOwn || findings.hasAt(row, name) ? [] : [{ row, key }]
    })
    const taken = await uniqueConflicts(of, name, [...new Set(given.map(({ key }) => key))], within)
    for (const { row, key } of given)
      if (taken.has(key)) findings.add(row, { field: name, message: t('error.row.taken', { field: t(fieldKey(of.name, name)) }) })
  }
}

/** Those of the keys that rows of the table already have. @param keys In lower case, as the unique indexes compare. */
async function uniqueConflicts(of: Resource, name: string, keys: readonly string[], within: InScope): Promise<ReadonlySet<string>> {
  const taken = new Set<string>()
  if (keys.length === 0) return taken
  const column = of.fields[name]?.kind === 'text' ? sql`lower(${sql.ref(columnOf(name))})` : sql`${sql.ref(columnOf(name))}::text`
  await within(
    of,
    async (tx) => {
      for (let start = 0; start < keys.length; start += BATCH) {
        const batch = keys.slice(start, start + BATCH)
        const rows = await tx.all(
          typedAs<{ value: string }>(
            buildFor
              .selectFrom(of.table)
              .select(column.as('value'))
              .where(sql<boolean>`${column} = any(${batch}::text[])`)
              .$if(isOfTenants(of), (query) => query.where('tenant_id', '=', tx.tenantId)),
          ),
        )
        for (const { value } of rows) taken.add(value)
      }
    },
    'read',
  )
  return taken
}
