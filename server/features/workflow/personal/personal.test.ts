/** What is somebody's own: tasks they can take, have and have done, processes they may start; and that nobody is removed whom processes name. */
import { beforeAll, expect, it } from 'vitest'
import type { Startable } from '../../../../model/contract/workflow/instances.ts'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { TaskSettings } from '../../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { deploy } from '../../../workflow/index.ts'

const TASK = '/api/activiti/task'
const PROCESS = '/api/activiti/process'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let lead: Client
let worker: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['lead', 'mate', 'worker'].map((username) =>
      buildUser({ username, roles: ['ROLE_VIEWER'], org: username === 'worker' ? 'team' : 'branch' }),
    ),
  })
  ;[admin, lead, worker] = await Promise.all([tenant.signIn('admin'), tenant.signIn('lead'), tenant.signIn('worker')])
})

const user = (name: string) => tenant.users[name] ?? ''
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)
async function deployed(task: Partial<TaskSettings>, modelId?: string): Promise<{ key: string; id: string }> {
  const key = `m_${unique()}`
  const given = { xml: drawn({ tasks: { approve: task } })(key), key, name: key, category: null, deployedBy: null, modelId }
  const answer = await inTenant((tx) => deploy(tx, server.services, given))
  return 'definitionId' in answer ? { key, id: answer.definitionId } : expect.fail(JSON.stringify(answer))
}
const start = (id: string) =>
  server.services.workflow.start({ tenantId: tenant.id, userId: user('worker') }, { of: { definition: id }, description: 'a pump' })
const tasksOf = async (client: Client, taskStatus: string, more: object = {}) =>
  dataOf<{ list: PersonalTask[]; total: number }>(await client.get(`${TASK}/queryPersonalTask`, { taskStatus, ...more }))
const startable = async (client: Client, name: string) => dataOf<Startable[]>(await client.get(`${PROCESS}/queryStartable`, { name }))
const newest = async (client: Client) => (await tasksOf(client, 'candidate')).list[0] ?? expect.fail('there is no task')

it('a task is seen by those who can take it, by whoever has it, and by whoever has done it', async () => {
  const { key, id } = await deployed({
    people: [
      { kind: 'user', username: 'lead' },
      { kind: 'user', username: 'mate' },
    ],
  })
  await start(id)
  const before = dataOf<{ candidate: number; assignee: number }>(await lead.get(`${TASK}/queryTaskCount`))
  const task = await newest(lead)
  expect(task).toMatchObject({ name: 'approve', processDefinitionName: key, starter: 'worker', assignee: null, description: 'a pump' })
  expect((await tasksOf(worker, 'candidate')).list).toEqual([])
  await server.services.workflow.act({ tenantId: tenant.id, userId: user('lead') }, { taskId: task.id, act: { do: 'claim' } })
  const mate = await tenant.signIn('mate')
  expect((await tasksOf(mate, 'candidate')).list).toEqual([])
  expect((await tasksOf(lead, 'assignee')).list).toMatchObject([{ id: task.id, assignee: 'lead' }])
  expect(dataOf(await lead.get(`${TASK}/queryTaskCount`))).toEqual({
    ...before,
    candidate: before.candidate - 1,
    assignee: before.assignee + 1,
  })
  await server.services.workflow.act(
    { tenantId: tenant.id, userId: user('lead') },
    { taskId: task.id, act: { do: 'complete' }, comment: 'yes' },
  )
  expect((await tasksOf(lead, 'finished')).list).toMatchObject([{ id: task.id, outcome: 'approved' }])
})

it('pages and filters are of the caller alone', async () => {
  const { key, id } = await deployed({ people: [{ kind: 'role', code: 'ROLE_VIEWER' }] })
  for (let at = 0; at < 3; at += 1) await start(id)
  const all = await tasksOf(lead, 'candidate', { processDefinitionName: key })
  expect(all.total).toBe(3)
  const second = await tasksOf(lead, 'candidate', { processDefinitionName: key, currentPage: 2, pageSize: 2 })
  expect(second).toMatchObject({ total: 3, list: [{ id: all.list[2]?.id }] })
  expect((await tasksOf(lead, 'candidate', { processDefinitionName: key, taskName: 'no such' })).list).toEqual([])
  expect((await tasksOf(lead, 'candidate', { processDefinitionName: key, description: 'PUMP' })).total).toBe(3)
  const other = await (await buildTenant(server)).signIn('viewer')
  expect((await tasksOf(other, 'candidate')).list).toEqual([])
})

it('a process is started by those whom its model names, with all below, and by everybody where it names nobody', async () => {
  const modelId = await inTenant(async (tx) => {
    const id = crypto.randomUUID()
    const org_id = tenant.organisations['root'] ?? ''
    await tx.run(
      build.insertInto('process_models').values({ tenant_id: tenant.id, id, key: `k_${unique()}`, name: 'm', category: 'c', org_id }),
    )
    return id
  })
  const { key, id: definition } = await deployed({ people: [{ kind: 'starter' }] }, modelId)
  expect(await startable(worker, key)).toMatchObject([{ key, definitionVersion: 1, picks: false }])
  const place = (name: string) => ({ tenant_id: tenant.id, model_id: modelId, org_id: tenant.organisations[name] ?? '' })
  await inTenant((tx) => tx.run(build.insertInto('process_model_organisations').values(place('branch'))))
  expect(await startable(worker, key)).toHaveLength(1)
  expect(await startable(admin, key)).toEqual([])
  // Not offered, it is not begun by its id either.
  const asked = { processDefinitionId: definition, startTime: '2026-01-01 08:00:00', endTime: '2026-01-01 18:00:00', description: 'x' }
  expect(await admin.post(`${PROCESS}/startProcessInstance`, asked)).toMatchObject({ http: 403 })
  await inTenant((tx) =>
    tx.run(build.insertInto('process_model_users').values({ tenant_id: tenant.id, model_id: modelId, user_id: user('admin') })),
  )
  expect(await startable(admin, key)).toHaveLength(1)
  // Gone with its model, it is not everybody's.
  await inTenant((tx) => tx.run(build.deleteFrom('process_models').where('id', '=', modelId)))
  expect(await startable(worker, key)).toEqual([])
})

it('whoever and whatever processes name is not removed, and the refusal says how many name it', async () => {
  const role = dataOf<{ id: string }>(
    await admin.post('/api/admin/sysrole/addSysRole', { roleName: `r ${unique()}`, roleCode: `ROLE_${unique().toUpperCase()}` }),
  )
  const code = (await inTenant((tx) => tx.first(build.selectFrom('roles').select('role_code').where('id', '=', role.id))))?.role_code ?? ''
  const { id } = await deployed({
    people: [
      { kind: 'role', code },
      { kind: 'user', username: 'mate' },
      { kind: 'post', code: `post-${tenant.code}`, where: 'anywhere' },
      { kind: 'organisation', organisation: tenant.organisations['team'] ?? '' },
    ],
  })
  await start(id)
  const post = (await inTenant((tx) => tx.first(build.selectFrom('posts').select('id'))))?.id ?? ''
  for (const [path, named] of [
    ['sysrole/deleteSysRole', role.id],
    ['sysuser/deleteSysUser', user('mate')],
    ['syspost/deleteSysPost', post],
    ['sysorg/deleteSysOrg', tenant.organisations['team']],
  ] as const) {
    const answer = await admin.post(`/api/admin/${path}?id=${named}`)
    expect(answer, path).toMatchObject({ http: 409 })
    expect(answer.message, path).toMatch(/named by [1-9]\d* open tasks and [1-9]\d* deployed/)
  }
})
