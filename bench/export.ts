/**
 * `npm run bench:export`: all users of a tenant of a million, exported to Excel by our server from PostgreSQL, beside a bare
 * exceljs streaming writer that makes as many rows out of nothing, in turns. Rows are counted again by another program.
 *
 * `BENCH_DATABASE_URL` names the server (a scratch database is made and dropped), `BENCH_ROWS` and `BENCH_ROUNDS` shorten it;
 * `BENCH_FILLED_URL` names a database that an earlier run has filled, and is left as it is.
 */
import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { openDatabase } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import type { Running } from '../tests/support/process.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { benchDatabase } from './support/furnished.ts'
import { median, table } from './support/table.ts'
import { SMOKE, amount, conclude } from './support/smoke.ts'

const ROWS = amount('BENCH_ROWS', { whole: 1_000_000, smoke: 1200 })
const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
/** How long the server may come to rest before its memory is looked at, and how often it is looked at meanwhile. */
const SETTLE_MS = amount(undefined, { whole: 1000, smoke: 50 })
const LOOK_MS = amount(undefined, { whole: 250, smoke: 50 })
/** The fewest rows from which on a tenant may have its exports made as jobs. */
const FEWEST_JOB_ROWS = 1000
const TIME_ZONE = 'Asia/Shanghai'
const exec = promisify(execFile)
/** The first tenant of the dataset. */
const TENANT = '20001'

interface Measured {
  seconds: number
  cpu: number
  above: number
  size: number
}

/** Rows of the worksheet, told by Python's own ZIP and XML readers. */
const COUNT = `
import sys, zipfile, xml.etree.ElementTree as tree
rows = 0
formulas = 0
with zipfile.ZipFile(sys.argv[1]) as book:
    for name in book.namelist():
        if not name.startswith('xl/worksheets/'): continue
        with book.open(name) as sheet:
            for _, element in tree.iterparse(sheet):
                tag = element.tag.rsplit('}', 1)[-1]
                if tag == 'row': rows += 1
                if tag == 'f': formulas += 1
                if tag in ('row', 'c'): element.clear()
print(rows, formulas)
`

const resident = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024
/** Seconds of processor time a process has had; ticks are hundredths. */
const processor = (pid: number) =>
  readFileSync(`/proc/${pid}/stat`, 'utf8')
    .split(') ')[1]
    ?.split(' ')
    .slice(11, 13)
    .reduce((sum, ticks) => sum + Number(ticks) / 100, 0) ?? 0

interface Job {
  id: string
  status: string
  done: number
  fileSize: number
  error: string | null
}

/** Few rows are answered at once, and that is another way through the server: those of a smoke run are a job as well. */
async function makeJobs(admin: Client): Promise<void> {
  const { data } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'export.jobRows' })
  const answer = await admin.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: String(FEWEST_JOB_ROWS) })
  if (answer.http !== 200) throw new Error(`the parameter was not changed: ${answer.message}`)
}

async function ours(server: Running, admin: Client, file: string): Promise<Measured & { rows: number }> {
  await sleep(SETTLE_MS)
  const [idle, before] = [resident(server.pid), processor(server.pid)]
  const begun = performance.now()
  const { data, http, message } = await admin.post<{ jobId: string } | undefined>(
    '/api/admin/sysuser/exportSysUser',
    {},
    { prefer: 'respond-async' },
  )
  if (!data?.jobId) throw new Error(`no job came of the export: ${http} ${message ?? 'it was answered at once'}`)
  let above = 0
  let job: Job | undefined
  for (;;) {
    await sleep(LOOK_MS)
    above = Math.max(above, resident(server.pid) - idle)
    job = (await admin.get<{ list: Job[] }>('/api/admin/jobs/queryJobs')).data.list.find(({ id }) => id === data.jobId)
    if (job && job.status !== 'queued' && job.status !== 'running') break
  }
  const seconds = (performance.now() - begun) / 1000
  if (job.status !== 'done') throw new Error(`the export ${job.status}: ${job.error}`)
  const cpu = processor(server.pid) - before
  const answer = await fetch(`${server.url}/api/admin/jobs/downloadJob`, {
    method: 'POST',
    body: JSON.stringify({ id: job.id }),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
  })
  writeFileSync(file, Buffer.from(await answer.arrayBuffer()))
  await admin.post('/api/admin/jobs/deleteJob', { id: job.id })
  return { seconds, cpu, above, size: job.fileSize, rows: job.done }
}

