/**
 * `npm run bench:figures`: figures by documents on the PostgreSQL of `BENCH_DATABASE_URL`: 30 days of 20 points by the hour, twelve months of 500 points by the day, each weighted by time and with its coverage,
 * and the same answer again, of a tenant whose clock is another than the server's; then the same on the embedded engine. References of the same run: the bare statement over the same roll-ups that a program would write for it, which leaves out what stands over the edges of stretches.
 */
import type { Database } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import type { Field } from './support/field.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { median } from './support/table.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const DAY_MS = 86_400_000
const POINTS = amount(undefined, { whole: 500, smoke: 4 })
const FEW = amount(undefined, { whole: 20, smoke: 2 })
const DAYS = amount(undefined, { whole: 365, smoke: 4 })
const HOURLY_DAYS = amount(undefined, { whole: 30, smoke: 2 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 20, smoke: 2 })
const WANTED = { hourly: 150, daily: 600, kept: 15 }

/** What customers have: a tenant in China, and a server whose clock is UTC (field.ts). */
const ZONE = 'Asia/Shanghai'
const AHEAD_MS = 8 * 3_600_000
/** Midnight, two days ago, of the tenant's clock: all of it is over. */
const end = Math.floor((Date.now() + AHEAD_MS) / DAY_MS) * DAY_MS - AHEAD_MS - 2 * DAY_MS

/** Roll-ups as they would have come, without the samples below them. */
function prepare(database: Database): Promise<void> {
  return database.asOwner(async (client) => {
    const fill = (table: string, length: string, from: number) =>
      client.query(
        `insert into ${table} (tenant_id, series, bucket, low, high, total, first, last, count, valued, good, first_at, last_at, area, covered, carries)
        select p.tenant_id, p.series, at, v - 1, v + 1, v * 60, v, v + 0.5, 60, 60, 60, at + interval '7 seconds', at + $1::interval - interval '53 seconds', v * (date_part('epoch', $1::interval) - 60),
          date_part('epoch', $1::interval) - 60, true
        from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id, generate_series($2::timestamptz, $3::timestamptz - $1::interval, $1::interval) as at,
          lateral (select 20 + p.series % 7 + date_part('epoch', at)::bigint / 3600 % 24 as v) as value
        where d.device_code like 'bench-%'`,
        [length, new Date(from), new Date(end)],
      )
    await fill('sample_hours', '1 hour', end - HOURLY_DAYS * DAY_MS)
    await fill('sample_days', '1 day', end - DAYS * DAY_MS)
    const ofTenant = '(select id from tenants where tenant_code = $1)'
    await client.query(`update parameters set param_value = $2 where lower(param_key) = 'time.zone' and tenant_id = ${ofTenant}`, [
      TENANT,
      ZONE,
    ])
    await client.query(
      `insert into day_rollup_states (tenant_id, zone) values (${ofTenant}, $2) on conflict (tenant_id) do update set zone = excluded.zone, is_ready = true`,
      [TENANT, ZONE],
    )
    await client.query('analyze')
  })
}

const documentOf = (bucket: 'hour' | 'day', days: number, codes: readonly string[]) => ({
  format: 1,
  subject: 'readings',
  measures: [
    { as: 'mean', of: 'mean' },
    { as: 'coverage', of: 'coverage' },
    { as: 'most', of: 'max' },
  ],
  dimensions: [{ field: 'time', bucket }, ...(bucket === 'hour' ? [{ field: 'deviceId' }] : [])],
  where: { field: 'device.deviceCode', op: 'among', value: codes },
  time: { from: new Date(end - days * DAY_MS).toISOString(), to: new Date(end).toISOString() },
})

async function asked(client: Client, document: object): Promise<number> {
  const began = performance.now()
  const answer = await client.post<{ rows: unknown[] }>('/api/report/figure/queryFigure', { document })
  const took = performance.now() - began
  if (answer.http !== 200 || answer.data.rows.length === 0) throw new Error(`the figures were refused: ${answer.message}`)
  return took
}

