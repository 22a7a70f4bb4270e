/**
 * `npm run bench:report-load`: a published report of a million minutes of readings, grouped on three levels, exported to .xlsx as a job on the PostgreSQL of `BENCH_DATABASE_URL` while twenty people of the
 * same tenant read lists and readings; and how long these wait before it, while it runs, and after it. Wanted: 20 s, and no call's p99 more than twice what it was. Reference of the same run: exceljs' streaming writer, which makes as many rows out of nothing beside the same calls.
 * `BENCH_ROWS` and `BENCH_ROUNDS` shorten it.
 */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { millis } from '../model/brands.ts'
import { EMPTY_TEMPLATE } from '../model/reports/draft.ts'
import { openPartitions } from '../server/acquisition/partitions.ts'
import type { Database } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { temporaryFolder } from '../tests/support/process.ts'
import type { Measured } from './load.ts'
import { programOf } from './support/child.ts'
import { PASSWORD, TENANT, openField } from './support/field.ts'
import { benchDatabase } from './support/furnished.ts'
import { median, table } from './support/table.ts'
import { load } from './support/measure.ts'
import { judge } from './support/product.ts'
import { SMOKE, amount } from './support/smoke.ts'

const DEVICES = amount(undefined, { whole: 20, smoke: 1 })
const KEYS = amount(undefined, { whole: 5, smoke: 1 })
const MINUTES_A_DAY = 1440
const ROWS = amount('BENCH_ROWS', { whole: 1_008_000, smoke: 1440 })
const DAYS = Math.max(1, Math.round(ROWS / (DEVICES * KEYS * MINUTES_A_DAY)))
const MADE = DEVICES * KEYS * DAYS * MINUTES_A_DAY
const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
const QUIET_SECONDS = amount(undefined, { whole: 15, smoke: 0.5 })
const LOOK_MS = 100
/** Calls a second, which leave most of a processor to the report. */
const RATE = 40
const CONNECTIONS = 20
const WANTED_S = 20
const WANTED_TIMES = 2
const MAX_ABOVE_MB = 150
const DAY_MS = 86_400_000
const exec = promisify(execFile)
/** Midnight, two days ago, by the server's clock (UTC). */
const end = Math.floor(Date.now() / DAY_MS) * DAY_MS - 2 * DAY_MS
const resident = (pid: number) => Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) * 1024

/** A roll-up of each minute; devices stand on as many sites as there are. */
async function prepare(database: Database): Promise<void> {
  const days = Array.from({ length: DAYS }, (_, nth) => end - (nth + 1) * DAY_MS)
  await openPartitions(database).ensure(days.map((time) => ({ retention: 2, time: millis(time) })))
  await database.asOwner(async (client) => {
    await client.query(
      `update devices set site_id = places.ids[1 + length(device_code) % array_length(places.ids, 1)]
      from (select tenant_id, array_agg(id order by site_code) as ids from sites group by 1) as places where places.tenant_id = devices.tenant_id and device_code like 'bench-%'`,
    )
    await client.query(
      `insert into sample_minutes (tenant_id, series, bucket, low, high, total, first, last, count, valued, good, first_at, last_at, area, covered, carries)
      select p.tenant_id, p.series, at, v - 1, v + 1, v * 6, v, v, 6, 6, 6, at + interval '7 seconds', at + interval '53 seconds', v * 46, 46, true
      from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id, generate_series($1::timestamptz, $2::timestamptz - interval '1 minute', interval '1 minute') as at,
        lateral (select 20 + p.series % 7 + date_part('minute', at) / 30 as v) as value
      where d.device_code like 'bench-%'`,
      [new Date(end - DAYS * DAY_MS), new Date(end)],
    )
    await client.query('analyze')
  })
}

