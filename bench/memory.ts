/**
 * `npm run bench:memory`: what the server takes of the memory of the machine with the embedded engine, through a day's work at speed: people
 * sign in, walk through the lists and change rows, devices send readings over MQTT, 100,000 users go out as a workbook and as a PDF and a day of
 * readings as CSV, 20,000 users come in, and a backup is taken and its restore rehearsed. Wanted: at most 600 MB resident after a minute
 * of quiet, and never more than 900 MB, with all processes the server starts.
 *
 * A fresh data folder and a process of its own; `BENCH_QUIET` seconds of quiet. Linux only: memory is read from `/proc`. Figures hold on
 * a busy machine as well.
 */
import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { millis } from '../model/brands.ts'
import { resources, users } from '../model/index.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import type { Database } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder, until } from '../tests/support/process.ts'
import type { ImportAnswer } from '../tests/support/uploads.ts'
import { importPath, upload } from '../tests/support/uploads.ts'
import { workbookOf } from '../tests/support/workbooks.ts'
import { PASSWORD, TENANT, openField, send } from './support/field.ts'
import { table } from './support/table.ts'
import { memoryOf, watchMemory } from './support/memory.ts'
import { judge } from './support/product.ts'
import { amount } from './support/smoke.ts'

const USERS = amount(undefined, { whole: 100_000, smoke: 50 })
const IMPORTED = amount(undefined, { whole: 20_000, smoke: 20 })
const SAMPLES = amount(undefined, { whole: 86_400, smoke: 100 })
const SECONDS = amount(undefined, { whole: 30, smoke: 0.2 })
/** Eight people at a time. */
const SIGN_INS = amount(undefined, { whole: 5, smoke: 1 })
const QUIET = amount('BENCH_QUIET', { whole: 60, smoke: 0.2 })
const MAX_RESIDENT_MB = 600
const MAX_PEAK_MB = 900
const JOB_MS = 20 * 60_000

/** Stores users beside those of the demonstration, and a day of samples of one point, second by second. Gives the id of the point. */
async function prepare(database: Database): Promise<string> {
  const midnight = Math.floor(Date.now() / 86_400_000) * 86_400_000 - 86_400_000
  await openPartitions(database).ensure([{ retention: 2, time: millis(midnight) }])
  return database.asOwner(async (client) => {
    await client.query('update tenants set user_quota = null')
    await client.query(
      `insert into users (tenant_id, id, username, nickname, password_hash, email, prefix, mobile, org_id, status)
      select tenant_id, gen_random_uuid(), 'bench' || n, '用户 ' || n, password_hash, 'bench' || n || '@example.com', '86', '13' || lpad(n::text, 9, '0'), org_id, 1
      from generate_series(1, $1::int) as n, (select users.* from users join tenants on tenants.id = tenant_id where tenant_code = $2 and username = 'admin') as first`,
      [USERS, TENANT],
    )
    const { rows } = await client.query<{ id: string; tenant_id: string; series: string }>(
      `select points.id, points.tenant_id, series from points join devices on devices.id = device_id where device_code = 'bench-1' limit 1`,
    )
    const [point] = rows
    if (!point) throw new Error('there is no point to store samples of')
    await client.query(
      `insert into samples (tenant_id, series, time, value, quality, reason, retention)
      select $1::uuid, $2::bigint, $3::timestamptz + n * interval '1 second', 20 + random(), 192, 0, 2 from generate_series(1, $4::int) as n`,
      [point.tenant_id, point.series, new Date(midnight), SAMPLES],
    )
    return point.id
  })
}

/** Every list in turn, with a filter and a change in between, until the time is over. */
async function walk(admin: Client, milliseconds: number): Promise<void> {
  const lists = Object.values(resources).map(({ api: { base, noun } }) => `/api${base}/query${noun}`)
  const end = performance.now() + milliseconds
  for (let turn = 0; performance.now() < end; turn += 1) {
    for (const path of lists) await admin.get(path, { pageSize: 50 })
    const found = await admin.get<{ list: { id: string }[] }>('/api/admin/sysuser/querySysUser', { username: `bench${turn}`, pageSize: 20 })
    const [first] = found.data.list
    if (first) await admin.put('/api/admin/sysuser/updateSysUser', { id: first.id, nickname: `changed ${turn}` })
  }
}

/** Resolves when the job has been done. @throws Error when it has failed. */
async function finished(
  admin: Client,
  answer: { http: number; message: string; data: { jobId?: string | null } | undefined },
): Promise<void> {
  const id = answer.data?.jobId
  // What is answered at once took memory as well.
  if (!id && answer.http === 200) return
  if (!id) throw new Error(`no job came of it: ${answer.http} ${answer.message}`)
  let status: string | undefined
  await until(
    'the job ends',
    async () => {
      await sleep(200)
      const { data } = await admin.get<{ list: { id: string; status: string; error: string | null }[] }>('/api/admin/jobs/queryJobs')
      const job = data.list.find((each) => each.id === id)
      status = job?.status
      if (status === 'failed' || status === 'cancelled') throw new Error(`the job ${status}: ${job?.error}`)
      return status === 'done'
    },
    JOB_MS,
  )
}

