/** The boxes of every built-in report over data that is known: inside the page, none over another, and with the figures that were worked out by hand. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import type { ReportedDay } from '../../../../tests/support/reported-day.ts'
import { FIGURES, buildReportedDay } from '../../../../tests/support/reported-day.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

/** Upright and lying A4 in points, and the margins of built-in reports. */
const [SHORT, LONG, MARGIN] = [595.28, 841.89, 36]
/** Hundredths of points are rounded. */
const NEARLY = 0.02

let server: TestServer
let built: ReportedDay
beforeAll(async () => {
  server = await startServer()
  built = await buildReportedDay(server)
}, 240_000)
afterAll(() => server.stop())

type Box = ReportPage['boxes'][number]

const nameOf = ({ x, y, width, height, lines }: Box) => `${lines.map(({ text }) => text).join(' ')} (${[x, y, width, height].join(' ')})`

/** The words of a chart lie in it. */
const isWithinChart = ({ paths = [], ...chart }: Box, word: Box): boolean =>
  paths.length > 0 &&
  word.border === undefined &&
  word.x >= chart.x - NEARLY &&
  word.y >= chart.y - NEARLY &&
  word.x + word.width <= chart.x + chart.width + NEARLY &&
  word.y + word.height <= chart.y + chart.height + NEARLY

describe.each(REPORT_CODES)('%s', (report) => {
  it('lies inside its pages, box beside box, and has all its figures', async () => {
    const pages = await built.pagesOf(report)
    const texts = pages.flatMap(({ boxes }) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text)))
    for (const { width, height, boxes } of pages) {
      expect([
        [SHORT, LONG],
        [LONG, SHORT],
      ]).toContainEqual([width, height])
      const outside = boxes.filter(
        ({ x, y, width: wide, height: high }) =>
          x < MARGIN - NEARLY || y < MARGIN - NEARLY || x + wide > width - MARGIN + NEARLY || y + high > height - MARGIN + NEARLY,
      )
      expect(outside.map(nameOf), 'outside the page').toEqual([])
      const spilt = boxes.flatMap((box) =>
        box.lines
          .filter(
            (line) => line.x < box.x - NEARLY || line.x + line.width > box.x + box.width + NEARLY || line.y > box.y + box.height + NEARLY,
          )
          .map(({ text }) => text),
      )
      expect(spilt, 'beyond its box').toEqual([])
      const over = boxes.flatMap((one, at) =>
        boxes
          .slice(at + 1)
          .filter(
            (other) =>
              !isWithinChart(one, other) &&
              Math.min(one.x + one.width, other.x + other.width) - Math.max(one.x, other.x) > NEARLY &&
              Math.min(one.y + one.height, other.y + other.height) - Math.max(one.y, other.y) > NEARLY,
          )
          .map((other) => `${nameOf(one)} over ${nameOf(other)}`),
      )
      expect(over, 'over one another').toEqual([])
    }
    for (const figure of FIGURES[report]) expect(texts).toContain(figure)
  })
})

const textsOf = async (report: string, deviceId?: string) =>
  (await built.pagesOf(report, deviceId)).flatMap(({ boxes }) => boxes.flatMap(({ lines }) => lines.map(({ text }) => text)))

it('marks what lies beyond its clauses, and nothing else', async () => {
  const marked = async (report: string, deviceId?: string) =>
    (await built.pagesOf(report, deviceId)).flatMap(({ boxes }) =>
      boxes.filter(({ colour }) => colour === '#b42318').flatMap(({ lines }) => lines.map(({ text }) => text)),
    )
  // 70 − 44; surface and air differ by 24, which is of the hour alone in which the cover goes.
  expect(await marked('mass-concrete')).toEqual(['26.0'])
  expect(await marked('steam')).toEqual(['46.1', '61.7', '20.4'])
  expect(await marked('spray', built.devices['spray']?.id)).toEqual([])
  expect((await marked('spray')).toSorted()).toEqual(['45.7', '46.2', '50.0', '92.8'])
  // Of two records of each one has failed.
  expect(await marked('tensioning')).toEqual(['Failed'])
  expect(await marked('grouting')).toEqual(['Failed'])
  // Four quarters of an hour beyond the range, the highest of all, and of both points an hour of the day.
  expect((await marked('day-sheet', built.devices['ranged']?.id)).toSorted()).toEqual([
    ...['22.50', '22.50', '22.50', '22.50', '22.50'],
    ...['4.2%', '4.2%'],
  ])
  // The alarm is of the highest priority.
  expect(await marked('alarm-list')).toEqual(['Critical'])
})

it('takes humidity for no temperature: what is sprayed is in no record of mass concrete', async () => {
  const texts = await textsOf('mass-concrete', built.devices['spray']?.id)
  expect(texts).not.toContain('97.0')
  expect(texts).not.toContain('30.0')
  expect(await textsOf('mass-concrete', built.devices['mass']?.id)).toEqual(expect.arrayContaining(['70.0', '44.0', '26.0', '24.0']))
})

it('sums the degree days of each point by itself', async () => {
  const texts = await textsOf('degree-days', built.devices['beside']?.id)
  // An hour at 20 °C and one at 12 °C count as far as they are of the day: each once as its day, once as its sum; never 32 together.
  expect(texts.filter((text) => text === '20.0')).toHaveLength(5)
  expect(texts.filter((text) => text === '12.0')).toHaveLength(5)
  expect(texts).not.toContain('32.0')
})

it('has the cubes of the same condition below the degree days, and none where a device is asked for alone', async () => {
  const texts = await textsOf('degree-days')
  expect(texts.slice(texts.indexOf('BOX-TT'))).toContain('90%')
  expect(texts).not.toContain('BOX-SJ')
  expect(await textsOf('degree-days', built.devices['beside']?.id)).not.toContain('BOX-TT')
})

it('certifies one run by its number, whenever it ended', async () => {
  const certified = async (run: string) => {
    const asked = { report: 'run-certificate', period: 'day', date: '2020-01-01', params: JSON.stringify({ run }) }
    const { http, data } = await built.admin.get<ReportPage>('/api/report/report/queryReportPage', asked)
    expect(http).toBe(200)
    return data.boxes.flatMap(({ lines }) => lines.map(({ text }) => text)).filter((text) => text.startsWith('BOX-'))
  }
  expect(await certified('BOX-CERT')).toEqual(['BOX-CERT'])
  expect(await certified('BOX-RUN')).toEqual([])
})
