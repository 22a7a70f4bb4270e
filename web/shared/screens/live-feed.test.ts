import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { PushedValue } from '../../../model/contract/live.ts'
import type { ScreenPageData } from '../../../model/contract/screen/screens.ts'
import type { ScreenDocument, ScreenWidget } from '../../../model/screens/document.ts'
import type { LiveHost } from './live-feed.ts'
import { openLiveFeed } from './live-feed.ts'

const SERVER = Date.UTC(2026, 10, 30, 12)
const widgets: ScreenWidget[] = [
  { id: 'w', kind: 'number', rect: [0, 0, 10, 10], bind: { value: { point: 'a' } } },
  { id: 'z', kind: 'trend', rect: [0, 0, 10, 10], bind: { a: { point: 'b' } }, options: { minutes: 10 } },
]
const document: Pick<ScreenDocument, 'refresh' | 'variables'> = {
  refresh: 60,
  variables: [{ name: 'site', kind: 'text', label: 'Site', default: 'one' }],
}
const point = (id: string, staleAfter: number | null = null) => ({
  id,
  pointName: id,
  deviceName: null,
  unit: null,
  digits: null,
  staleAfter,
})
const data = (more: Partial<ScreenPageData> = {}): ScreenPageData & { screenVersion: number } => ({
  asOf: SERVER,
  points: [point('a', 30), point('b')],
  values: [['a', SERVER - 1000, 1, 192, 'none']],
  figures: {},
  lists: {},
  trends: {},
  withheld: [],
  screenVersion: 3,
  ...more,
})

function openHost(answer: () => ScreenPageData & { screenVersion: number } = data) {
  const asked: Record<string, unknown>[] = []
  let push: (values: readonly PushedValue[]) => void = () => undefined
  let change = (): void => undefined
  const watched: (readonly string[])[] = []
  const unwatched = vi.fn()
  const host: LiveHost = {
    ask: async (variables) => {
      asked.push({ ...variables })
      return answer()
    },
    watchPoints(ids, listener) {
      watched.push(ids)
      push = listener
      return unwatched
    },
    onChanged(listener) {
      change = listener
      return () => undefined
    },
    failureOf: (error) => (error === 'refused' ? 'refused' : 'away'),
  }
  return { host, asked, watched, unwatched, push: (...values: PushedValue[]) => push(values), change: () => change() }
}
const open = (host: LiveHost) => openLiveFeed({ document, page: { widgets }, variables: new Map(), onVariable: () => undefined, host })

beforeEach(() => {
  // The clock of the display is wrong by a day.
  vi.useFakeTimers({ now: SERVER - 86_400_000 })
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page is asked for once when it is opened, and again when its time has come', async () => {
  const { host, asked, watched } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  expect([asked.length, feed.value('a')?.value, watched]).toEqual([1, 1, [['a', 'b']]])
  await vi.advanceTimersByTimeAsync(59_000)
  expect(asked.length).toBe(1)
  await vi.advanceTimersByTimeAsync(1500)
  expect([asked.length, watched.length]).toEqual([2, 1])
  feed.stop()
})

test('the clock is that of the server, whatever the display has', async () => {
  const { host } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  expect(feed.now()).toBe(SERVER)
  vi.setSystemTime(0)
  await vi.advanceTimersByTimeAsync(5000)
  expect(feed.now()).toBe(SERVER + 5000)
  feed.stop()
})

test('a value that is pushed is heard by those that show its point, and an older one changes nothing', async () => {
  const { host, push } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  const [one, other] = [vi.fn(), vi.fn()]
  feed.watch(['point:a'], one)
  feed.watch(['point:b'], other)
  push(['a', SERVER, 2, 64, 'none'], ['a', SERVER + 1, 3, 192, 'none'], ['unknown', SERVER, 9, 192, 'none'])
  expect([one.mock.calls.length, other.mock.calls.length, feed.value('a')?.value]).toEqual([1, 0, 3])
  push(['a', SERVER - 500, 4, 192, 'none'])
  expect([one.mock.calls.length, feed.value('a')?.value, feed.value('unknown')]).toEqual([1, 3, undefined])
  feed.stop()
})

test('a value grows stale by the clock of the server', async () => {
  const { host } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  const source = { point: 'a' }
  expect(feed.read(source)).toMatchObject({ value: 1, quality: 'good', stale: false })
  const clock = vi.fn()
  feed.watch(['clock'], clock)
  await vi.advanceTimersByTimeAsync(30_000)
  expect([feed.read(source).stale, clock.mock.calls.length]).toEqual([true, 30])
  feed.stop()
})

