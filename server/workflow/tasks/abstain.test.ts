/** Whoever decides together with others can abstain: the quota is asked of the rest. */
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import type { TaskAct } from './acts.ts'

const NAMES = ['ann', 'ben', 'cid'] as const

let server: TestServer
let tenant: BuiltTenant
let ids: ReadonlyMap<string, string>
let instance: string
beforeAll(async () => {
  server = await sharedServer()
})
beforeEach(async () => {
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

async function started(group: object | undefined, names: readonly string[] = NAMES): Promise<void> {
  const asked = { people: names.map((username) => ({ kind: 'user', username })), ...(group ? { group } : {}) }
  const xml = bpmn('p', `${task('one', asked)}<endEvent id="end"/>${way('start > one > end')}`)
  const definition = await deployRows(server, tenant, xml)
  ;({ id: instance } = await server.services.workflow.start(person(tenant, 'admin'), { of: { definition } }))
  const open = await openTasksOf(server, tenant, instance)
  ids = new Map(names.map((name) => [name, open.find(({ assignee_id }) => assignee_id === tenant.users[name])?.id ?? '']))
}
const act = (name: string, what: TaskAct['do'] & ('complete' | 'reject' | 'abstain')) =>
  server.services.workflow.act(person(tenant, name), { taskId: ids.get(name) ?? '', act: { do: what }, comment: 'so' })
const state = async () => (await instanceRow(server, tenant, instance))?.outcome ?? 'open'

it('all the others have to approve where all have to', async () => {
  await started({ mode: 'all' })
  await act('ann', 'complete')
  await act('ben', 'abstain')
  expect(await state()).toBe('open')
  await act('cid', 'complete')
  expect(await state()).toBe('approved')
})

it('a ratio is asked of those who have not abstained', async () => {
  await started({ mode: 'ratio', percent: 60 })
  await act('ann', 'complete')
  await act('ben', 'reject')
  // One of two is no 60 percent.
  await act('cid', 'abstain')
  expect(await state()).toBe('rejected')
})

it('where everybody abstains nothing was approved', async () => {
  await started({ mode: 'any' })
  await act('ann', 'abstain')
  await act('ben', 'abstain')
  expect(await state()).toBe('open')
  await act('cid', 'abstain')
  expect(await state()).toBe('rejected')
})

it('in turns the next one is asked, and what was abstained from can be taken back', async () => {
  await started({ mode: 'sequential' })
  await act('ann', 'abstain')
  await server.services.workflow.withdraw(person(tenant, 'ann'), { taskId: ids.get('ann') ?? '', comment: 'no' })
  await expect(act('ben', 'complete')).rejects.toMatchObject({ code: 'process-task.waiting' })
  await act('ann', 'abstain')
  await act('ben', 'complete')
  await act('cid', 'complete')
  expect(await state()).toBe('approved')
})

it('whoever decides alone cannot', async () => {
  await started(undefined, ['ann'])
  await expect(act('ann', 'abstain')).rejects.toMatchObject({ code: 'approval.alone' })
  await act('ann', 'complete')
  expect(await state()).toBe('approved')
})
