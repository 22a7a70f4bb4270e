/**
 * The last values of a point for a live trend: of a fixed length of time and never more than a fixed number, however fast they come. Where there are more, the
 * lowest and the highest of each short stretch stay, so that no peak is lost.
 */
import type { FeedValue } from './feed.ts'

/** More than a trend has pixels. */
export const MAX_RING = 1200

export interface Ring {
  /** The oldest first. It is the same array all the time. */
  readonly values: readonly FeedValue[]
  /** Adds a value that is newer than the others; an older one is left out. */
  add(value: FeedValue): void
  /** Begins anew with these, the oldest first. */
  begin(values: Iterable<FeedValue>): void
}

/** An empty ring. @param window Milliseconds before the newest value that are kept */
export function openRing(window: number): Ring {
  const values: FeedValue[] = []
  /** Of so long a stretch there are two values at the most. */
  const stretch = (2 * window) / (MAX_RING - 2)
  const stretchOf = (time: number) => Math.floor(time / stretch)

  function add(value: FeedValue): void {
    const last = values.at(-1)
    if (last && value.time < last.time) return
    if (last && value.time === last.time) values.pop()
    values.push(value)
    thinOut()
    let gone = 0
    while (gone < values.length && (values[gone] as FeedValue).time < value.time - window) gone += 1
    if (gone > 0) values.splice(0, gone)
    if (values.length > MAX_RING) values.splice(0, values.length - MAX_RING)
  }

  /** Of three values in one stretch the middle one goes: by its size, not by its time. */
  function thinOut(): void {
    if (values.length < 3) return
    const three = values.slice(-3)
    const [first, , third] = three as [FeedValue, FeedValue, FeedValue]
    if (stretchOf(first.time) !== stretchOf(third.time)) return
    // Where there is no value there is a gap in the line, which is worth more than either.
    const sizes = three.map(({ value }) => value ?? Number.NEGATIVE_INFINITY)
    const [low, high] = [sizes.indexOf(Math.min(...sizes)), sizes.lastIndexOf(Math.max(...sizes))]
    const middle = [1, 0, 2].find((at) => at !== low && at !== high) ?? 1
    values.splice(values.length - 3 + middle, 1)
  }

  return {
    values,
    add,
    begin(given) {
      values.length = 0
      for (const value of given) add(value)
    },
  }
}
