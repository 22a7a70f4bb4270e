/**
 * Instances of processes are between two steps, however the server ends: `kill -9` again and again while walkers start instances, do tasks, go back and
 * reject, timers come due and others are called by HTTP. What was acknowledged is there, each instance is one that the model can be in, and whoever is called
 * is called at least once, each time under the same key.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { Database } from '../../server/kernel/database/database.ts'
import { openDatabase } from '../../server/kernel/database/database.ts'
import { openTransactionScopes } from '../../server/kernel/database/tenant.ts'
import { build } from '../../server/kernel/database/sql.ts'
import type { Client } from '../support/client.ts'
import { clientWith, signIn } from '../support/client.ts'
import { engine, postgres, noteUntested } from '../support/engine.ts'
import { PASSWORD, furnishedInstallation } from '../support/furnished.ts'
import type { Chance } from '../support/process-nets.ts'
import { chanceOf, pick } from '../support/process-nets.ts'
import { unsoundness } from '../support/process-soundness.ts'
import type { Running, Variables } from '../support/process.ts'
import { run, temporaryFolder, until } from '../support/process.ts'
import { bpmn, deployRows, service, task, way } from '../support/processes.ts'
import { amount, drawn, seedOf } from '../support/thorough.ts'

const KILLS = amount({ quick: 2, ci: 2, touched: 4, thorough: 20 })
const WALKERS = amount({ quick: 4, ci: 4, touched: 5, thorough: 10 })
const TENANT = '10001'
/** Milliseconds until whoever is called answers. */
const ANSWER_MS = 150
/** How long walkers may take until they have done some steps. */
const PATIENCE_MS = 200_000
/** How often one looks whether all calls are answered, with pauses that are together longer than a lease. */
const SETTLING = 12

noteUntested('kills of processes')

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const timer = (id: string, at: string) =>
  `<boundaryEvent id="${id}" attachedToRef="${at}" cancelActivity="false"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></boundaryEvent>`
const pause = (id: string) =>
  `<intermediateCatchEvent id="${id}"><timerEventDefinition><timeDuration>PT1S</timeDuration></timerEventDefinition></intermediateCatchEvent>`
const CALLED = bpmn('killed-called', `${pause('timer-3')}<endEvent id="end"/>${way('start > timer-3 > end')}`)
/** One branch calls outside, one has a timer at its edge, one waits for the first of two events and calls another process, one is done twice and has a timer at its edge. */
const modelOf = (url: string) =>
  bpmn(
    'killed',
    `${task('task-1', mine)}<parallelGateway id="split"/><parallelGateway id="join"/>${task('task-2', mine)}${task('task-3', mine)}${timer('timer-1', 'task-3')}${task('task-4', mine)}${service('call', { do: 'http', method: 'POST', url, into: 'answer' })}
  <subProcess id="sub"><multiInstanceLoopCharacteristics><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics>
    ${task('task-5', mine)}<startEvent id="inner"/><endEvent id="inner-end"/>${way('inner > task-5 > inner-end')}</subProcess>${timer('timer-4', 'sub')}
  <eventBasedGateway id="first"/>${pause('timer-2')}<intermediateCatchEvent id="never"><signalEventDefinition signalRef="s"/></intermediateCatchEvent>
  <exclusiveGateway id="either"/><callActivity id="called" calledElement="killed-called"/>${task('task-6', { ...mine, whenRejected: 'starter' })}
  <endEvent id="end"/><endEvent id="end-timer"/><endEvent id="end-beside"/>
  ${way('start > task-1 > split > task-2 > call > join > task-6 > end')}${way('split > task-3 > join')}${way('split > sub > join')}
  ${way('split > first > timer-2 > either > called > join')}${way('first > never > either')}${way('timer-1 > task-4 > end-timer')}${way('timer-4 > end-beside')}`,
    { before: '<signal id="s" name="Never"/>' },
  )

