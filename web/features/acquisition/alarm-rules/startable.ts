import { useQuery } from '@tanstack/react-query'
import { queryStartable } from '../../../../model/contract/workflow/instances.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { askAgain } from '../../../kernel/http/ask-again.ts'

/** The processes that whoever writes the rule may start, which are those that it may name. */
export const useStartable = () =>
  useQuery({
    queryKey: ['startable-processes'],
    queryFn: ({ signal }) => ask(queryStartable, {}, { signal, quiet: true }),
    retry: askAgain,
  })
