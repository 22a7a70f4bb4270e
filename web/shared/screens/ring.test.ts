import { expect, test } from 'vitest'
import type { FeedValue } from './feed.ts'
import { MAX_RING, openRing } from './ring.ts'

const value = (time: number, of: number | null): FeedValue => ({ time, value: of, quality: 192, reason: 'none' })

test('what is older than the window goes, and what comes late is left out', () => {
  const ring = openRing(1000)
  for (const time of [0, 500, 1000, 1400]) ring.add(value(time, time))
  ring.add(value(900, 9))
  expect(ring.values.map(({ time }) => time)).toEqual([500, 1000, 1400])
  ring.add(value(1400, 7))
  expect(ring.values.at(-1)?.value).toBe(7)
})

test('however fast values come there is a fixed number of them, with each peak', () => {
  const hour = 3_600_000
  const ring = openRing(hour)
  for (let at = 0; at < hour; at += 200) ring.add(value(at, at === 1_234_600 ? 99 : at === 2_000_000 ? -99 : Math.sin(at / 50_000)))
  const values = ring.values.map((each) => each.value as number)
  expect(values.length).toBeLessThanOrEqual(MAX_RING)
  expect(values.length).toBeGreaterThan(MAX_RING / 3)
  expect([Math.max(...values), Math.min(...values)]).toEqual([99, -99])
})

test('few values all stay', () => {
  const ring = openRing(60_000)
  ring.begin(Array.from({ length: 60 }, (_, at) => value(at * 1000, at % 7)))
  expect(ring.values.length).toBe(60)
})
