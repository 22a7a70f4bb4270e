import { useQueries } from '@tanstack/react-query'
import { useLanguage } from '../../../kernel/i18n/i18n.ts'
import { sessionSources } from '../../../shared/forms/session-sources.ts'
import { dictionaryOf } from './entry-columns.tsx'
import type { EntryColumn } from './list-state.ts'

export type Words = Readonly<Record<string, Readonly<Record<string, string>>>>

/** What the members of the dictionaries are called that the columns name, by type and value. */
export function useWords(columns: readonly EntryColumn[] = []): Words {
  const language = useLanguage()
  const types = [...new Set(columns.filter(({ kind }) => kind === 'dictionary').map(dictionaryOf))].filter(Boolean)
  const { dictionary, key } = sessionSources('')
  return useQueries({
    queries: types.map((type) => ({
      queryKey: ['form-dictionary', key, type, language],
      queryFn: () => dictionary(type),
      staleTime: 60_000,
    })),
    combine: (answers) =>
      Object.fromEntries(
        types.map((type, at) => [type, Object.fromEntries((answers[at]?.data ?? []).map(({ value, label }) => [value, label]))]),
      ),
  })
}
