/** Nothing that a tenant draws goes on without end, from one instance to the next either: it stops, and says where. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import { until } from '../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, service, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'
import { MAX_BEGUN, MAX_GENERATIONS, MAX_RELAYED } from './engine/chain.ts'
import { statement } from './statement.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server)
})

const admin = () => person(tenant, 'admin')
const mine = { people: [{ kind: 'user', username: 'admin' }] }
const deploy = (xml: string) => deployRows(server, tenant, xml)
const start = async (definition: string) => (await server.services.workflow.start(admin(), { of: { definition } })).id
const all = <Row>(query: ReturnType<typeof sql<Row>>) => inTenant(server, tenant, (tx) => tx.all(statement(query)))
interface Incident {
  readonly instance: string
  readonly node: string
  readonly kind: string
  readonly detail: unknown
}
const incidents = () =>
  all(sql<Incident>`select instance_id as instance, node, incident_kind as kind, detail from process_incidents where resolved_at is null`)
const count = async () => (await all(sql<{ count: number }>`select count(*)::int as count from process_instances`))[0]?.count
const planned = () =>
  inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('scheduled_work').select(['kind', 'payload']).where('kind', 'like', 'process-%')),
  )
const before = '<message id="m" name="Round"/><signal id="s" name="Loud"/>'
const restarts = (key: string) =>
  bpmn(key, `${service('again', { do: 'start', process: key, hand: [] })}<endEvent id="end"/>${way('start > again > end')}`)
/** As the scheduler does it. */
async function carryOut(kind: string, payload: object): Promise<void> {
  const work = { tenantId: tenant.id, kind, key: 'one', payload, dueAt: new Date(), attempt: 1, signal: new AbortController().signal }
  await server.services.workflow.handlers[kind]?.({ ...work, finish: () => Promise.resolve() })
}

it('a process that starts itself stops after so many generations, at the service that would start the next', async () => {
  await start(await deploy(restarts('round')))
  await until('it has stopped', async () => (await incidents()).length > 0)
  // The first, which somebody started, and those that followed.
  expect(await count()).toBe(1 + MAX_GENERATIONS)
  expect(await incidents()).toMatchObject([{ node: 'again', kind: 'failed', detail: { fault: 'endless', about: 'round' } }])
  expect(await planned()).toEqual([])
})

it('so does one that begins with the message that it ends with, though all of its instances have ended; and whoever manages it is told', async () => {
  const xml = bpmn('echo', `<endEvent id="end" name="Loop"><messageEventDefinition messageRef="m"/></endEvent>${way('start > end')}`, {
    before,
  })
  await deploy(xml.replace('<startEvent id="start"/>', '<startEvent id="start"><messageEventDefinition messageRef="m"/></startEvent>'))
  expect(await server.services.workflow.deliverMessage(tenant.id, { name: 'Round', correlation: null, variables: {} })).toBe(1)
  await until('it has stopped', async () => (await incidents()).length > 0)
  expect(await count()).toBe(1 + MAX_GENERATIONS)
  expect(await incidents()).toMatchObject([{ node: 'end', kind: 'too-many', detail: { fault: 'endless', about: 'Round' } }])
  const notices = await inTenant(server, tenant, (tx) => tx.all(build.selectFrom('notifications').select('title')))
  expect(notices.filter(({ title }) => title.includes('“Loop” sets processes going without end'))).toHaveLength(1)
})

it('signals that go back and forth stop after so many, and those that wait go on waiting', async () => {
  const waits = await start(
    await deploy(
      bpmn(
        'waits',
        `<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="s"/></intermediateCatchEvent><endEvent id="end"/>${way('start > wait > end')}`,
        { before },
      ),
    ),
  )
  const thrown = { name: 'Loud', from: waits, node: 'wait', activity: 2 }
  await carryOut('process-signal', { ...thrown, chain: { generation: 0, relayed: MAX_RELAYED } })
  expect(await incidents()).toMatchObject([
    { instance: waits, node: 'wait', kind: 'too-many', detail: { fault: 'endless', about: 'Loud' } },
  ])
  expect(await planned()).toEqual([])
  // One before that still goes on, and counts.
  await carryOut('process-signal', { ...thrown, chain: { generation: 0, relayed: MAX_RELAYED - 1 } })
  await until('it has ended', async () => {
    const [row] = await all(sql<{ state: string }>`select instance_state as state from process_instances where id = ${waits}`)
    return row?.state === 'ended'
  })
})

it('one instance sets only so many going in an hour, with those that these have in turn', async () => {
  const definition = await deploy(bpmn('other', `${task('one', mine)}<endEvent id="end"/>${way('start > one > end')}`))
  const caller = bpmn(
    'caller',
    `${task('first', mine)}${service('begin', { do: 'start', process: 'other', hand: [] })}${task('last', mine)}<endEvent id="end"/>${way('start > first > begin > last > end')}`,
  )
  const [full, free] = [await start(await deploy(caller)), await start(await deploy(caller))]
  const already = (origin: string, many: number, ago: string) =>
    inTenant(server, tenant, (tx) =>
      tx.run(
        statement(sql`insert into process_instances (tenant_id, id, definition_id, root_id, name, instance_state, outcome, end_time, tokens, origin_id, start_time)
          select ${tenant.id}::uuid, one.id, ${definition}::uuid, one.id, 'x', 'ended', 'ended', now(), '[]', ${origin}::uuid, now() - ${ago}::interval
          from (select gen_random_uuid() as id from generate_series(1, ${many})) one`),
      ),
    )
  await already(full, MAX_BEGUN, '59 minutes')
  await already(free, MAX_BEGUN - 1, '59 minutes')
  await already(free, 50, '61 minutes')
  for (const instance of [full, free]) {
    const [first] = await openTasksOf(server, tenant, instance)
    await server.services.workflow.act(admin(), { taskId: first?.id ?? '', act: { do: 'complete' }, comment: null })
  }
  expect(await incidents()).toMatchObject([
    { instance: full, node: 'begin', kind: 'failed', detail: { fault: 'too-many-begun', about: 'other' } },
  ])
  expect((await openTasksOf(server, tenant, free)).map(({ node }) => node)).toEqual(['last'])
  await until(
    'what it has set going is there',
    async () => (await all(sql`select from process_instances where origin_id = ${free} and instance_state = 'running'`)).length === 1,
  )
})

it('whoever does something in between begins the count anew', async () => {
  const again = service('again', { do: 'start', process: 'yearly', hand: [] })
  const definition = await deploy(bpmn('yearly', `${task('one', mine)}${again}<endEvent id="end"/>${way('start > one > again > end')}`))
  const chain = { generation: MAX_GENERATIONS, relayed: MAX_RELAYED }
  const { id } = await inTenant(server, tenant, (tx) =>
    server.services.workflow.startIn(tx, { tenantId: tenant.id }, { of: { definition }, chain }),
  )
  const [one] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(admin(), { taskId: one?.id ?? '', act: { do: 'complete' }, comment: null })
  await until('the next one has begun', async () => (await count()) === 2)
  expect(await incidents()).toEqual([])
})

it('what a process starts and is not there is an incident of the process, which names it', async () => {
  await start(
    await deploy(
      bpmn('hopes', `${service('begin', { do: 'start', process: 'nowhere', hand: [] })}<endEvent id="end"/>${way('start > begin > end')}`),
    ),
  )
  await until('it says so', async () => (await incidents()).length > 0)
  expect(await incidents()).toMatchObject([{ node: 'begin', kind: 'failed', detail: { about: 'nowhere' } }])
  expect(await planned()).toEqual([])
})
