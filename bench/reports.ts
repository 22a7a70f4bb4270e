/**
 * `npm run bench:reports`: reports as they are written, from rows that are there, beside exceljs' streaming writer with as many rows of the same run: workbooks grouped on three levels, a PDF, and a sheet
 * that is held in memory. And the built-in day sheet of 15 points on the PostgreSQL of `BENCH_DATABASE_URL` and on the embedded engine, as the page of the preview and as a PDF,
 * beside the bare statement over the same roll-ups of minutes.
 * `BENCH_ROWS` is the number of rows of the long workbook.
 */
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { join } from 'node:path'
import { millis } from '../model/brands.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import type { Database } from '../server/kernel/database/database.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { programOf } from './support/child.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { median } from './support/table.ts'
import type { Figure } from './support/product.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const LONG = amount('BENCH_ROWS', { whole: 1_000_000, smoke: 1000 })
const SHORT = amount(undefined, { whole: 100_000, smoke: 1000 })
const PRINTED = amount(undefined, { whole: 10_000, smoke: 200 })
const CELLS = amount(undefined, { whole: 200_000, smoke: 2000 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
const POINTS = amount(undefined, { whole: 15, smoke: 2 })
const MINUTES = amount(undefined, { whole: 1440, smoke: 60 })
const QUARTERS = 96
const MAX_ABOVE_MB = 150
/** The embedded engine may take so much longer. */
const EMBEDDED = 2.5
const DAY_MS = 86_400_000
const exec = promisify(execFile)
/** As the server has it (server/start.ts), for both writers. */
const SPARING = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '262144', MALLOC_TRIM_THRESHOLD_: '262144' }

interface Measured {
  readonly seconds: number
  readonly above: number
}

const programmed = async (name: string, words: readonly (string | number)[]): Promise<Measured> =>
  JSON.parse(
    (await exec(process.execPath, [programOf(name), ...words.map(String)], { env: { ...process.env, ...SPARING } })).stdout,
  ) as Measured

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

/** Each page and each file is of another day, since what was just read is remembered; the first two read fonts besides. */
const SHEETS = 2 * (ROUNDS + 1)
/** Midnight, two days ago, by the server's clock (UTC): all days before it are over. */
const end = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const dayBefore = (nth: number) => end - (nth + 1) * DAY_MS

/** A roll-up of each minute of the days, of samples that came from its seventh second on until seven seconds before its end. */
async function prepare(database: Database): Promise<void> {
  const days = Array.from({ length: SHEETS }, (_, nth) => dayBefore(nth))
  await openPartitions(database).ensure(days.map((time) => ({ retention: 2, time: millis(time) })))
  await database.asOwner(async (client) => {
    await client.query(
      `insert into sample_minutes (tenant_id, series, bucket, low, high, total, first, last, count, valued, good, first_at, last_at, area, covered, carries)
      select p.tenant_id, p.series, at, v - 1, v + 1, v * 6, v, v, 6, 6, 6, at + interval '7 seconds', at + interval '53 seconds', v * 46, 46, true
      from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id, unnest($1::timestamptz[]) as day, generate_series(day, day + $2::int * interval '1 minute', interval '1 minute') as at,
        lateral (select 20 + p.series % 7 + date_part('minute', at) / 30 as v) as value
      where d.device_code like 'bench-%'`,
      [days.map((day) => new Date(day)), MINUTES - 1],
    )
    await client.query('analyze')
  })
}

interface Sheets {
  readonly page: number
  readonly pdf: number
  readonly bare: number
}

/** @param scratch The database on PostgreSQL; without one the embedded engine */
async function sheets(folder: string, scratch: Awaited<ReturnType<typeof benchDatabase>> | undefined): Promise<Sheets> {
  const keys = Array.from({ length: POINTS }, (_, nth) => `probe${nth + 1}`)
  const field = await openField({ scratch, folder, devices: 1, keys, prepare })
  // While no server is at the files of the embedded engine.
  const { deviceId, bare } = await field.onDatabase((database) =>
    database.asOwner(async (owner) => {
      const { rows } = await owner.query<{ id: string }>(`select id from devices where device_code = 'bench-1'`)
      const found = rows[0]?.id
      if (found === undefined) throw new Error('the device is not there')
      const took: number[] = []
      for (let round = 0; round <= ROUNDS; round += 1) {
        const began = performance.now()
        await owner.query(
          `select date_bin('15 minutes', bucket, $1), series, sum(area) / nullif(sum(covered), 0), max(high), min(low) from sample_minutes
          where series = any(select series from points where device_id = $3) and bucket >= $1 and bucket < $2 group by 1, 2 order by 1, 2`,
          [new Date(dayBefore(2 * round)), new Date(dayBefore(2 * round) + DAY_MS), found],
        )
        took.push(performance.now() - began)
      }
      return { deviceId: found, bare: took }
    }),
  )
  const server = await field.start()
  try {
    const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
    const timed = async (path: string, day: number) => {
      const date = new Date(dayBefore(day)).toISOString().slice(0, 10)
      const query = new URLSearchParams({ report: 'day-sheet', period: 'day', date, deviceId })
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/report/report/${path}?${query.toString()}`, {
        headers: { authorization: `Bearer ${client.token}` },
      })
      const bytes = await answer.arrayBuffer()
      if (answer.status !== 200) throw new Error(`${path} was refused: ${Buffer.from(bytes).toString().slice(0, 500)}`)
      return performance.now() - began
    }
    const [page, pdf]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = [await timed('queryReportPage', 2 * round), await timed('exportPDFReport', 2 * round + 1)] as const
      // The first round reads fonts.
      if (round === 0 && !SMOKE) continue
      page.push(took[0])
      pdf.push(took[1])
    }
    return { page: median(page), pdf: median(pdf), bare: median(bare) }
  } finally {
    await server.stop()
  }
}

/** The sheet on both engines. */
async function sheetsOfBoth(folder: string): Promise<Figure[]> {
  const scratch = await benchDatabase('reports')
  const served = await sheets(join(folder, 'served'), scratch).finally(() => scratch.drop())
  const embedded = await sheets(join(folder, 'embedded'), undefined)
  const figure = (name: string, key: 'page' | 'pdf', wanted: number): Figure[] =>
    [
      { engine: 'PostgreSQL', times: served, most: wanted, beside: '' },
      {
        engine: 'embedded',
        times: embedded,
        most: wanted * EMBEDDED,
        beside: `; ${(embedded[key] / served[key]).toFixed(2)} times PostgreSQL`,
      },
    ].map(({ engine, times, most, beside }) => ({
      name: `the day sheet of ${POINTS} points, ${QUARTERS} rows: ${name}, ${engine}`,
      wanted: `${most} ms`,
      found: `${times[key].toFixed(0)} ms, the bare statement ${times.bare.toFixed(1)} ms${beside}`,
      holds: SMOKE || times[key] <= most,
    }))
  return [...figure('the page', 'page', 400), ...figure('the PDF', 'pdf', 800)]
}

const folder = temporaryFolder()
try {
  judge([...(await written(folder.path)), ...(await sheetsOfBoth(folder.path))])
} finally {
  folder.remove()
}
