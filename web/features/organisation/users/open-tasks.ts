import { queryOpenTaskCount } from '../../../../model/contract/workflow/acts.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

/** People that one call counts for. */
const AT_ONCE = 100

/** How many open tasks they have, can answer for, or are asked for by name. @throws ApiError */
export async function openTasksOf(rows: readonly ResourceRow[]): Promise<number> {
  let open = 0
  for (let from = 0; from < rows.length; from += AT_ONCE) {
    const userId = rows.slice(from, from + AT_ONCE).map(({ id }) => id)
    open += (await ask(queryOpenTaskCount, { userId: userId.join(',') })).open
  }
  return open
}
