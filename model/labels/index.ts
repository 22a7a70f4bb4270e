/**
 * The texts of the product. English is the list of keys: a key that zh or tw lacks is a compile error there, and a noun,
 * field or error without a text is a compile error here. Load one language at a time in the browser.
 */
import type { ErrorCode } from '../errors.ts'
import type { resources } from '../index.ts'
import { fieldOfKey } from '../list-query.ts'
import type { Language } from '../language.ts'
import type en from './en/index.ts'

export { languages } from '../language.ts'
export type { Language } from '../language.ts'

export type Labels = Record<keyof typeof en, string>
export type LabelKey = keyof Labels

/** How a text is asked for: the same call in the server, in the browser and in tests. */
export type Translate = (key: LabelKey, values?: Readonly<Record<string, string | number>>) => string

type Nouns = typeof resources
type FieldKeys = {
  [Noun in keyof Nouns]: `field.${Nouns[Noun]['name']}.${Exclude<keyof Nouns[Noun]['fields'], 'createTime'> & string}`
}[keyof Nouns]
type Required = `error.${ErrorCode}` | `noun.${Nouns[keyof Nouns]['name']}` | FieldKeys

/** Compiles only while each error, noun and field has its text. */
export type EveryKeyHasAText = Required extends LabelKey ? true : { missing: Exclude<Required, LabelKey> }
export const everyKeyHasAText: EveryKeyHasAText = true

/** BCP 47 tags of the three languages. */
export const localeOf: Record<Language, string> = { zh: 'zh-CN', tw: 'zh-TW', en: 'en' }

/** The language of an `Accept-Language` header, a cookie or `navigator.language`; English where none of ours is named. */
export function languageOf(wanted: string | undefined): Language {
  for (const tag of (wanted ?? '').toLowerCase().split(',')) {
    const name = (tag.split(';')[0] ?? '').trim()
    if (/^(tw|zh-(tw|hk|mo|hant))/.test(name)) return 'tw'
    if (/^zh/.test(name)) return 'zh'
    if (/^en/.test(name)) return 'en'
  }
  return 'en'
}

/** The label of a field of a list, which may be called as a noun calls it. */
export const labelOf = ({ name, labels = name }: { readonly name: string; readonly labels?: string }, field: string): LabelKey =>
  fieldKey(labels, field)

/** The label of a field; the creation time is named alike in every noun. */
export function fieldKey(noun: string, field: string): LabelKey {
  const base = fieldOfKey(field)
  return (base === 'createTime' ? 'field.createTime' : `field.${noun}.${base}`) as LabelKey
}
