/** What forms and pages have to know of the tenant's parameters: the server has the last word on each of them. */
import { useQuery } from '@tanstack/react-query'
import type { passwordClasses } from '../../../model/system/known-parameters.ts'
import { knownParameters } from '../../../model/system/known-parameters.ts'
import { get } from '../http/api.ts'

export interface PublicParameters {
  readonly password: { readonly minLength: number; readonly needs: readonly (typeof passwordClasses)[number][] }
  readonly upload: { readonly maxMegabytes: number }
  /** Rows from which on an export is made in the background. */
  readonly export: { readonly jobRows: number }
}

let known: PublicParameters = {
  password: { minLength: knownParameters['password.minLength'].initial, needs: [] },
  upload: { maxMegabytes: knownParameters['upload.maxMegabytes'].initial },
  export: { jobRows: knownParameters['export.jobRows'].initial },
}

/** The tenant's; what they are at first until they are there. */
export function usePublicParameters(wanted = true): PublicParameters {
  const { data } = useQuery({
    queryKey: ['parameters', 'public'],
    queryFn: async () => (known = await get<PublicParameters>('/api/admin/sysparam/queryPublicParam', {}, { quiet: true })),
    enabled: wanted,
    staleTime: 60_000,
  })
  return data ?? known
}

/** Those that are known at the moment, for checks outside of a component. */
export function publicParameters(): PublicParameters {
  return known
}
