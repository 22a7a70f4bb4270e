/** The filters of a list of entries in words: fields by their labels, values as the list shows them. */
import type { EntryFilter } from '../../../../model/contract/devtool/form-entries.ts'
import type { FormDefinition, FormField } from '../../../../model/form/definition.ts'
import { textIn } from '../../../../model/form/definition.ts'
import type { Language } from '../../../../model/language.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { secondText } from '../../../../model/zone.ts'
import { membersOf, namesIn } from '../../../forms/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Words } from './entry-columns.ts'
import { cellOf } from './entry-columns.ts'
import type { EntryQuery } from './select-entries.ts'
import { listedFields } from './select-entries.ts'

/** Each filter in words, such as `Crew: North`. @param definition Of the newest version, with the fields that the caller sees */
export async function entryFilterWords(
  tx: Transaction,
  caller: Caller,
  definition: FormDefinition,
  { filters = {}, entryState, entrySource, mine, ids }: EntryQuery,
  { language, t }: { readonly language: Language; readonly t: Translate },
): Promise<string[]> {
  const used = listedFields(definition).flatMap((field) => {
    const filter = filters[field.id]
    return filter ? [{ field, filter }] : []
  })
  const values = used.flatMap(({ field, filter }) => (filter.among ?? []).map((value) => ({ [field.id]: value })))
  const [names, members, zone] = await Promise.all([
    namesIn(tx, caller, definition, values),
    membersOf(tx, definition, language),
    tx.timeZone(),
  ])
  const words = { language, t, zone, names, members: new Map(members.map(({ type, value, label }) => [`${type} ${value}`, label])) }
  const line = (name: string, description: string) => `${name}${t('common.means')}${description}`
  return [
    ...(mine === true ? [line(t('field.form-entries.ownerId'), caller.username)] : []),
    ...(entryState ? [line(t('field.form-entries.entryState'), t(`choice.entryState.${entryState}`))] : []),
    ...(entrySource ? [line(t('field.form-entries.entrySource'), t(`choice.entrySource.${entrySource}`))] : []),
    ...used.flatMap(({ field, filter }) =>
      describeFilter(field, filter, words).map((description) => line(textIn(field.labels, language), description)),
    ),
    ...(ids === undefined ? [] : [t('export.chosen', { count: ids.length })]),
  ]
}

function describeFilter(field: FormField, { among, contains, from, to }: EntryFilter, words: Words): string[] {
  const { t, zone } = words
  const isSeveral = field.kind === 'checkboxes' || field.kind === 'multi-select'
  const bound = (text: string) => (field.kind === 'moment' ? secondText(zone, Date.parse(text)) : text)
  return [
    ...(among ? [among.map((value) => String(cellOf(field, isSeveral ? [value] : value, words) ?? value)).join(t('common.between'))] : []),
    ...(contains ? [contains] : []),
    ...(from && to ? [t('exported.range', { from: bound(from), to: bound(to) })] : []),
    ...(from && !to ? [t('exported.since', { from: bound(from) })] : []),
    ...(to && !from ? [t('exported.until', { to: bound(to) })] : []),
  ]
}
