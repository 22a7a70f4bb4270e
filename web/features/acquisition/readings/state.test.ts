import { expect, it } from 'vitest'
import { isSame, readView, stateOf, viewOf, writeView } from './state.ts'

const [a, b] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const from = Date.UTC(2026, 0)

it('an address says the same as what it was written from', () => {
  for (const view of [
    { points: [a, b], hidden: [b], range: { from, to: from + 60_000 }, follows: true, trend: undefined },
    { points: [a], hidden: [], range: { last: 3_600_000 }, follows: false, trend: b },
  ])
    expect(readView(writeView(view))).toEqual(view)
})

it('an address that says nothing, or nonsense, shows eight hours of nothing', () => {
  for (const text of ['', 'points=x,%00&hidden=y&from=2&to=1&last=-5&trend=z', 'last=Infinity&from=a&to=b']) {
    expect(readView(new URLSearchParams(text))).toEqual({
      points: [],
      hidden: [],
      range: { last: 28_800_000 },
      follows: true,
      trend: undefined,
    })
  }
  const many = Array.from({ length: 20 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  expect(readView(new URLSearchParams({ points: many.join(',') })).points).toEqual(many.slice(0, 12))
  expect(readView(new URLSearchParams({ points: a, hidden: b })).hidden).toEqual([])
})

it('what is kept of a view is known again', () => {
  const view = { points: [a, b], hidden: [], range: { last: 3_600_000 }, follows: false, trend: undefined }
  const kept = stateOf(view)
  expect(isSame(stateOf(viewOf(kept, a)), kept)).toBe(true)
  expect(isSame(stateOf({ ...view, hidden: [b] }), kept)).toBe(false)
  expect(isSame({ ...kept, range: { to: from + 1, from } }, { ...kept, range: { from, to: from + 1 } })).toBe(true)
})
