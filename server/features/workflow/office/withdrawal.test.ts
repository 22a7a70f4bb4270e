/** Whether a decision can be taken back is said by the page of the task as the act itself would say, whatever has happened since. */
import { beforeAll, expect, it } from 'vitest'
import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, deployRows, openTasksOf, person, service, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import type { Workflow } from '../../../workflow/index.ts'

const TASK = '/api/activiti/task'
const NAMES = ['sam', 'ann', 'ben', 'cid'] as const
type Name = (typeof NAMES)[number]

let server: TestServer
let tenant: BuiltTenant
const clients = new Map<Name, Client>()
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_VIEWER'] })) })
  for (const name of NAMES) clients.set(name, await tenant.signIn(name))
})

const as = (name: Name): Client => clients.get(name) ?? expect.fail(`${name} is not signed in`)
const asks = (...names: Name[]) => ({ people: names.map((username) => ({ kind: 'user', username })) })
const group = (mode: string, ...names: Name[]) => ({ ...asks(...names), group: { mode } })
const mail = service('mail', { do: 'mail', to: [{ kind: 'starter' }], title: { en: 'a' }, text: { en: 'b' } })

async function started(inside: string): Promise<string> {
  const definition = await deployRows(server, tenant, bpmn(`w_${unique()}`, `${inside}<endEvent id="end"/>`))
  return (await server.services.workflow.start(person(tenant, 'sam'), { of: { definition } })).id
}
async function taskOf(instance: string, who: Name): Promise<string> {
  const found = (await openTasksOf(server, tenant, instance)).find(({ assignee_id }) => assignee_id === tenant.users[who])
  return found?.id ?? expect.fail(`${who} has no task`)
}
async function does(instance: string, who: Name, act: Parameters<Workflow['act']>[1]['act']): Promise<void> {
  await server.services.workflow.act(person(tenant, who), { taskId: await taskOf(instance, who), act, comment: 'so' })
}
const approves = (instance: string, who: Name) => does(instance, who, { do: 'complete' })

const TWO = `${task('one', asks('ann'))}${task('two', asks('ben'))}${way('start > one > two > end')}`
const THREE = `${task('one', asks('ann'))}${task('two', asks('ben'))}${task('three', asks('cid'))}${way('start > one > two > three > end')}`
const BESIDE = `<parallelGateway id="fork"/>${task('one', asks('ann'))}${task('other', asks('ben'))}${task('two', asks('cid'))}<parallelGateway id="join"/>
  ${way('start > fork > one > two > join > end')}${way('fork > other > join')}`

interface Case {
  readonly isOffered: boolean
  readonly inside: string
  /** What becomes of it once the first task of ann is decided, and by whom that is asked about. */
  readonly after?: (instance: string) => Promise<unknown>
  readonly decides?: 'complete' | 'reject'
  /** What leads to her task. */
  readonly before?: (instance: string) => Promise<unknown>
}
const CASES: Readonly<Record<string, Case>> = {
  'nothing has come of it': { isOffered: true, inside: TWO },
  'whoever comes next was reminded, and somebody has a copy': {
    isOffered: true,
    inside: TWO,
    after: async (instance) => {
      dataOf(await as('sam').post('/api/activiti/process/remindProcessInstance', { processInstanceId: instance }))
      dataOf(await as('sam').post('/api/activiti/process/copyProcessInstance', { processInstanceId: instance, users: ['cid'] }))
    },
  },
  'whoever comes next has delegated it': {
    isOffered: false,
    inside: TWO,
    after: (instance) => does(instance, 'ben', { do: 'delegate', to: 'cid' }),
  },
  'whoever comes next has approved': { isOffered: false, inside: THREE, after: (instance) => approves(instance, 'ben') },
  'whoever comes next has sent it back': {
    isOffered: false,
    inside: THREE,
    after: (instance) => does(instance, 'ben', { do: 'return', to: 'one' }),
  },
  'whoever comes next has asked again, and has the answer': {
    isOffered: false,
    inside: THREE,
    after: async (instance) => {
      await does(instance, 'ben', { do: 'return', to: 'one', straight: true })
      await approves(instance, 'ann')
    },
  },
  'somebody has approved in a branch beside': { isOffered: true, inside: BESIDE, after: (instance) => approves(instance, 'ben') },
  'a mail has left': {
    isOffered: false,
    inside: `${task('one', asks('ann'))}${mail}${task('two', asks('ben'))}${way('start > one > mail > two > end')}`,
  },
  'it was a rejection that has sent it back': {
    isOffered: false,
    decides: 'reject',
    before: (instance) => approves(instance, 'ben'),
    inside: `${task('one', asks('ben'))}${task('two', { ...asks('ann'), whenRejected: 'starter' })}${way('start > one > two > end')}`,
  },
  'the others of the group have not voted': {
    isOffered: true,
    inside: `${task('one', group('all', 'ann', 'ben'))}${way('start > one > end')}`,
  },
  'the next of the group in turn has voted': {
    isOffered: false,
    inside: `${task('one', group('sequential', 'ann', 'ben', 'cid'))}${way('start > one > end')}`,
    after: (instance) => approves(instance, 'ben'),
  },
  'the last vote was somebody else’s': {
    isOffered: false,
    inside: `${task('one', group('all', 'ann', 'ben'))}${task('two', asks('cid'))}${way('start > one > two > end')}`,
    after: (instance) => approves(instance, 'ben'),
  },
  'the instance is suspended': {
    isOffered: false,
    inside: TWO,
    after: (instance) => server.services.workflow.suspend(person(tenant, 'sam'), { instanceId: instance }),
  },
  'the instance is over': { isOffered: false, inside: TWO, after: (instance) => approves(instance, 'ben') },
}

it.each(Object.entries(CASES))('%s', async (_, { isOffered, inside, before, after, decides = 'complete' }) => {
  const instance = await started(inside)
  await before?.(instance)
  const taskId = await taskOf(instance, 'ann')
  await does(instance, 'ann', { do: decides })
  await after?.(instance)
  const { acts } = dataOf<PersonalTaskDetails>(await as('ann').get(`${TASK}/queryPersonalTaskDetails`, { taskId }))
  expect(acts.includes('withdraw'), 'the button').toBe(isOffered)
  const { http } = await as('ann').post(`${TASK}/withdrawTask`, { taskId, comment: 'back' })
  expect(http, 'the act').toBe(isOffered ? 200 : 409)
})

it('whoever else looks at the task is not offered it, and who has sent it back neither', async () => {
  const instance = await started(THREE)
  const first = await taskOf(instance, 'ann')
  await approves(instance, 'ann')
  const second = await taskOf(instance, 'ben')
  await does(instance, 'ben', { do: 'return', to: 'one' })
  for (const [who, taskId] of [
    ['sam', first],
    ['ben', second],
  ] as const) {
    const { acts } = dataOf<PersonalTaskDetails>(await as(who).get(`${TASK}/queryPersonalTaskDetails`, { taskId }))
    expect(acts, who).not.toContain('withdraw')
    expect((await as(who).post(`${TASK}/withdrawTask`, { taskId, comment: 'back' })).http, who).toBe(409)
  }
})
