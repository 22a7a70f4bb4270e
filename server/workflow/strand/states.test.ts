/** Nothing strands in states that are seldom looked at: an instance that is suspended, a task that was asked once more. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TaskAct } from '../tasks/acts.ts'
import { stranded, unableTasks } from './unable.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cid'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
})

const user = (name: string) => tenant.users[name] ?? ''
const by = (username: string) => ({ people: [{ kind: 'user', username }] })
/** Two tasks, of ann and ben; cid manages the process. */
async function started(): Promise<string> {
  const xml = bpmn('p', `${task('one', by('ann'))}${task('two', by('ben'))}<endEvent id="end"/>${way('start > one > two > end')}`, {
    settings: { managers: [{ kind: 'user', username: 'cid' }] },
  })
  return (await server.services.workflow.start(person(tenant, 'admin'), { of: { definition: await deployRows(server, tenant, xml) } })).id
}
const open = (instance: string) => openTasksOf(server, tenant, instance)
async function act(name: string, instance: string, what: TaskAct): Promise<void> {
  const [one] = await open(instance)
  await server.services.workflow.act(person(tenant, name), { taskId: one?.id ?? '', act: what, comment: 'so' })
}
const disable = (name: string) =>
  inTenant(server, tenant, (tx) => tx.run(build.updateTable('users').set({ status: 0 }).where('id', '=', user(name))))
/** As the scheduler does it. */
async function recheck(): Promise<void> {
  const work = { tenantId: tenant.id, kind: 'process-recheck', key: 'people', payload: {}, dueAt: new Date(), attempt: 1 }
  const { signal } = new AbortController()
  await server.services.workflow.handlers['process-recheck']?.({ ...work, signal, finish: () => Promise.resolve() })
}
const nobodys = () => inTenant(server, tenant, async (tx) => [await unableTasks(tx, 10), await stranded(tx, 10)])

it('whoever goes while an instance is suspended is replaced when it goes on', async () => {
  const id = await started()
  await server.services.workflow.suspend(person(tenant, 'admin'), { instanceId: id })
  await disable('ann')
  await recheck()
  expect(await nobodys()).toEqual([[], []])
  expect(await open(id), 'it rests').toMatchObject([{ node: 'one', assignee_id: user('ann') }])
  await server.services.workflow.activate(person(tenant, 'admin'), { instanceId: id })
  await recheck()
  expect(await nobodys()).toEqual([[], []])
  expect(await open(id)).toMatchObject([{ node: 'one', assignee_id: user('cid') }])
  await act('cid', id, { do: 'complete' })
  expect(await open(id)).toMatchObject([{ node: 'two', assignee_id: user('ben') }])
})

it('whoever is asked again, and comes straight back, is replaced when they go; the answer goes to whoever waits for it', async () => {
  const id = await started()
  await act('ann', id, { do: 'complete' })
  await act('ben', id, { do: 'return', to: 'one', straight: true })
  expect(await open(id)).toMatchObject([{ node: 'one', assignee_id: user('ann') }])
  await disable('ann')
  await recheck()
  expect(await nobodys()).toEqual([[], []])
  expect(await open(id)).toMatchObject([{ node: 'one', assignee_id: user('cid') }])
  await act('cid', id, { do: 'complete' })
  expect(await open(id)).toMatchObject([{ node: 'two', assignee_id: user('ben') }])
})

it('whoever waits for the answer goes meanwhile: it comes to somebody who can have it', async () => {
  const id = await started()
  await act('ann', id, { do: 'complete' })
  await act('ben', id, { do: 'return', to: 'one', straight: true })
  await disable('ben')
  await recheck()
  expect(await nobodys()).toEqual([[], []])
  await act('ann', id, { do: 'complete' })
  expect(await nobodys()).toEqual([[], []])
  expect(await open(id)).toMatchObject([{ node: 'two', assignee_id: user('cid') }])
})
