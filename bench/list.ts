/**
 * `npm run bench:list`: how fast the list of users is with sessions, permission, row security and field view all on,
 * beside bare servers in the same run. 200,000 users in 50 tenants on the PostgreSQL of `BENCH_DATABASE_URL` (a scratch
 * database is made and dropped), then 20,000 in 5 on the embedded engine. Figures are the medians of the rounds.
 * On PostgreSQL also the list of devices for somebody whose role names 500 of 2,000 sites, beside the same narrowing written by hand.
 *
 * `BENCH_ROUNDS`, `BENCH_SECONDS`, `BENCH_ONLY` (postgresql, embedded) and `BENCH_WORK` (page, one, update, narrowed) shorten it;
 * `BENCH_PROFILE=<folder>` writes CPU profiles of our server there.
 */
import { cpSync } from 'node:fs'
import { cpus } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { openDatabase } from '../server/kernel/database/database.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder } from '../tests/support/process.ts'
import type { Variables } from '../tests/support/process.ts'
import type { BareOptions, Mode } from './bare-server.ts'
import type { Measured } from './load.ts'
import type { Dataset } from './support/dataset.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import { benchDatabase, copyFurnished } from './support/furnished.ts'
import type { Program } from './support/child.ts'
import type { Contender } from './support/measure.ts'
import type { Keeper } from './support/narrowed.ts'
import { narrow, pagesOfKeeper } from './support/narrowed.ts'
import { median, ratio, table } from './support/table.ts'
import { compare, startBare } from './support/measure.ts'
import { assertSameAnswers } from './support/same-answers.ts'
import { amount, conclude } from './support/smoke.ts'
import { ourStatements } from './support/statements.ts'

const ROUNDS = amount('BENCH_ROUNDS', { whole: 3, smoke: 1 })
const SECONDS = amount('BENCH_SECONDS', { whole: 8, smoke: 0.1 })
const TENANTS = amount(undefined, { whole: 50, smoke: 2 })
const TENANTS_EMBEDDED = amount(undefined, { whole: 5, smoke: 2 })
const USERS_EACH = amount(undefined, { whole: 4000, smoke: 200 })
const SITES = { all: amount(undefined, { whole: 2000, smoke: 20 }), chosen: amount(undefined, { whole: 500, smoke: 5 }) }
/** Of a smoke run, beside the tests, fewer: PostgreSQL has a hundred for all of them. */
const CONNECTIONS = amount(undefined, { whole: 20, smoke: 3 })
const POOL = amount(undefined, { whole: 10, smoke: 3 })
const PAGE = 20
const TIME_ZONE = 'Asia/Shanghai'
const profiles = process.env['BENCH_PROFILE']

/** What is asked for. Each contender is asked the same of the same rows. */
const NARROWED = 'narrowed to 500 sites'
const WORKS = ['page of 20 with total', 'one by id', 'update of one', NARROWED] as const
type Work = (typeof WORKS)[number]
const works = WORKS.filter((work) => work.startsWith(process.env['BENCH_WORK'] ?? ''))

const OURS = 'Outstation'
/** What the links and the total cost: printed for scale, and no figure is asked beside it. */
const SCALE = 'bare, row security, one table, no total'
const names: Record<Mode, string> = {
  plain: 'bare, statements alone',
  secured: 'bare, row security',
  pipelined: 'bare, row security, pipelined',
}

/** The figures that are asked of us on PostgreSQL. */
const figures: readonly { work: Work; beside: Mode; perSecond?: number; p99?: number }[] = [
  { work: 'page of 20 with total', beside: 'plain', perSecond: 0.65 },
  { work: 'page of 20 with total', beside: 'secured', perSecond: 0.8, p99: 2 },
  { work: 'one by id', beside: 'secured', perSecond: 0.6, p99: 2 },
  { work: 'update of one', beside: 'secured', perSecond: 0.5, p99: 2 },
  { work: NARROWED, beside: 'plain', perSecond: 0.75 },
]

type Results = Map<Work, Map<string, Measured[]>>

/** Users whose turn it is: all tenants, spread over each. */
function askedFor({ tenants }: Dataset): { tenant: number; user: string; page: number }[] {
  return Array.from({ length: 500 }, (_, index) => {
    const tenant = index % tenants.length
    const { users } = tenants[tenant] as Dataset['tenants'][number]
    return { tenant, user: users[(index * 7) % users.length] as string, page: 1 + (index % 10) }
  })
}

