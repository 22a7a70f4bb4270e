/** Long work in steps: others have their turn between them, since a report of a job may take a minute of processor time. */
import { setImmediate } from 'node:timers/promises'

/** Work that may stop wherever it yields, and comes to a result. */
export type Steps<Result> = Generator<undefined, Result, undefined>

/** How long steps are done before others have their turn: whoever waits for a page notices less than this. */
const SLICE_MS = 20
/** Rows that are gone through in one step, where each takes no longer than looking at the clock. */
export const ROWS_PER_SLICE = 2000

/** What the work comes to. @param signal Ends it with its reason */
export async function runCooperatively<Result>(work: Steps<Result>, signal?: AbortSignal): Promise<Result> {
  let since = performance.now()
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
    if (performance.now() - since < SLICE_MS) continue
    await setImmediate()
    signal?.throwIfAborted()
    since = performance.now()
  }
}

/** The list sorted, what is equal in the order in which it comes: short parts first, which are then put together by twos. */
export function* sortedBySteps<Item>(list: readonly Item[], compare: (one: Item, other: Item) => number): Steps<Item[]> {
  let parts: Item[][] = []
  for (let from = 0; from < list.length; from += ROWS_PER_SLICE) {
    parts.push(list.slice(from, from + ROWS_PER_SLICE).sort(compare))
    yield
  }
  while (parts.length > 1) {
    const longer: Item[][] = []
    for (let at = 0; at < parts.length; at += 2) longer.push(yield* merged(parts[at] as Item[], parts[at + 1] ?? [], compare))
    parts = longer
  }
  return parts[0] ?? []
}

function* merged<Item>(one: Item[], other: Item[], compare: (one: Item, other: Item) => number): Steps<Item[]> {
  if (other.length === 0) return one
  const made: Item[] = []
  let [left, right] = [0, 0]
  while (left < one.length || right < other.length) {
    const isLeft = right >= other.length || (left < one.length && compare(one[left] as Item, other[right] as Item) <= 0)
    made.push((isLeft ? one[left++] : other[right++]) as Item)
    if (made.length % ROWS_PER_SLICE === 0) yield
  }
  return made
}
