/** What the brands refuse is refused by the compiler: a line below that compiles without its error fails the check of types. */
import { expect, it } from 'vitest'
import type { Micros, Millis } from './brands.ts'
import { micros, millis, toMicros, toMillis } from './brands.ts'

const stored = (time: Micros): number => time
const seen = (time: Millis): number => time

it('units are converted, and to the microsecond and back nothing is lost', () => {
  expect(toMicros(millis(1_760_000_000_000.123))).toBe(1_760_000_000_000_123)
  expect(toMillis(micros(1_760_000_000_000_123))).toBe(1_760_000_000_000.123)
  expect(toMicros(toMillis(micros(1_760_000_000_000_999)))).toBe(1_760_000_000_000_999)
})

it('a moment in one unit is none in the other, and a bare number is neither', () => {
  const [now, at] = [millis(1000), micros(1_000_000)]
  expect([seen(now), stored(at)]).toEqual([1000, 1_000_000])
  // @ts-expect-error milliseconds are no microseconds
  expect(stored(now)).toBe(1000)
  // @ts-expect-error microseconds are no milliseconds
  expect(seen(at)).toBe(1_000_000)
  // @ts-expect-error a number has no unit
  expect(stored(Date.now())).toBeGreaterThan(0)
  // @ts-expect-error what was reckoned has none any more
  expect(seen(now + 1)).toBe(1001)
})