describe(`${KILLS} kills while ${WALKERS} walk, on the ${engine} engine`, () => {
  it('leave each instance between two steps, and lose nothing that was acknowledged', { timeout: 600_000 }, async () => {
    const folder = temporaryFolder()
    const { variables, scratch } = await furnishedInstallation(postgres, `${folder.path}/data`)
    let running: Running | undefined
    const other = await openOther()
    try {
      const definition = await withDatabase(variables, (database) => deploy(database, other.port))
      running = await run(variables)
      let client = await signIn(running.url, TENANT, 'admin', PASSWORD)
      const acknowledged = new Set<string>()
      for (let round = 0; round < KILLS; round += 1) {
        const before = acknowledged.size
        const walks = Array.from({ length: WALKERS }, (_, at) =>
          walk(client, definition, chanceOf(seedOf(`walk ${round} ${at}`)), acknowledged),
        )
        // On a machine that is slow or busy it takes longer until somebody is called than until some steps are done.
        const isUnderWay = () => acknowledged.size > before + WALKERS && other.asked.length > 0
        await until('some steps are acknowledged, and somebody was called', isUnderWay, PATIENCE_MS)
        await sleep(drawn(`kill of processes ${round}`, 100, 1500))
        await running.kill()
        await Promise.all(walks)
        expect(await withDatabase(variables, unsoundness), `after kill ${round + 1}`).toEqual([])
        running = await run(variables)
        client = clientWith(running.url, client.token)
      }
      // What a server that was killed has taken is free again at once on the embedded engine, and on PostgreSQL once its lease is over.
      for (let round = 0; round < SETTLING; round += 1) {
        await sleep(round === 0 ? 2000 : 10_000)
        expect(await running.stop()).toBe(0)
        running = undefined
        if ((await withDatabase(variables, callsIn)).every(({ state }) => state !== 'active')) break
        running = await run(variables)
      }
      await running?.stop()
      running = undefined
      const calls = await withDatabase(variables, callsIn)
      expect(calls.length).toBeGreaterThan(0)
      expect(
        calls.filter(({ state }) => state === 'active'),
        'each was answered in the end, or is over',
      ).toEqual([])
      const keys = new Set(calls.map(({ key }) => key))
      expect(new Set(calls.map(({ passage }) => passage)).size, 'a passage has one key').toBe(keys.size)
      expect(
        calls.filter(({ state, key }) => state === 'done' && !other.asked.includes(key)),
        'at least once',
      ).toEqual([])
      expect(other.asked.filter((key) => !keys.has(key))).toEqual([])
      await withDatabase(variables, async (database) => {
        expect(await unsoundness(database), 'once timers that were due have come').toEqual([])
        const stored = await database.asOwner(
          async (owner) =>
            (await owner.query<{ command_key: string }>('select command_key from process_events where command_key is not null')).rows,
        )
        const keys = new Set(stored.map(({ command_key }) => command_key.split(' ').at(-1)))
        expect([...acknowledged].filter((key) => !keys.has(key))).toEqual([])
      })
      process.stdout.write(
        `${engine}: ${KILLS} kills, ${acknowledged.size} steps acknowledged and found, ${other.asked.length} calls under ${new Set(other.asked).size} keys\n`,
      )
    } finally {
      await running?.kill()
      other.close()
      await scratch?.drop()
      folder.remove()
    }
  })
})

