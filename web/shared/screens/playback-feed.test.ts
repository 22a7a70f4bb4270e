import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Playback } from '../../../model/contract/screen/screens.ts'
import type { ScreenWidget } from '../../../model/screens/document.ts'
import type { PlaybackHost } from './playback-feed.ts'
import { openPlaybackFeed } from './playback-feed.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const AT = NOW - 3_600_000
const widgets: ScreenWidget[] = [{ id: 'w', kind: 'number', rect: [0, 0, 10, 10], bind: { value: { point: 'a' } } }]

/** The point says each second how many have passed since `AT`. */
const answer = (at: number, until: number): Playback => ({
  asOf: at,
  points: [{ id: 'a', pointName: null, deviceName: null, unit: null, digits: null, staleAfter: null }],
  values: [['a', at, Math.floor((at - AT) / 1000), 192, 'none']],
  figures: {},
  lists: {},
  trends: {},
  withheld: [],
  screenVersion: 1,
  step: 0,
  changes: Array.from({ length: Math.floor((until - at) / 1000) }, (_, nth) => [
    'a',
    at + (nth + 1) * 1000,
    Math.floor((at - AT) / 1000) + nth + 1,
    192,
    'none',
  ]),
  alarms: [{ at: at + 3000, lists: { w: { of: 'alarms', rows: [], total: at } } }],
})

function openHost(wait = 0) {
  const asked: { at: number; until: number; speed: number }[] = []
  const host: PlaybackHost = {
    ask: async (stretch, _, signal) => {
      asked.push(stretch)
      await new Promise((resolve) => setTimeout(resolve, wait))
      if (signal.aborted) throw new Error('gone')
      return answer(stretch.at, stretch.until)
    },
    failureOf: () => 'refused',
    now: () => NOW,
  }
  return { host, asked }
}
const open = (host: PlaybackHost, more: { at?: number; until?: number; speed?: number } = {}) =>
  openPlaybackFeed({
    document: { variables: [] },
    page: { widgets },
    variables: new Map(),
    onVariable: () => undefined,
    at: AT,
    host,
    ...more,
  })
const shown = (feed: ReturnType<typeof open>) => feed.value('a')?.value

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('it stands at the moment that was gone to, until it is played', async () => {
  const { host, asked } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(5000)
  expect([feed.state().kind, feed.now(), shown(feed), asked.length]).toEqual(['shown', AT, 0, 1])
  feed.stop()
})

test('what changed is shown when the played clock comes to it, at each speed', async () => {
  for (const speed of [1, 10, 600]) {
    const { host } = openHost()
    const feed = open(host, { speed })
    await vi.advanceTimersByTimeAsync(0)
    feed.play()
    await vi.advanceTimersByTimeAsync(4000)
    expect([speed, Math.abs((shown(feed) as number) - 4 * speed) <= speed * 0.2 + 1]).toEqual([speed, true])
    feed.stop()
  }
})

test('alarms stand as they did from a moment on', async () => {
  const { host } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  feed.play()
  await vi.advanceTimersByTimeAsync(2500)
  expect(feed.list('w')).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1000)
  expect(feed.list('w')?.total).toBe(AT)
  feed.stop()
})

test('the next stretch is there before the first one ends, and no moment is left out', async () => {
  const { host, asked } = openHost(500)
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(600)
  feed.play()
  const seen: number[] = []
  feed.watch(['point:a'], () => seen.push(shown(feed) as number))
  await vi.advanceTimersByTimeAsync(25_000)
  expect([...new Set(seen)]).toEqual(Array.from({ length: Math.max(...seen) - Math.min(...seen) + 1 }, (_, at) => at + Math.min(...seen)))
  expect(Math.max(...seen)).toBeGreaterThanOrEqual(24)
  expect(asked.slice(1).map(({ at }, nth) => at === asked[nth]?.until)).not.toContain(false)
  feed.stop()
})

test('where the next stretch is late the clock waits', async () => {
  const { host } = openHost(8000)
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(8100)
  feed.play()
  await vi.advanceTimersByTimeAsync(11_000)
  expect([feed.state().kind, feed.now()]).toEqual(['waiting', AT + 10_000])
  await vi.advanceTimersByTimeAsync(3000)
  expect(feed.now()).toBeGreaterThan(AT + 10_000)
  feed.stop()
})

test('another moment is asked for once the slider rests, and what was on its way is forgotten', async () => {
  const { host, asked } = openHost(50)
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(100)
  for (let at = 1; at <= 10; at += 1) {
    feed.seek(AT + at * 60_000, true)
    await vi.advanceTimersByTimeAsync(20)
  }
  await vi.advanceTimersByTimeAsync(400)
  expect([asked.length, feed.now(), shown(feed)]).toEqual([2, AT + 600_000, 600])
  feed.stop()
})

test('it ends where a link says, and nowhere beyond now', async () => {
  const { host } = openHost()
  const feed = open(host, { until: AT + 5000 })
  await vi.advanceTimersByTimeAsync(0)
  feed.play()
  await vi.advanceTimersByTimeAsync(8000)
  expect([feed.isPlaying(), feed.now()]).toEqual([false, AT + 5000])
  feed.seek(NOW + 60_000)
  await vi.advanceTimersByTimeAsync(500)
  expect(feed.now()).toBe(NOW)
  feed.stop()
})

test('whoever may not see it is shown nothing', async () => {
  const { host } = openHost()
  const feed = open({ ...host, ask: () => Promise.reject(new Error('403')) })
  await vi.advanceTimersByTimeAsync(0)
  expect([feed.state().kind, shown(feed)]).toEqual(['refused', undefined])
  feed.stop()
})
