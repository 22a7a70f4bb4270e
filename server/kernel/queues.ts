/** One after the other, by name: what waits for the same name runs in the order in which it came; other names do not wait. */
import { fail } from './errors.ts'

export interface Queues {
  /** @throws Failure `server.busy` when as many as `most` wait for this name already. */
  inTurn<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/** @param most How many may wait for one name, so that a flood costs memory only up to a limit. */
export function openQueues(most: number): Queues {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()
  return {
    async inTurn(name, work) {
      const line = lines.get(name) ?? { last: Promise.resolve(), length: 0 }
      if (line.length >= most) fail('server.busy', { retryAfter: 1 })
      lines.set(name, line)
      line.length += 1
      const turn = line.last.then(work)
      // The next in line waits for the end of this one, whatever it is.
      line.last = turn.catch(() => undefined)
      try {
        return await turn
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(name)
      }
    },
  }
}
