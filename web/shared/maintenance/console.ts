/** The figures of the maintenance console; its page and the workbench show them. */
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { ConsoleDays } from '../../../model/maintenance/console.ts'
import { queryConsole } from '../../../model/contract/maintenance/console.ts'
import { ask } from '../../kernel/http/ask.ts'

export interface ConsoleNarrowing {
  readonly siteId?: string
  readonly category?: string
  readonly days: ConsoleDays
}

/** Milliseconds. What changes orders and alarms is told by the socket besides. */
const AGAIN = 60_000

/** The first part of the key of every answer of it. */
export const CONSOLE = 'maintenance-console'

/** Asked again and again while somebody looks at it. */
export const consoleOf = ({ days, siteId, category }: ConsoleNarrowing) =>
  queryOptions({
    queryKey: [CONSOLE, days, siteId, category],
    queryFn: ({ signal }) =>
      ask(
        queryConsole,
        { days, ...(siteId === undefined ? {} : { siteId }), ...(category === undefined ? {} : { category: category as never }) },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
    refetchInterval: AGAIN,
  })
