/** What a URL does, in the reader's language where it is one of the calls every noun has. */
import { resources } from '../../../model/index.ts'
import type { Resource } from '../../../model/resource.ts'
import type { LabelKey, Translate } from './i18n.ts'
import { textOr } from './i18n.ts'

export interface DescribedUrl {
  readonly url: string
  readonly description: string
  /** Somebody of the platform has written the description: their words count for every reader. */
  readonly isDescribed: boolean
}

/**
 * What a URL does, as the reader says it; the description where it is no call that every noun has.
 * @example titleOfUrl({ url: '/admin/sysuser/deleteSysUser', … }, t) // 'Delete users'
 */
export function titleOfUrl({ url, description, isDescribed }: DescribedUrl, t: Translate): string {
  if (isDescribed && description !== '') return description
  for (const { api, name } of Object.values<Resource>(resources)) {
    if (!url.startsWith(`${api.base}/`)) continue
    const [, verb, rest] = /^(query|add|update|delete|exportWord|exportPDF|export|import)(.*)$/.exec(url.slice(api.base.length + 1)) ?? []
    if (verb && rest === api.noun) return t(`call.${verb}` as LabelKey, { noun: inSentence(t(`noun.${name}` as LabelKey)) })
    if (verb === 'query' && (rest === `${api.noun}Tree` || rest === `${api.noun}Options`))
      return t('call.choose', { noun: inSentence(t(`noun.${name}` as LabelKey)) })
  }
  return textOr(`call.${url.split('/').pop() ?? ''}`, description)
}

/** English nouns are written small inside a sentence; abbreviations and Chinese are not touched. */
function inSentence(noun: string): string {
  return /^[A-Z][a-z]/.test(noun) ? noun.charAt(0).toLowerCase() + noun.slice(1) : noun
}

/** The page a menu code names, as the reader knows it. */
export function titleOfMenu(code: string, t: Translate): string {
  return code === '' ? t('docs.other') : textOr(`menu.${code}`, code)
}
