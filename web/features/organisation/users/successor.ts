/** Whoever is disabled or removed may have tasks that processes wait for: they are given to somebody else first. */
import { useState } from 'react'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import type { Ending } from '../../../kernel/resource/resource-actions.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'

/** What is asked about whoever goes. */
export interface Leaving {
  readonly rows: readonly ResourceRow[]
  /** Their open tasks; more than none. */
  readonly open: number
  /** Whether it can be gone on without a successor: nobody is removed whom processes wait for. */
  readonly isOptional: boolean
  readonly answer: (goesOn: boolean) => void
}

/** Asks for a successor where there is something to hand over, and the caller may count and hand over tasks. */
export function useSuccessor() {
  const [asked, setAsked] = useState<Leaving>()
  const { user } = useSession()

  const seenTo: Ending = async (rows, how) => {
    // Nobody ends their own account: the server says so, and nothing is handed over for it.
    if (rows.some(({ id }) => id === user.id)) return how !== 'refused'
    let open = 0
    try {
      const { openTasksOf } = await import('./open-tasks.ts')
      open = await openTasksOf(rows)
    } catch (failure) {
      // Of what failed people were told; the server refuses by itself whom it cannot do without.
      if (!(failure instanceof ApiError)) throw failure
    }
    if (open === 0) return how !== 'refused'
    return new Promise((resolve) => {
      const answer = (goesOn: boolean) => {
        setAsked(undefined)
        resolve(goesOn)
      }
      setAsked({ rows, open, isOptional: how === 'turn-off', answer })
    })
  }

  return { asked, ending: (may: (button: string) => boolean) => (may('openTasks') && may('handOver') ? seenTo : undefined) }
}
