/** The members of dictionaries, such as a form names, in somebody's language. */
import { sql } from 'kysely'
import type { FormDefinition } from '../../model/form/definition.ts'
import type { Language } from '../../model/language.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

export interface Member {
  readonly type: string
  readonly value: string
  readonly label: string
}

/** The types of the dictionaries that the fields and columns of a form name. */
export function dictionaryTypes({ fields }: FormDefinition): string[] {
  const parts = [...fields, ...fields.flatMap(({ columns }) => columns ?? [])]
  return [...new Set(parts.flatMap(({ dictionary }) => dictionary ?? []))]
}

/** The members of the dictionaries of a form, in the order of their dictionaries. */
export const membersOf = (tx: Transaction, definition: FormDefinition, language: Language): Promise<Member[]> =>
  dictionaryMembers(tx, dictionaryTypes(definition), language)

/** The members of the dictionaries of these types, in their order. */
export async function dictionaryMembers(tx: Transaction, types: readonly string[], language: Language): Promise<Member[]> {
  if (types.length === 0) return []
  const label = language === 'zh' ? sql<string>`dict_name` : sql<string>`coalesce(${sql.ref(`dict_name_${language}`)}, dict_name)`
  return tx.all(
    build
      .selectFrom('dictionaries')
      .select(['dict_type as type', 'dict_value as value', label.as('label')])
      .where('parent_id', 'is not', null)
      .where(sql<boolean>`dict_type = any(${types}::text[])`)
      .orderBy('dict_sequence')
      .orderBy('id'),
  )
}
