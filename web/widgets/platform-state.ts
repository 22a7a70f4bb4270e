/** How the platform is, asked once for all cards about it. */
import { queryOptions } from '@tanstack/react-query'
import { queryPlatformState } from '../../model/contract/admin/backups.ts'
import { ask } from '../kernel/http/ask.ts'

export const platformStateOf = queryOptions({
  queryKey: ['platform-state'],
  queryFn: ({ signal }) => ask(queryPlatformState, {}, { signal, quiet: true }),
})
