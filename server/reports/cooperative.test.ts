/** Reports of jobs in turns with others: however large they are, nobody waits long for the event loop, and who gives a job up ends its work. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readTemplate } from '../../model/reports/read.ts'
import { measureHold } from '../../tests/support/event-loop.ts'
import { atOnce, fillingOf, templateOf } from '../../tests/support/report-sheets.ts'
import { openMeasure } from '../documents/index.ts'
import { JOB_BOUNDS } from './bounds.ts'
import type { Scalar } from './data.ts'
import { expand } from './expand.ts'
import { paginate, paginateRows } from './pages.ts'
import { openRows } from './stream.ts'
import { runCooperatively, sortedBySteps } from './cooperative.ts'

/** Processor time. */
const MAX_HELD_MS = 200
const DEVICES = 400
const DAYS = 200

const crosstab = readTemplate(
  templateOf({
    columns: [60, 60],
    rows: [15, 15],
    styles: [{ wrap: true }],
    cells: {
      B1: { field: 's.device', expand: 'right', sort: 'ascend' },
      A2: { field: 's.day', expand: 'down', sort: 'descend', style: 0 },
      B2: { field: 's.n', aggregate: 'sum', left: 'A2', top: 'B1' },
    },
  }),
)
const crossed = (): Scalar[][] =>
  Array.from({ length: DEVICES * DAYS }, (_, at) => [
    `device ${at % DEVICES}`,
    `day ${Math.floor(at / DEVICES)} that breaks into two lines`,
    at,
  ])

it('a large matrix holds nobody up, nor do its pages', async () => {
  const filling = { ...fillingOf(['device', 'day', 'n'], crossed()), bounds: JOB_BOUNDS }
  const measure = await openMeasure()
  const filled = await measureHold(() => runCooperatively(expand(crosstab, filling)))
  expect(filled.result.cells).toHaveLength(DEVICES * DAYS + DEVICES + DAYS)
  expect(filled.longest).toBeLessThan(MAX_HELD_MS)
  const paged = await measureHold(() => paginate(filled.result, measure))
  expect(paged.result.count).toBeGreaterThan(100)
  expect(paged.longest).toBeLessThan(MAX_HELD_MS)
}, 120_000)

it('a long PDF holds nobody up: its groups are made, sorted and measured in turns', async () => {
  const report = readTemplate(
    templateOf({
      columns: [60, 60],
      rows: [15],
      styles: [{ wrap: true }],
      cells: {
        A1: { field: 's.name', expand: 'down', sort: 'descend' },
        B1: { field: 's.text', expand: 'down', aggregate: 'list', sort: 'ascend', left: 'A1', style: 0 },
      },
    }),
  )
  const rows = Array.from({ length: 60_000 }, (_, at) => [`group ${at % 2}`, `a text ${(at * 7919) % 60_000} that breaks into two lines`])
  const filling = { ...fillingOf(['name', 'text'], rows), bounds: JOB_BOUNDS }
  const measure = await openMeasure()
  const { result, longest } = await measureHold(async () => {
    const sheet = await openRows(report, filling)
    return sheet && (await paginateRows(sheet, measure))
  })
  expect(result?.count).toBeGreaterThan(1000)
  expect(longest).toBeLessThan(MAX_HELD_MS)
}, 120_000)

it('work that was given up ends with the reason', async () => {
  const filling = { ...fillingOf(['device', 'day', 'n'], crossed()), bounds: JOB_BOUNDS }
  await expect(runCooperatively(expand(crosstab, filling), AbortSignal.abort(new Error('given up')))).rejects.toThrow('given up')
}, 120_000)

it('a list is sorted as it is at once, and what is equal keeps its order', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 20_000 }), fc.integer({ min: 1, max: 50 }), (length, kinds) => {
      const list = Array.from({ length }, (_, at) => ({ at, key: (at * 7919) % kinds }))
      const byKey = (one: { key: number }, other: { key: number }) => one.key - other.key
      expect(atOnce(sortedBySteps(list, byKey))).toEqual(list.toSorted(byKey))
    }),
    { numRuns: 15 },
  )
})
