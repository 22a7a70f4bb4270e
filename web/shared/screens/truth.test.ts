import { describe, expect, it } from 'vitest'
import type { ScreenPoint } from '../../../model/contract/screen/screens.ts'
import type { Shown } from './feed.ts'
import type { SourceReader } from './read-source.ts'
import { readSource } from './read-source.ts'
import { ageText, isStale, numberOf, qualityOf, truthOf } from './truth.ts'

const shown = (more: Partial<Shown>): Shown => ({ value: 5, quality: 'good', stale: false, ...more })

describe('how far a value can be trusted', () => {
  it('is said by the graver of two', () => {
    expect(truthOf(shown({}))).toBe('good')
    expect(truthOf(shown({ quality: 'uncertain' }))).toBe('uncertain')
    expect(truthOf(shown({ quality: 'uncertain', stale: true }))).toBe('stale')
    expect(truthOf(shown({ quality: 'bad', stale: true }))).toBe('bad')
    expect(truthOf(shown({ quality: 'absent' }))).toBe('absent')
    expect(truthOf(shown({ value: null }))).toBe('absent')
  })

  it('leaves no number of what is bad or is not there', () => {
    expect([{}, { quality: 'uncertain' as const }, { stale: true }].map((more) => numberOf(shown(more)))).toEqual([5, 5, 5])
    expect(
      [{ quality: 'bad' as const }, { quality: 'absent' as const }, { value: 'x' }, { value: Number.NaN }].map((more) =>
        numberOf(shown(more)),
      ),
    ).toEqual([undefined, undefined, undefined, undefined])
  })

  it('is read from the codes of OPC', () => {
    expect([192, 216, 64, 1, 0].map(qualityOf)).toEqual(['good', 'good', 'uncertain', 'uncertain', 'bad'])
  })

  it('ends with the time that a point allows, where it allows any', () => {
    expect(
      [
        [1000, 60, 61_000],
        [1000, 60, 61_001],
        [0, null, 1e12],
      ].map(([time, after, now]) => isStale(time ?? 0, after ?? null, now ?? 0)),
    ).toEqual([false, true, false])
  })
})

it('an age is in whole units that have passed', () => {
  const ago = (seconds: number, locale = 'en') => ageText(0, seconds * 1000, locale)
  expect([0, 59, 60, 179, 180, 7200, 90_000].map((seconds) => ago(seconds))).toEqual([
    '1 sec. ago',
    '59 sec. ago',
    '1 min. ago',
    '2 min. ago',
    '3 min. ago',
    '2 hr. ago',
    '1 day ago',
  ])
  expect(ago(180, 'zh-CN')).toBe('3 分钟前')
})

describe('what a source comes to', () => {
  const point: ScreenPoint = { id: 'p', pointName: 'Core', deviceName: 'Probe', unit: '°C', digits: 1, staleAfter: 60 }
  const reader = (more: Partial<SourceReader> = {}): SourceReader => ({
    now: 100_000,
    point: () => point,
    value: () => ({ time: 90_000, value: 21.5, quality: 192, reason: 'none' }),
    figure: () => undefined,
    variable: () => undefined,
    ...more,
  })
  const at = (time: number, value: number | null, quality = 192) => reader({ value: () => ({ time, value, quality, reason: 'comm' }) })

  it('is the newest of a point, with its age and after its steps', () => {
    expect(readSource({ point: 'p', then: [{ scale: 2 }] }, reader())).toEqual({
      value: 43,
      quality: 'good',
      reason: 'none',
      time: 90_000,
      stale: false,
      point,
    })
    expect(readSource({ point: 'p' }, at(39_999, 20))).toMatchObject({ value: 20, quality: 'good', stale: true })
    expect(readSource({ point: 'p' }, reader({ value: () => undefined }))).toEqual({ value: null, quality: 'absent', stale: false, point })
  })

  it('of a bad reading is no value, whatever was sent along with it', () => {
    expect(readSource({ point: 'p', then: [{ map: [{ text: 'fine' }] }] }, at(90_000, 20, 0))).toMatchObject({
      value: null,
      quality: 'bad',
      reason: 'comm',
    })
    expect(readSource({ point: 'p' }, at(90_000, null))).toMatchObject({ value: null, quality: 'bad' })
  })

  it('is a column of figures: one row, with all of them beside it', () => {
    const figure = () => ({
      columns: [
        { name: 'site', kind: 'text' as const, label: 'Site' },
        { name: 'count', kind: 'number' as const, label: 'Count' },
      ],
      rows: [
        ['A', 3],
        ['B', 4],
      ],
      omitted: [],
      asOf: 0,
      coverage: null,
    })
    const from = (source: Parameters<typeof readSource>[0]) => readSource(source, reader({ figure }))
    expect(from({ figure: 'f' })).toEqual({ value: 3, list: [3, 4], quality: 'good', stale: false })
    expect(from({ figure: 'f', column: 'site', row: 1 })).toMatchObject({ value: 'B' })
    expect(from({ figure: 'f', column: 'gone' })).toMatchObject({ quality: 'absent' })
    expect(from({ figure: 'f', row: 9 })).toMatchObject({ value: null, quality: 'absent' })
  })

  it('is a constant or a variable, of which only texts and numbers are shown', () => {
    expect(readSource({ value: 'x' }, reader())).toMatchObject({ value: 'x', quality: 'good' })
    expect(readSource({ variable: 'v' }, reader({ variable: () => 7 }))).toMatchObject({ value: 7 })
    expect(readSource({ variable: 'v' }, reader({ variable: () => ({ last: 3 }) }))).toMatchObject({ quality: 'absent' })
    expect(readSource(undefined, reader())).toMatchObject({ quality: 'absent' })
  })
})
