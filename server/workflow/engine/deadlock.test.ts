/** A join that waits for ever: it says so, names itself, and somebody who sees it can end it. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import { stranded } from '../strand/unable.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const incidents = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_incidents')
        .select(['id', 'node', 'incident_kind', 'resolved_at', 'comment'])
        .where('instance_id', '=', instance)
        .orderBy('created_at'),
    ),
  )

async function stuck(): Promise<string> {
  const definition = await deployRows(
    server,
    tenant,
    bpmn(
      'stuck',
      `<exclusiveGateway id="choice" default="choice-a"/><parallelGateway id="join"/>${task('a', mine)}${task('b', mine)}<endEvent id="end"/>
      ${way('start > choice > a > join > end')}${way('choice > b', '= other')}${way('b > join')}`,
    ),
  )
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
  const [open] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(person(tenant, 'admin'), { taskId: open?.id ?? '', act: { do: 'complete' } })
  return id
}

it('is an incident with its name, and the instance runs on and is not stranded', async () => {
  const id = await stuck()
  expect(await instanceRow(server, tenant, id)).toMatchObject({
    instance_state: 'running',
    incidents: ['deadlock'],
    tokens: [expect.anything()],
  })
  expect(await incidents(id)).toMatchObject([{ node: 'join', incident_kind: 'deadlock', resolved_at: null }])
  expect(await inTenant(server, tenant, (tx) => stranded(tx, 10))).toEqual([])
})

it('tried again it is one still, and passed over the instance ends; who did so and why stays', async () => {
  const id = await stuck()
  const { workflow } = server.services
  const [first] = await incidents(id)
  await workflow.resolveIncident(person(tenant, 'admin'), { incidentId: first?.id ?? '', way: 'retry', comment: 'perhaps' })
  const [seen, again] = await incidents(id)
  expect([seen, again]).toMatchObject([
    { resolved_at: expect.any(Date) as Date, comment: 'perhaps' },
    { node: 'join', resolved_at: null },
  ])
  await workflow.resolveIncident(person(tenant, 'admin'), { incidentId: again?.id ?? '', way: 'skip', comment: 'drawn wrongly' })
  expect(await instanceRow(server, tenant, id)).toMatchObject({ instance_state: 'ended', outcome: 'terminated', incidents: [], tokens: [] })
  expect((await incidents(id)).at(-1)).toMatchObject({ comment: 'drawn wrongly', resolved_at: expect.any(Date) as Date })
})

it('where the other branch can still bring its token it is none', async () => {
  const definition = await deployRows(
    server,
    tenant,
    bpmn(
      'waiting',
      `<parallelGateway id="split"/><parallelGateway id="join"/>${task('a', mine)}${task('b', mine)}<endEvent id="end"/>${way('start > split > a > join > end')}${way('split > b > join')}`,
    ),
  )
  const { id } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } })
  const [open] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(person(tenant, 'admin'), { taskId: open?.id ?? '', act: { do: 'complete' } })
  expect(await instanceRow(server, tenant, id)).toMatchObject({ incidents: [], tokens: [expect.anything()] })
})
