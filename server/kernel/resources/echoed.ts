/**
 * Clients that send back the whole row they read: what nobody can change is taken as long as it says what the row says, and a text of the
 * product that comes back as it was shown stays in the other languages.
 */
import { sql } from 'kysely'
import { nameOf } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import { fail } from '../errors.ts'
import { pgArray } from '../database/pg-array.ts'
import type { Transaction } from '../database/tenant.ts'
import { viewOf } from '../authorization/view.ts'
import type { Asking, RowChange, Values } from './noun-writes.ts'
import { inLanguage } from './row-text.ts'
import { rowsOf, withColumns } from './select.ts'

/** Refuses fields that would have to be changed and cannot be. Of a row that is not there, the change itself will say so. */
export async function assertAsStored(tx: Transaction, of: Resource, { caller, t }: Asking, id: string, echoed: Values): Promise<void> {
  if (Object.keys(echoed).length === 0) return
  const view = viewOf(caller, of)
  const row = await tx.first(withColumns(rowsOf(of, view, { id }), of, view))
  const others = row ? Object.keys(echoed).filter((name) => textOf(echoed[name]) !== textOf(row[name])) : []
  if (others.length > 0)
    fail('request.invalid', { fields: others.map((field) => ({ field, message: t('check.fixed', { field: nameOf(field, of, t) }) })) })
}

/** Blank and absent are one, and a list is its members, comma-joined. */
const textOf = (value: unknown): string => (Array.isArray(value) ? value : [value]).map((each) => String(each ?? '')).join()

/** The changes without texts of the product that say what the row says in the caller's language: written, they would stand in every language. */
export async function withoutShownTexts(
  tx: Transaction,
  of: Resource,
  { caller }: Pick<Asking, 'caller'>,
  changes: readonly RowChange[],
): Promise<readonly RowChange[]> {
  const names = Object.keys(of.fields).filter((name) => of.fields[name]?.localised && changes.some(({ values }) => name in values))
  if (names.length === 0) return changes
  const view = viewOf(caller, of)
  const rows = await tx.all(
    typedAs<Values & { id: string }>(
      buildFor
        .selectFrom(`${of.table} as row`)
        .select(sql<string>`row.id`.as('id'))
        .select(
          names.map((name) => {
            const [tw, en] = ['tw', 'en'].map((language) => sql.ref(`row.${columnOf(name)}_${language}`))
            return sql`case when coalesce(${tw}, ${en}) is not null then ${inLanguage('row', columnOf(name), true, view)} end`.as(name)
          }),
        )
        .where(sql<boolean>`row.id = any(${pgArray(changes.map(({ id }) => id))}::uuid[])`),
    ),
  )
  const shown = new Map(rows.map((row) => [row.id, row]))
  return changes.map((change) => {
    const kept = Object.entries(change.values).filter(([name, value]) => !names.includes(name) || value !== shown.get(change.id)?.[name])
    return { ...change, values: Object.fromEntries(kept) }
  })
}