async function contenders(
  work: Exclude<Work, typeof NARROWED>,
  data: Dataset,
  url: string,
  tokens: readonly string[],
  bare: ReadonlyMap<Mode, Program>,
): Promise<Contender[]> {
  const json = { 'content-type': 'application/json' }
  const requestsTo = (authority: (tenant: number) => string, paths: { list: string; one: string; update: string }): Contender['requests'] =>
    askedFor(data).map(({ tenant, user, page }) => {
      const headers = { authorization: `Bearer ${authority(tenant)}` }
      switch (work) {
        case 'page of 20 with total':
          return { method: 'GET', path: `${paths.list}?currentPage=${page}&pageSize=${PAGE}`, headers }
        case 'one by id':
          return { method: 'GET', path: `${paths.one}?currentPage=1&pageSize=${PAGE}&id=${user}`, headers }
        case 'update of one':
          return {
            method: 'PUT',
            path: paths.update,
            headers: { ...headers, ...json },
            // Another one each time: what is as it was is no change, and has no history.
            body: JSON.stringify({ id: user, nickname: '用户 #' }),
            counted: '#',
          }
      }
    })
  const base = '/api/admin/sysuser'
  const secured = bare.get('secured')
  const ofBare = (list: string) => requestsTo((tenant) => data.tenants[tenant]?.id as string, { list, one: '/one', update: '/update' })
  return [
    {
      name: OURS,
      url,
      requests: requestsTo((tenant) => tokens[tenant] as string, {
        list: `${base}/querySysUser`,
        one: `${base}/querySysUser`,
        update: `${base}/updateSysUser`,
      }),
    },
    ...[...bare]
      .filter(([mode]) => work === 'page of 20 with total' || mode !== 'plain')
      .map(([mode, program]) => ({
        name: names[mode],
        url: program.url,
        requests: ofBare('/list'),
      })),
    ...(secured && work === 'page of 20 with total' ? [{ name: SCALE, url: secured.url, requests: ofBare('/own-columns') }] : []),
  ]
}

async function contendersNarrowed(keeper: Keeper, url: string, bare: ReadonlyMap<Mode, Program>): Promise<Contender[]> {
  const plain = bare.get('plain')
  if (!plain) throw new Error('the list that is narrowed by hand needs a server without row security')
  const { token } = await signIn(url, keeper.tenantCode, keeper.username, PASSWORD)
  const requests = pagesOfKeeper(keeper, token, PAGE)
  return [
    { name: OURS, url, requests: requests.ours },
    { name: names.plain, url: plain.url, requests: requests.bare },
  ]
}

interface Setting {
  data: Dataset
  /** Who sees some sites only; without one nothing is narrowed. */
  keeper?: Keeper
  /** Variables of our server. */
  variables: Variables
  bare: readonly Mode[]
  options: Pick<BareOptions, 'database' | 'connections'>
  before(): Promise<void>
}

