/** Whether a unit of a bus is asked: one that has not answered for a while is asked seldom, so that the others do not wait for it. */

export interface Breaker {
  /** When it may be asked again; now, or in the past, while it answers. Milliseconds of `performance.now()`. */
  readonly until: number
  /** In a row. */
  readonly failures: number
  /** It has failed so often that it counts as away. */
  readonly isOpen: boolean
  answered(): void
  /** True when this is what makes it count as away. */
  failed(): boolean
  /** It may be asked now, and once: it is still away until it answers. */
  retry(): void
}

export interface BreakerLimits {
  /** Failures in a row, after which it counts as away. */
  readonly failures: number
  /** From one attempt to the next while it is away; the last one again and again. */
  readonly pausesMs: readonly number[]
}

/**
 * A circuit breaker: open after so many failures in a row, and tried again after growing pauses.
 * @param now Milliseconds of a monotonic clock.
 */
export function openBreaker({ failures, pausesMs }: BreakerLimits, now: () => number = () => performance.now()): Breaker {
  let count = 0
  let until = 0
  return {
    get until() {
      return until
    },
    get failures() {
      return count
    },
    get isOpen() {
      return count >= failures
    },
    answered() {
      ;[count, until] = [0, 0]
    },
    failed() {
      count += 1
      if (count < failures) return false
      until = now() + (pausesMs[Math.min(count - failures, pausesMs.length - 1)] ?? 0)
      return count === failures
    },
    retry() {
      until = 0
    },
  }
}
