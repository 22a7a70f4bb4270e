/**
 * `npm run bench:reports`: reports as they are written, from rows that are there, beside exceljs' streaming writer with as many rows of the same run: workbooks grouped on three levels, a PDF, and a sheet
 * that is held in memory. And the sheet of a day of 15 points on the PostgreSQL of `BENCH_DATABASE_URL`, as a page and as a PDF, beside the bare statement over the same roll-ups.
 * `BENCH_ROWS` is the number of rows of the long workbook.
 */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { join } from 'node:path'
import type { Database } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { programOf } from './support/child.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { median } from './support/measure.ts'
import type { Figure } from './support/product.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const LONG = amount('BENCH_ROWS', { whole: 1_000_000, smoke: 1000 })
const SHORT = amount(undefined, { whole: 100_000, smoke: 1000 })
const PRINTED = amount(undefined, { whole: 10_000, smoke: 200 })
const CELLS = amount(undefined, { whole: 200_000, smoke: 2000 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
const POINTS = amount(undefined, { whole: 15, smoke: 2 })
const QUARTERS = amount(undefined, { whole: 96, smoke: 8 })
const MAX_ABOVE_MB = 150
const QUARTER_MS = 900_000
const DAY_MS = 86_400_000
const exec = promisify(execFile)

interface Measured {
  readonly seconds: number
  readonly above: number
}

const programmed = async (name: string, words: readonly (string | number)[]): Promise<Measured> =>
  JSON.parse((await exec(process.execPath, [programOf(name), ...words.map(String)])).stdout) as Measured

/** A report of each kind, round after round, each beside the bare writer with as many rows. */
async function written(folder: string): Promise<Figure[]> {
  const bare = (rows: number) => programmed('bare-export.ts', [rows, join(folder, 'bare.xlsx')])
  const workbook = async (rows: number, wanted: number): Promise<Figure> => {
    const [ours, theirs]: [Measured[], Measured[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      ours.push(await programmed('report-writing.ts', ['xlsx', rows]))
      theirs.push(await bare(rows))
    }
    const seconds = median(ours.map((one) => one.seconds))
    const above = Math.max(...ours.map((one) => one.above)) / 1e6
    const ratio = median(ours.map((one, round) => one.seconds / (theirs[round] as Measured).seconds))
    return {
      name: `${rows} rows to .xlsx, grouped on three levels`,
      wanted: `${wanted} s, ${MAX_ABOVE_MB} MB above idle`,
      found: `${seconds.toFixed(2)} s, ${above.toFixed(0)} MB; ${ratio.toFixed(2)} times the bare writer`,
      holds: SMOKE || (seconds <= wanted && above <= MAX_ABOVE_MB),
    }
  }
  const other = async (kind: 'pdf' | 'matrix', count: number, wanted: number, name: string): Promise<Figure> => {
    const rounds: Measured[] = []
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await programmed('report-writing.ts', [kind, count]))
    const seconds = median(rounds.map((one) => one.seconds))
    return { name, wanted: `${wanted} s`, found: `${seconds.toFixed(2)} s`, holds: SMOKE || seconds <= wanted }
  }
  return [
    await workbook(SHORT, 3),
    await workbook(LONG, 20),
    await other('pdf', PRINTED, 5, `${PRINTED} rows to PDF, grouped on three levels`),
    await other('matrix', CELLS, 1, `a crosstab of ${CELLS} cells in memory`),
  ]
}

/** Midnight, two days ago, of the server's clock (UTC): the day is over. */
const end = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const begin = end - DAY_MS

/** A roll-up of a minute each quarter of an hour. */
function prepare(database: Database): Promise<void> {
  return database.asOwner(async (client) => {
    await client.query(
      `insert into sample_minutes (tenant_id, series, bucket, low, high, total, first, last, count, valued, good, first_at, last_at, area, covered, carries)
      select p.tenant_id, p.series, at, v, v, v, v, v, 1, 1, 1, at + interval '7 seconds', at + interval '7 seconds', v * 53, 53, false
      from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id, generate_series($1::timestamptz, $2::timestamptz, interval '15 minutes') as at,
        lateral (select 20 + p.series % 7 as v) as value
      where d.device_code like 'bench-%'`,
      [new Date(begin), new Date(begin + (QUARTERS - 1) * QUARTER_MS)],
    )
    await client.query('analyze')
  })
}

const daySheet = (codes: readonly string[]) => ({
  format: 1,
  page: { size: 'A4', landscape: true, margins: [36, 36, 36, 36], repeat: { head: [1, 1] } },
  columns: [60, 46],
  rows: [16, 13],
  styles: [{ border: [0.5, 0.5, 0.5, 0.5] }],
  sets: {
    s: {
      document: {
        format: 1,
        subject: 'readings',
        measures: [{ as: 'v', of: 'sampleMean' }],
        dimensions: [{ field: 'time', bucket: 'minute' }, { field: 'deviceId' }],
        where: { field: 'device.deviceCode', op: 'among', value: codes },
        params: [{ name: 'period', kind: 'range', default: 'yesterday' }],
        time: { param: 'period' },
      },
    },
  },
  cells: {
    A1: { text: 'time', style: 0 },
    B1: { field: 's.deviceIdCn', expand: 'right', style: 0 },
    A2: { field: 's.time', expand: 'down', format: 'HH:mm', style: 0 },
    B2: { field: 's.v', format: '0.0', style: 0 },
  },
})

async function published(client: Client, content: object): Promise<string> {
  const about = { templateName: `bench ${randomUUID()}`, templateKind: 'other', content }
  const begun = await client.post<{ id: string } | null>('/api/report/template/importReportDesign', about)
  if (!begun.data) throw new Error(`the template was refused: ${begun.message} ${JSON.stringify(begun.errors)}`)
  const { id } = begun.data
  const { http, message } = await client.post('/api/report/template/publishReportTemplate', { id, revision: 1 })
  if (http !== 200) throw new Error(`the template was not published: ${message}`)
  return id
}

async function sheets(folder: string): Promise<Figure[]> {
  const scratch = await benchDatabase('reports')
  try {
    const field = await openField({ scratch, folder, devices: POINTS, keys: ['temperature'], prepare })
    const server = await field.start()
    try {
      const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
      const [page, pdf, bare]: number[][] = [[], [], []]
      for (let round = 0; round <= ROUNDS; round += 1) {
        // Each round another template: pages that somebody has just seen are kept for a moment.
        const report = await published(client, daySheet(field.codes))
        const query = `report=${report}&date=${new Date(begin).toISOString().slice(0, 10)}`
        const timed = async (path: string) => {
          const began = performance.now()
          const answer = await fetch(`${server.url}/api/report/report/${path}?${query}`, {
            headers: { authorization: `Bearer ${client.token}` },
          })
          const bytes = await answer.arrayBuffer()
          if (answer.status !== 200) throw new Error(`${path} was refused: ${Buffer.from(bytes).toString().slice(0, 500)}`)
          return performance.now() - began
        }
        const [one, other] = [await timed('queryReportPage'), await timed('exportPDFReport')]
        // The first round reads fonts and fills caches.
        if (round === 0 && !SMOKE) continue
        page?.push(one)
        pdf?.push(other)
        bare?.push(
          await field.onDatabase((database) =>
            database.asOwner(async (owner) => {
              const began = performance.now()
              await owner.query(
                `select bucket, series, sum(total) / sum(valued) from sample_minutes where bucket >= $1 and bucket < $2 group by 1, 2 order by 1, 2`,
                [new Date(begin), new Date(end)],
              )
              return performance.now() - began
            }),
          ),
        )
      }
      const figure = (name: string, times: readonly number[] = [], wanted: number): Figure => ({
        name: `a day of ${POINTS} points, ${QUARTERS} rows: ${name}`,
        wanted: `${wanted} ms`,
        found: `${median(times).toFixed(0)} ms, the bare statement ${median(bare ?? []).toFixed(1)} ms`,
        holds: SMOKE || median(times) <= wanted,
      })
      return [figure('the page', page, 400), figure('the PDF', pdf, 800)]
    } finally {
      await server.stop()
    }
  } finally {
    await scratch.drop()
  }
}

const folder = temporaryFolder()
try {
  judge([...(await written(folder.path)), ...(await sheets(folder.path))])
} finally {
  folder.remove()
}
