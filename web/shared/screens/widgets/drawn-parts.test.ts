/** What widgets are drawn of, without a page: arcs and ticks, maps, figures, days, courses, frames and pipes. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FigureAnswer } from '../../../../model/contract/report/figure.ts'
import { arcPath, onCircle, ticksOf } from './arcs.ts'
import { dayCells, gridShape } from './day-grid.tsx'
import { columnsFor } from './devices.tsx'
import { charted, columnsOf, dated, textIn } from './figure-rows.ts'
import { frameLines } from './frame.tsx'
import { clustered, fit, linesOf, mercator, pathOf } from './geo.ts'
import { liquidPath } from './liquid.tsx'
import { arrowPath, pipePath } from './pipe.tsx'
import { fitting } from './rows.tsx'
import { isBeyondLimit, toneOfRun } from './runs.tsx'
import { sparkPath } from './spark.ts'
import { flowOf, symbolState } from './symbol-state.ts'
import { columnWidths } from './table.tsx'
import { lineNames, placesOf, thinned } from './trend-options.ts'
import { fittedSize, shareOf, shownText, writtenAs } from './value.ts'

const finite = fc.double({ min: -1e9, max: 1e9, noNaN: true })

describe('ticks', () => {
  it('are round, within the ends, and no more than wanted', () => {
    expect(ticksOf(0, 97, 5)).toEqual([0, 20, 40, 60, 80])
    expect(ticksOf(-0.3, 0.3, 4)).toEqual([-0.2, 0, 0.2])
    expect([ticksOf(5, 5, 5), ticksOf(9, 1, 5), ticksOf(0, Infinity, 5)]).toEqual([[], [], []])
    fc.assert(
      fc.property(finite, finite, fc.integer({ min: 1, max: 12 }), (one, other, most) => {
        const [min, max] = [Math.min(one, other), Math.max(one, other)]
        const ticks = ticksOf(min, max, most)
        expect(ticks.length).toBeLessThanOrEqual(most)
        for (const tick of ticks) expect(tick).toBeGreaterThanOrEqual(min - Math.abs(min) * 1e-9 - (max - min) * 1e-6)
        expect(ticks.every(Number.isFinite)).toBe(true)
      }),
    )
  })
})

it('an arc goes from one angle to another, and a whole circle is closed by a hair', () => {
  expect(onCircle(0, 0, 10, 0)).toEqual([0, -10])
  expect(onCircle(0, 0, 10, 90)).toEqual([10, 0])
  expect(arcPath(0, 0, 10, 0, 90)).toBe('M0 -10A10 10 0 0 1 10 0')
  expect(arcPath(0, 0, 10, 0, 360)).toContain('A10 10 0 1 1')
})

describe('a map', () => {
  it('is projected by Mercator', () => {
    expect(mercator([0, 0])).toEqual([0.5, 0.5])
    expect(mercator([180, 85.0511]).map((value) => Math.round(value * 1000))).toEqual([1000, 0])
    // EPSG 3857 of Greenwich's neighbours: 30° north lies 3503549.84 m from the equator.
    expect((0.5 - mercator([0, 30])[1]) * 40_075_016.686).toBeCloseTo(3_503_549.84, 0)
    expect(mercator([0, 999])[1]).toBeCloseTo(0, 5)
  })

  it('takes lines and areas out of whatever GeoJSON holds them, and leaves out what is none', () => {
    const square = [
      [0, 0],
      [1, 0],
      [1, 1],
      [0, 0],
    ]
    const shapes = {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', geometry: { type: 'MultiPolygon', coordinates: [[square, square]] } },
        {
          type: 'Feature',
          geometry: {
            type: 'GeometryCollection',
            geometries: [
              {
                type: 'LineString',
                coordinates: [
                  [0, 0],
                  [2, 2],
                ],
              },
            ],
          },
        },
        { type: 'Feature', geometry: { type: 'Polygon', coordinates: [[['x', null], [0]]] } },
        null,
        { type: 'Feature', geometry: { type: 'Polygon', coordinates: 'none' } },
      ],
    }
    expect(linesOf(shapes).map(({ positions, isClosed }) => [positions.length, isClosed])).toEqual([
      [4, true],
      [4, true],
      [2, false],
    ])
    expect([linesOf(null), linesOf('x'), linesOf({ type: 'Feature' })]).toEqual([[], [], []])
  })

  it('fits into its box, whatever places there are', () => {
    const place = fc.tuple(fc.double({ min: -180, max: 180, noNaN: true }), fc.double({ min: -90, max: 90, noNaN: true }))
    fc.assert(
      fc.property(
        fc.array(place, { maxLength: 30 }),
        fc.integer({ min: 20, max: 4000 }),
        fc.integer({ min: 20, max: 4000 }),
        (places, width, height) => {
          const projected = places.map(mercator)
          const to = fit(projected, { width, height, edge: 4 })
          for (const [x, y] of projected.map(to)) {
            expect(x).toBeGreaterThanOrEqual(3.9)
            expect(x).toBeLessThanOrEqual(width - 3.9)
            expect(y).toBeGreaterThanOrEqual(3.9)
            expect(y).toBeLessThanOrEqual(height - 3.9)
          }
          expect(pathOf({ positions: projected, isClosed: true }, to)).not.toMatch(/NaN|Infinity/)
        },
      ),
    )
  })

  it('puts pins together of which one would cover the other', () => {
    const pins = [
      { x: 0, y: 0 },
      { x: 5, y: 0 },
      { x: 50, y: 0 },
    ]
    expect(clustered(pins, 10).map(({ all }) => all.length)).toEqual([2, 1])
  })
})

describe('figures', () => {
  const answer: FigureAnswer = {
    columns: [
      { name: 'site', kind: 'reference', label: 'Site' },
      { name: 'siteCn', kind: 'text', label: 'Site' },
      { name: 'siteRest', kind: 'number', label: 'Rest' },
      { name: 'day', kind: 'time', label: 'Day', bucket: 'day' },
      { name: 'count', kind: 'number', label: 'Count' },
      { name: 'countBefore', kind: 'number', label: 'Before' },
    ],
    rows: [
      ['1', 'North', 0, '2026-11-29 00:00:00', 3, 2],
      [null, null, 1, '2026-11-30 00:00:00', 9, 1],
      [null, null, 0, '2026-11-30 00:00:00', 1.23456789, null],
    ],
    omitted: [],
    asOf: 0,
    coverage: null,
  }
  const words = { rest: 'Others', nothing: '(none)' }

  it('are called by the names of what they point at', () => {
    expect(answer.rows.map((row) => textIn(answer, row, 'site', words))).toEqual(['North', 'Others', '(none)'])
    expect(columnsOf(answer).dimensions.map(({ name }) => name)).toEqual(['site', 'day'])
    expect(columnsOf(answer).measures.map(({ name }) => name)).toEqual(['count'])
  })

  it('are categories and series; what there is no row for is null', () => {
    expect(charted(answer, {}, words)).toEqual({
      categories: ['North', 'Others', '(none)'],
      series: [{ name: 'Count', values: [3, 9, 1.23457] }],
    })
    expect(charted(answer, { x: 'day', by: 'site', series: ['count'] }, words)).toEqual({
      categories: ['11-29', '11-30'],
      series: [
        { name: 'North', values: [3, null] },
        { name: 'Others', values: [null, 9] },
        { name: '(none)', values: [null, 1.23457] },
      ],
    })
    expect(charted({ ...answer, rows: [] }, { series: ['gone'] }, words)).toEqual({ categories: [], series: [] })
  })

  it('stand on their days, from Monday on, those without a value as well', () => {
    expect(dated(answer, undefined, undefined)).toEqual([
      { day: '2026-11-29', value: 3 },
      { day: '2026-11-30', value: 9 },
      { day: '2026-11-30', value: 1.23457 },
    ])
    const cells = dayCells([
      { day: '2026-11-28', value: 1 },
      { day: '2026-12-01', value: 2 },
    ])
    expect(cells.map(({ day, value, week, weekday }) => [day, value, week, weekday])).toEqual([
      ['2026-11-28', 1, 0, 5],
      ['2026-11-29', null, 0, 6],
      ['2026-11-30', null, 1, 0],
      ['2026-12-01', 2, 1, 1],
    ])
    expect(dayCells([])).toEqual([])
    expect(
      dayCells([
        { day: '2020-01-01', value: 1 },
        { day: '2026-01-01', value: 1 },
      ]),
    ).toHaveLength(371)
  })
})

describe('a live trend', () => {
  const value = (time: number, of: number | null, quality = 192) => ({ time, value: of, quality, reason: 'none' as const })

  it('is broken where a value is bad or nothing came for too long, and dotted where it is uncertain', () => {
    const values = [value(1000, 1), value(2000, 2, 64), value(3000, 9, 0), value(4000, 3), value(99_000, 4)]
    expect(placesOf({ name: '', values, staleAfter: 60 }, 0)).toEqual({
      all: [
        [1000, 1],
        [2000, 2],
        [3000, null],
        [4000, 3],
        [4001, null],
        [99_000, 4],
      ],
      uncertain: [[2000, 2]],
    })
  })

  it('begins at the edge, with the last value before it', () => {
    const values = [value(1000, 1), value(2000, 2), value(3000, 3)]
    expect(placesOf({ name: '', values, staleAfter: null }, 2500).all).toEqual([
      [2000, 2],
      [3000, 3],
    ])
    expect(placesOf({ name: '', values, staleAfter: null }, 9000).all).toEqual([[3000, 3]])
    expect(placesOf({ name: '', values: [], staleAfter: null }, 0).all).toEqual([])
  })

  it('have the lowest and the highest of what lies in one column, and each gap', () => {
    const places = [0, 5, -3, 2, 9, 1].map((value, at): [number, number] => [100 + at, value])
    expect(thinned([...places, [200, 4], [201, null], [202, 4], [203, 4]], 100)).toEqual([
      [102, -3],
      [104, 9],
      [200, 4],
      [201, null],
    ])
    expect(thinned(places, 1), 'a column each').toEqual(places)
    expect(thinned([], 100)).toEqual([])
  })
})

it('lines are called by what tells them apart', () => {
  const point = (deviceName: string | null, pointName: string | null) => ({ deviceName, pointName })
  expect(lineNames([point('Room', 'T1'), point('Room', 'T2')])).toEqual(['T1', 'T2'])
  expect(lineNames([point('Pump 1', 'Pressure'), point('Pump 2', 'Pressure')])).toEqual(['Pump 1', 'Pump 2'])
  expect(lineNames([point('Pump 1', 'Pressure'), point('Pump 2', 'Flow')])).toEqual(['Pump 1 · Pressure', 'Pump 2 · Flow'])
  expect(lineNames([point('Pump 1', 'Pressure')])).toEqual(['Pressure'])
  expect(lineNames([undefined, point(null, null)])).toEqual(['', ''])
})

describe('the state of a symbol', () => {
  const state = (value: number | string | null) => ({ value, quality: 'good' as const, stale: false })
  it('is an alarm before all, then what rules say, then its value', () => {
    expect(symbolState({ tone: 'alarm-3' }, 'good', state(0))).toBe('fault')
    expect(symbolState({ tone: 'good' }, 'good', state(0))).toBe('on')
    expect(symbolState({ tone: 'off' }, 'good', state(1))).toBe('off')
    expect([1, -2, 0, 'Running', 'stopped', ''].map((value) => symbolState({ tone: 'plain' }, 'good', state(value)))).toEqual([
      'on',
      'on',
      'off',
      'on',
      'off',
      'off',
    ])
  })

  it('is not known of a bad value, whatever rules say of it, and still where nothing is bound', () => {
    expect(symbolState({ tone: 'good' }, 'bad', state(null))).toBe('unknown')
    expect(symbolState({ tone: 'plain' }, 'absent', state(null))).toBe('unknown')
    expect(symbolState({ tone: 'plain' }, 'absent', undefined)).toBe('still')
  })

  it('lets flow what is bound to flow, else what is on', () => {
    expect([
      flowOf(3, true, 'off'),
      flowOf(-3, true, 'on'),
      flowOf(0, true, 'on'),
      flowOf(undefined, true, 'on'),
      flowOf(undefined, false, 'on'),
      flowOf(undefined, false, 'off'),
    ]).toEqual([1, -1, 0, 0, 1, 0])
  })
})

it('a probe is beyond its limit on the side where the limit is, and a bad value on neither', () => {
  const probe = (value: number | null, limit: number | null, more: { quality?: number; isLeast?: true } = {}) => ({
    role: 'core',
    pointId: 'p',
    value,
    limit,
    quality: 192,
    ...more,
  })
  expect([probe(61, 60), probe(60, 60), probe(94, 95, { isLeast: true }), probe(96, 95, { isLeast: true })].map(isBeyondLimit)).toEqual([
    true,
    false,
    true,
    false,
  ])
  expect([probe(61, 60, { quality: 0 }), probe(null, 60), probe(61, null)].map(isBeyondLimit)).toEqual([false, false, false])
  expect(toneOfRun({ verdict: 'fail', values: [] })).toBe('alarm-1')
  expect(toneOfRun({ verdict: 'pass', values: [probe(61, 60)] })).toBe('warning')
  expect([toneOfRun({ verdict: 'pass', values: [] }), toneOfRun({ verdict: null, values: [] })]).toEqual(['good', 'plain'])
})

describe('lengths and words of values', () => {
  it('are those of the options, of the steps, of the point, unless it was scaled to another unit', () => {
    const point = { id: 'p', pointName: null, deviceName: null, unit: 'kW', digits: 1, staleAfter: null }
    const shown = { value: 1.5, quality: 'good', stale: false, point } as const
    const widget = (then?: object[]) =>
      ({ id: 'w', kind: 'number', rect: [0, 0, 1, 1], bind: { value: { point: 'p', ...(then ? { then } : {}) } } }) as never
    expect(writtenAs(widget(), 'value', shown, {})).toEqual({ unit: 'kW', digits: 1 })
    expect(writtenAs(widget([{ scale: 0.001 }, { round: 3 }]), 'value', shown, {})).toEqual({ unit: '', digits: 3 })
    expect(writtenAs(widget(), 'value', shown, { unit: 'MW', digits: 0 })).toEqual({ unit: 'MW', digits: 0 })
    expect(shownText(shown, 2, 'en')).toBe('1.50')
    expect(shownText({ ...shown, quality: 'bad' }, 2, 'en')).toBe('—')
  })

  it('never make a text too small to be read', () => {
    expect(fittedSize('12345678901234567890', 20, 8)).toBe(12)
    expect([shareOf(5, 0, 10), shareOf(50, 0, 10), shareOf(-5, 0, 10), shareOf(5, 10, 10), shareOf(Number.NaN, 0, 1)]).toEqual([
      0.5, 1, 0, 0, 0,
    ])
  })

  it('show as many rows as fit, the last place for how many more there are', () => {
    expect(fitting(5, 100, 20)).toEqual({ shown: 5, more: 0 })
    expect(fitting(6, 100, 20)).toEqual({ shown: 4, more: 2 })
    expect(fitting(6, 100, 20, 2)).toEqual({ shown: 2, more: 4 })
    expect(fitting(3, 5, 20)).toEqual({ shown: 1, more: 2 })
    expect([columnsFor(12, 400, 300, 1), columnsFor(1, 10, 10, 1), columnsFor(0, 10, 10, 1)]).toEqual([4, 1, 1])
  })
})

it('columns fill their room: short ones are shown in full, and the long ones share what is left', () => {
  expect(columnWidths([5, 20, 40], 35)).toEqual([5, 10, 20])
  expect(columnWidths([4, 4], 20)).toEqual([10, 10])
  expect(columnWidths([8, 8, 16], 16)).toEqual([4, 4, 8])
  expect(columnWidths([], 16)).toEqual([])
})

it('days lie by weeks or as pages of a calendar, whichever leaves more room', () => {
  expect(gridShape(5, 428, 150, 14).isByRows).toBe(true)
  expect(gridShape(53, 900, 150, 14).isByRows).toBe(false)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 54 }),
      fc.double({ min: 1, max: 4000, noNaN: true }),
      fc.double({ min: 1, max: 4000, noNaN: true }),
      (weeks, width, height) => {
        const { cellWidth, cellHeight } = gridShape(weeks, width, height, 14)
        expect(cellWidth).toBeGreaterThanOrEqual(1)
        expect(cellHeight).toBeGreaterThanOrEqual(1)
      },
    ),
  )
})

it('lines are finite in boxes of every size', () => {
  const side = fc.double({ min: 0.5, max: 5000, noNaN: true })
  const share = fc.double({ min: 0, max: 1, noNaN: true })
  fc.assert(
    fc.property(side, side, share, fc.array(fc.tuple(side, side), { minLength: 2, maxLength: 8 }), (width, height, part, points) => {
      const paths = [
        liquidPath(0, 0, width, height, part),
        pipePath(points, width),
        arrowPath(points, 5, -1),
        ...(['plain', 'corners', 'line', 'header', 'plate', 'bracket'] as const).flatMap((look) =>
          frameLines(look, width, height, 2, { width: width / 2, height: 20 }).map(({ d }) => d),
        ),
        sparkPath(
          points.map(([time, value]) => ({ time, value })),
          { from: 0, to: 5000, low: 0, high: 5000, width, height },
        ),
      ]
      for (const path of paths) expect(path).not.toMatch(/NaN|Infinity|undefined/)
    }),
  )
})