const p95 = (times: readonly number[]) => times.toSorted((one, other) => one - other)[Math.ceil(times.length * 0.95) - 1] ?? NaN
const shown = (ms: number) => `${ms.toFixed(1)} ms`

type Shape = keyof typeof WANTED
interface Measured {
  readonly found: Readonly<Record<Shape, readonly number[]>>
  /** Of the bare statements; none on the embedded engine, whose one connection the server has. */
  readonly bares: Readonly<Partial<Record<Shape, readonly number[]>>>
}

async function timesOf(client: Client, document: object, isAnew: boolean): Promise<number[]> {
  await asked(client, document)
  const times: number[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    times.push(await asked(client, isAnew ? { ...document, limit: 50_000 - round } : document))
  return times
}

async function bare(field: Field, table: 'sample_hours' | 'sample_days', days: number, codes: readonly string[]): Promise<number[]> {
  const perSeries = table === 'sample_hours'
  return field.onDatabase((database) =>
    database.asOwner(async (owner) => {
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round += 1) {
        const began = performance.now()
        await owner.query(
          `select bucket, ${perSeries ? 'series,' : ''} sum(area) / sum(covered), max(high) from ${table}
          where series = any(select series from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id where device_code = any($1)) and bucket >= $2 and bucket < $3 group by 1${perSeries ? ', 2' : ''} order by 1`,
          [codes, new Date(end - days * DAY_MS), new Date(end)],
        )
        times.push(performance.now() - began)
      }
      return times
    }),
  )
}

/** @param scratch The database on PostgreSQL; without one the embedded engine */
async function measured(scratch: Parameters<typeof openField>[0]['scratch']): Promise<Measured> {
  const folder = temporaryFolder()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: POINTS, keys: ['temperature'], prepare })
    const server = await field.start()
    try {
      const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
      // A condition takes so many values at the most.
      const few = field.codes.slice(0, FEW)
      const hourly = documentOf('hour', HOURLY_DAYS, few)
      const { where: _, ...whole } = documentOf('day', DAYS, [])
      const daily = { ...whole, where: { field: 'device.deviceCode', op: 'begins', value: 'bench-' } }
      const found = {
        hourly: await timesOf(client, hourly, true),
        daily: await timesOf(client, daily, true),
        kept: await timesOf(client, daily, false),
      }
      const bares = scratch && {
        hourly: await bare(field, 'sample_hours', HOURLY_DAYS, few),
        daily: await bare(field, 'sample_days', DAYS, field.codes),
      }
      return { found, bares: bares ?? {} }
    } finally {
      await server.stop()
    }
  } finally {
    folder.remove()
  }
}

const NAMES: Readonly<Record<Shape, string>> = {
  hourly: `${HOURLY_DAYS} days of ${FEW} points by the hour`,
  daily: `${DAYS} days of ${POINTS} points by the day`,
  kept: 'the same answer again',
}
/** How many times as long the embedded engine may take. */
const EMBEDDED = 2.5

const scratch = await benchDatabase('figures')
try {
  const { found, bares } = await measured(scratch)
  const embedded = await measured(undefined)
  const figure = (key: Shape) => {
    const [times, reference] = [found[key], bares[key]]
    return {
      name: NAMES[key],
      wanted: `p95 ${WANTED[key]} ms`,
      found: `${shown(p95(times))}${reference ? `, ${(median(times) / median(reference)).toFixed(1)} times the bare statement (${shown(median(reference))})` : ''}`,
      holds: SMOKE || p95(times) <= WANTED[key],
    }
  }
  const beside = (key: Shape) => {
    const ratio = median(embedded.found[key]) / median(found[key])
    return {
      name: `embedded: ${NAMES[key]}`,
      wanted: `${EMBEDDED} times PostgreSQL`,
      found: `${ratio.toFixed(1)} times (${shown(median(embedded.found[key]))})`,
      holds: SMOKE || ratio <= EMBEDDED,
    }
  }
  judge([figure('hourly'), figure('daily'), figure('kept'), beside('hourly'), beside('daily')])
} finally {
  await scratch.drop()
}
