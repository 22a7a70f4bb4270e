/**
 * The three languages. Only the texts of the chosen one are loaded; a component asks with `useT()`, plain code with `t()`.
 */
import i18next from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import type { LabelKey, Labels, Language, Translate } from '../../model/labels/index.ts'
import { languageOf, languages, localeOf } from '../../model/labels/index.ts'
import { readCookie, writeCookie } from './cookies.ts'

export { languages, localeOf }
export type { LabelKey, Language, Translate }

const COOKIE = 'language'

const load: Record<Language, () => Promise<{ default: Labels }>> = {
  en: () => import('../../model/labels/en/index.ts'),
  zh: () => import('../../model/labels/zh/index.ts'),
  tw: () => import('../../model/labels/tw/index.ts'),
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

export async function startTexts(): Promise<void> {
  const language = preferredLanguage()
  const { default: texts } = await load[language]()
  await i18next.use(initReactI18next).init({
    lng: language,
    resources: { [language]: { translation: texts } },
    keySeparator: false,
    nsSeparator: false,
    interpolation: { escapeValue: false },
    returnNull: false,
  })
  mark(language)
}

let chosen: Language | undefined

export async function chooseLanguage(language: Language): Promise<void> {
  chosen = language
  if (!i18next.hasResourceBundle(language, 'translation')) {
    const { default: texts } = await load[language]()
    i18next.addResourceBundle(language, 'translation', texts)
  }
  // Chosen again while the texts were on their way: the last choice counts.
  if (chosen !== language) return
  writeCookie(COOKIE, language, 365)
  await i18next.changeLanguage(language)
  mark(language)
}

export function currentLanguage(): Language {
  return (i18next.language as Language | undefined) ?? preferredLanguage()
}

export const t: Translate = (key, values) => i18next.t(key, values ?? {})

/** The texts of the current language; the component draws itself anew when the language changes. */
export function useT(): Translate {
  const { t: translate } = useTranslation()
  return translate as Translate
}

export function useLanguage(): Language {
  return useTranslation().i18n.language as Language
}

/** The text of a key that the server sent, or the words it sent along where we have none. */
export function textOr(key: string, fallback: string): string {
  return i18next.exists(key) ? t(key as LabelKey) : fallback
}

function mark(language: Language): void {
  document.documentElement.lang = localeOf[language]
}
