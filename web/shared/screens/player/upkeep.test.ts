import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchFrames } from './upkeep.ts'

let draws = true
let hidden = false
const reload = vi.fn()
const watch = () =>
  watchFrames({
    requestFrame: (run) => {
      if (draws) setTimeout(run, 16)
    },
    isHidden: () => hidden,
    reload,
    now: () => performance.now(),
  })

beforeEach(() => {
  vi.useFakeTimers()
  ;[draws, hidden] = [true, false]
  reload.mockClear()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a page that draws no frame for half a minute is loaded anew', () => {
  const frames = watch()
  vi.advanceTimersByTime(600_000)
  expect(reload).not.toHaveBeenCalled()
  draws = false
  vi.advanceTimersByTime(30_000)
  expect(reload).not.toHaveBeenCalled()
  vi.advanceTimersByTime(10_000)
  expect(reload).toHaveBeenCalled()
  frames.stop()
})

test('a page that nobody sees draws none, and is left alone', () => {
  const frames = watch()
  ;[draws, hidden] = [false, true]
  vi.advanceTimersByTime(600_000)
  hidden = false
  draws = true
  vi.advanceTimersByTime(20_000)
  expect(reload).not.toHaveBeenCalled()
  frames.stop()
})

test('frames are counted for a moment', async () => {
  const frames = watch()
  const counted = frames.count()
  await vi.advanceTimersByTimeAsync(2100)
  expect(await counted).toBeGreaterThan(55)
  draws = false
  const none = frames.count()
  await vi.advanceTimersByTimeAsync(2100)
  expect(await none).toBeUndefined()
  frames.stop()
})
