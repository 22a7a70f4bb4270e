/** The filters of a list in words, as its filter bar shows them: members of choices by their words, linked rows by their names. */
import type { Field } from '../../model/field.ts'
import type { LabelKey, Translate } from '../../model/labels/index.ts'
import { labelOf } from '../../model/labels/index.ts'
import { NO_REFERENCE, isBlank, rangeKeys } from '../../model/list-query.ts'
import type { Listing, Resource } from '../../model/resource.ts'
import { inScopeOf } from '../kernel/authorization/in-scope-of.ts'
import type { View } from '../kernel/authorization/view.ts'
import { viewOf } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { nameOf } from '../kernel/resources/names.ts'
import type { ReadAllRequest } from '../kernel/resources/read-all.ts'
import type { Services } from '../kernel/services.ts'
import { wordsOf } from './imports/values.ts'

/** The words of the members of a choice or a list, by member. */
export const memberWords = (name: string, field: Field, t: Translate): ReadonlyMap<string, string> =>
  new Map((field.options ?? []).map((member) => [String(member), t(`${wordsOf(name, field)}.${member}` as LabelKey)]))

/** Each filter of the request that counts for its caller, such as `Status: Enabled`, in the order of the noun's fields; and how many rows were chosen, where some were. */
export async function filterWords(
  { transactions }: Pick<Services, 'transactions'>,
  { of, caller, filters, ids }: Pick<ReadAllRequest, 'caller' | 'filters' | 'ids'> & { readonly of: Resource | Listing },
  t: Translate,
): Promise<string[]> {
  const view = viewOf(caller, of)
  const used = Object.entries(of.fields).filter(
    ([name, { rights }]) => rights.filter && view.sees(name) && [name, ...rangeKeys(name)].some((key) => !isBlank(filters[key])),
  )
  const describeAll = (tx: Transaction) =>
    Promise.all(used.map(async ([name, field]) => ({ name, described: await describeFilter(tx, view, name, field, filters, t) })))
  const asked = () =>
    'scope' in of ? inScopeOf(transactions, of, caller, describeAll, 'read') : transactions.inTenant(caller, describeAll, 'read')
  const described = used.length === 0 ? [] : await asked()
  return [
    ...described.flatMap(({ name, described: words }) =>
      words === undefined ? [] : [`${t(labelOf(of, name))}${t('common.means')}${words}`],
    ),
    ...(ids === undefined ? [] : [t('export.chosen', { count: ids.length })]),
  ]
}

/** What a filter says; undefined for one that leaves all rows. */
async function describeFilter(
  tx: Transaction,
  view: View,
  name: string,
  field: Field,
  filters: ReadAllRequest['filters'],
  t: Translate,
): Promise<string | undefined> {
  if (field.rights.filter === 'range') {
    const [from, to] = rangeKeys(name).map((key) => (isBlank(filters[key]) ? undefined : String(filters[key])))
    if (from !== undefined && to !== undefined) return t('exported.range', { from, to })
    return from === undefined ? to && t('exported.until', { to }) : t('exported.since', { from })
  }
  const value = filters[name]
  if (isBlank(value)) return undefined
  const text = String(value)
  if (!field.link || field.kind === 'lookup') return memberWords(name, field, t).get(text) ?? text
  if (text === NO_REFERENCE) return field.rights.filter === 'subtree' ? undefined : t('exported.without')
  // What somebody does not see is said alike, whether it is there or not: an id would tell nobody anything.
  const found = (view.names(field.link) ? await nameOf(tx, field.link, view, text) : undefined) ?? t('exported.unseen')
  return field.rights.filter === 'subtree' ? t('exported.below', { name: found }) : found
}
