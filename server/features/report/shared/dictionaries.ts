/** What members of dictionaries are called in a report: for whoever sees names and values of dictionaries, and for nobody else. */
import { dictionaries } from '../../../../model/index.ts'
import type { Language } from '../../../../model/language.ts'
import { dictionaryMembers } from '../../../forms/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Services } from '../../../kernel/services.ts'

/** Resolves to the names of the members of these dictionaries, by type and value. */
export async function dictionaryNames(
  { transactions }: Pick<Services, 'transactions'>,
  caller: Caller,
  language: Language,
  types: readonly string[],
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const view = viewOf(caller, dictionaries)
  const found = new Map<string, Map<string, string>>()
  if (!['dictName', 'dictValue', 'dictType'].every((name) => view.sees(name))) return found
  const members = await transactions.inTenant(caller, (tx) => dictionaryMembers(tx, types, language), 'read')
  for (const { type, value, label } of members) found.set(type, (found.get(type) ?? new Map<string, string>()).set(value, label))
  return found
}
