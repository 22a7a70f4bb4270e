/** A stretch of time that is looked at, and how it moves. Moments are milliseconds since 1970. */

export interface Range {
  readonly from: number
  readonly to: number
}

/** Finer than a second nothing is looked at; wider than twenty years neither. */
const MIN_RANGE_MS = 1000
const MAX_RANGE_MS = 20 * 365 * 86_400_000
const FIRST = Date.UTC(2000, 0)
const LAST = Date.UTC(2100, 0)

/** What the server can be asked for: whole milliseconds, of this century. */
export function within({ from, to }: Range): Range {
  const width = Math.round(Math.min(MAX_RANGE_MS, Math.max(MIN_RANGE_MS, to - from)))
  const begin = Math.round(Math.min(LAST - width, Math.max(FIRST, (from + to - width) / 2)))
  return { from: begin, to: begin + width }
}

/**
 * The range, shorter or longer by the factor.
 * @param factor Below 1 shows less.
 * @param around The moment that stays where it is; the middle where absent.
 */
export function zoomed({ from, to }: Range, factor: number, around = (from + to) / 2): Range {
  return within({ from: around - (around - from) * factor, to: around + (to - around) * factor })
}

/** The range, moved by a share of its width. @param share Of the width; positive is later. */
export function moved({ from, to }: Range, share: number): Range {
  const by = (to - from) * share
  return within({ from: from + by, to: to + by })
}
