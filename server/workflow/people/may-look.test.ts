/** Whose business an instance is: each way of having to do with it is enough, and nobody else sees it. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { newId } from '../../kernel/ids.ts'
import { build } from '../../kernel/database/sql.ts'
import { mayLook } from './may-look.ts'

const NAMES = ['starter', 'first', 'helper', 'second', 'reader', 'stranger']
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: NAMES.map((username) =>
      buildUser({ username, roles: [username === 'second' ? 'ROLE_OPERATOR' : 'ROLE_VIEWER'], org: 'branch' }),
    ),
  })
})

const user = (name: string) => ({ userId: tenant.users[name] ?? '' })
const looking = async (instance: string): Promise<string[]> => {
  const sees = await inTenant(server, tenant, async (tx) => {
    const found: string[] = []
    for (const name of NAMES) if (await mayLook(tx, user(name), instance)) found.push(name)
    return found
  })
  return sees
}
const asked = (username: string) => ({ people: [{ kind: 'user', username }] })

it('an instance is seen by its starter, by whoever takes or took part, by whoever can take a task, and by whoever has a copy', async () => {
  const definition = await deployRows(
    server,
    tenant,
    bpmn(
      'looked',
      `${task('one', asked('first'))}${task('two', { people: [{ kind: 'role', code: 'ROLE_OPERATOR' }] })}<endEvent id="end"/>${way('start > one > two > end')}`,
    ),
  )
  const { id } = await server.services.workflow.start(person(tenant, 'starter'), { of: { definition } })
  expect(await looking(id)).toEqual(['starter', 'first'])
  const [one] = await openTasksOf(server, tenant, id)
  const act = { taskId: one?.id ?? '', comment: 'ok' }
  await server.services.workflow.act(person(tenant, 'first'), { ...act, act: { do: 'delegate', to: 'helper' } })
  expect(await looking(id)).toEqual(['starter', 'first', 'helper'])
  await server.services.workflow.act(person(tenant, 'helper'), { ...act, act: { do: 'resolve' } })
  await server.services.workflow.act(person(tenant, 'first'), { ...act, act: { do: 'complete' } })
  // The task of the role is free: each of its holders could take it.
  expect(await looking(id)).toEqual(['starter', 'first', 'helper', 'second'])
  await inTenant(server, tenant, (tx) =>
    tx.run(
      build.insertInto('process_copies').values({ tenant_id: tenant.id, id: newId(), instance_id: id, user_id: user('reader').userId }),
    ),
  )
  expect(await looking(id)).toEqual(['starter', 'first', 'helper', 'second', 'reader'])
})

it('who takes part in a process sees what it has called; who takes part in what was called sees that alone', async () => {
  await deployRows(
    server,
    tenant,
    bpmn('looked-at-below', `${task('below', asked('second'))}<endEvent id="end"/>${way('start > below > end')}`),
  )
  const definition = await deployRows(
    server,
    tenant,
    bpmn(
      'looked-at-above',
      `${task('one', asked('first'))}<callActivity id="call" calledElement="looked-at-below"/><endEvent id="end"/>${way('start > one > call > end')}`,
    ),
  )
  const { id } = await server.services.workflow.start(person(tenant, 'starter'), { of: { definition } })
  const [one] = await openTasksOf(server, tenant, id)
  await server.services.workflow.act(person(tenant, 'first'), { taskId: one?.id ?? '', comment: 'ok', act: { do: 'complete' } })
  const [below] = await openTasksOf(server, tenant, id)
  expect(await looking(below?.instance_id ?? '')).toEqual(['starter', 'first', 'second'])
  expect(await looking(id)).toEqual(['starter', 'first'])
})

it('what is in another tenant is seen by nobody', async () => {
  const definition = await deployRows(
    server,
    tenant,
    bpmn('looked-across', `${task('one', asked('first'))}<endEvent id="end"/>${way('start > one > end')}`),
  )
  const { id } = await server.services.workflow.start(person(tenant, 'starter'), { of: { definition } })
  const other = await buildTenant(server)
  expect(await inTenant(server, other, (tx) => mayLook(tx, user('starter'), id))).toBe(false)
})
