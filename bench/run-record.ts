/**
 * `npm run bench:run-record`: a curing run over 28 days, a reading of each of its three points every minute, on the PostgreSQL of `BENCH_DATABASE_URL` and on the embedded engine: its record as the page shows it (points and
 * stages, verdict clause by clause as of now, curve) and, once it is finished, its certificate as a page and as a PDF. Beside the bare statement that reads as many samples.
 */
import { millis } from '../model/brands.ts'
import { resources } from '../model/index.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import type { Database } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import { addRow, pathsOf } from '../tests/support/values.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { median } from './support/table.ts'
import type { Figure } from './support/product.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const DAYS = amount(undefined, { whole: 28, smoke: 1 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 5, smoke: 1 })
const WANTED_MS = 700
/** The embedded engine may take so much longer. */
const EMBEDDED = 2.5
const KEYS = ['core', 'surface', 'ambient']
const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const RUN = '/api/acquisition/run'
/** An hour ago: the run goes on. */
const end = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 60 * MINUTE_MS
const begin = end - DAYS * DAY_MS

/** Concrete that grows warm within two days and cools down; the surface lies below it. */
async function prepare(database: Database): Promise<void> {
  const days = Array.from({ length: DAYS + 2 }, (_, nth) => begin + nth * DAY_MS)
  await openPartitions(database).ensure(days.flatMap((time) => [1, 2, 3].map((retention) => ({ retention, time: millis(time) }))))
  await database.asOwner(async (client) => {
    await client.query(`update points set unit = '°C' where device_id in (select id from devices where device_code like 'bench-%')`)
    // A day at a time: the embedded engine does one thing after the other.
    for (let day = 0; day < DAYS; day += 1)
      await client.query(
        `insert into samples (tenant_id, series, time, value, quality, reason, retention)
        select p.tenant_id, p.series, at, 20 + depth * least(age / 2, 1) * exp(-greatest(age - 2, 0) / 12) + sin(age * 6.28), 192, 0, 2
        from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id, generate_series($1::timestamptz, $2::timestamptz - interval '1 minute', interval '1 minute') as at,
          lateral (select date_part('epoch', at - $3::timestamptz) / 86400 as age, case p.point_key when 'core' then 38 when 'surface' then 24 else 2 end as depth) as value
        where d.device_code like 'bench-%'`,
        [new Date(begin + day * DAY_MS), new Date(begin + (day + 1) * DAY_MS), new Date(begin)],
      )
    await client.query('analyze')
  })
}

async function done<Answer>(answer: Promise<{ http: number; data: Answer; message: string }>): Promise<Answer> {
  const { http, data, message } = await answer
  if (http !== 200) throw new Error(`a call was refused: ${http} ${message}`)
  return data
}

/** A run of mass concrete with the clauses of GB 50496 that a machine can judge. Gives its id. */
async function openRun(client: Client, deviceId: string): Promise<string> {
  const { id: limitSetId } = await addRow(client, resources.limitSets, { setKind: 'mass' })
  const items = [
    { itemMeasure: 'value', itemRole: 'core', minusRole: '', high: 70, unit: '°C' },
    { itemMeasure: 'difference', itemRole: 'core', minusRole: 'surface', high: 25, unit: '°C' },
    { itemMeasure: 'difference', itemRole: 'surface', minusRole: 'ambient', high: 25, unit: '°C' },
  ]
  for (const [at, item] of items.entries())
    await addRow(client, resources.limitItems, {
      limitSetId,
      itemOrder: at + 1,
      itemSeverity: 'mandatory',
      itemStage: '',
      low: '',
      toleratedSeconds: 0,
      ...item,
    })
  await done(client.post('/api/acquisition/limitset/publishLimitSet', { id: limitSetId }))
  const { id: componentId } = await addRow(client, resources.components)
  const run = {
    runNumber: `bench-${limitSetId.slice(-6)}`,
    runKind: 'mass',
    startedAt: new Date(begin).toISOString(),
    componentId,
    deviceId,
    limitSetId,
  }
  return (await done(client.post<{ id: string }>(pathsOf(resources.runs).add, run))).id
}

interface Times {
  readonly record: number
  readonly page: number
  readonly pdf: number
  readonly bare: number
}