async function withDatabase<Result>(variables: Variables, work: (database: Database) => Promise<Result>): Promise<Result> {
  const database = await openDatabase({ databaseUrl: variables['DATABASE_URL'], dataDir: variables['DATA_DIR'] ?? '', timeZone: 'UTC' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

/** Whoever is called: it takes its time, so that servers are killed meanwhile, and keeps under which key it was asked. */
async function openOther(): Promise<{ readonly port: number; readonly asked: string[]; close(): void }> {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(String(request.headers['idempotency-key']))
    setTimeout(() => response.end('{}'), ANSWER_MS)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  return { port: (server.address() as AddressInfo).port, asked, close: () => void server.close() }
}

interface OutsideCall {
  readonly key: string
  readonly passage: string
  readonly state: string
}

const callsIn = (database: Database): Promise<readonly OutsideCall[]> =>
  database.asOwner(
    async (owner) =>
      (
        await owner.query<OutsideCall>(`select o.id as key, o.instance_id || ' ' || o.activity as passage, a.activity_state as state
          from process_outside o join process_activities a on a.tenant_id = o.tenant_id and a.instance_id = o.instance_id and a.number = o.activity`)
      ).rows,
  )

/** Deploys the model in the demonstration, where processes may call the port. */
async function deploy(database: Database, port: number): Promise<string> {
  const transactions = openTransactionScopes(database)
  const found = await transactions.inPlatform('a test looks for a tenant', (tx) =>
    tx.first(
      build
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
        .select(['tenants.id as tenant', 'users.id'])
        .where('tenant_code', '=', TENANT)
        .where('username', '=', 'admin'),
    ),
  )
  if (!found) throw new Error('the demonstration has no administrator')
  await transactions.inPlatform('a test opens a network', (tx) =>
    tx.run(
      build
        .updateTable('tenants')
        .set({ webhook_networks: `127.0.0.1:${port}` })
        .where('id', '=', found.tenant),
    ),
  )
  const changed = await transactions.inTenant({ tenantId: found.tenant }, (tx) =>
    tx.run(build.updateTable('parameters').set({ param_value: '127.0.0.1' }).where('param_key', '=', 'process.httpHosts')),
  )
  if (changed !== 1) throw new Error('the demonstration has no parameter of hosts')
  const [holder, tenant] = [{ services: { transactions } }, { id: found.tenant, users: { admin: found.id }, roles: {}, organisations: {} }]
  await deployRows(holder, tenant, CALLED)
  return deployRows(holder, tenant, modelOf(`http://127.0.0.1:${port}/`))
}

let steps = 0

/** Starts instances and does to them what chance says, until the server is gone. */
async function walk(client: Client, processDefinitionId: string, chance: Chance, acknowledged: Set<string>): Promise<void> {
  const post = async <Data>(path: string, body: object): Promise<Data | undefined> => {
    const commandKey = `step-${(steps += 1)}`
    const answer = await client.post<Data>(`/api/activiti/${path}`, { ...body, commandKey })
    if (answer.http === 200) acknowledged.add(commandKey)
    // A timer, or the walk before, may have been faster.
    else if (answer.http !== 409 && answer.http !== 404) throw new Error(`${path}: ${answer.http} ${answer.message}`)
    return answer.http === 200 ? answer.data : undefined
  }
  try {
    for (;;) {
      const started = await post<{ id: string }>('process/startProcessInstance', {
        processDefinitionId,
        startTime: '2026-01-01 08:00:00',
        endTime: '2026-01-01 18:00:00',
        description: 'walked',
      })
      let status = 'running'
      for (let left = 40; left > 0 && status === 'running' && started; left -= 1) {
        const open = await openTasks(client, started.id)
        // A call, a timer or a called process is under way before the join.
        if (open.length === 0) {
          await sleep(ANSWER_MS)
          continue
        }
        const taskId = pick(chance, open)
        const which = chance()
        const verb = which < 0.7 ? 'complete' : which < 0.9 ? 'regress' : 'reject'
        const done = await post<{ processStatus: string }>(`task/${verb}Task`, { taskId, comment: 'walked' })
        status = done?.processStatus ?? status
      }
    }
  } catch (error) {
    // The server is gone in the middle of a call.
    if (!(error instanceof TypeError)) throw error
  }
}

async function openTasks(client: Client, instance: string): Promise<string[]> {
  const { data } = await client.get<{ list: { id: string; processInstanceId: string }[] }>('/api/activiti/task/queryPersonalTask', {
    taskStatus: 'assignee',
    pageSize: 200,
  })
  return data.list.filter(({ processInstanceId }) => processInstanceId === instance).map(({ id }) => id)
}
