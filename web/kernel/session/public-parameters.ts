/** What forms and pages have to know of the tenant's parameters: the server has the last word on each of them. */
import { useQuery } from '@tanstack/react-query'
import type { PublicParameters } from '../../../model/contract/system/parameters.ts'
import { queryPublicParam } from '../../../model/contract/system/parameters.ts'
import { knownParameters } from '../../../model/system/known-parameters.ts'
import { ask } from '../http/ask.ts'

let known: PublicParameters = {
  password: {
    minLength: knownParameters['password.minLength'].initial,
    needs: [],
    history: knownParameters['password.history'].initial,
    maxAgeDays: knownParameters['password.maxAgeDays'].initial,
  },
  upload: { maxMegabytes: knownParameters['upload.maxMegabytes'].initial },
  export: { jobRows: knownParameters['export.jobRows'].initial },
}

/** The tenant's; what they are at first until they are there. */
export function usePublicParameters(wanted = true): PublicParameters {
  // eslint-disable-next-line no-restricted-syntax -- what they are at first applies until they are there
  const { data } = useQuery({
    queryKey: ['parameters', 'public'],
    queryFn: async () => (known = await ask(queryPublicParam, {}, { quiet: true })),
    enabled: wanted,
    staleTime: 60_000,
  })
  return data ?? known
}

/** The public parameters that are known at the moment, for checks outside of a component. */
export function publicParameters(): PublicParameters {
  return known
}