test('the ring of a trend begins with what was asked for, takes what is pushed, and never grows', async () => {
  const { host, push } = openHost(() => data({ trends: { b: [[SERVER - 2000, 1, 192]] } }))
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  push(['b', SERVER, 2, 192, 'none'])
  expect(feed.ring('b').map(({ value }) => value)).toEqual([1, 2])
  for (let at = 1; at <= 20_000; at += 1) push(['b', SERVER + at * 100, Math.sin(at), 192, 'none'])
  const ring = feed.ring('b')
  expect(ring.length).toBeLessThanOrEqual(1200)
  expect((ring.at(-1)?.time as number) - (ring[0]?.time as number)).toBeLessThanOrEqual(600_000)
  expect([Math.max(...ring.map(({ value }) => value as number)) > 0.999, feed.ring('a')]).toEqual([true, []])
  feed.stop()
})

test('without an answer what is there stays, and is asked for ever later', async () => {
  let answers = true
  const { host, asked } = openHost(() => {
    if (!answers) throw new Error('away')
    return data()
  })
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  answers = false
  await vi.advanceTimersByTimeAsync(120_000)
  expect([feed.value('a')?.value, feed.state()]).toEqual([1, { kind: 'shown', screenVersion: 3, answeredAt: SERVER }])
  expect(asked.length).toBeGreaterThan(3)
  expect(asked.length).toBeLessThan(10)
  feed.stop()
})

test('when the right to see it is taken away nothing is shown any more', async () => {
  let isRefused = false
  const { host, unwatched, change, push } = openHost(() => {
    if (isRefused) throw 'refused'
    return data({ lists: { w: { of: 'alarms', rows: [], total: 0 } } })
  })
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  isRefused = true
  change()
  await vi.advanceTimersByTimeAsync(2500)
  push(['a', SERVER, 5, 192, 'none'])
  expect([feed.state().kind, feed.value('a'), feed.point('a'), feed.list('w')]).toEqual(['refused', undefined, undefined, undefined])
  expect(unwatched).toHaveBeenCalledTimes(1)
  isRefused = false
  await vi.advanceTimersByTimeAsync(10_000)
  expect(feed.state().kind).toBe('shown')
  feed.stop()
})

test('a point that may not be seen any more loses its value and its ring', async () => {
  let points = [point('a'), point('b')]
  const { host, change } = openHost(() => data({ points, trends: { b: [[SERVER, 1, 192]] } }))
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  const listener = vi.fn()
  feed.watch(['point:a'], listener)
  points = [point('b')]
  change()
  await vi.advanceTimersByTimeAsync(2500)
  expect([feed.value('a'), feed.point('a'), listener.mock.calls.length]).toEqual([undefined, undefined, 1])
  feed.stop()
})

test('changes that follow each other at once are asked for together', async () => {
  const { host, asked, change } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  for (let at = 0; at < 20; at += 1) {
    change()
    await vi.advanceTimersByTimeAsync(100)
  }
  expect(asked.length).toBeLessThanOrEqual(3)
  feed.stop()
})

test('a variable that is set is asked by; nothing chosen is a choice as well', async () => {
  const { host, asked } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  const listener = vi.fn()
  feed.watch(['variable:site'], listener)
  feed.setVariable('site', 'two')
  feed.setVariable('unknown', 1)
  await vi.advanceTimersByTimeAsync(300)
  feed.setVariable('site', undefined)
  await vi.advanceTimersByTimeAsync(300)
  expect([asked, listener.mock.calls.length, feed.declared?.('site')?.label]).toEqual([[{}, { site: 'two' }, { site: null }], 2, 'Site'])
  feed.stop()
})

test('what was answered again as it was is not drawn again', async () => {
  const { host } = openHost(() => data({ lists: { w: { of: 'alarms', rows: [], total: 0 } } }))
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  const listener = vi.fn()
  feed.watch(['list:w', 'point:b'], listener)
  await vi.advanceTimersByTimeAsync(61_000)
  expect(listener).not.toHaveBeenCalled()
  feed.stop()
})

test('after its end a feed asks for nothing', async () => {
  const { host, asked, change } = openHost()
  const feed = open(host)
  await vi.advanceTimersByTimeAsync(0)
  feed.stop()
  change()
  await vi.advanceTimersByTimeAsync(300_000)
  expect(asked.length).toBe(1)
})
