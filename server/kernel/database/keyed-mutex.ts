/** One after the other, by name: what waits for the same name runs in the order in which it came; other names do not wait. */
import { fail } from '../errors.ts'

export interface KeyedMutex {
  /** @throws Failure `server.busy` when as many as `most` wait for this name already. */
  run<Result>(name: string, work: () => Promise<Result>): Promise<Result>
}

/**
 * A mutex by key, for this process, fair in the order of arrival.
 * @param most How many may wait for one name, so that a flood costs memory only up to a limit.
 */
export function openKeyedMutex(most: number): KeyedMutex {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()
  return {
    async run(name, work) {
      const queue = queues.get(name) ?? { last: Promise.resolve(), length: 0 }
      if (queue.length >= most) fail('server.busy', { retryAfter: 1 })
      queues.set(name, queue)
      queue.length += 1
      const result = queue.last.then(work)
      // The next in line waits for the end of this one, whatever it is.
      queue.last = result.catch(() => undefined)
      try {
        return await result
      } finally {
        queue.length -= 1
        if (queue.length === 0) queues.delete(name)
      }
    },
  }
}
