import { queryOptions } from '@tanstack/react-query'
import { queryPhrase } from '../../../../model/contract/workflow/absences.ts'
import { ask } from '../../../kernel/http/ask.ts'

/** Sentences that the caller writes often, and those of the tenant. */
export const phrasesOf = queryOptions({
  queryKey: ['process-phrases'],
  queryFn: ({ signal }) => ask(queryPhrase, {}, { signal, quiet: true }),
  staleTime: 60_000,
})
