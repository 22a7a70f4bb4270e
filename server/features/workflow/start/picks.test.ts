/** Whom the starter picks: one for each task that says so, kept by their ids; and whoever was picked is asked again where the process comes back. */
import { beforeAll, expect, it } from 'vitest'
import type { StartForm } from '../../../../model/contract/workflow/office.ts'
import type { TaskSettings } from '../../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { inTenant, openTasksOf, person } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import { deploy } from '../../../workflow/index.ts'

const PROCESS = '/api/activiti/process'
const PEOPLE = ['ann', 'ben', 'cai']

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: PEOPLE.map((username) => buildUser({ username, roles: ['ROLE_VIEWER'], org: 'branch' })) })
  admin = await tenant.signIn('admin')
})

const among: Partial<TaskSettings> = { people: PEOPLE.map((username) => ({ kind: 'user', username })), pick: 'starter' }
const byAdmin: Partial<TaskSettings> = { people: [{ kind: 'user', username: 'admin' }] }

async function deployed(tasks: Readonly<Record<string, Partial<TaskSettings>>>): Promise<string> {
  const key = `k_${unique()}`
  const given = { xml: drawn({ tasks })(key), key, name: key, category: null, deployedBy: null }
  const answer = await inTenant(server, tenant, (tx) => deploy(tx, server.services, given))
  return 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
}
const attempt = (processDefinitionId: string, more: object) =>
  admin.post<{ id: string }>(`${PROCESS}/startProcessInstance`, {
    processDefinitionId,
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: 'x',
    ...more,
  })
const start = async (definition: string, more: object) => dataOf<{ id: string }>(await attempt(definition, more)).id
/** The open task with whoever has it, as `node person`. */
async function open(instance: string): Promise<string> {
  const names = new Map(Object.entries(tenant.users).map(([name, id]) => [id, name]))
  const tasks = await openTasksOf(server, tenant, instance)
  return tasks.map(({ node, assignee_id }) => `${node} ${names.get(assignee_id ?? '') ?? ''}`).join()
}
async function act(instance: string, by: string, what: Parameters<TestServer['services']['workflow']['act']>[1]['act']): Promise<void> {
  const [task] = await openTasksOf(server, tenant, instance)
  await server.services.workflow.act(person(tenant, by), { taskId: task?.id ?? '', act: what, comment: 'so' })
}
const complete = (instance: string, by: string) => act(instance, by, { do: 'complete' })
const rename = (name: string, username: string) =>
  inTenant(server, tenant, (tx) =>
    tx.run(
      build
        .updateTable('users')
        .set({ username })
        .where('id', '=', tenant.users[name] ?? ''),
    ),
  )

it('each task has its own, who stays the same person under another name', async () => {
  const definition = await deployed({ first: among, between: byAdmin, last: among })
  const form = dataOf<StartForm>(await admin.get(`${PROCESS}/queryStartForm`, { processDefinitionId: definition }))
  const choice = PEOPLE.map((username) => expect.objectContaining({ username }) as unknown)
  expect(form).toMatchObject({ picks: true, candidates: choice, otherPicks: [{ node: 'last', name: 'last', people: choice }] })
  const instance = await start(definition, { candidates: { first: 'ann', last: 'ben' } })
  expect(await open(instance)).toBe('first ann')
  await complete(instance, 'ann')
  await rename('ben', `gone-${unique()}`)
  await rename('cai', 'ben')
  try {
    await complete(instance, 'admin')
    expect(await open(instance)).toBe('last ben')
  } finally {
    await rename('cai', 'cai')
    await rename('ben', 'ben')
  }
})

it('who is named for all of them has each, unless somebody else is named for one', async () => {
  const definition = await deployed({ first: among, between: byAdmin, last: among })
  const all = await start(definition, { candidate: 'CAI' })
  const one = await start(definition, { candidate: 'cai', candidates: { last: tenant.users['ann'] } })
  expect([await open(all), await open(one)]).toEqual(['first cai', 'first cai'])
  for (const instance of [all, one]) {
    await complete(instance, 'cai')
    await complete(instance, 'admin')
  }
  expect([await open(all), await open(one)]).toEqual(['last cai', 'last ann'])
})

it.each([
  ['nobody is named for the second one', { candidates: { first: 'ann' } }, 'candidates'],
  ['nobody is named for the first one', { candidates: { last: 'ann' } }, 'candidate'],
  ['somebody cannot be asked', { candidate: 'ann', candidates: { last: 'viewer' } }, 'candidate'],
  ['there is nobody of that name', { candidate: 'ann', candidates: { last: 'nobody' } }, 'candidate'],
  ['a name is none', { candidate: 'ann', candidates: { last: 'b\u0000b' } }, 'candidates'],
  ['nobody is picked for that task', { candidate: 'ann', candidates: { between: 'ann' } }, 'candidates'],
])('a start is refused where %s', async (_words, more, field) => {
  const definition = await deployed({ first: among, between: byAdmin, last: among })
  expect(await attempt(definition, more)).toMatchObject({ http: 422, errors: [{ field }] })
})

it('a name that an earlier release has kept is still understood', async () => {
  const instance = await start(await deployed({ first: among, between: byAdmin, last: among }), { candidate: 'ann' })
  await inTenant(server, tenant, (tx) =>
    tx.run(
      build
        .updateTable('process_variables')
        .set({ variable_type: 'text', value: JSON.stringify('ben') })
        .where('instance_id', '=', instance)
        .where('name', '=', '_picked'),
    ),
  )
  await complete(instance, 'ann')
  await complete(instance, 'admin')
  expect(await open(instance)).toBe('last ben')
})

it('a task for which the one before picked somebody asks that person again where the process returns to it', async () => {
  const picked: Partial<TaskSettings> = { ...among, pick: 'previous' }
  const instance = await start(await deployed({ first: byAdmin, second: picked, third: byAdmin }), {})
  await act(instance, 'admin', { do: 'complete', candidate: 'ben' })
  expect(await open(instance)).toBe('second ben')
  await complete(instance, 'ben')
  expect(await open(instance)).toBe('third admin')
  await act(instance, 'admin', { do: 'return', to: 'second' })
  expect(await open(instance), 'nobody is there to pick, and nobody picks anew').toBe('second ben')
  await complete(instance, 'ben')
  expect(await open(instance)).toBe('third admin')
})
