/**
 * `npm run bench:move`: an embedded database with ten million samples moved into PostgreSQL (`BENCH_DATABASE_URL`; scratch databases are made and
 * dropped) by the command an operator runs. Wanted: five minutes at most, and 250 MB of memory above what the command takes once both databases are
 * open. The reference of the same run is a bare COPY of the same rows, from a file of the binary format into one table with the same key.
 *
 * `BENCH_SAMPLES` for another number of them. Linux only: memory is read from `/proc`.
 */
import { spawn } from 'node:child_process'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { millis } from '../model/brands.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { kept, run, temporaryFolder } from '../tests/support/process.ts'
import { scratchDatabase } from '../tests/support/scratch.ts'
import { endOf } from './support/child.ts'
import { DEMONSTRATION, copyFurnished } from './support/furnished.ts'
import type { MemoryWatch } from './support/memory.ts'
import { memoryOf, watchMemory } from './support/memory.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const SAMPLES = amount('BENCH_SAMPLES', { whole: 10_000_000, smoke: 20_000 })
const DAYS = 10
const SERIES = 500
/** What one statement stores while the database is filled: the embedded engine ends one that takes a minute. */
const SECONDS_AT_ONCE = 400
const MAX_SECONDS = 300
const MAX_MB = 250
const DAY_MS = 86_400_000
const MOVE = fileURLToPath(new URL('../scripts/move.ts', import.meta.url))

/** An installation as its first start leaves it, and the samples: of five hundred points, over ten days. */
async function fill(dataDir: string): Promise<void> {
  if (!copyFurnished(dataDir)) await (await run({ ...DEMONSTRATION, DATA_DIR: dataDir })).stop()
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, index) => midnight - index * DAY_MS)
  const seconds = SAMPLES / DAYS / SERIES
  const database = await openDatabase({ databaseUrl: undefined, dataDir, timeZone: 'UTC' })
  try {
    await openPartitions(database).ensure(days.map((time) => ({ retention: 2, time: millis(time) })))
    for (const day of days) {
      for (let second = 0; second < seconds; second += SECONDS_AT_ONCE) {
        await database.asOwner((client) =>
          client.query(
            `insert into samples (tenant_id, series, time, value, quality, reason, retention)
            select (select id from tenants where tenant_code = '10000'), series, $1::timestamptz + second * interval '1 second', random() * 100, 192, 0, 2
            from generate_series($2::integer, $3::integer) as second, generate_series(1, $4::integer) as series`,
            [new Date(day), second, Math.min(seconds, second + SECONDS_AT_ONCE) - 1, SERIES],
          ),
        )
      }
    }
  } finally {
    await database.close()
  }
}

/** Runs the command to its end; seconds, and megabytes above those it had when it began to bring rows. @throws Error with what it wrote. */
async function move(dataDir: string, url: string): Promise<{ seconds: number; megabytes: number; lines: readonly string[] }> {
  const before = performance.now()
  const child = spawn(process.execPath, ['--liftoff-only', MOVE, '--to', url], {
    env: { ...kept, DATA_DIR: dataDir },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = endOf(child)
  const pid = child.pid as number
  let output = ''
  let idle: number | undefined
  let watch: MemoryWatch | undefined
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    if (idle !== undefined || !output.includes('Brings ')) return
    idle = memoryOf(pid).own
    watch = watchMemory(pid)
  })
  // What is above is read while the process is there: its marks go with it.
  let peak = 0
  const timer = setInterval(() => {
    peak = Math.max(peak, watch?.peak() ?? 0)
  }, 50)
  const how = await ended
  clearInterval(timer)
  watch?.stop()
  if (how !== 'code 0' || idle === undefined) throw new Error(`the move ended with ${how}\n${output}`)
  return { seconds: (performance.now() - before) / 1000, megabytes: Math.max(peak, watch?.peak() ?? 0) - idle, lines: output.split('\n') }
}

/** Seconds that psql takes for a statement. */
async function psql(url: string, ...statements: readonly string[]): Promise<number> {
  const before = performance.now()
  const words = statements.flatMap((statement) => ['-c', statement])
  const how = await endOf(
    spawn('psql', ['-q', '-v', 'ON_ERROR_STOP=1', '--dbname', url, ...words], { stdio: ['ignore', 'ignore', 'pipe'] }),
  )
  if (how !== 'code 0') throw new Error(`psql ended with ${how}`)
  return (performance.now() - before) / 1000
}

const folder = temporaryFolder()
const scratch = await scratchDatabase(process.env['BENCH_DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres', 'move')
try {
  const dataDir = join(folder.path, 'data')
  await fill(dataDir)
  const { seconds, megabytes, lines } = await move(dataDir, scratch.url)
  const file = join(folder.path, 'samples')
  const columns = 'tenant_id, series, time, value, quality, reason, retention'
  await psql(
    scratch.url,
    `\\copy (select ${columns} from samples order by time, series) to '${file}' (format binary)`,
    'create table bare (tenant_id uuid, series bigint, time timestamptz, value float8, quality smallint, reason smallint, retention smallint, primary key (tenant_id, series, time, retention))',
  )
  const bare = await psql(scratch.url, `\\copy bare (${columns}) from '${file}' (format binary)`)
  const rate = (duration: number) => `${Math.round(SAMPLES / duration).toLocaleString('en')}/s`
  const counted = lines.find((line) => line.trimStart().startsWith('samples '))?.trim() ?? 'no line about them'
  judge([
    {
      name: `${SAMPLES.toLocaleString('en')} samples moved`,
      wanted: `${MAX_SECONDS} s`,
      found: `${seconds.toFixed(1)} s`,
      holds: seconds <= MAX_SECONDS,
    },
    {
      name: 'as many on both sides',
      wanted: `${SAMPLES}`,
      found: counted,
      holds: counted.includes(` ${SAMPLES} `) && counted.includes('equal'),
    },
    { name: 'memory above idle, at most', wanted: `${MAX_MB} MB`, found: `${Math.round(megabytes)} MB`, holds: megabytes <= MAX_MB },
  ])
  process.stdout.write(
    `moved ${rate(seconds)}, everything included, the comparison as well; bare COPY from a file of ${Math.round(statSync(file).size / 1024 ** 2)} MB into one table ${rate(bare)} (${bare.toFixed(1)} s): ${((bare / seconds) * 100).toFixed(0)} % of it\n`,
  )
} finally {
  await scratch.drop()
  folder.remove()
}