async function measure(databaseUrl: string): Promise<boolean> {
  const folder = temporaryFolder()
  const server = await run(
    { DEMO: 'off', LOG_LEVEL: 'info', TIME_ZONE, DATABASE_URL: databaseUrl, DATA_DIR: join(folder.path, 'data') },
    { logFile: join(folder.path, 'log') },
  )
  try {
    const admin = await signIn(server.url, TENANT, 'admin', PASSWORD)
    if (SMOKE) await makeJobs(admin)
    const total = (await admin.get<{ total: number }>('/api/admin/sysuser/querySysUser')).data.total
    const ourFile = join(folder.path, 'ours.xlsx')
    const [us, bare]: [Awaited<ReturnType<typeof ours>>[], Measured[]] = [[], []]
    for (let round = 0; round < ROUNDS; round += 1) {
      us.push(await ours(server, admin, ourFile))
      const { stdout } = await exec(process.execPath, [
        fileURLToPath(new URL('./bare-export.ts', import.meta.url)),
        String(total),
        join(folder.path, 'bare.xlsx'),
      ])
      bare.push(JSON.parse(stdout) as Measured)
    }
    const [rows, formulas] = (await exec('python3', ['-c', COUNT, ourFile], { maxBuffer: 1e6 })).stdout.trim().split(' ').map(Number)
    const rate = (of: readonly Measured[]) => median(of.map(({ seconds }) => total / seconds))
    const perCpu = (of: readonly Measured[]) => median(of.map(({ cpu }) => total / cpu))
    const most = (of: readonly Measured[]) => Math.max(...of.map(({ above }) => above)) / 1e6
    const ratio = median(us.map(({ seconds }, round) => (bare[round] as Measured).seconds / seconds))
    const line = (name: string, of: readonly Measured[]) => [
      name,
      rate(of).toFixed(0),
      perCpu(of).toFixed(0),
      most(of).toFixed(0),
      ((of[0] as Measured).size / 1e6).toFixed(1),
    ]
    process.stdout.write(
      `\n${table([`${total} users to .xlsx`, 'rows/s', 'rows/s of cpu', 'MB above idle', 'MB file'], [line('Outstation, from PostgreSQL', us), line('bare exceljs streaming writer', bare)])}\n`,
    )
    const judged = [
      ['rows/s', '>= 50000', rate(us).toFixed(0), rate(us) >= 50_000],
      ['rows/s beside the bare writer', '>= 0.60', ratio.toFixed(2), ratio >= 0.6],
      ['MB resident above idle', '<= 150', most(us).toFixed(0), most(us) <= 150],
      ['rows read back by Python, headings aside', `= ${total}`, String((rows ?? 0) - 1), (rows ?? 0) - 1 === total],
      ['formulas in the file', '= 0', String(formulas), formulas === 0],
    ] as const
    process.stdout.write(
      `\n${table(
        ['figure', 'wanted', 'found', ''],
        judged.map(([name, wanted, found, holds]) => [name, wanted, found, holds ? 'holds' : 'MISSED']),
      )}\n`,
    )
    return judged.every(([, , , holds]) => holds)
  } finally {
    await server.stop()
    folder.remove()
  }
}

async function filled(): Promise<{ url: string; drop(): Promise<void> }> {
  const given = process.env['BENCH_FILLED_URL']
  if (given !== undefined) return { url: given, drop: async () => undefined }
  const scratch = await benchDatabase('bench_export')
  const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: TIME_ZONE })
  await fill(database, 1, ROWS)
  await database.close()
  return scratch
}

const database = await filled()
try {
  conclude(await measure(database.url))
} finally {
  await database.drop()
}
