import { queryOptions } from '@tanstack/react-query'
import { queryPersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { PROCESS_QUERIES } from '../queries.ts'

/** A task as it concerns whoever is signed in. @param taskId UUID */
export const taskDetailsOf = (taskId: string) =>
  queryOptions({
    queryKey: [PROCESS_QUERIES, 'my-task', taskId],
    queryFn: ({ signal }) => ask(queryPersonalTaskDetails, { taskId }, { signal, quiet: true }),
  })
