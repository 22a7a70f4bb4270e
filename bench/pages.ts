/**
 * `npm run bench:pages`: every list of the product, its first page and filtered pages, with a million users in the database
 * (PostgreSQL of `BENCH_DATABASE_URL`; a scratch database is made and dropped). Ten connections; what is asked of us is a
 * 95th percentile of 100 ms. The reference in the same run is one bare statement of the same server: readiness (`/readyz`).
 *
 * Three times: a million in 50 tenants, which is judged; a million log entries and a million changes in one tenant, asked for
 * the log and for the history of records, which is judged as well; and a million users in one tenant, which is printed for
 * whoever has one, and of which searches for what few of them or none have in their names are judged. A folder of a hundred thousand
 * files is judged too. `BENCH_SECONDS`, `BENCH_ONLY` (many, log, files, one) shorten it.
 */
import { cpus } from 'node:os'
import { asTenantId } from '../server/kernel/database/as-tenant-id.ts'
import { ORDERS } from '../model/file/files.ts'
import { logs, resources } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { isNumber } from '../model/field.ts'
import { pathOf } from '../model/noun-calls.ts'
import { features } from '../server/modules.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import type { Client } from '../tests/support/client.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import type { Dataset } from './support/dataset.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { fillFolder } from './support/disk.ts'
import { benchDatabase } from './support/furnished.ts'
import { fillHistory, sealHistory } from './support/history.ts'
import { table } from './support/table.ts'
import { load } from './support/measure.ts'
import { SMOKE, amount, conclude } from './support/smoke.ts'

const SECONDS = amount('BENCH_SECONDS', { whole: 5, smoke: 0.1 })
const CONNECTIONS = 10
const TENANTS = amount(undefined, { whole: 50, smoke: 2 })
const USERS_EACH = amount(undefined, { whole: 20_000, smoke: 100 })
const ENTRIES = amount(undefined, { whole: 1_000_000, smoke: 1000 })
const FILES = amount(undefined, { whole: 100_000, smoke: 500 })
const number = (value: number) => value.toLocaleString('en')
const WANTED_MS = 100

/** Asked in turn, when there are several paths. */
interface Question {
  name: string
  paths: readonly string[]
}

/** The first page of every list a tenant reads, and one page for each way to filter it. */
function questions(organisation: string, nouns = Object.values<Resource>(resources)): Question[] {
  const routes = new Set(features.flatMap(({ routes: all }) => all).map(({ path }) => path))
  return nouns
    .filter(({ scope }) => scope !== 'platform')
    .flatMap((of) => {
      const path = pathOf(of, 'query')
      if (!routes.has(path)) return []
      const filters = Object.entries(of.fields).flatMap(([name, field]): string[] => {
        const { rights, kind, options, link, access } = field
        if (access !== 'row' || !rights.filter) return []
        if (rights.filter === 'range') return [`${name}Start=${isNumber(field) ? '0' : '2020-01-01 00:00:00'}`]
        if (rights.filter === 'contains') return [`${name}=1`, `${name}=zzzz`]
        if (link?.to === 'organisations') return [`${name}=${organisation}`]
        return kind === 'choice' && options?.[0] !== undefined ? [`${name}=${options[0]}`] : []
      })
      return ['', ...filters].map((filter) => ({
        name: `${of.name} ${filter}`,
        paths: [`/api${path}?currentPage=1&pageSize=10&${filter.replaceAll(' ', '%20')}`],
      }))
    })
}

/** The log, with filters that everything, little and nothing passes, and what happened to some records. */
function questionsOfHistory(organisation: string, { tenants: [tenant] }: Dataset): Question[] {
  const more = [
    'result=refused',
    'logType=delete',
    'marked=0',
    'username=admin',
    'username=user000777',
    'url=updateSysUser',
    'address=10.0.3',
    'createTimeStart=2020-01-01%2000:00:00&result=failed&title=users',
    'username=user0&result=refused',
  ]
  return [
    ...questions(organisation, [logs]),
    ...more.map((filter) => ({
      name: `logs ${filter}`,
      paths: [`/api${logs.api.base}/query${logs.api.noun}?currentPage=1&pageSize=10&${filter}`],
    })),
    {
      name: 'history of a user',
      paths: (tenant?.users ?? []).slice(0, 200).map((id) => `/api/admin/syslog/queryHistory?noun=users&id=${id}`),
    },
  ]
}

/** A folder of very many files: its first page in each order, pages further down, one kind, and those with something in their name. */
function questionsOfFolder(folder: string): Question[] {
  const orders = ORDERS.filter((order) => order !== 'deletedTime').flatMap((order) => [`sorter=${order}_ascend`, `sorter=${order}_descend`])
  const asked = [
    ...orders,
    'pageSize=100&currentPage=10',
    'pageSize=100&currentPage=500',
    'pageSize=100&currentPage=1000',
    'fileType=image',
    'originalFilename=abc1',
    'originalFilename=zzzz',
    'originalFilename=abc1&everywhere=1',
  ]
  return asked.map((query) => ({
    name: `files ${query}`,
    paths: [`/api/file/file/queryFile?parentId=${folder}&${query.includes('pageSize') ? '' : 'pageSize=100&'}${query}`],
  }))
}

/** What few users have in common, and nobody: an index of parts finds it, and going through all rows takes half a second. */
const rare = ['username=zzzz', 'nickname=zzzz', 'email=ser000777@', 'mobile=13000999']
const isRare = ({ name }: Question) => rare.some((filter) => name === `users ${filter}`)