async function measure({ data, keeper, variables, bare: modes, options, before }: Setting): Promise<Results> {
  const folder = temporaryFolder()
  const ours = await run(
    { DEMO: 'off', LOG_LEVEL: 'info', RATE_LIMIT: '1000000000', TIME_ZONE, ...variables },
    {
      logFile: join(folder.path, 'log'),
      nodeOptions: profiles === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profiles}`],
    },
  )
  const bare = new Map<Mode, Program>()
  const results: Results = new Map()
  try {
    const statements = await ourStatements()
    for (const mode of modes) bare.set(mode, await startBare({ ...options, mode, timeZone: TIME_ZONE, statements }))
    const tokens: string[] = []
    for (const { code } of data.tenants) tokens.push((await signIn(ours.url, code, 'admin', PASSWORD)).token)
    for (const work of works) {
      if (work === NARROWED && !keeper) continue
      const all =
        work === NARROWED
          ? await contendersNarrowed(keeper as Keeper, ours.url, bare)
          : await contenders(work, data, ours.url, tokens, bare)
      if (work !== 'update of one') await assertSameAnswers(all.filter(({ name }) => name !== SCALE))
      results.set(work, await compare(all, { rounds: ROUNDS, seconds: SECONDS, connections: CONNECTIONS, before }))
      print(work, results.get(work) as Map<string, Measured[]>)
    }
    return results
  } finally {
    await ours.stop()
    for (const program of bare.values()) await program.stop()
    folder.remove()
  }
}

function print(work: Work, results: ReadonlyMap<string, Measured[]>): void {
  const ours = results.get(OURS) ?? []
  const rows = [...results].map(([name, rounds]) => [
    name,
    median(rounds.map((round) => round.perSecond)).toFixed(0),
    median(rounds.map((round) => round.p50)).toFixed(1),
    median(rounds.map((round) => round.p99)).toFixed(1),
    ...(name === OURS
      ? ['', '']
      : [ratio(ours, rounds, (round) => round.perSecond).toFixed(2), ratio(ours, rounds, (round) => round.p99).toFixed(2)]),
  ])
  process.stdout.write(`\n${table([work, 'req/s', 'p50 ms', 'p99 ms', 'ours/its req/s', 'ours/its p99'], rows)}\n`)
}

function judge(results: Results): boolean {
  const rows = figures.flatMap(({ work, beside, perSecond, p99 }) => {
    if (!results.has(work)) return []
    const ours = results.get(work)?.get(OURS) ?? []
    const theirs = results.get(work)?.get(names[beside]) ?? []
    const rate = ratio(ours, theirs, (round) => round.perSecond)
    const latency = ratio(ours, theirs, (round) => round.p99)
    return [
      ...(perSecond === undefined
        ? []
        : [
            [
              `${work}: req/s beside ${names[beside]}`,
              `>= ${perSecond.toFixed(2)}`,
              rate.toFixed(2),
              rate >= perSecond ? 'holds' : 'MISSED',
            ],
          ]),
      ...(p99 === undefined
        ? []
        : [[`${work}: p99 beside ${names[beside]}`, `<= ${p99.toFixed(2)}`, latency.toFixed(2), latency <= p99 ? 'holds' : 'MISSED']]),
    ]
  })
  process.stdout.write(`\n${table(['figure', 'wanted', 'found', ''], rows)}\n`)
  return rows.every((row) => row[3] === 'holds')
}

async function onPostgres(): Promise<Results> {
  const scratch = await benchDatabase('bench')
  try {
    const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: TIME_ZONE })
    const data = await fill(database, TENANTS, USERS_EACH)
    const keeper = await narrow(database, data.tenants[0] as Dataset['tenants'][number], SITES)
    await database.close()
    const owner = new pg.Client({ connectionString: scratch.url })
    await owner.connect()
    process.stdout.write(
      `\nPostgreSQL ${database.version}: ${data.tenants.length} tenants, ${data.tenants.length * USERS_EACH} users; ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s, ${cpus().length} cores for everything.\n` +
        `Each server is a process with a pool of ${POOL} and named statements; the bare ones are node:http and pg. Unless said otherwise, they wait for each answer before the next statement.\n`,
    )
    // Closed before the database is dropped, also after an error: dropping it ends the connection, and that would be the error that is told.
    return await measure({
      data,
      keeper,
      variables: { DATABASE_URL: scratch.url },
      bare: ['plain', 'secured', 'pipelined'],
      options: { database: { url: scratch.url }, connections: POOL },
      before: async () => void (await owner.query('vacuum users')),
    }).finally(() => owner.end())
  } finally {
    await scratch.drop()
  }
}

async function onEmbedded(): Promise<Results> {
  const folder = temporaryFolder()
  try {
    const dataDir = join(folder.path, 'data')
    copyFurnished(dataDir)
    const database = await openDatabase({ databaseUrl: undefined, dataDir, timeZone: TIME_ZONE })
    const data = await fill(database, TENANTS_EMBEDDED, USERS_EACH)
    await database.close()
    const copy = join(folder.path, 'copy')
    cpSync(join(dataDir, 'postgres'), copy, { recursive: true })
    process.stdout.write(
      `\nEmbedded engine (PostgreSQL ${database.version}): ${data.tenants.length} tenants, ${data.tenants.length * USERS_EACH} users; the bare server stands on a copy of the same engine.\n`,
    )
    return await measure({
      data,
      variables: { DATA_DIR: dataDir },
      bare: ['secured', 'pipelined'],
      options: { database: { folder: copy }, connections: 1 },
      before: async () => undefined,
    })
  } finally {
    folder.remove()
  }
}

const only = process.env['BENCH_ONLY']
const onServer = only === 'embedded' ? undefined : await onPostgres()
const inFolder = only === 'postgresql' ? undefined : await onEmbedded()
if (onServer && inFolder) {
  const rate = (results: Results, work: Work) => median((results.get(work)?.get(OURS) ?? []).map((round) => round.perSecond))
  const rows = [...inFolder.keys()].map((work) => [
    work,
    rate(onServer, work).toFixed(0),
    rate(inFolder, work).toFixed(0),
    (rate(inFolder, work) / rate(onServer, work)).toFixed(2),
  ])
  process.stdout.write(`\n${table(['our requests per second', 'PostgreSQL', 'embedded', 'ratio'], rows)}\n`)
}
conclude(!onServer || judge(onServer))
