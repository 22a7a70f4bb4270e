/**
 * The three languages. Only the texts of the chosen one are loaded, and of those what is shown: each page brings its own
 * (docs/decisions/0088-texts-with-their-page.md). A component asks with `useT()`, plain code with `t()`.
 */
import { create } from 'zustand'
import type { LabelKey, Labels, Language, Translate } from '../../../model/labels/index.ts'
import { languageOf, languages, localeOf } from '../../../model/labels/index.ts'
import { translatorOf } from '../../../model/labels/translate.ts'
import { readCookie, writeCookie } from '../http/cookies.ts'
import { START, textFiles } from './text-files.ts'

export { languages, localeOf }
export type { LabelKey, Language, Translate }

const COOKIE = 'language'

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
  return (await read(language, namesOf(language))) as Labels
}

interface Texts {
  readonly language: Language | undefined
  readonly labels: Partial<Labels>
  /** Another one for another language, so that what was made with it is made anew. */
  readonly translate: Translate
}

const useTexts = create<Texts>(() => ({ language: undefined, labels: {}, translate: (key) => key }))

/** The files that are loaded, in whatever language is shown. */
const loaded = new Set<string>()

/** Loads the first texts of the language this person reads, and shows them. */
export async function startTexts(): Promise<void> {
  const language = preferredLanguage()
  const labels = await read(language, [START])
  loaded.add(START)
  show(language, labels)
}

/** What an import brings, as soon as the texts it shows are there too: a build puts this around imports (web/build/texts.ts). @param names Of their files, between blanks */
export async function withTexts<Module>(coming: Promise<Module>, names: string): Promise<Module> {
  const [module] = await Promise.all([coming, addTexts(names.split(' '))])
  return module
}

/** Adds texts to those that are there. Whoever is drawn already shows none of them, and need not be drawn anew. */
async function addTexts(names: readonly string[]): Promise<void> {
  const missing = names.filter((name) => !loaded.has(name))
  if (missing.length === 0) return
  const language = currentLanguage()
  const more = await read(language, missing)
  // Another language is shown meanwhile: these would be words of two.
  if (language !== currentLanguage()) return addTexts(names)
  Object.assign(useTexts.getState().labels, more)
  for (const name of missing) loaded.add(name)
}

let chosen: Language | undefined

/**
 * Loads the texts of a language, shows them, and remembers the choice for a year.
 * @param isKept False: it is that of this page alone, and this browser goes on in its own
 */
export async function chooseLanguage(language: Language, isKept = true): Promise<void> {
  chosen = language
  let labels: Partial<Labels>
  let count: number
  do {
    count = loaded.size
    labels = await read(language, [...loaded])
    // A page has come meanwhile, with texts of its own.
  } while (count !== loaded.size)
  // Chosen again while the texts were on their way: the last choice counts.
  if (chosen !== language) return
  if (isKept) writeCookie(COOKIE, language, 365)
  show(language, labels)
}

/** The language of the texts that are shown, outside of a component. */
export function currentLanguage(): Language {
  return useTexts.getState().language ?? preferredLanguage()
}

/** The text of a key in the current language, outside of a component. */
export const t: Translate = (key, values) => useTexts.getState().translate(key, values)

/** The texts of the current language; the component draws itself anew when the language changes. */
export function useT(): Translate {
  return useTexts(({ translate }) => translate)
}

/** The current language; the component draws itself anew when it changes. */
export function useLanguage(): Language {
  return useTexts(({ language }) => language) ?? preferredLanguage()
}

/** The text of a key that the server sent, or the words it sent along where we have none. */
export function textOr(key: string, fallback: string): string {
  return Object.hasOwn(useTexts.getState().labels, key) ? t(key as LabelKey) : fallback
}

function show(language: Language, labels: Partial<Labels>): void {
  // First: what is drawn by the new texts takes its punctuation from it (ui/named.ts).
  document.documentElement.lang = localeOf[language]
  useTexts.setState({ language, labels, translate: translating(labels) })
}

function translating(labels: Partial<Labels>): Translate {
  const translate = translatorOf(labels as Labels)
  return (key, values) => {
    if (!Object.hasOwn(labels, key)) miss(key)
    return translate(key, values)
  }
}

const missed = new Set<string>()

/** A text that its page did not bring. That is a mistake, which the tests see in the log of the browser; the reader gets the text all the same. */
function miss(key: string): void {
  if (missed.has(key)) return
  missed.add(key)
  // eslint-disable-next-line no-console -- for whoever builds the page; a reader can do nothing about it
  console.error(`The text ${key} did not come with what shows it`)
  const { language } = useTexts.getState()
  if (language === undefined) return
  void addTexts(namesOf(language)).then(() => useTexts.setState(({ labels }) => ({ translate: translating(labels) })))
}

const namesOf = (language: Language): string[] => Object.keys(textFiles[language])

/** The texts of some files together: always another object, to which more can be added. */
async function read(language: Language, names: readonly string[]): Promise<Partial<Labels>> {
  const files = await Promise.all(names.map((name) => textFiles[language][name]?.()))
  return Object.assign({}, ...files.map((file) => file?.default)) as Partial<Labels>
}