/** Sites, their devices and their points, with a sub-total of each; values above a limit are marked. */
async function publishReport(client: Client): Promise<string> {
  const border = [0.5, 0.5, 0.5, 0.5]
  const measures = ['min', 'mean', 'max'] as const
  const document = {
    format: 1,
    subject: 'readings',
    measures: measures.map((of) => ({ as: of, of })),
    dimensions: [
      { field: 'device.siteId', as: 'site' },
      { field: 'device.deviceCode', as: 'device' },
      { field: 'pointKey', as: 'point' },
      { field: 'time', bucket: 'minute' },
    ],
    where: { field: 'device.deviceCode', op: 'begins', value: 'bench-' },
    time: { from: new Date(end - DAYS * DAY_MS).toISOString(), to: new Date(end).toISOString() },
    order: ['site', 'device', 'point', 'time'].map((name) => [name, 'ascend']),
  }
  const content = {
    ...EMPTY_TEMPLATE,
    columns: [80, 80, 70, 90, 50, 50, 50],
    rows: [18, 15, 15, 15, 15],
    styles: [{ border }, { border, colour: '#b42318' }],
    sets: { s: { document } },
    cells: {
      A1: { text: '{title}', left: 'none' },
      A2: { field: 's.site', show: 's.siteCn', expand: 'down', style: 0 },
      B2: { field: 's.device', expand: 'down', left: 'A2', style: 0 },
      C2: { field: 's.point', expand: 'down', left: 'B2', style: 0 },
      D2: { field: 's.time', expand: 'down', aggregate: 'list', left: 'C2', style: 0, format: 'MM-dd HH:mm' },
      ...Object.fromEntries(
        measures.flatMap((name, at) => [
          [
            `${'EFG'[at]}2`,
            {
              field: `s.${name}`,
              left: 'D2',
              format: '0.0',
              style: 0,
              ...(name === 'max' ? { rules: [{ if: 'G2 > 27', style: 1 }] } : {}),
            },
          ],
          ...['C2', 'B2', 'A2'].map((left, level) => [
            `${'EFG'[at]}${3 + level}`,
            { field: `s.${name}`, aggregate: name === 'mean' ? 'avg' : name, left, format: '0.0', style: 0 },
          ]),
        ]),
      ),
    },
  }
  const { data, http, errors } = await client.post<{ id: string }>('/api/report/template/importReportDesign', {
    templateName: 'A million minutes',
    templateKind: 'other',
    content,
  })
  if (http !== 200) throw new Error(`the template was refused: ${JSON.stringify(errors)}`)
  const published = await client.post('/api/report/template/publishReportTemplate', { id: data.id, revision: 1 })
  if (published.http !== 200) throw new Error(`the template was not published: ${published.message}`)
  return data.id
}

/** Few rows are answered at once, and that is another way through the server: those of a smoke run are a job as well. */
async function makeJobs(client: Client): Promise<void> {
  const { data } = await client.get<{ list: { id: string }[] }>('/api/admin/sysparam/querySysParam', { paramKey: 'export.jobRows' })
  const answer = await client.put('/api/admin/sysparam/updateSysParam', { id: data.list[0]?.id, paramValue: '1000' })
  if (answer.http !== 200) throw new Error(`the parameter was not changed: ${answer.message}`)
}

interface Job {
  readonly id: string
  readonly status: string
  readonly done: number
  readonly error: string | null
}

