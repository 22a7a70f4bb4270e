/** How the server, its machine and its database are, asked again every few seconds while somebody looks. */
import { queryOptions } from '@tanstack/react-query'
import { querySystemInfo } from '../../../../model/contract/admin/backups.ts'
import { ask } from '../../../kernel/http/ask.ts'

const EVERY_MS = 5000

export const systemInfo = queryOptions({
  queryKey: ['system-info'],
  queryFn: () => ask(querySystemInfo, {}, { quiet: true }),
  refetchInterval: EVERY_MS,
  retry: false,
})
