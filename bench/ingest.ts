/**
 * `npm run bench:ingest`: 500 devices send messages of three values over MQTT with QoS 1, from a process of their own beside the
 * server, with everything on (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped), and then the same at a
 * smaller rate on the embedded engine. Wanted: 30,000 values a second (10,000 embedded), all of them stored, and 99 of 100
 * acknowledged within 250 ms. The reference of the same run is a bare loop of COPY into one table with the same key.
 *
 * `BENCH_MINUTES=10` measures for ten minutes instead of one, `BENCH_RATE` sends so many messages a second.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Database } from '../server/kernel/database.ts'
import { openDatabase } from '../server/kernel/database.ts'
import { hashDeviceSecret, newDeviceSecret } from '../server/kernel/device-secrets.ts'
import { run, temporaryFolder, until } from '../tests/support/process.ts'
import { scratchDatabase } from '../tests/support/scratch.ts'
import type { Load, LoadResult } from './support/mqtt-load.ts'
import { judge } from './support/product.ts'

const DEVICES = 500
const SECONDS = Math.round(Number(process.env['BENCH_MINUTES'] ?? 1) * 60)
const MOST_MS = 250
const LOAD = fileURLToPath(new URL('./support/mqtt-load.ts', import.meta.url))
const TENANT = '10001'

interface Found extends LoadResult { readonly stored: number; readonly points: number }

async function measure(databaseUrl: string | undefined, rate: number): Promise<Found> {
  const folder = temporaryFolder()
  const variables = { DATA_DIR: `${folder.path}/data`, DEMO: 'on', DEMO_PASSWORD: 'outstation', MQTT_PORT: '0', ...(databaseUrl === undefined ? {} : { DATABASE_URL: databaseUrl }) }
  const onDatabase = async <Result>(work: (database: Database) => Promise<Result>) => {
    const database = await openDatabase({ databaseUrl, dataDir: variables.DATA_DIR, timeZone: 'UTC' })
    return work(database).finally(() => database.close())
  }
  try {
    // The tables and the tenant; then the devices, while nobody else is at the embedded files.
    await (await run(variables)).stop()
    const secret = newDeviceSecret()
    const codes = Array.from({ length: DEVICES }, (_, index) => `bench-${index + 1}`)
    await onDatabase((database) => addDevices(database, codes, secret))
    const server = await run(variables, { logFile: `${folder.path}/log` })
    try {
      let port: string | undefined
      await until('the broker listens', () => (port = /"collector":"mqtt"[^}]*"port":(\d+)/.exec(server.output())?.[1]) !== undefined)
      const load: Load = { port: Number(port), devices: codes.map((code) => ({ username: `${TENANT}/${code}`, code })), password: secret, seconds: SECONDS, rate }
      const child = spawn(process.execPath, [LOAD, JSON.stringify(load)], { stdio: ['ignore', 'pipe', 'inherit'] })
      let output = ''
      child.stdout.setEncoding('utf8').on('data', (text: string) => { output += text })
      await once(child, 'close')
      const result = JSON.parse(output) as LoadResult
      await server.stop()
      const stored = await onDatabase((database) => database.asOwner(async (client) => Number((await client.query<{ count: string }>('select count(*) from samples')).rows[0]?.count)))
      return { ...result, stored, points: result.acknowledged * 3 / result.seconds }
    } finally {
      await server.kill()
    }
  } finally {
    folder.remove()
  }
}

function addDevices(database: Database, codes: readonly string[], secret: string): Promise<void> {
  return database.asOwner(async (client) => {
    await client.query('update tenants set point_quota = 1000000 where tenant_code = $1', [TENANT])
    await client.query(`insert into devices (tenant_id, id, device_code, device_name, secret_hash)
      select tenants.id, device.id, code, code, $3 from tenants, unnest($1::text[], $2::uuid[]) as device (code, id) where tenant_code = $4`, [codes, codes.map(() => randomUUID()), hashDeviceSecret(secret), TENANT])
    await client.query(`insert into points (tenant_id, id, device_id, point_key, point_name)
      select tenant_id, gen_random_uuid(), id, key, key from devices, unnest(array['temperature', 'humidity', 'pressure']) as key where device_code = any($1)`, [codes])
  })
}

/** Rows a second of COPY, ten thousand in a transaction, for a few seconds: nothing else that could be left out is left. */
async function bareCopy(url: string): Promise<number> {
  const tenant = randomUUID()
  const psql = spawn('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '--dbname', url], { stdio: ['pipe', 'ignore', 'inherit'] })
  const say = async (text: string) => { if (!psql.stdin.write(text)) await once(psql.stdin, 'drain') }
  await say('create table bare (tenant_id uuid, series bigint, time timestamptz, value float8, quality smallint, reason smallint, retention smallint, primary key (tenant_id, series, time, retention));\n')
  const start = performance.now()
  let rows = 0
  while (performance.now() - start < 6000) {
    const lines = Array.from({ length: 10_000 }, (_, index) => `${tenant}\t${index % 1500}\t${new Date(1_800_000_000_000 + (rows + index) * 7).toISOString()}\t${20 + index % 97 / 10}\t192\t0\t2\n`)
    await say(`copy bare from stdin;\n${lines.join('')}\\.\n`)
    rows += lines.length
  }
  psql.stdin.end()
  await once(psql, 'close')
  return rows / (performance.now() - start) * 1000
}

const told = (found: Found) => `${Math.round(found.points).toLocaleString('en')}/s`
const scratch = await scratchDatabase(process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres', 'ingest')
try {
  const wanted = { server: 30_000, embedded: 10_000 }
  const rate = Number(process.env['BENCH_RATE'] ?? Math.ceil(wanted.server / 3 * 1.02))
  const ours = await measure(scratch.url, rate)
  const bare = await bareCopy(scratch.url)
  const embedded = await measure(undefined, Math.ceil(wanted.embedded / 3 * 1.02))
  const all = ({ acknowledged, messages, stored }: Found) => `${messages * 3} sent, ${acknowledged * 3} acknowledged, ${stored} stored`
  const isAll = ({ acknowledged, messages, stored }: Found) => messages === acknowledged && stored === messages * 3
  judge([
    { name: `PostgreSQL, values stored in ${SECONDS} s`, wanted: '30,000/s', found: told(ours), holds: ours.points >= wanted.server },
    { name: 'sent = stored', wanted: 'all', found: all(ours), holds: isAll(ours) },
    { name: 'acknowledged, p99', wanted: `${MOST_MS} ms`, found: `${ours.p99.toFixed(0)} ms (p50 ${ours.p50.toFixed(0)}, worst ${ours.worst.toFixed(0)})`, holds: ours.p99 <= MOST_MS },
    { name: `embedded, values stored in ${SECONDS} s`, wanted: '10,000/s', found: told(embedded), holds: embedded.points >= wanted.embedded },
    { name: 'sent = stored', wanted: 'all', found: all(embedded), holds: isAll(embedded) },
    { name: 'acknowledged, p99', wanted: `${MOST_MS} ms`, found: `${embedded.p99.toFixed(0)} ms (p50 ${embedded.p50.toFixed(0)}, worst ${embedded.worst.toFixed(0)})`, holds: embedded.p99 <= MOST_MS },
  ])
  for (const [engine, { worstByTime, late }] of [['PostgreSQL', ours], ['embedded', embedded]] as const) process.stdout.write(`${engine}: longest of each ten seconds ${worstByTime.join(' ')} ms; ${late} messages later than due\n`)
  process.stdout.write(`bare COPY into one table: ${Math.round(bare).toLocaleString('en')} rows/s; ours is ${(ours.points / bare * 100).toFixed(0)} % of it, at the rate that was asked for\n`)
} finally {
  await scratch.drop()
}
