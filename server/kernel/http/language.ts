/** The product's texts on the server, in the language the caller asked for. */
import type { FastifyRequest } from 'fastify'
import en from '../../../model/labels/en/index.ts'
import tw from '../../../model/labels/tw/index.ts'
import zh from '../../../model/labels/zh/index.ts'
import type { Language, Translate } from '../../../model/labels/index.ts'
import { languageOf } from '../../../model/labels/index.ts'
import { translatorOf } from '../../../model/labels/translate.ts'

const translators: Record<Language, Translate> = { en: translatorOf(en), tw: translatorOf(tw), zh: translatorOf(zh) }

/** A function that looks a text up by key, in this language, and fills its gaps. */
export function translatorFor(language: Language): Translate {
  return translators[language]
}

/** The language of the caller, by the header `Accept-Language` (RFC 9110, section 12.5.4). */
export function languageOfRequest(request: FastifyRequest): Language {
  return languageOf(request.headers['accept-language'])
}
