/** The product's texts on the server, in the language the caller asked for. */
import i18next from 'i18next'
import type { FastifyRequest } from 'fastify'
import en from '../../model/labels/en/index.ts'
import tw from '../../model/labels/tw/index.ts'
import zh from '../../model/labels/zh/index.ts'
import type { Language, Translate } from '../../model/labels/index.ts'
import { languageOf, languages } from '../../model/labels/index.ts'

const texts = i18next.createInstance()
await texts.init({
  resources: { en: { translation: en }, tw: { translation: tw }, zh: { translation: zh } },
  fallbackLng: 'en', keySeparator: false, nsSeparator: false, interpolation: { escapeValue: false },
})

const translators = Object.fromEntries(languages.map((language) => {
  const t = texts.getFixedT(language)
  // A list says the same words in every row. Keys are our own, so there are only so many.
  const plain = new Map<string, string>()
  const remembered: Translate = (key) => {
    const known = plain.get(key)
    if (known !== undefined) return known
    const text = t(key)
    plain.set(key, text)
    return text
  }
  return [language, (key, values) => (values ? t(key, { ...values }) : remembered(key))] satisfies [Language, Translate]
})) as Record<Language, Translate>

export function translatorFor(language: Language): Translate {
  return translators[language]
}

export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language'])
}
