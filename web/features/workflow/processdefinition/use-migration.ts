/** A migration as a job: begun, followed while it is under way, and taken back. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InputOf, OutputOf } from '../../../../model/contract/contract.ts'
import { queryProcessMigration, startProcessMigration, undoProcessMigration } from '../../../../model/contract/workflow/definitions.ts'
import { ask } from '../../../kernel/http/ask.ts'

type Asked = InputOf<typeof startProcessMigration>
type State = OutputOf<typeof queryProcessMigration>

const EVERY_MS = 700
const isOver = (state: State | undefined): boolean => state !== undefined && ['done', 'failed', 'cancelled'].includes(state.status)

/** What is under way: a try, the move, or taking it back. */
export interface Started {
  readonly what: 'dry' | 'move' | 'undo'
  readonly jobId: string
}

/** Returns what was begun last, how far it is, and what begins one. @throws ApiError of what begins one */
export function useMigration() {
  const [started, setStarted] = useState<Started>()
  const asked = useQuery({
    queryKey: ['process-migration', started?.jobId],
    queryFn: ({ signal }) => ask(queryProcessMigration, { jobId: started?.jobId ?? '' }, { signal, quiet: true }),
    enabled: started !== undefined,
    refetchInterval: ({ state }) => (isOver(state.data) ? false : EVERY_MS),
  })
  return {
    started,
    asked,
    state: started === undefined ? undefined : asked.data,
    isUnderWay: started !== undefined && !asked.isError && !isOver(asked.data),
    forget: () => setStarted(undefined),
    begin: async (input: Asked) => {
      const { jobId } = await ask(startProcessMigration, input, { quiet: true })
      setStarted({ what: input.dry === true ? 'dry' : 'move', jobId })
    },
    undo: async (comment: string) => {
      const { jobId } = await ask(undoProcessMigration, { jobId: started?.jobId ?? '', comment }, { quiet: true })
      setStarted({ what: 'undo', jobId })
    },
  }
}
