/**
 * `npm run bench:processes`: the engine of processes over HTTP, beside a bare server that sends the same statements in the same run, on the PostgreSQL of
 * `BENCH_DATABASE_URL` (a scratch database is made and dropped) and on the embedded engine. A pair is the start of a process of one task and its act.
 *
 * One file, although long: its measurements share one server, one tenant and the rows that fill its tables.
 *
 * `BENCH_PAIRS`, `BENCH_OPEN` and `BENCH_FINISHED` (tasks in the list) and `BENCH_TIMERS` shorten it; `BENCH_ONLY` is postgresql or embedded.
 */
import { cpSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../server/kernel/database/database.ts'
import { openDatabase } from '../server/kernel/database/database.ts'
import { readConfig } from '../server/config.ts'
import { subscriptionsOf } from '../server/modules.ts'
import { openServices } from '../server/services.ts'
import { signIn } from '../tests/support/client.ts'
import { run, temporaryFolder, until } from '../tests/support/process.ts'
import type { Variables } from '../tests/support/process.ts'
import { bpmn, deployRows, task, way } from '../tests/support/processes.ts'
import type { BareProcesses } from './bare-processes.ts'
import { programOf, startProgram } from './support/child.ts'
import { PASSWORD, fill } from './support/dataset.ts'
import type { Caller } from './support/drive.ts'
import { caller, drive, share } from './support/drive.ts'
import { benchDatabase, copyFurnished } from './support/furnished.ts'
import { table } from './support/table.ts'
import type { RecordedSteps } from './support/recorded-steps.ts'
import { recordSteps } from './support/recorded-steps.ts'
import { amount, conclude } from './support/smoke.ts'
import type { TenantId } from '../model/brands.ts'

const PAIRS = amount('BENCH_PAIRS', { whole: 3000, smoke: 20 })
const OPEN = amount('BENCH_OPEN', { whole: 1_000_000, smoke: 500 })
const FINISHED = amount('BENCH_FINISHED', { whole: 10_000_000, smoke: 1000 })
const TIMERS = amount('BENCH_TIMERS', { whole: 10_000, smoke: 20 })
const MEMBERS = amount(undefined, { whole: 50, smoke: 5 })
/** Calls of somebody else while timers are due. */
const OTHERS_PER_SECOND = 50
const CLAIMS = amount(undefined, { whole: 1000, smoke: 20 })
const AT_A_TIME = 20
const TIME_ZONE = 'Asia/Shanghai'

type Rows = (readonly string[])[]
const figures: Rows = []
/** Notes a figure. @param wanted A limit: reached from above where `isLeast`. */
function note(what: string, found: number, wanted: number, isLeast: boolean, unit = ''): void {
  const holds = isLeast ? found >= wanted : found <= wanted
  figures.push([
    what,
    `${isLeast ? '>=' : '<='} ${wanted}${unit}`,
    `${found.toFixed(found < 10 ? 2 : 0)}${unit}`,
    holds ? 'holds' : 'MISSED',
  ])
}

interface Prepared {
  readonly tenant: TenantId
  readonly code: string
  readonly steps: RecordedSteps
  readonly definitions: Readonly<Record<'pair' | 'pool' | 'timer' | 'group', string>>
}

const of = (username: string) => ({ people: [{ kind: 'user', username }] })

async function prepare(database: Database): Promise<Prepared> {
  const data = await fill(database, 1, Math.max(MEMBERS * 2, 200))
  const [built] = data.tenants
  if (!built) throw new Error('there is no tenant')
  const services = await openServices(readConfig({ TIME_ZONE }), database)
  // What a server stores of what happens is what some part of it reads.
  for (const { kinds } of Object.values(subscriptionsOf(services))) services.domainEvents.onEmitted(kinds, () => undefined)
  const { rows } = await database.asOwner((owner) =>
    owner.query<{ id: string; username: string; tenant_id: TenantId }>(
      'select id, username, tenant_id from users where tenant_id = $1 order by username',
      [built.id],
    ),
  )
  const users = Object.fromEntries(rows.map(({ id, username }) => [username, id]))
  const tenant = rows[0]?.tenant_id
  if (tenant === undefined) throw new Error('the tenant has nobody')
  const roles = await database.asOwner((owner) =>
    owner.query<{ id: string; role_code: string }>('select id, role_code from roles where tenant_id = $1', [built.id]),
  )
  const named = { id: tenant, users, roles: Object.fromEntries(roles.rows.map(({ id, role_code }) => [role_code, id])), organisations: {} }
  const deploy = (key: string, settings: object, more = '') =>
    deployRows({ services }, named, bpmn(key, `${task('task-1', settings)}${more}<endEvent id="end"/>${way('start > task-1 > end')}`))
  const roleOfGroup = Object.keys(named.roles).find((code) => code !== 'ROLE_ADMIN') ?? ''
  await database.asOwner(async (owner) => {
    await owner.query('delete from user_roles where role_id = $1', [named.roles[roleOfGroup]])
    await owner.query(
      `insert into user_roles (tenant_id, user_id, role_id) select tenant_id, id, $2 from users where tenant_id = $1 and username <> 'admin' order by id limit ${MEMBERS}`,
      [tenant, named.roles[roleOfGroup]],
    )
  })
  const definitions = {
    pair: await deploy('pair', of('admin')),
    pool: await deploy('pool', { people: ['ROLE_ADMIN', roleOfGroup].map((role) => ({ kind: 'role', code: role })) }),
    timer: await deploy(
      'timed',
      of('admin'),
      `<boundaryEvent id="timer" attachedToRef="task-1"><timerEventDefinition><timeDuration>PT8H</timeDuration></timerEventDefinition></boundaryEvent><endEvent id="late"/>${way('timer > late')}`,
    ),
    group: await deploy('grouped', { people: [{ kind: 'role', code: roleOfGroup }], group: { mode: 'all' } }),
  }
  const steps = await recordSteps(services, { tenantId: tenant, userId: users['admin'] ?? '' }, definitions.pair)
  await services.invalidations.close()
  return { tenant, code: built.code, steps, definitions }
}

const post = async (call: Caller, path: string, body: object): Promise<unknown> => {
  const { status, text } = await call('POST', `/api/activiti/${path}`, body)
  if (status !== 200) throw new Error(`${path}: ${status} ${text.slice(0, 500)}`)
  return (JSON.parse(text) as { data: unknown }).data
}
const start = async (call: Caller, processDefinitionId: string): Promise<string> =>
  (
    (await post(call, 'process/startProcessInstance', {
      processDefinitionId,
      description: 'measured',
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-02 18:00:00',
    })) as { id: string }
  ).id
const act = (call: Caller, verb: string, taskId: string) => post(call, `task/${verb}Task`, { taskId, comment: 'measured' })

/** Open tasks of a definition, by a look into the database that is not measured: over HTTP where it is held by the server. */
type Look = (definition: string) => Promise<readonly string[]>

interface Setting {
  readonly name: 'PostgreSQL' | 'embedded'
  readonly variables: Variables
  readonly prepared: Prepared
  readonly bare: Pick<BareProcesses, 'database' | 'connections'>
  readonly look: Look | undefined
  readonly owner: ((text: string, values?: unknown[]) => Promise<readonly Record<string, unknown>[]>) | undefined
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)

async function measure({ name, variables, prepared, bare, look, owner }: Setting): Promise<void> {
  const folder = temporaryFolder()
  const { definitions } = prepared
  const options: BareProcesses = { ...bare, timeZone: TIME_ZONE, tenant: prepared.tenant, steps: prepared.steps }
  const beside = await startProgram('the bare server', [programOf('bare-processes.ts'), JSON.stringify(options)])
  const ours = await run({ DEMO: 'off', RATE_LIMIT: '1000000000', TIME_ZONE, ...variables }, { logFile: join(folder.path, 'log') })
  try {
    const admin = await signIn(ours.url, prepared.code, 'admin', PASSWORD)
    const call = caller(ours.url, { authorization: `Bearer ${admin.token}` })
    const tasksOf = look ?? ((definition: string) => listed(call, definition))
    await drive(numbers(Math.ceil(PAIRS / 10)), AT_A_TIME, () => start(call, definitions.pair))
    // What autovacuum does within a minute, where it is on: the PostgreSQL of a measurement often has it off.
    if (owner) await owner('analyze')
    const before = new Set(await tasksOf(definitions.pair))
    const started = await drive(numbers(PAIRS), AT_A_TIME, () => start(call, definitions.pair))
    const all = await tasksOf(definitions.pair)
    const acted = await drive(
      all.filter((id) => !before.has(id)),
      AT_A_TIME,
      (id) => act(call, 'complete', id),
    )
    const pairs = PAIRS / (started.seconds + acted.seconds)

    const bareCall = caller(beside.url)
    const send = async (path: string) => {
      const { status, text } = await bareCall('POST', path)
      if (status !== 200) throw new Error(`the bare server: ${status} ${text.slice(0, 500)}`)
      return JSON.parse(text) as { instance: string; task: string }
    }
    await drive(numbers(Math.ceil(PAIRS / 10)), AT_A_TIME, () => send('/start'))
    const bareStarted = await drive(numbers(PAIRS), AT_A_TIME, () => send('/start'))
    const bareActed = await drive(bareStarted.results, AT_A_TIME, ({ instance, task: id }) =>
      send(`/complete?instance=${instance}&task=${id}`),
    )
    const barePairs = PAIRS / (bareStarted.seconds + bareActed.seconds)
    note(`${name}: start and complete, pairs/s`, pairs, name === 'PostgreSQL' ? 300 : 40, true)
    note(`${name}: beside the bare server (${barePairs.toFixed(0)} pairs/s)`, pairs / barePairs, 0.5, true)

    const half = Math.max(1, PAIRS / acted.seconds / 2)
    const paced = await drive([...before], AT_A_TIME, (id) => act(call, 'complete', id), half)
    note(`${name}: p99 of an act at half load`, share(paced.times, 0.99), 60, false, ' ms')
    if (owner) await countersign(call, ours.url, prepared, owner)
    if (owner) await more(call, ours.url, prepared, owner, tasksOf)
  } finally {
    await ours.stop()
    await beside.stop()
    folder.remove()
  }
}

/** Tasks of the caller, the page that there is. */
async function listed(call: Caller, _definition: string): Promise<readonly string[]> {
  const ids: string[] = []
  for (let page = 1; ; page += 1) {
    const { text } = await call('GET', `/api/activiti/task/queryPersonalTask?taskStatus=assignee&pageSize=200&currentPage=${page}`)
    const { list } = (JSON.parse(text) as { data: { list: { id: string }[] } }).data
    ids.push(...list.map(({ id }) => id))
    if (list.length < 200) return ids
  }
}

async function countersign(
  call: Caller,
  url: string,
  { code, definitions }: Prepared,
  owner: NonNullable<Setting['owner']>,
): Promise<void> {
  const instance = await start(call, definitions.group)
  const members = await owner(
    'select t.id::text, u.username from process_tasks t join users u on u.id = t.assignee_id where t.instance_id = $1',
    [instance],
  )
  const times: number[] = []
  for (const { id, username } of members) {
    const member = await signIn(url, code, String(username), PASSWORD)
    const own = caller(url, { authorization: `Bearer ${member.token}` })
    const begin = performance.now()
    await act(own, 'complete', String(id))
    times.push(performance.now() - begin)
  }
  note(`act of one of ${members.length} who decide together, p95`, share(times, 0.95), 80, false, ' ms')
}

/** What needs a look into the database: the list among many tasks, timers, claims and bytes. */
async function more(
  call: Caller,
  url: string,
  { code, definitions, tenant }: Prepared,
  owner: NonNullable<Setting['owner']>,
  tasksOf: Look,
): Promise<void> {
  const [sized] =
    await owner(`select (sum(pg_total_relation_size(c.oid)) / (select count(*) from process_instances))::float8 as bytes from pg_class c
    where c.relname in ('process_instances', 'process_activities', 'process_tasks', 'process_task_people', 'process_variables', 'process_variable_changes', 'process_events', 'process_waits')`)
  note('bytes an instance', Number(sized?.['bytes']), 3072, false)

  await start(call, definitions.pool)
  const [pooled] = await tasksOf(definitions.pool)
  if (pooled === undefined) throw new Error('there is no task to claim')
  const clients = await Promise.all(numbers(4).map(() => signIn(url, code, 'admin', PASSWORD)))
  const callers = clients.map(({ token }) => caller(url, { authorization: `Bearer ${token}` }))
  const claims = await drive(
    numbers(CLAIMS),
    64,
    async (at) => (await (callers[at % callers.length] ?? call)('POST', '/api/activiti/task/claimTask', { taskId: [pooled] })).status,
  )
  const winners = claims.results.filter((status) => status === 200).length
  figures.push([`winners of ${CLAIMS} claims of one task`, '= 1', String(winners), winners === 1 ? 'holds' : 'MISSED'])

  await drive(numbers(TIMERS), AT_A_TIME, () => start(call, definitions.timer))
  const ask = async () => {
    const { status, text } = await call('GET', '/api/activiti/task/queryTaskCount')
    if (status !== 200) throw new Error(text.slice(0, 500))
  }
  const quiet = await drive(numbers(Math.min(TIMERS, 500)), 1, ask, OTHERS_PER_SECOND)
  const beside: number[] = []
  let isDue = true
  const begin = performance.now()
  await owner(`update scheduled_work set due_at = now() where kind = 'process-timer'`)
  await owner(`select pg_notify('outstation_invalidations', $1)`, [
    JSON.stringify({ from: 'bench', invalidation: { kind: 'work-scheduled', at: Date.now() } }),
  ])
  const others = (async () => {
    while (isDue) beside.push(...(await drive(numbers(10), 1, ask, OTHERS_PER_SECOND)).times)
  })()
  await until(
    'all timers have come',
    async () => (await owner(`select 1 from scheduled_work where kind = 'process-timer' limit 1`)).length === 0,
    600_000,
  )
  note(`${TIMERS} timers that are due at once`, (performance.now() - begin) / 1000, 60, false, ' s')
  isDue = false
  await others
  const [quietP99, besideP99] = [share(quiet.times, 0.99), share(beside, 0.99)]
  note(`p99 of others meanwhile, beside the ${quietP99.toFixed(1)} ms of before`, besideP99 / quietP99, 2, false)

  const rows = [tenant, definitions.pool]
  await owner(MANY_INSTANCES, rows)
  await owner(
    `insert into process_tasks (tenant_id, id, instance_id, activity, node, name, task_state, created_at, end_time, ended_by, outcome)
    select $1, gen_random_uuid(), (select id from process_instances where name = 'many'), n, 'task-1', 'task-1', case when n <= ${OPEN} then 'open' else 'done' end, now() - n * interval '1 second',
      case when n > ${OPEN} then now() end, case when n > ${OPEN} then (select id from users where username = 'admin' and tenant_id = $1) end, case when n > ${OPEN} then 'approved' end
    from generate_series(1, ${OPEN + FINISHED}) n`,
    [tenant],
  )
  await owner(
    `insert into process_task_people (tenant_id, task_id, person_kind, person_id, created_at)
    select t.tenant_id, t.id, 'role', (select id from roles where role_code = 'ROLE_ADMIN' and tenant_id = $1), t.created_at from process_tasks t where t.tenant_id = $1 and t.task_state = 'open' and t.assignee_id is null`,
    [tenant],
  )
  await owner('analyze process_tasks')
  await owner('analyze process_task_people')
  const lists = await drive(numbers(100), 2, async (at) => {
    const { status, text } = await call(
      'GET',
      `/api/activiti/task/queryPersonalTask?taskStatus=candidate&pageSize=20&currentPage=${1 + (at % 5)}`,
    )
    if (status !== 200) throw new Error(text.slice(0, 500))
  })
  note(`list of tasks to take among ${OPEN} open and ${FINISHED} finished, p95`, share(lists.times, 0.95), 100, false, ' ms')
  const badge = await drive(numbers(100), 2, async () => {
    await call('GET', '/api/activiti/task/queryTaskCount')
  })
  note('badge of open tasks, p95', share(badge.times, 0.95), 20, false, ' ms')
}

const MANY_INSTANCES = `insert into process_instances (tenant_id, id, definition_id, root_id, name, instance_state) select $1, id, $2, id, 'many', 'running' from (select gen_random_uuid() as id) one`

async function onPostgres(): Promise<void> {
  const scratch = await benchDatabase('processes')
  try {
    const database = await openDatabase({ databaseUrl: scratch.url, dataDir: '', timeZone: TIME_ZONE })
    try {
      const prepared = await prepare(database)
      const owner = (text: string, values: unknown[] = []) =>
        database.asOwner(async (client) => (await client.query<Record<string, unknown>>(text, values)).rows)
      const look: Look = async (definition) =>
        (
          await owner(
            `select t.id::text from process_tasks t join process_instances i on i.id = t.instance_id where t.task_state = 'open' and i.definition_id = $1`,
            [definition],
          )
        ).map(({ id }) => String(id))
      await measure({
        name: 'PostgreSQL',
        variables: { DATABASE_URL: scratch.url },
        prepared,
        bare: { database: { url: scratch.url }, connections: 10 },
        look,
        owner,
      })
    } finally {
      await database.close()
    }
  } finally {
    await scratch.drop()
  }
}

async function onEmbedded(): Promise<void> {
  const folder = temporaryFolder()
  try {
    const dataDir = join(folder.path, 'data')
    copyFurnished(dataDir)
    const database = await openDatabase({ databaseUrl: undefined, dataDir, timeZone: TIME_ZONE })
    const prepared = await prepare(database).finally(() => database.close())
    const copy = join(folder.path, 'copy')
    cpSync(join(dataDir, 'postgres'), copy, { recursive: true })
    await measure({
      name: 'embedded',
      variables: { DATA_DIR: dataDir },
      prepared,
      bare: { database: { folder: copy }, connections: 1 },
      look: undefined,
      owner: undefined,
    })
  } finally {
    folder.remove()
  }
}

const only = process.env['BENCH_ONLY']
// The database server writes out eleven million tasks for minutes after the list of tasks.
if (only !== 'postgresql') await onEmbedded()
if (only !== 'embedded') await onPostgres()
process.stdout.write(`\n${table(['figure', 'wanted', 'found', ''], figures)}\n`)
conclude(figures.every((row) => row[3] === 'holds'))