/** Every list, and searches for what is rare beside the readiness of the same server and the same list without a filter. */
function questionsOfOne(organisation: string): Question[] {
  const asked = questions(organisation)
  const more = rare.map((filter) => ({
    name: `users ${filter}`,
    paths: [`/api/admin/sysuser/querySysUser?currentPage=1&pageSize=10&${filter}`],
  }))
  return [...more, ...asked.filter((question) => !isRare(question))]
}

/** In a smoke run each question is asked once: whether it is one, not how long it takes. */
async function answered(client: Client, paths: readonly string[]): Promise<void> {
  for (const path of paths.slice(0, 1)) {
    const { http, message } = await client.get(path)
    if (http !== 200) throw new Error(`${path} answers ${http}: ${message}`)
  }
}

interface Setting {
  readonly tenants: number
  readonly usersEach: number
  /** Entries of the log and changes, in the first tenant. */
  readonly entries?: number
  /** Files in one folder of the first tenant. */
  readonly files?: number
  readonly asked?: (organisation: string, data: Dataset) => Question[]
  /** Which of them have to hold; all where it says nothing. */
  readonly isJudged?: (question: Question) => boolean
}

/** Gives whether every page was quick enough. */
async function measure(
  title: string,
  { tenants, usersEach, entries, files, asked = (organisation) => questions(organisation), isJudged = () => true }: Setting,
): Promise<boolean> {
  const scratch = await benchDatabase('pages')
  const scratchFolder = temporaryFolder()
  try {
    const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: 'Asia/Shanghai' })
    const data = await fill(database, tenants, usersEach)
    if (entries !== undefined) {
      const tenantId = asTenantId(data.tenants[0]?.id ?? '')
      await fillHistory(database, tenantId, entries)
      const { sealing, verifying } = await sealHistory(database, tenantId)
      process.stdout.write(
        `\n${2 * entries} rows sealed in ${sealing.toFixed(1)} s (${Math.round((2 * entries) / sealing)} a second), the chain verified in ${verifying.toFixed(1)} s\n`,
      )
    }
    const folder = files === undefined ? '' : await fillFolder(database, asTenantId(data.tenants[0]?.id ?? ''), files)
    await database.close()
    const server = await run(
      { DEMO: 'off', DATABASE_URL: scratch.url, DATA_DIR: scratchFolder.path, RATE_LIMIT: '1000000000', TIME_ZONE: 'Asia/Shanghai' },
      { logFile: `${scratchFolder.path}/log` },
    )
    try {
      const clients = await Promise.all(data.tenants.slice(0, CONNECTIONS).map(({ code }) => signIn(server.url, code, 'admin', PASSWORD)))
      const [first] = clients
      const {
        data: {
          list: [root],
        },
      } = await (first as Client).get<{ list: { id: string }[] }>('/api/admin/sysorg/querySysOrg')
      const ask = (paths: readonly string[]) =>
        load({
          url: server.url,
          connections: CONNECTIONS,
          seconds: SECONDS,
          requests: clients.flatMap(({ token }) =>
            paths.map((path) => ({ method: 'GET' as const, path, headers: { authorization: `Bearer ${token}` } })),
          ),
        })
      process.stdout.write(`\n${title}; ${CONNECTIONS} connections, ${SECONDS} s each, ${cpus().length} cores for everything\n`)
      const bare = await ask(['/readyz'])
      const rows: string[][] = []
      let holds = true
      for (const question of files === undefined ? asked(root?.id ?? '', data) : questionsOfFolder(folder)) {
        const { name, paths } = question
        if (SMOKE) {
          await answered(first as Client, paths)
          continue
        }
        const { p50, p95, perSecond } = await ask(paths)
        // Where not one request was answered in the time there is no percentile.
        const isQuick = perSecond > 0 && p95 <= WANTED_MS
        holds &&= isQuick || !isJudged(question)
        rows.push([
          name,
          perSecond.toFixed(0),
          ...(perSecond > 0 ? [p50.toFixed(1), p95.toFixed(1), (p95 / bare.p95).toFixed(1)] : ['-', '-', '-']),
          isQuick ? 'holds' : isJudged(question) ? 'MISSED' : '(not judged)',
        ])
      }
      if (!SMOKE) process.stdout.write(`${table(['list', 'req/s', 'p50 ms', 'p95 ms', 'p95 / readyz', `p95 <= ${WANTED_MS} ms`], rows)}\n`)
      return holds
    } finally {
      await server.stop()
    }
  } finally {
    scratchFolder.remove()
    await scratch.drop()
  }
}

const only = process.env['BENCH_ONLY']
const wanted = (name: string) => only === undefined || only === name
const judged = [
  !wanted('many') ||
    (await measure(`${number(TENANTS * USERS_EACH)} users in ${TENANTS} tenants`, { tenants: TENANTS, usersEach: USERS_EACH })),
  !wanted('log') ||
    (await measure(`${number(ENTRIES)} log entries and ${number(ENTRIES)} changes in one tenant`, {
      tenants: 1,
      usersEach: amount(undefined, { whole: 2000, smoke: 100 }),
      entries: ENTRIES,
      asked: questionsOfHistory,
    })),
  !wanted('files') || (await measure(`${number(FILES)} files in one folder`, { tenants: 1, usersEach: 100, files: FILES })),
]
// To a smoke run it is the first one once more.
if (wanted('one') && !SMOKE)
  judged.push(
    await measure('1,000,000 users in one tenant (only what is rare is judged)', {
      tenants: 1,
      usersEach: 1_000_000,
      asked: questionsOfOne,
      isJudged: isRare,
    }),
  )
conclude(!judged.includes(false))
