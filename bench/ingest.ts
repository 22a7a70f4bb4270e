/**
 * `npm run bench:ingest`: 500 devices send messages of three values over MQTT with QoS 1, from a process of their own beside the
 * server, with everything on (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped), and then the same at a
 * smaller rate on the embedded engine. Wanted: 30,000 values a second (10,000 embedded), all of them stored, and 99 of 100
 * acknowledged within 250 ms. The reference of the same run is a bare loop of COPY into one table with the same key.
 *
 * On PostgreSQL the same devices then send as much once more to a topic that their type has mapping rules for: reading by rules may take a tenth
 * more of the server's processor time a message at most, compared within the run.
 *
 * `BENCH_MINUTES=10` measures for ten minutes instead of one, `BENCH_RATE` sends so many messages a second.
 */
import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { once } from 'node:events'
import { temporaryFolder } from '../tests/support/process.ts'
import { endOf } from './support/child.ts'
import { MAPPED_TOPIC, addMapping, openField, send } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import type { LoadResult } from './support/mqtt-load.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const DEVICES = amount(undefined, { whole: 500, smoke: 5 })
const SECONDS = Math.round(amount('BENCH_MINUTES', { whole: 1, smoke: 1 / 60 }) * 60)
const BARE_MS = amount(undefined, { whole: 6000, smoke: 50 })
const MAX_MS = 250

interface Found extends LoadResult {
  readonly stored: number
  readonly points: number
  /** Microseconds of the server's processor for each message: as ever, and read by rules. */
  readonly cost: number
  readonly mapped?: LoadResult & { readonly cost: number }
}

const MAX_MAPPING = 1.1
/** Of a second: what Linux counts processor time in (proc(5), `utime` and `stime`). */
const TICKS = 100

/** Seconds of processor time that a process has taken so far. */
function processorSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / TICKS
}

async function measure(scratch: Awaited<ReturnType<typeof benchDatabase>> | undefined, rate: number, isMapped = false): Promise<Found> {
  const folder = temporaryFolder()
  try {
    const field = await openField({ scratch, folder: folder.path, devices: DEVICES, ...(isMapped ? { prepare: addMapping } : {}) })
    const server = await field.start()
    try {
      const round = async (more: { topic?: string } = {}) => {
        const before = processorSeconds(server.pid)
        const result = await send({ ...field, ...more, port: server.mqttPort, seconds: SECONDS, rate })
        return { ...result, cost: ((processorSeconds(server.pid) - before) / Math.max(1, result.acknowledged)) * 1e6 }
      }
      const result = await round()
      const mapped = isMapped ? await round({ topic: MAPPED_TOPIC }) : undefined
      await server.stop()
      const stored = await field.onDatabase((database) =>
        database.asOwner(async (client) => Number((await client.query<{ count: string }>('select count(*) from samples')).rows[0]?.count)),
      )
      return { ...result, stored, points: (result.acknowledged * 3) / result.seconds, ...(mapped ? { mapped } : {}) }
    } finally {
      await server.kill()
    }
  } finally {
    folder.remove()
  }
}

/** Rows a second of COPY, ten thousand in a transaction, for a few seconds: nothing else that could be left out is left. */
async function bareCopy(url: string): Promise<number> {
  const tenant = randomUUID()
  const psql = spawn('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '--dbname', url], { stdio: ['pipe', 'ignore', 'pipe'] })
  const ended = endOf(psql)
  psql.stdin.on('error', () => undefined)
  const execute = async (text: string) => {
    if (!psql.stdin.write(text)) await once(psql.stdin, 'drain')
  }
  await execute(
    'create table bare (tenant_id uuid, series bigint, time timestamptz, value float8, quality smallint, reason smallint, retention smallint, primary key (tenant_id, series, time, retention));\n',
  )
  const start = performance.now()
  let rows = 0
  while (performance.now() - start < BARE_MS) {
    const lines = Array.from(
      { length: 10_000 },
      (_, index) =>
        `${tenant}\t${index % 1500}\t${new Date(1_800_000_000_000 + (rows + index) * 7).toISOString()}\t${20 + (index % 97) / 10}\t192\t0\t2\n`,
    )
    await execute(`copy bare from stdin;\n${lines.join('')}\\.\n`)
    rows += lines.length
  }
  psql.stdin.end()
  const how = await ended
  if (how !== 'code 0') throw new Error(`psql ended with ${how}`)
  return (rows / (performance.now() - start)) * 1000
}

const formatRate = (found: Found) => `${Math.round(found.points).toLocaleString('en')}/s`
const scratch = await benchDatabase('ingest')
try {
  const wanted = { server: 30_000, embedded: 10_000 }
  const rate = amount('BENCH_RATE', { whole: Math.ceil((wanted.server / 3) * 1.02), smoke: 200 })
  const ours = await measure(scratch, rate, true)
  const bare = await bareCopy(scratch.url)
  const embedded = await measure(undefined, SMOKE ? rate : Math.ceil((wanted.embedded / 3) * 1.02))
  const sum = (found: Found) => ({
    messages: found.messages + (found.mapped?.messages ?? 0),
    acknowledged: found.acknowledged + (found.mapped?.acknowledged ?? 0),
  })
  const all = (found: Found) => `${sum(found).messages * 3} sent, ${sum(found).acknowledged * 3} acknowledged, ${found.stored} stored`
  const isAll = (found: Found) => sum(found).messages === sum(found).acknowledged && found.stored === sum(found).messages * 3
  const mapping = (ours.mapped?.cost ?? Infinity) / ours.cost
  judge([
    { name: `PostgreSQL, values stored in ${SECONDS} s`, wanted: '30,000/s', found: formatRate(ours), holds: ours.points >= wanted.server },
    { name: 'sent = stored', wanted: 'all', found: all(ours), holds: isAll(ours) },
    {
      name: 'acknowledged, p99',
      wanted: `${MAX_MS} ms`,
      found: `${ours.p99.toFixed(0)} ms (p50 ${ours.p50.toFixed(0)}, worst ${ours.worst.toFixed(0)})`,
      holds: ours.p99 <= MAX_MS,
    },
    {
      name: 'read by rules, processor time a message',
      wanted: `${MAX_MAPPING.toFixed(2)} of the plain one`,
      found: `${mapping.toFixed(2)} (${ours.mapped?.cost.toFixed(0)} µs, plain ${ours.cost.toFixed(0)} µs)`,
      holds: mapping <= MAX_MAPPING,
    },
    {
      name: `embedded, values stored in ${SECONDS} s`,
      wanted: '10,000/s',
      found: formatRate(embedded),
      holds: embedded.points >= wanted.embedded,
    },
    { name: 'sent = stored', wanted: 'all', found: all(embedded), holds: isAll(embedded) },
    {
      name: 'acknowledged, p99',
      wanted: `${MAX_MS} ms`,
      found: `${embedded.p99.toFixed(0)} ms (p50 ${embedded.p50.toFixed(0)}, worst ${embedded.worst.toFixed(0)})`,
      holds: embedded.p99 <= MAX_MS,
    },
  ])
  for (const [engine, { worstByTime, late }] of [
    ['PostgreSQL', ours],
    ['embedded', embedded],
  ] as const)
    process.stdout.write(`${engine}: longest of each ten seconds ${worstByTime.join(' ')} ms; ${late} messages later than due\n`)
  process.stdout.write(
    `bare COPY into one table: ${Math.round(bare).toLocaleString('en')} rows/s; ours is ${((ours.points / bare) * 100).toFixed(0)} % of it, at the rate that was asked for\n`,
  )
} finally {
  await scratch.drop()
}
