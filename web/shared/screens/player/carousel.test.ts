import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openCarousel } from './carousel.ts'

const pages = [{ id: 'a', seconds: 10 }, { id: 'detail' }, { id: 'b', seconds: 5 }]
const open = (more: Partial<Parameters<typeof openCarousel>[0]> = {}) =>
  openCarousel({ pages, onChange: () => undefined, onNext: () => false, ...more })

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('pages that have their time follow each other, and the others are left out', () => {
  const seen: string[] = []
  const carousel = open({ onChange: () => seen.push(carousel.page()) })
  expect([carousel.page(), carousel.runs]).toEqual(['a', true])
  vi.advanceTimersByTime(9999)
  expect(carousel.page()).toBe('a')
  vi.advanceTimersByTime(1 + 5000 + 10_000)
  expect(seen).toEqual(['b', 'a', 'b'])
})

test('it is held as long as somebody wants, and each page that is gone to has its whole time', () => {
  const carousel = open()
  vi.advanceTimersByTime(9000)
  carousel.pause()
  vi.advanceTimersByTime(1_000_000)
  expect([carousel.page(), carousel.isPaused(), carousel.isTimed()]).toEqual(['a', true, false])
  carousel.resume()
  vi.advanceTimersByTime(9000)
  expect(carousel.page()).toBe('a')
  vi.advanceTimersByTime(1000)
  expect(carousel.page()).toBe('b')
})

test('arrows go through all pages, round and round', () => {
  const carousel = open()
  const seen = [1, 1, 1, -1].map((step) => {
    carousel.go(step as 1 | -1)
    return carousel.page()
  })
  expect(seen).toEqual(['detail', 'b', 'a', 'b'])
})

test('a page that is not of the carousel is left when nobody does anything', () => {
  const carousel = open()
  carousel.show('detail')
  vi.advanceTimersByTime(119_000)
  expect(carousel.page()).toBe('detail')
  vi.advanceTimersByTime(1000)
  expect(carousel.page()).toBe('b')
})

test('something else may be due at the next turn, of one page alone as well', () => {
  const onNext = vi.fn(() => true)
  const carousel = openCarousel({ pages: [{ id: 'a', seconds: 10 }], onChange: () => undefined, onNext })
  expect([carousel.runs, carousel.isTimed()]).toEqual([false, true])
  vi.advanceTimersByTime(10_000)
  expect([onNext.mock.calls, carousel.page()]).toEqual([[['a']], 'a'])
})

test('it begins with the page that is asked for, and a page that there is none of with the first', () => {
  expect([open({ first: 'b' }).page(), open({ first: 'gone' }).page()]).toEqual(['b', 'a'])
  expect(open({ pages: [{ id: 'x' }, { id: 'y' }] }).isTimed()).toBe(false)
})
