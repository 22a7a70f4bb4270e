/**
 * Answers that were just given: whoever asks the same with the same rights at the same time is not asked for twice. What is of a time that is over stays, as long as nothing has changed of what it was made of.
 */

/** An answer is one of now for so long. */
const FRESH_MS = 2000
/** What is of a time that is over is made anew after so long all the same. */
const OLDEST_MS = 3_600_000
/** Of all answers together. */
const MAX_BYTES = 64 * 1024 * 1024

export interface AnswerCache<Answer> {
  /**
   * The answer that is kept under the key, that is being made, or that `make` gives. What fails is not kept.
   * @param proof Stands for what an answer is made of as it is now: one of a time that is over holds as long as this is the same. Undefined where nothing may be remembered
   */
  get(key: string, make: () => Promise<Answer>, proof?: () => Promise<string | undefined>): Promise<Answer>
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  readonly proof: string | undefined
  until: number
  /** When one of a time that is over is made anew; 0 for others. */
  oldest: number
  bytes: number
}

interface Kind<Answer> {
  bytesOf(answer: Answer): number
  /** Whether it is of a time that is over. */
  isOver(answer: Answer): boolean
  /** Milliseconds. */
  readonly now?: () => number
  /** For how long an answer is one of now, in milliseconds. */
  readonly freshMs?: number
}

/** A cache of answers, of which those go first that nobody has asked for longest. */
export function openAnswerCache<Answer>({
  bytesOf,
  isOver,
  now = () => performance.now(),
  freshMs = FRESH_MS,
}: Kind<Answer>): AnswerCache<Answer> {
  const kept = new Map<string, Kept<Answer>>()
  let bytes = 0
  const drop = (key: string, one: Kept<Answer>) => {
    if (kept.get(key) !== one) return
    kept.delete(key)
    bytes -= one.bytes
  }

  async function make(key: string, given: () => Promise<Answer>, proof: string | undefined): Promise<Answer> {
    // Whoever comes while it is being made waits for the same.
    const one: Kept<Answer> = { answer: given(), proof, until: Infinity, oldest: 0, bytes: 0 }
    kept.set(key, one)
    try {
      const answer = await one.answer
      one.until = now() + freshMs
      if (proof !== undefined && isOver(answer)) one.oldest = now() + OLDEST_MS
      one.bytes = bytesOf(answer)
      bytes += one.bytes
      for (const [each, other] of kept) {
        if (bytes <= MAX_BYTES) break
        drop(each, other)
      }
      return answer
    } catch (error) {
      drop(key, one)
      throw error
    }
  }

  return {
    async get(key, given, proof) {
      for (const [each, one] of kept) if (Math.max(one.until, one.oldest) <= now()) drop(each, one)
      const known = kept.get(key)
      if (known && known.until > now()) return known.answer
      // Asked for before the answer is made: what changes meanwhile is no part of it.
      const proven = await proof?.()
      const still = kept.get(key)
      if (still && (still.until > now() || (proven !== undefined && still.oldest > now() && still.proof === proven))) {
        if (still.oldest > 0) still.until = Math.max(still.until, Math.min(still.oldest, now() + freshMs))
        kept.delete(key)
        kept.set(key, still)
        return still.answer
      }
      if (still) drop(key, still)
      return make(key, given, proven)
    },
  }
}
