/**
 * What waits to be stored, between the collectors and the writer. It is bounded, by values and by bytes: what does not fit is
 * refused, and whoever asked is told when to try again. A place is given back when what stood there has been stored or given up.
 */
import type { TenantId } from '../../model/brands.ts'
import type { StoredPacket } from './packet-ids.ts'
import type { Sample } from './quality.ts'

/** What one message brought: stored as a whole, and acknowledged as a whole. */
export interface Submission {
  readonly tenantId: TenantId
  readonly deviceId: string
  readonly samples: readonly Sample[]
  readonly bytes: number
  /** Who brought it, where it was a person. */
  readonly userId?: string
  /** What is noted with it, so that the message is known when it comes again. */
  readonly packet?: StoredPacket
}

/** What storing came to, for samples whose moment had a value already: the same one, or another that was replaced (corrections.ts). */
export interface Outcome {
  readonly repeated: number
  readonly corrected: number
  /** Another server has stored the message meanwhile (packet-ids.ts). */
  readonly isElsewhere?: true
}

export interface Waiting extends Submission {
  /** Settles the promise of {@link Queue.offer}. */
  stored(outcome: Outcome): void
  failed(error: unknown): void
}

export interface Queue {
  /** Whether a message of this size finds a place now. */
  hasRoom(samples: number, bytes: number): boolean
  /**
   * Resolves when they are stored and committed; rejects when they were given up. Call {@link hasRoom} before. What one message brought for
   * several devices is stored in one transaction or not at all, so that no part of it is stored twice when it is sent again.
   */
  offer(submissions: readonly Submission[]): Promise<Outcome[]>
  /** The next ones in the order they came, up to about so many samples, and never a part of what was offered together; nothing when none waits. */
  take(samples: number): Waiting[]
  readonly samples: number
  /** Told when something waits that nothing was waiting before. */
  onOffer(listener: () => void): void
  /** Resolves when there may be room again. */
  room(): Promise<void>
}

/** Half a gigabyte of objects would be no bound: a sample takes about 120 bytes here. */
export const MAX_QUEUED_SAMPLES = 100_000
export const MAX_QUEUED_BYTES = 32 * 1024 ** 2

/** The bounded queue between collectors and writer, in memory. @param limits Samples and bytes it holds at most. */
export function openQueue(limits = { samples: MAX_QUEUED_SAMPLES, bytes: MAX_QUEUED_BYTES }): Queue {
  const waiting: (readonly Waiting[])[] = []
  let head = 0
  let samples = 0
  let bytes = 0
  let notify = (): void => undefined
  let wanting: (() => void)[] = []

  const leave = (submission: Submission) => {
    samples -= submission.samples.length
    bytes -= submission.bytes
    const waiters = wanting
    wanting = []
    for (const resume of waiters) resume()
  }

  async function offer(submissions: readonly Submission[]): Promise<Outcome[]> {
    if (submissions.length === 0) return []
    const group: Waiting[] = []
    const outcomes = submissions.map(
      (submission) =>
        new Promise<Outcome>((resolve, reject) => {
          samples += submission.samples.length
          bytes += submission.bytes
          group.push({
            ...submission,
            stored(outcome) {
              leave(submission)
              resolve(outcome)
            },
            failed(error) {
              leave(submission)
              reject(error as Error)
            },
          })
        }),
    )
    waiting.push(group)
    notify()
    return Promise.all(outcomes)
  }

  return {
    get samples() {
      return samples
    },
    // One message always fits into an empty queue, however large the door let it be.
    hasRoom: (more, size) => samples === 0 || (samples + more <= limits.samples && bytes + size <= limits.bytes),
    offer,
    take(most) {
      const taken: Waiting[] = []
      let count = 0
      while (head < waiting.length && count < most) {
        const next = waiting[head] as readonly Waiting[]
        const more = next.reduce((sum, each) => sum + each.samples.length, 0)
        if (taken.length > 0 && count + more > most) break
        taken.push(...next)
        count += more
        head += 1
      }
      if (head === waiting.length) {
        waiting.length = 0
        head = 0
      } else if (head > 10_000) {
        waiting.splice(0, head)
        head = 0
      }
      return taken
    },
    onOffer(listener) {
      notify = listener
    },
    room: () => new Promise<void>((resolve) => void wanting.push(resolve)),
  }
}
