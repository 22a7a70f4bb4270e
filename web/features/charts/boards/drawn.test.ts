import { describe, expect, it } from 'vitest'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import type { FiguresDocument } from '../../../../model/figures/document.ts'
import { drawnOf, isShare } from './drawn.ts'

const words = {
  zone: 'Asia/Shanghai',
  nameOf: (name: string) => name,
  rest: 'Others',
  nothing: '(none)',
  before: (name: string) => `${name}, before`,
}
const column = (name: string, kind: 'text' | 'number' | 'time' = 'text') => ({ name, kind, label: name })
const answer = (more: Pick<FigureAnswer, 'columns' | 'rows'> & Partial<FigureAnswer>): FigureAnswer => ({
  omitted: [],
  asOf: 0,
  coverage: null,
  ...more,
})

const hours = { from: Date.UTC(2026, 0, 1, 0), to: Date.UTC(2026, 0, 1, 4) }
const readings: FiguresDocument = {
  format: 1,
  subject: 'readings',
  measures: [
    { as: 't', of: 'sampleMean' },
    { as: 'quality', of: 'goodShare' },
  ],
  dimensions: [{ field: 'time', bucket: 'hour' }],
}

describe('what is drawn of readings', () => {
  it('has every stretch of the range: where nothing was measured is a gap, where not all was good is shaded', () => {
    const drawn = drawnOf(
      answer({
        columns: [column('time', 'time'), column('t', 'number'), column('quality', 'number')],
        rows: [
          ['2026-01-01 08:00:00', 20, 1],
          ['2026-01-01 10:00:00', 21.123456789, 0.5],
          ['2026-01-01 11:00:00', 22, 0],
        ],
        coverage: hours,
      }),
      readings,
      words,
    )
    expect(drawn.categories.map(({ text }) => text)).toEqual(['01-01 08:00', '01-01 09:00', '01-01 10:00', '01-01 11:00'])
    expect(drawn.series).toEqual([{ name: 't', values: [20, null, 21.1235, 22], colour: 0 }])
    expect(drawn.shaded).toEqual([[2, 3]])
  })
})

describe('what is drawn of rows', () => {
  const document: FiguresDocument = {
    format: 1,
    subject: 'alarms',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'siteId' }, { field: 'alarmPriority' }],
  }

  it('names what is referred to, what there is none of, and all others; of what was not counted there is none', () => {
    const drawn = drawnOf(
      answer({
        columns: [
          column('siteId'),
          column('siteIdCn'),
          column('siteIdRest', 'number'),
          column('alarmPriority', 'number'),
          column('alarmPriorityCn'),
          column('n', 'number'),
        ],
        rows: [
          ['a', 'North', 0, 1, 'High', 3],
          [null, null, 0, 1, 'High', 2],
          [null, null, 1, 2, 'Low', 9],
        ],
      }),
      document,
      words,
    )
    expect(drawn.categories).toEqual([
      { text: 'North', value: 'a', isRest: false },
      { text: '(none)', value: null, isRest: false },
      { text: 'Others', value: null, isRest: true },
    ])
    expect(drawn.series).toEqual([
      { name: 'High', values: [3, 2, 0], colour: 0 },
      { name: 'Low', values: [0, 0, 9], colour: 1 },
    ])
  })

  it('lays the period before beside it, in the same colour', () => {
    const drawn = drawnOf(
      answer({ columns: [column('n', 'number'), column('nBefore', 'number')], rows: [[5, 4]] }),
      { format: 1, subject: 'alarms', measures: [{ as: 'n', of: 'count' }] },
      words,
    )
    expect(drawn.series).toEqual([
      { name: 'n', values: [5], colour: 0 },
      { name: 'n, before', values: [4], isBefore: true, colour: 0 },
    ])
  })

  it('leaves out a measure that its reader has not', () => {
    const drawn = drawnOf(
      answer({ columns: [column('n', 'number')], rows: [[5]], omitted: ['x'] }),
      {
        format: 1,
        subject: 'devices',
        measures: [
          { as: 'n', of: 'count' },
          { as: 'x', of: 'sum', field: 'pollSeconds' },
        ],
      },
      words,
    )
    expect(drawn.series.map(({ name }) => name)).toEqual(['n'])
  })
})

it('what measured nothing in the range has no line, and what is drawn keeps its place', () => {
  const drawn = drawnOf(
    answer({
      columns: [column('time', 'time'), column('deviceId'), column('t', 'number')],
      rows: [
        ['2026-01-01 08:00:00', 'a', null],
        ['2026-01-01 08:00:00', 'b', 20],
      ],
      coverage: hours,
    }),
    {
      ...readings,
      measures: [{ as: 't', of: 'sampleMean', key: 'temp1' }],
      dimensions: [{ field: 'time', bucket: 'hour' }, { field: 'deviceId' }],
    },
    words,
  )
  expect(drawn.series).toEqual([{ name: 'b', values: [20, null, null, null], colour: 0 }])
  expect(drawn.splits.map(({ value }) => value)).toEqual(['b'])
})

it('shares are those of good values and of covered time, and nothing that is counted', () => {
  const shares = (['goodShare', 'coverage', 'count', 'mean'] as const).filter((of) => isShare({ as: of, of }))
  expect(shares).toEqual(['goodShare', 'coverage'])
})
