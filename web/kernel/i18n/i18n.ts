/**
 * The three languages. Only the texts of the chosen one are loaded; a component asks with `useT()`, plain code with `t()`.
 */
import { create } from 'zustand'
import type { LabelKey, Labels, Language, Translate } from '../../../model/labels/index.ts'
import { languageOf, languages, localeOf } from '../../../model/labels/index.ts'
import { translatorOf } from '../../../model/labels/translate.ts'
import { readCookie, writeCookie } from '../http/cookies.ts'

export { languages, localeOf }
export type { LabelKey, Language, Translate }

const COOKIE = 'language'

const load: Record<Language, () => Promise<{ default: Labels }>> = {
  en: () => import('../../../model/labels/en/index.ts'),
  zh: () => import('../../../model/labels/zh/index.ts'),
  tw: () => import('../../../model/labels/tw/index.ts'),
}

/** Each language in its own words, as a switch shows it. */
export const nameOfLanguage: Record<Language, string> = { zh: '简体中文', tw: '繁體中文', en: 'English' }

/** The language chosen before, else the first of the browser's that is ours, else English. */
export function preferredLanguage(): Language {
  const kept = readCookie(COOKIE)
  if (languages.some((language) => language === kept)) return kept as Language
  const wanted = navigator.languages.find((tag) => /^(zh|en)/i.test(tag))
  return languageOf(wanted)
}

/** Every text of one language, for a page that shows several beside each other. */
export async function textsOf(language: Language): Promise<Labels> {
  return (await load[language]()).default
}

interface Texts {
  readonly language: Language | undefined
  readonly labels: Partial<Labels>
  /** Another one for another language, so that what was made with it is made anew. */
  readonly translate: Translate
}

const useTexts = create<Texts>(() => ({ language: undefined, labels: {}, translate: (key) => key }))

export async function startTexts(): Promise<void> {
  const language = preferredLanguage()
  show(language, await textsOf(language))
}

let chosen: Language | undefined

export async function chooseLanguage(language: Language): Promise<void> {
  chosen = language
  const labels = await textsOf(language)
  // Chosen again while the texts were on their way: the last choice counts.
  if (chosen !== language) return
  writeCookie(COOKIE, language, 365)
  show(language, labels)
}

export function currentLanguage(): Language {
  return useTexts.getState().language ?? preferredLanguage()
}

export const t: Translate = (key, values) => useTexts.getState().translate(key, values)

/** The texts of the current language; the component draws itself anew when the language changes. */
export function useT(): Translate {
  return useTexts(({ translate }) => translate)
}

export function useLanguage(): Language {
  return useTexts(({ language }) => language) ?? preferredLanguage()
}

/** The text of a key that the server sent, or the words it sent along where we have none. */
export function textOr(key: string, fallback: string): string {
  return Object.hasOwn(useTexts.getState().labels, key) ? t(key as LabelKey) : fallback
}

function show(language: Language, labels: Labels): void {
  useTexts.setState({ language, labels, translate: translatorOf(labels) })
  document.documentElement.lang = localeOf[language]
}
