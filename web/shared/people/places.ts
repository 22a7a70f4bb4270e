/** Provinces and their cities, to choose from. */
import { useQuery } from '@tanstack/react-query'
import { queryPlace } from '../../../model/contract/account/profile.ts'
import type { OutputOf } from '../../../model/contract/contract.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useLanguage } from '../../kernel/i18n/i18n.ts'

type Places = OutputOf<typeof queryPlace>

const NONE: Places = []

/** The provinces, each with its cities, in the language of the page; none until they are there. */
export function usePlaces(): Places {
  const language = useLanguage()
  const { data = NONE } = useQuery({ queryKey: ['account', 'places', language], queryFn: () => ask(queryPlace, {}), staleTime: Infinity })
  return data
}