async function measured(folder: string, scratch: Awaited<ReturnType<typeof benchDatabase>> | undefined): Promise<Times> {
  const field = await openField({ scratch, folder, devices: 1, keys: KEYS, prepare })
  const bares: number[] = []
  const bare = (database: Database) =>
    database.asOwner(async (owner) => {
      const began = performance.now()
      await owner.query(
        `select series, (extract(epoch from time) * 1000)::float8, value, quality from samples
        where series = any(select series from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id where device_code like 'bench-%') order by 1, 2`,
      )
      return performance.now() - began
    })
  const readBare = () =>
    field.onDatabase(async (database) => {
      for (let round = 0; round < ROUNDS; round += 1) bares.push(await bare(database))
    })
  // Nobody else may be at the files of the embedded engine.
  if (!scratch) await readBare()
  const deviceOf = (database: Database) =>
    database.asOwner(
      async (owner) => (await owner.query<{ id: string }>(`select id from devices where device_code = 'bench-1'`)).rows[0]?.id as string,
    )
  const deviceId = await field.onDatabase(deviceOf)
  const server = await field.start()
  try {
    const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
    const id = await openRun(client, deviceId)
    const timed = async (work: () => Promise<unknown>) => {
      const began = performance.now()
      await work()
      return performance.now() - began
    }
    const record = () =>
      Promise.all([
        done(client.get(`${RUN}/queryRunDetail`, { id })),
        done(client.get<{ list: readonly { coverage: number }[] }>(`${RUN}/queryRunVerdict`, { id })).then(({ list }) => {
          if (list.length !== 3 || list.some(({ coverage }) => coverage < 0.9))
            throw new Error(`the run was not judged: ${JSON.stringify(list)}`)
        }),
        done(client.get(`${RUN}/queryRunCurve`, { id })),
      ])
    const records: number[] = []
    if (!SMOKE) await record()
    for (let round = 0; round < ROUNDS; round += 1) records.push(await timed(record))
    await done(client.post(`${RUN}/finishRun`, { id, endedAt: end }))
    const asked = (path: string, date: string) =>
      timed(async () => {
        const query = new URLSearchParams({ report: 'run-certificate', period: 'day', date })
        const answer = await fetch(`${server.url}/api/report/report/${path}?${query.toString()}`, {
          headers: { authorization: `Bearer ${client.token}` },
        })
        const bytes = await answer.arrayBuffer()
        if (answer.status !== 200) throw new Error(`${path} was refused: ${Buffer.from(bytes).toString().slice(0, 500)}`)
      })
    const date = new Date(end).toISOString().slice(0, 10)
    const [pages, pdfs]: [number[], number[]] = [[], []]
    for (let round = 0; round <= ROUNDS; round += 1) {
      const took = [await asked('queryReportPage', date), await asked('exportPDFReport', date)] as const
      // The first round reads fonts.
      if (round === 0 && !SMOKE) continue
      pages.push(took[0])
      pdfs.push(took[1])
    }
    if (scratch) await readBare()
    return { record: median(records), page: median(pages), pdf: median(pdfs), bare: median(bares) }
  } finally {
    await server.stop()
  }
}

const folder = temporaryFolder()
const scratch = await benchDatabase('run_record')
try {
  const served = await measured(`${folder.path}/served`, scratch)
  const embedded = await measured(`${folder.path}/embedded`, undefined)
  const figures = (name: string, key: 'record' | 'page' | 'pdf'): Figure[] => {
    const figure = (engine: string, times: Times, wanted: number, beside: string): Figure => ({
      name: `${name}, ${engine}`,
      wanted: `${wanted} ms`,
      found: `${times[key].toFixed(0)} ms, ${(times[key] / times.bare).toFixed(1)} times the bare statement (${times.bare.toFixed(0)} ms)${beside}`,
      holds: SMOKE || times[key] <= wanted,
    })
    return [
      figure('PostgreSQL', served, WANTED_MS, ''),
      figure('embedded', embedded, WANTED_MS * EMBEDDED, `; ${(embedded[key] / served[key]).toFixed(2)} times PostgreSQL`),
    ]
  }
  judge([
    ...figures(`the record of a run with its verdict, ${DAYS} days of ${KEYS.length} points each minute`, 'record'),
    ...figures('its certificate', 'page'),
    ...figures('its certificate as PDF', 'pdf'),
  ])
} finally {
  await scratch.drop()
  folder.remove()
}