const folder = temporaryFolder()
const scratch = await benchDatabase('report_load')
try {
  const keys = Array.from({ length: KEYS }, (_, nth) => `probe${nth + 1}`)
  const field = await openField({ scratch, folder: folder.path, devices: DEVICES, keys, prepare })
  const server = await field.start()
  try {
    const client = await signIn(server.url, TENANT, 'admin', PASSWORD)
    if (SMOKE) await makeJobs(client)
    const report = await publishReport(client)
    const headers = { authorization: `Bearer ${client.token}` }
    const requests = [1, 2, 3, 4].flatMap((currentPage) =>
      [
        '/api/admin/sysuser/querySysUser',
        '/api/acquisition/device/queryDevice',
        '/api/acquisition/alarm/queryAlarm',
        '/api/uaa/users/getSysUser',
      ].map((path) => ({
        method: 'GET' as const,
        path: path.endsWith('getSysUser') ? path : `${path}?currentPage=${currentPage}&pageSize=20`,
        headers,
      })),
    )
    const calls = (seconds: number): Promise<Measured> => load({ url: server.url, connections: CONNECTIONS, seconds, rate: RATE, requests })
    const jobOf = async (id: string) =>
      (await client.get<{ list: Job[] }>('/api/admin/jobs/queryJobs')).data.list.find((each) => each.id === id)

    /** Makes the report; the greatest resident memory meanwhile, and the seconds it took. */
    async function made(): Promise<{ readonly seconds: number; readonly above: number; readonly rows: number }> {
      const idle = resident(server.pid)
      const began = performance.now()
      const answer = await fetch(`${server.url}/api/report/report/exportReport?report=${report}`, {
        headers: { ...headers, prefer: 'respond-async' },
      })
      const { data, message } = (await answer.json()) as { data?: { jobId: string }; message?: string }
      if (!data?.jobId) throw new Error(`no job came of the report: ${message ?? answer.status}`)
      let above = 0
      for (;;) {
        await sleep(LOOK_MS)
        above = Math.max(above, resident(server.pid) - idle)
        const job = await jobOf(data.jobId)
        if (!job || job.status === 'queued' || job.status === 'running') continue
        if (job.status !== 'done') throw new Error(`the report ${job.status}: ${job.error}`)
        const seconds = (performance.now() - began) / 1000
        await client.post('/api/admin/jobs/deleteJob', { id: job.id })
        return { seconds, above, rows: job.done }
      }
    }
    /** Calls again and again, until the work is over. */
    async function beside<Result>(work: Promise<Result>): Promise<{ readonly result: Result; readonly measured: readonly Measured[] }> {
      let isOver = false
      const over = work.finally(() => (isOver = true))
      const measured: Measured[] = []
      while (!isOver) measured.push(await calls(Math.min(5, QUIET_SECONDS)))
      // The last of them went on when the work was over.
      return { result: await over, measured: measured.length > 1 ? measured.slice(0, -1) : measured }
    }
    const bare = async () =>
      JSON.parse((await exec(process.execPath, [programOf('bare-export.ts'), String(MADE), join(folder.path, 'bare.xlsx')])).stdout) as {
        seconds: number
      }

    if (!SMOKE) await calls(3)
    const alone = await made()
    const [quiet, during, besideBare]: [number[], number[], number[]] = [[], [], []]
    const seconds: number[] = []
    const bares: number[] = []
    let above = alone.above
    for (let round = 0; round < ROUNDS; round += 1) {
      quiet.push((await calls(QUIET_SECONDS)).p99)
      const ours = await beside(made())
      seconds.push(ours.result.seconds)
      above = Math.max(above, ours.result.above)
      during.push(median(ours.measured.map(({ p99 }) => p99)))
      const theirs = await beside(bare())
      bares.push(theirs.result.seconds)
      besideBare.push(median(theirs.measured.map(({ p99 }) => p99)))
    }
    const times = median(during.map((p99, round) => p99 / (quiet[round] as number)))
    const bareTimes = median(besideBare.map((p99, round) => p99 / (quiet[round] as number)))
    process.stdout.write(
      `\n${table(
        [`${RATE} calls a second`, 'p99 ms'],
        [
          ['nothing else', median(quiet).toFixed(1)],
          ['beside the report', median(during).toFixed(1)],
          ['beside the bare writer in a process of its own', median(besideBare).toFixed(1)],
        ],
      )}\n`,
    )
    judge([
      {
        name: `${alone.rows} rows of readings to .xlsx, by a job`,
        wanted: `${WANTED_S} s`,
        found: `${alone.seconds.toFixed(1)} s; beside calls ${median(seconds).toFixed(1)} s, the bare writer beside them ${median(bares).toFixed(1)} s`,
        holds: SMOKE || alone.seconds <= WANTED_S,
      },
      {
        name: 'memory of the server above idle',
        wanted: `${MAX_ABOVE_MB} MB`,
        found: `${(above / 1e6).toFixed(0)} MB`,
        holds: SMOKE || above / 1e6 <= MAX_ABOVE_MB,
      },
      {
        name: 'p99 of other calls meanwhile',
        wanted: `<= ${WANTED_TIMES} times`,
        found: `${times.toFixed(2)} times; beside the bare writer ${bareTimes.toFixed(2)} times`,
        holds: SMOKE || times <= WANTED_TIMES,
      },
    ])
  } finally {
    await server.stop()
  }
} finally {
  await scratch.drop()
  folder.remove()
}
