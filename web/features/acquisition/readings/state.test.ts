import { expect, it } from 'vitest'
import type { TrendView } from './state.ts'
import { axesIn, isSame, readView, stateOf, viewOf, writeView } from './state.ts'

const [a, b] = ['00000000-0000-7000-8000-00000000000a', '00000000-0000-7000-8000-00000000000b']
const from = Date.UTC(2026, 0)
const nothing: TrendView = {
  points: [],
  hidden: [],
  range: { last: 28_800_000 },
  follows: true,
  connects: false,
  marks: true,
  axes: {},
  compare: undefined,
  trend: undefined,
}

it('an address says the same as what it was written from', () => {
  for (const view of [
    { ...nothing, points: [a, b], hidden: [b], range: { from, to: from + 60_000 } },
    { ...nothing, points: [a], range: { last: 3_600_000 }, follows: false, trend: b },
    { ...nothing, connects: true, marks: false, compare: 'week' as const },
    { ...nothing, axes: { '': { min: 0 }, '°C': { max: 1.5 }, 'a~b': { min: -1, max: 1 } }, compare: { device: a } },
  ])
    expect(readView(writeView(view))).toEqual(view)
})

it('an address that says nothing, or nonsense, shows eight hours of nothing', () => {
  for (const text of [
    '',
    'points=x,%00&hidden=y&from=2&to=1&last=-5&trend=z',
    'last=Infinity&from=a&to=b',
    'axis=x&axis=y~2~1&axis=z~~&axis=w~NaN~&compare=year',
  ]) {
    expect(readView(new URLSearchParams(text))).toEqual(nothing)
  }
  const many = Array.from({ length: 20 }, (_, index) => `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`)
  expect(readView(new URLSearchParams({ points: many.join(',') })).points).toEqual(many.slice(0, 12))
  expect(readView(new URLSearchParams({ points: a, hidden: b })).hidden).toEqual([])
})

it('what is kept of a view is known again', () => {
  const view = { ...nothing, points: [a, b], range: { last: 3_600_000 }, follows: false, connects: true, axes: { bar: { min: 0 } } }
  const kept = stateOf(view)
  expect(isSame(stateOf(viewOf(kept, a)), kept)).toBe(true)
  for (const change of [{ hidden: [b] }, { connects: false }, { axes: {} }, { marks: false }, { compare: 'day' as const }])
    expect(isSame(stateOf({ ...view, ...change }), kept), JSON.stringify(change)).toBe(false)
  // What was kept before there was more to say.
  expect(viewOf({ points: [a], hidden: [], range: { last: 1000 } }, b)).toEqual({
    ...nothing,
    points: [a],
    range: { last: 1000 },
    trend: b,
  })
  expect(isSame({ ...kept, range: { to: from + 1, from } }, { ...kept, range: { from, to: from + 1 } })).toBe(true)
})

it('an axis follows the unit that its values are shown in', () => {
  const bar = { bar: { min: 0, max: 10 } }
  expect(axesIn(['MPa'], bar)).toEqual({ MPa: { min: 0, max: 1 } })
  expect(axesIn(['°F'], { '°C': { max: 100 } })).toEqual({ '°F': { max: 212 } })
  // What is still shown keeps its own, and gives it to nobody.
  expect(axesIn(['bar', 'MPa'], bar)).toEqual(bar)
  expect(axesIn(['MPa', 'kPa'], { ...bar, MPa: { max: 2 } })).toEqual({ MPa: { max: 2 }, kPa: { min: 0, max: 1000 } })
  // Of something else it says nothing.
  expect(axesIn(['°C'], bar)).toEqual({})
  expect(axesIn([''], {})).toEqual({})
})
