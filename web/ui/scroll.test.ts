import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { scrollToTop } from './scroll.ts'

const page = { scrollTop: 0 }
const still = (matches: boolean) => vi.stubGlobal('matchMedia', () => ({ matches }))

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  vi.stubGlobal('requestAnimationFrame', (step: (now: number) => void) => setTimeout(() => step(performance.now()), 16))
  vi.stubGlobal('document', { scrollingElement: page })
  page.scrollTop = 900
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('reaches the top after the time it was given, and not before', () => {
  still(false)
  const table = { scrollTop: 500 }
  scrollToTop(800, table as Element)
  vi.advanceTimersByTime(780)
  expect([page.scrollTop > 0, table.scrollTop > 0]).toEqual([true, true])
  vi.advanceTimersByTime(40)
  expect([page.scrollTop, table.scrollTop]).toEqual([0, 0])
})

it('is there at once for who wants less movement', () => {
  still(true)
  scrollToTop(800)
  expect(page.scrollTop).toBe(0)
})
