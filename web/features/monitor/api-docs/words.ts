/** What calls and groups are, in the reader's language: the document itself speaks English. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Language, Translate } from '../../../kernel/i18n/i18n.ts'
import { textOr, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { titleOfUrl } from '../../../kernel/i18n/url-title.ts'
import type { Operation } from './open-api.ts'

interface CallWords {
  readonly calls: Readonly<Record<string, string>>
  readonly groups: Readonly<Record<string, string>>
}

interface DocumentWords {
  readonly translated: (operation: Operation) => Operation
  readonly groupOf: (tag: string) => string
}

const load: Readonly<Record<Exclude<Language, 'en'>, () => Promise<CallWords>>> = {
  zh: () => import('../../../../model/labels/zh/calls.ts'),
  tw: () => import('../../../../model/labels/tw/calls.ts'),
}

/** Nothing while they are on their way; operations are to be shown once they are there. */
export function useDocumentWords(): DocumentWords | undefined {
  const t = useT()
  const language = useLanguage()
  const { data: words } = useQuery({
    queryKey: ['call-words', language],
    queryFn: () => (language === 'en' ? null : load[language]()),
    staleTime: Infinity,
  })
  return useMemo(
    () =>
      words === undefined
        ? undefined
        : {
            translated: (operation) => (words ? { ...operation, summary: summaryOf(operation, words, t) } : operation),
            groupOf: (tag) => words?.groups[tag] ?? textOr(`noun.${tag.replace(' ', '-')}`, inWords(tag)),
          },
    [words, t],
  )
}

function summaryOf({ method, path, summary }: Operation, { calls }: CallWords, t: Translate): string {
  const url = path.replace(/^\/api/, '')
  return calls[`${method} ${url}`] ?? titleOfUrl({ url, description: summary, isDescribed: false }, t)
}

/** @example inWords('second-factors') // 'Second factors' */
function inWords(tag: string): string {
  return tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' ')
}
