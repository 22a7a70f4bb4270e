/** Events that come faster than they are done: where an instance takes each of them, each is done, in its order and with what came along. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import { until } from '../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'
import { statement } from './statement.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const admin = () => person(tenant, 'admin')
const before = (name: string) => ({ before: `<message id="m" name="${name}"/>` })
/** Goes on with its task, and asks for another one with each message. */
const atEdge = (name: string) =>
  bpmn(
    `edge_${name}`,
    `${task('one', mine)}<boundaryEvent id="edge" attachedToRef="one" cancelActivity="false"><messageEventDefinition messageRef="m"/></boundaryEvent>${task('note', mine)}
    <endEvent id="end"/><endEvent id="noted"/>${way('start > one > end')}${way('edge > note > noted')}`,
    before(name),
  )
const started = async (xml: string) =>
  (await server.services.workflow.start(admin(), { of: { definition: await deployRows(server, tenant, xml) } })).id
const send = (name: string, sum: number) =>
  server.services.workflow.deliverMessage(tenant.id, { name, correlation: null, variables: { sum } })
const notes = async (instance: string) => (await openTasksOf(server, tenant, instance)).filter(({ node }) => node === 'note').length
/** Events that rest, which is planned for much later. */
const resting = (instance: string) =>
  inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(build.selectFrom('scheduled_work').select(['key', 'due_at']).where('kind', '=', 'process-occur'))
    return rows.filter(({ key, due_at }) => key.startsWith(instance) && due_at.getTime() > Date.now() + 86_400_000).length
  })
/** What the variable has been, one after the other: numbers are kept as text. */
const sums = (instance: string) =>
  inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(
      statement(
        sql<{
          value: unknown
        }>`select value from process_variable_changes where instance_id = ${instance} and name = 'sum' order by step_number`,
      ),
    )
    return rows.map(({ value }) => value)
  })

it('two messages at once are two, with what each brings', async () => {
  const instance = await started(atEdge('Twice'))
  expect(await Promise.all([send('Twice', 1), send('Twice', 2)])).toEqual([1, 1])
  await until('both are done', async () => (await notes(instance)) === 2)
  expect([...(await sums(instance))].sort()).toEqual(['1', '2'])
})

it('three that come while the instance is suspended are three once it goes on, in their order', async () => {
  const instance = await started(atEdge('Thrice'))
  await server.services.workflow.suspend(admin(), { instanceId: instance })
  for (const sum of [3, 1, 2]) expect(await send('Thrice', sum)).toBe(1)
  await until('all rest', async () => (await resting(instance)) === 3)
  expect(await notes(instance)).toBe(0)
  await server.services.workflow.activate(admin(), { instanceId: instance })
  await until('all are done', async () => (await notes(instance)) === 3)
  expect(await sums(instance)).toEqual(['3', '1', '2'])
})

it('a process that takes them beside all else does so too; what goes on with the first takes the first alone', async () => {
  const beside = await started(
    bpmn(
      'beside',
      `${task('one', mine)}<subProcess id="sub" triggeredByEvent="true"><startEvent id="comes" isInterrupting="false"><messageEventDefinition messageRef="m"/></startEvent>
      ${task('note', mine)}<endEvent id="noted"/>${way('comes > note > noted')}</subProcess><endEvent id="end"/>${way('start > one > end')}`,
      before('Often'),
    ),
  )
  const once = await started(
    bpmn(
      'once',
      `<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>${task('note', mine)}<endEvent id="end"/>${way('start > wait > note > end')}`,
      before('Often'),
    ),
  )
  for (const instanceId of [beside, once]) await server.services.workflow.suspend(admin(), { instanceId })
  expect([await send('Often', 1), await send('Often', 2)]).toEqual([2, 1])
  for (const instanceId of [beside, once]) await server.services.workflow.activate(admin(), { instanceId })
  await until('they have gone on', async () => (await notes(beside)) === 2 && (await notes(once)) === 1)
  expect(await sums(once)).toEqual(['1'])
})

it('a line is as long as it may be, and whoever sends more is told that nobody was reached', async () => {
  const instance = await started(atEdge('Full'))
  await server.services.workflow.suspend(admin(), { instanceId: instance })
  expect(await send('Full', 1)).toBe(1)
  await until('it rests', async () => (await resting(instance)) === 1)
  // With the one that is there nine hundred and ninety-nine.
  await inTenant(server, tenant, (tx) =>
    tx.run(
      statement(sql`insert into scheduled_work (tenant_id, kind, key, due_at, payload)
        select tenant_id, kind, key || n, due_at, payload from scheduled_work cross join generate_series(1, 998) n
        where kind = 'process-occur' and starts_with(key, ${`${instance}:`})`),
    ),
  )
  expect([await send('Full', 2), await send('Full', 3)]).toEqual([1, 0])
})
