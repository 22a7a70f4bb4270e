/**
 * `npm run bench:backup`: a backup of an embedded database, its rehearsed restore and its encryption, through the real server, while somebody writes.
 * Wanted: all together take no more than 250 MB above what the server takes at rest, of however large a database, and keep none of it.
 *
 * The database has 1 GB, or `BENCH_MB` megabytes; with `BENCH_SMOKE=1` it has hardly more than the demonstration. Linux only: memory is read from `/proc`.
 */
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { millis } from '../model/brands.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import { newKeyPair } from '../server/backups/index.ts'
import type { Database } from '../server/kernel/database/database.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { sizeOf } from '../server/kernel/database/embedded/copy-cluster.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder, until } from '../tests/support/process.ts'
import { DEMONSTRATION, PASSWORD, copyFurnished } from './support/furnished.ts'
import { memoryOf, settledMemory, watchMemory } from './support/memory.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const MEGABYTES = amount('BENCH_MB', { whole: 1024, smoke: 1 })
/** A value of each of five hundred points in each of so many seconds is added at a time. */
const SECONDS = amount(undefined, { whole: 200, smoke: 10 })
const ROUNDS_BEFORE = amount(undefined, { whole: 100, smoke: 2 })
const SETTLED_MS = amount(undefined, { whole: 10_000, smoke: 500 })
const MAX_MB = 250
const KEPT_MB = 50
const DAY_MS = 86_400_000
const DAYS = 14

interface Row {
  backupState: string
  verdict: string | null
  pauseMs: number
  sizeKb: number
  rowCount: number
  remark: string | null
}

/** Samples of two weeks, as five hundred points leave them, until the files are as large as they are to be. */
async function fill(database: Database, folder: string): Promise<void> {
  const midnight = Math.floor(Date.now() / DAY_MS) * DAY_MS
  const days = Array.from({ length: DAYS }, (_, index) => midnight - index * DAY_MS)
  await openPartitions(database).ensure(days.map((time) => ({ retention: 2, time: millis(time) })))
  for (let turn = 0; turn === 0 || (await sizeOf(folder)) < MEGABYTES * 1024 ** 2; turn += 1) {
    const from = new Date((days[turn % DAYS] as number) + Math.floor(turn / DAYS) * 1_000_000)
    await database.asOwner(async (client) => {
      await client.query(
        `insert into samples (tenant_id, series, time, value, quality, reason, retention)
        select (select id from tenants where tenant_code = '10001'), series, $1::timestamptz + second * interval '1 second', random() * 100, 192, 0, 2
        from generate_series(1, 500) as series, generate_series(0, $2::int - 1) as second`,
        [from, SECONDS],
      )
      await client.query('checkpoint')
    })
  }
}

/** Writes one row after the other until told to stop. Gives the longest that one of them took, in milliseconds. */
function keepWriting(admin: Client): () => Promise<number> {
  let writing = true
  let longest = 0
  const done = (async () => {
    for (let count = 0; writing; count += 1) {
      const before = performance.now()
      const { http } = await admin.post('/api/admin/sysorg/addSysOrg', { orgName: `written-${count}`, orgType: 'team', parentId: '0' })
      if (http !== 200) throw new Error(`a row could not be written: ${http}`)
      longest = Math.max(longest, performance.now() - before)
      await sleep(20)
    }
  })()
  return async () => {
    writing = false
    await done
    return longest
  }
}

const folder = temporaryFolder()
try {
  const { recipient } = await newKeyPair()
  const variables = { ...DEMONSTRATION, DATA_DIR: join(folder.path, 'data'), BACKUP_RECIPIENTS: recipient }
  if (!copyFurnished(variables.DATA_DIR)) await (await run(variables)).stop()
  const files = join(variables.DATA_DIR, 'postgres')
  const database = await openDatabase({ databaseUrl: undefined, dataDir: variables.DATA_DIR, timeZone: 'UTC' })
  await fill(database, files).finally(() => database.close())
  const server = await run(variables, { logFile: join(folder.path, 'log') })
  try {
    const operator = await signIn(server.url, '10000', 'admin', PASSWORD)
    const admin = await signIn(server.url, '10001', 'admin', PASSWORD)
    const lastRow = async () => (await operator.get<{ list: Row[] }>('/api/admin/logsystem/queryLogSystem')).data.list[0]
    // What is needed for reading and writing at all is no part of what a backup takes.
    const stopWarming = keepWriting(admin)
    for (let count = 0; count < ROUNDS_BEFORE; count += 1) {
      await lastRow()
      await sleep(200)
    }
    await stopWarming()
    const idle = await settledMemory(server.pid, SETTLED_MS)
    const watch = watchMemory(server.pid)
    const stopWriting = keepWriting(admin)
    const before = performance.now()
    await operator.post('/api/admin/logsystem/backUpDataBase')
    let row: Row | undefined
    await until(
      'backup, rehearsal and encryption end',
      async () => {
        await sleep(200)
        row = await lastRow()
        return row !== undefined && row.backupState !== 'running'
      },
      30 * 60_000,
    )
    const seconds = (performance.now() - before) / 1000
    const longest = await stopWriting()
    watch.stop()
    const after = await settledMemory(server.pid, SETTLED_MS)
    const mb = (figure: number) => `${Math.round(figure)} MB`
    process.stdout.write(
      `database ${mb((await sizeOf(files)) / 1024 ** 2)}, ${row?.rowCount.toLocaleString('en')} rows, backup ${mb((row?.sizeKb ?? 0) / 1024)}, taken, rehearsed and encrypted in ${seconds.toFixed(1)} s\n`,
    )
    process.stdout.write(
      `server and its children: idle ${mb(idle)}, peak ${mb(watch.peak())}, after ${mb(after)} (now ${mb(memoryOf(server.pid).all)})\n`,
    )
    process.stdout.write(
      `nothing could be written for ${row?.pauseMs} ms; the longest that somebody waited for a row was ${Math.round(longest)} ms\n`,
    )
    judge([
      { name: 'rehearsed restore', wanted: 'passed', found: row?.verdict ?? row?.remark ?? 'none', holds: row?.verdict === 'passed' },
      { name: 'memory above idle, at most', wanted: mb(MAX_MB), found: mb(watch.peak() - idle), holds: watch.peak() - idle <= MAX_MB },
      { name: 'memory kept afterwards', wanted: mb(KEPT_MB), found: mb(after - idle), holds: after - idle <= KEPT_MB },
    ])
  } finally {
    await server.kill()
  }
} finally {
  folder.remove()
}
