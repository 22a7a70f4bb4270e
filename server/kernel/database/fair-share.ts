/**
 * Who has a connection of the database next. Each tenant has a line of its own, and lines take turns: however much one of them asks for, another
 * waits for no more than its share. And no tenant holds all connections at once, since its statements may take a minute each.
 *
 * Weighted fair queueing (Demers, Keshav, Shenker 1989) with equal weights, by transaction: a transaction of a request takes about as long as
 * another, and one that takes longer is bounded by the share.
 */
import { Failure, fail } from '../errors.ts'

export interface FairShare {
  /**
   * Nothing when there is a place at once, which is the ordinary case and costs no turn of the event loop; or else what resolves when it is
   * their turn. Whoever has entered leaves. @throws Failure `server.busy` when too many of theirs wait, or for too long.
   * @param name Whose line; `undefined` is the server's own, which may take every place and waits without a bound.
   */
  enter(name: string | undefined): Promise<void> | undefined
  leave(name: string | undefined): void
}

interface Limits {
  /** All at once. */
  readonly places: number
  /** Of one name at once. */
  readonly share: number
  /** How many of one name may wait, so that a flood costs memory only up to a limit and is told to come back. */
  readonly most: number
  /** For how long; absent: until it is their turn. */
  readonly waitMs?: number | undefined
}

interface Waiting {
  admit(): void
  readonly timer: NodeJS.Timeout | undefined
}
interface Line {
  held: number
  readonly share: number
  readonly most: number
  readonly waiting: Set<Waiting>
}

const RETRY_S = 1

/** Lines by name that take turns at a number of places. */
export function fairShare({ places, share, most, waitMs }: Limits): FairShare {
  const lines = new Map<string | undefined, Line>()
  /** Those in which somebody waits, in the order of their turns. */
  const waitingLines = new Set<Line>()
  let held = 0

  /** Gives free places to whoever is next, one from each line in turn. */
  function pass(): void {
    for (const line of waitingLines) {
      if (held >= places) return
      if (line.held >= line.share) continue
      const [next] = line.waiting
      waitingLines.delete(line)
      if (!next) continue
      line.waiting.delete(next)
      // Seen again by this loop, after all the others.
      if (line.waiting.size > 0) waitingLines.add(line)
      clearTimeout(next.timer)
      held += 1
      line.held += 1
      next.admit()
    }
  }

  function wait(line: Line): Promise<void> {
    if (line.waiting.size >= line.most) fail('server.busy', { retryAfter: RETRY_S })
    return new Promise((resolve, reject) => {
      const timer =
        waitMs === undefined
          ? undefined
          : setTimeout(() => {
              line.waiting.delete(waiting)
              if (line.waiting.size === 0) waitingLines.delete(line)
              reject(new Failure('server.busy', { retryAfter: RETRY_S }))
            }, waitMs)
      const waiting: Waiting = { admit: resolve, timer }
      line.waiting.add(waiting)
      waitingLines.add(line)
    })
  }

  return {
    enter(name) {
      let line = lines.get(name)
      if (!line)
        lines.set(
          name,
          (line = { held: 0, ...(name === undefined ? { share: places, most: Infinity } : { share, most }), waiting: new Set() }),
        )
      if (held >= places || line.held >= line.share || line.waiting.size > 0) return wait(line)
      held += 1
      line.held += 1
      return undefined
    },
    leave(name) {
      const line = lines.get(name)
      if (!line) return
      held -= 1
      line.held -= 1
      if (waitingLines.size > 0) pass()
      if (line.held === 0 && line.waiting.size === 0) lines.delete(name)
    },
  }
}
