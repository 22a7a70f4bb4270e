/** Answers that were just given: whoever asks the same with the same rights at the same time is not asked for twice. */

/** An answer is one of now for so long. */
const FRESH_MS = 2000
/** Cells kept at most; a cell is some ten bytes, of names some more. */
const MAX_CELLS = 2_000_000

export interface AnswerCache<Answer> {
  /** The answer that is kept under the key, that is being made, or that `make` gives. What fails is not kept. */
  get(key: string, make: () => Promise<Answer>): Promise<Answer>
}

interface Kept<Answer> {
  readonly answer: Promise<Answer>
  until: number
  cells: number
}

/** A cache of answers, the oldest of which goes first. @param cellsOf How many cells an answer has @param now Milliseconds */
export function openAnswerCache<Answer>(
  cellsOf: (answer: Answer) => number,
  now: () => number = () => performance.now(),
): AnswerCache<Answer> {
  const kept = new Map<string, Kept<Answer>>()
  let cells = 0
  const drop = (key: string, one: Kept<Answer>) => {
    if (kept.get(key) !== one) return
    kept.delete(key)
    cells -= one.cells
  }
  return {
    async get(key, make) {
      for (const [each, one] of kept) if (one.until <= now()) drop(each, one)
      const known = kept.get(key)
      if (known) return known.answer
      // Whoever comes while it is being made waits for the same.
      const one: Kept<Answer> = { answer: make(), until: Infinity, cells: 0 }
      kept.set(key, one)
      try {
        const answer = await one.answer
        one.until = now() + FRESH_MS
        one.cells = cellsOf(answer)
        cells += one.cells
        for (const [each, other] of kept) {
          if (cells <= MAX_CELLS) break
          drop(each, other)
        }
        return answer
      } catch (error) {
        drop(key, one)
        throw error
      }
    },
  }
}