async function importUsers(url: string, admin: Client): Promise<void> {
  const headings = ['User name', 'Nickname', 'E-mail', 'Country code', 'Mobile', 'Roles', 'Organisation', 'Status']
  await admin.post('/api/admin/sysorg/addSysOrg', { orgName: 'Imported', orgType: 'team', parentId: '0' })
  const rows = Array.from({ length: IMPORTED }, (_, index) => [
    `imported${index}`,
    `Imported ${index}`,
    `imported${index}@example.com`,
    '86',
    `15${String(index).padStart(9, '0')}`,
    'ROLE_OPERATOR',
    'Imported',
    'Normal',
  ])
  const answer = (await upload(url, admin, importPath(users), await workbookOf([headings, ...rows]), {
    fields: { mode: 'all' },
  })) as ImportAnswer
  await finished(admin, answer)
  const { data } = await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser', { username: 'imported' })
  if (data.total !== IMPORTED) throw new Error(`${data.total} of ${IMPORTED} users were imported: ${answer.message}`)
}

async function backUp(operator: Client): Promise<void> {
  const begun = await operator.post('/api/admin/logsystem/backUpDataBase')
  if (begun.http !== 200) throw new Error(`no backup began: ${begun.http} ${begun.message}`)
  await until(
    'backup and rehearsal end',
    async () => {
      await sleep(200)
      const { data } = await operator.get<{ list: { backupState: string; verdict: string | null; remark: string | null }[] }>(
        '/api/admin/logsystem/queryLogSystem',
      )
      const [row] = data.list
      if (row?.backupState === 'failed' || row?.verdict === 'failed') throw new Error(`the backup failed: ${row.remark}`)
      return row?.backupState === 'done'
    },
    JOB_MS,
  )
}

/** What the memory of the process itself is of, in megabytes. */
function kindsOf(pid: number): string {
  const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
  const mb = (field: string) => Math.round(Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(text)?.[1]) / 1024)
  return `${mb('Anonymous')} MB of its own, ${mb('Rss') - mb('Anonymous')} MB of files`
}

const folder = temporaryFolder()
try {
  let pointId = ''
  const field = await openField({
    scratch: undefined,
    folder: folder.path,
    devices: 50,
    prepare: async (database) => {
      pointId = await prepare(database)
    },
  })
  const server = await field.start()
  try {
    const rows: string[][] = []
    let most = 0
    const mb = (figure: number) => `${Math.round(figure)} MB`
    /** Does it, and notes the most that was taken meanwhile and what is left a moment later. */
    const step = async (name: string, work: () => Promise<unknown>): Promise<void> => {
      const watch = watchMemory(server.pid)
      const before = performance.now()
      await work()
      const seconds = (performance.now() - before) / 1000
      watch.stop()
      most = Math.max(most, watch.peak())
      rows.push([name, seconds.toFixed(1), mb(watch.peak()), mb(memoryOf(server.pid).all)])
    }
    // The highest mark of the start itself counts as well.
    const starting = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${server.pid}/status`, 'utf8'))?.[1]) / 1024
    most = starting
    await sleep(Math.min(QUIET, 10) * 1000)
    const idle = memoryOf(server.pid).all
    rows.push(['started', (server.readyAfterMs / 1000).toFixed(1), mb(starting), mb(idle)])
    const operator = await signIn(server.url, '10000', 'admin', PASSWORD)
    const admin = await signIn(server.url, TENANT, 'admin', PASSWORD)
    await step(`${SIGN_INS * 8} people sign in`, async () => {
      for (let turn = 0; turn < SIGN_INS; turn += 1)
        await Promise.all(Array.from({ length: 8 }, () => signIn(server.url, TENANT, 'admin', PASSWORD)))
    })
    await step('lists and changes', () => walk(admin, SECONDS * 1000))
    await step('readings over MQTT', () => send({ ...field, port: server.mqttPort, seconds: SECONDS, rate: 500 }))
    const exported = async (verb: string) =>
      finished(admin, await admin.post<{ jobId?: string }>(`/api/admin/sysuser/${verb}SysUser`, {}, { prefer: 'respond-async' }))
    await step(`${USERS} users as a workbook`, () => exported('export'))
    await step(`${USERS} users as a PDF`, () => exported('exportPDF'))
    await step(`${SAMPLES} readings as CSV`, async () => {
      const now = Date.now()
      await finished(
        admin,
        await admin.post<{ jobId?: string }>('/api/acquisition/reading/exportReading', {
          pointId: [pointId],
          from: now - 3 * 86_400_000,
          to: now,
          detail: 'raw',
          format: 'csv',
        }),
      )
    })
    await step(`${IMPORTED} users imported`, () => importUsers(server.url, admin))
    await step('backup, and its rehearsal', () => backUp(operator))
    await step('lists and changes, readings', () =>
      Promise.all([walk(admin, SECONDS * 1000), send({ ...field, port: server.mqttPort, seconds: SECONDS, rate: 200 })]),
    )
    await step(`${QUIET} s of quiet`, () => sleep(QUIET * 1000))
    const resident = memoryOf(server.pid).all
    process.stdout.write(`${table(['', 'seconds', 'at most', 'afterwards'], rows)}\nafterwards: ${kindsOf(server.pid)}\n`)
    judge([
      { name: 'resident after quiet, at most', wanted: mb(MAX_RESIDENT_MB), found: mb(resident), holds: resident <= MAX_RESIDENT_MB },
      { name: 'peak, at most', wanted: mb(MAX_PEAK_MB), found: mb(most), holds: most <= MAX_PEAK_MB },
    ])
  } finally {
    await server.kill()
  }
} finally {
  folder.remove()
}
