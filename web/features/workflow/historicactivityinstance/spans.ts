/** Where spans of time lie beside each other, in percent of all of them together. */

export interface Span {
  readonly left: number
  readonly width: number
}

interface Times {
  /** Milliseconds since 1970. */
  readonly from: number | undefined
  /** Absent: it goes on. */
  readonly to: number | undefined
}

/** A span for each, in the same order; none for one whose beginning is not known. What goes on reaches to now. */
export function spansOf(times: readonly Times[], now: number): readonly (Span | undefined)[] {
  const known = times.map(({ from, to }) => (from === undefined ? undefined : { from, to: Math.max(from, to ?? now) }))
  const first = Math.min(...known.map((one) => one?.from ?? Infinity))
  const last = Math.max(...known.map((one) => one?.to ?? -Infinity))
  const whole = Math.max(1, last - first)
  return known.map((one) => one && { left: ((one.from - first) / whole) * 100, width: ((one.to - one.from) / whole) * 100 })
}
