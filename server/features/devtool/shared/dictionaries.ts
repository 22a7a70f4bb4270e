/** Words of the dictionaries that forms choose from. */
import { sql } from 'kysely'
import type { FormDefinition } from '../../../../model/form/definition.ts'
import type { Language } from '../../../../model/language.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

export type Dictionaries = Readonly<Record<string, { value: string; label: string }[]>>

/** The members of the dictionaries that the form names, and of no others, in the language and in their order. */
export async function dictionariesOf(tx: Transaction, { fields }: FormDefinition, language: Language): Promise<Dictionaries> {
  const parts = [...fields, ...fields.flatMap(({ columns }) => columns ?? [])]
  const types = [...new Set(parts.flatMap(({ dictionary }) => dictionary ?? []))]
  if (types.length === 0) return {}
  const label = language === 'zh' ? sql<string>`dict_name` : sql<string>`coalesce(${sql.ref(`dict_name_${language}`)}, dict_name)`
  const rows = await tx.all(
    build
      .selectFrom('dictionaries')
      .select(['dict_type as type', 'dict_value as value', label.as('label')])
      .where('parent_id', 'is not', null)
      .where(sql<boolean>`dict_type = any(${types}::text[])`)
      .orderBy('dict_sequence')
      .orderBy('id'),
  )
  return Object.fromEntries(
    types.map((type) => [type, rows.filter((row) => row.type === type).map(({ value, label: text }) => ({ value, label: text }))]),
  )
}
