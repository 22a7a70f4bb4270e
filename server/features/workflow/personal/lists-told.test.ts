/** What lists of somebody's own tell: nothing that their reader does not see, each row once, and how many there are without counting more than has to be. */
import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import type { ProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import type { MyProcess } from '../../../../model/contract/workflow/office.ts'
import type { ProcessCopy, UsersByOrganisation } from '../../../../model/contract/workflow/acts.ts'
import type { Simulation } from '../../../../model/contract/workflow/simulation.ts'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import type { MenuCode } from '../../../../seeds/menus.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, deployRows, person, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { deploy } from '../../../workflow/index.ts'
import { statement } from '../../../workflow/statement.ts'

const TASK = '/api/activiti/task'
const PROCESS = '/api/activiti/process'

const hides = (roleCode: string, fields: Partial<Record<MenuCode, readonly string[]>>): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: Object.entries(fields).map(([menu, hidden]) => ({ menu: menu as MenuCode, fields: hidden })),
})
/** Sees neither numbers of processes nor how they are, nor who began them; of tasks not when they were claimed and done, and how urgent they are. */
const BLIND = hides('ROLE_BLIND', {
  processinstance: ['businessNumber', 'processStatus', 'instanceState', 'hasIncident', 'definitionVersion', 'starterId'],
  task: ['endTime', 'claimTime', 'priority'],
})
const NAMES_ALONE = hides('ROLE_NAMES', { sysuser: ['username'] })
const NOBODY = hides('ROLE_NOBODY', { sysuser: ['username', 'nickname'] })

let server: TestServer
let tenant: BuiltTenant
const clients: Record<string, Client> = {}
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [BLIND, NAMES_ALONE, NOBODY],
    users: [
      buildUser({ username: 'worker', roles: ['ROLE_VIEWER'] }),
      buildUser({ username: 'blind', roles: [BLIND.roleCode] }),
      buildUser({ username: 'names', roles: [NAMES_ALONE.roleCode] }),
      buildUser({ username: 'nobody', roles: [NOBODY.roleCode] }),
      buildUser({ username: 'a.account', nickname: 'Zoe', roles: ['ROLE_VIEWER'] }),
      buildUser({ username: 'z.account', nickname: 'Adam', roles: ['ROLE_VIEWER'] }),
    ],
  })
  for (const name of ['admin', 'worker', 'blind', 'names', 'nobody']) clients[name] = await tenant.signIn(name)
})

const as = (name: string): Client => clients[name] ?? expect.fail(name)
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)
const user = (username: string) => ({ kind: 'user', username }) as const

/** A process with one task for these, whose name is its key. */
async function deployed(...people: readonly ({ kind: 'user'; username: string } | { kind: 'role'; code: string })[]) {
  const key = `m_${unique()}`
  const xml = drawn({ tasks: { approve: { people: [...people] } } })(key)
  const answer = await inTenant((tx) => deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }))
  return { key, definition: 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer)) }
}
const detailsOf = async (name: string, taskId: string | undefined) =>
  dataOf<{ task: PersonalTask }>(await as(name).get(`${TASK}/queryPersonalTaskDetails`, { taskId: taskId ?? '' })).task
const start = async (definition: string, by: string, description = 'a pump') =>
  (await server.services.workflow.start(person(tenant, by), { of: { definition }, description })).id
const tasks = async (name: string, processDefinitionName: string, more: object = {}) =>
  dataOf<{ list: PersonalTask[]; total: number; totalIs: string; fields: string[] }>(
    await as(name).get(`${TASK}/queryPersonalTask`, { taskStatus: 'candidate', processDefinitionName, ...more }),
  )
const mine = async (name: string, more: object = {}) =>
  dataOf<{ list: MyProcess[]; total: number; fields: string[] }>(await as(name).get(`${PROCESS}/queryMyProcess`, { ...more }))
async function fileOf(name: string, path: string, body: object): Promise<string> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${as(name).token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileFormat: 'csv', ...body }),
  })
  const text = await answer.text()
  expect(answer.status, text).toBe(200)
  return text
}

it('a name is looked for in numbers by those alone who see them', async () => {
  const { definition } = await deployed(user('admin'))
  for (const name of ['worker', 'blind']) {
    const id = await start(definition, name)
    const row = await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('business_number').where('id', '=', id)))
    const number = row?.business_number ?? expect.fail('it has no number')
    expect((await mine(name, { name: number })).total, name).toBe(name === 'worker' ? 1 : 0)
  }
})

it('how a process is stands in no row and no file of those who do not see it, and they can do what they could', async () => {
  const { definition } = await deployed(user('admin'))
  const id = await start(definition, 'blind', 'a hidden end')
  await server.services.workflow.copy(person(tenant, 'admin'), { instanceId: id, people: ['blind'], comment: undefined, isManager: true })
  const { list, fields } = await mine('blind', { description: 'a hidden end' })
  expect(list).toMatchObject([{ id, processStatus: null, isSuspended: null, hasIncident: null, businessNumber: null }])
  for (const hidden of ['processStatus', 'attention']) expect(fields).not.toContain(hidden)
  const copies = dataOf<{ list: ProcessCopy[] }>(await as('blind').get(`${PROCESS}/queryCopy`)).list
  expect(copies).toMatchObject([{ processInstanceId: id, processStatus: null }])
  for (const path of [`${PROCESS}/exportMyProcess`, `${PROCESS}/exportCopy`])
    expect(await fileOf('blind', path, {}), path).not.toMatch(/under approval/i)
  const details = await as('blind').get<{ process: MyProcess; track: ProcessTrack; acts: string[] }>(`${PROCESS}/queryMyProcessDetails`, {
    processInstanceId: id,
  })
  expect(details.data.process.processStatus).toBeNull()
  const unknown = { instanceState: null, processStatus: null, definitionVersion: null, starter: null }
  expect(details.data.track).toMatchObject(unknown)
  for (const path of [`${PROCESS}/queryProcessTrack`, '/api/activiti/history/queryHistoricTrack'])
    expect(dataOf(await as('blind').get(path, { processInstanceId: id })), path).toMatchObject(unknown)
  expect(details.data.acts).toContain('cancel')
  expect((await mine('worker')).list[0]).toMatchObject({ processStatus: 'running', isSuspended: false, hasIncident: false })
})

it('a file holds what the list shows, whatever its reader does not see of tasks elsewhere', async () => {
  const { key, definition } = await deployed(user('blind'))
  await start(definition, 'worker', 'done in time')
  const taskStatus = 'finished'
  const [task] = (await tasks('blind', key, { taskStatus: 'assignee' })).list
  dataOf(await as('blind').post(`${TASK}/completeTask`, { taskId: task?.id, comment: 'done' }))
  expect(await detailsOf('worker', task?.id)).toMatchObject({ starter: expect.stringContaining('worker') as string, priority: 50 })
  expect(await detailsOf('blind', task?.id)).toMatchObject({ starter: null, claimTime: null, priority: 0 })
  for (const [endTimeStart, total] of [
    ['2000-01-01 00:00:00', 1],
    ['2100-01-01 00:00:00', 0],
  ] as const) {
    expect((await tasks('blind', key, { taskStatus, endTimeStart })).total).toBe(total)
    const text = await fileOf('blind', `${TASK}/exportPersonalTask`, { taskStatus, processDefinitionName: key, endTimeStart })
    expect(text.includes('done in time'), endTimeStart).toBe(total === 1)
  }
})

it('of too many rows none is looked up for an order that no index has, and the answer says how many are sorted', async () => {
  const { definition } = await deployed(user('admin'))
  const id = await start(definition, 'names')
  const sorted = () => as('names').get<{ total: number }>(`${PROCESS}/queryMyProcess`, { sorter: 'name_ascend' })
  const more = (rows: number) =>
    inTenant((tx) =>
      tx.run(
        statement(sql`insert into process_instances (tenant_id, id, root_id, definition_id, name, starter_id, instance_state, start_time)
          select tenant_id, new.id, new.id, definition_id, name, starter_id, 'ended', start_time from process_instances
            cross join lateral (select gen_random_uuid() as id from generate_series(1, ${rows})) new where process_instances.id = ${id}`),
      ),
    )
  await more(9999)
  expect((await sorted()).data.total).toBe(10_000)
  await more(1)
  expect(await sorted()).toMatchObject({ http: 422, most: 10_000, message: expect.stringContaining('10000') as string })
  expect(await mine('names')).toMatchObject({ totalIs: 'at-least' })
})

it('people are ordered as they are told of, for those who see names or accounts', async () => {
  const { key, definition } = await deployed({ kind: 'role', code: 'ROLE_ADMIN' }, user('names'), user('nobody'))
  for (const name of ['a.account', 'z.account']) await start(definition, name)
  const starters = async (name: string) => (await tasks(name, key, { sorter: 'starter_ascend' })).list.map(({ starter }) => starter)
  expect(await starters('admin')).toEqual(['Adam · z.account', 'Zoe · a.account'])
  expect(await starters('names')).toEqual(['Adam', 'Zoe'])
  const hidden = await as('nobody').get(`${TASK}/queryPersonalTask`, { taskStatus: 'candidate', sorter: 'starter_ascend' })
  expect(hidden).toMatchObject({ http: 422, errors: [{ field: 'sorter' }] })
  expect((await tasks('nobody', key)).fields).not.toContain('starter')
  const choices = dataOf<UsersByOrganisation>(await as('admin').get(`${TASK}/queryUsername`, { name: 'account' }))
  expect(choices.flatMap(({ children }) => children.map(({ value }) => value))).toEqual(['Adam · z.account', 'Zoe · a.account'])
  const values = { name: key, key: `s_${unique()}`, category: 'test', orgId: tenant.organisations['root'] }
  const { id: modelId } = dataOf<{ id: string }>(await as('admin').post('/api/activiti/model/addModel', values))
  const xml = drawn({ tasks: { approve: { people: [{ kind: 'role', code: 'ROLE_VIEWER' }] } } })('tried')
  const asked = async (name: string) => {
    const { scenes } = dataOf<Simulation>(await as(name).post('/api/activiti/model/simulateModel', { modelId, xml }))
    return scenes[0]?.tasks[0]?.people.map((one) => one.name).filter((one) => /Adam|Zoe/.test(one))
  }
  // In the order of their turns, which is that of accounts, for those who see these.
  expect(await asked('admin')).toEqual(['Zoe · a.account', 'Adam · z.account'])
  expect(await asked('names')).toEqual(['Adam', 'Zoe'])
})

it('whoever was too late is told who was faster as their roles show people', async () => {
  const { key, definition } = await deployed({ kind: 'role', code: 'ROLE_ADMIN' }, ...['a.account', 'names', 'nobody'].map(user))
  await start(definition, 'worker')
  const taskId = (await tasks('admin', key)).list[0]?.id ?? ''
  await server.services.workflow.act(person(tenant, 'a.account'), { taskId, act: { do: 'claim' } })
  const refusal = async (name: string) => (await as(name).post(`${TASK}/claimTask`, { taskId })).message
  expect(await refusal('admin')).toContain('Zoe · a.account')
  expect(await refusal('names')).toMatch(/Zoe(?! · )/)
  expect(await refusal('nobody')).toContain('***')
  for (const name of ['names', 'nobody']) expect(await refusal(name)).not.toContain('a.account')
})

it('whoever was too late for a task that somebody else has ended is told who as their roles show people', async () => {
  const key = `m_${unique()}`
  const approve = { people: ['a.account', 'names', 'nobody'].map(user), group: { mode: 'any' as const } }
  const answer = await inTenant((tx) =>
    deploy(tx, server.services, { xml: drawn({ tasks: { approve } })(key), key, name: key, category: null, deployedBy: null }),
  )
  const instance = await start('definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer)), 'worker')
  const rows = await inTenant((tx) =>
    tx.all(build.selectFrom('process_tasks').select(['id', 'assignee_id']).where('instance_id', '=', instance)),
  )
  const taskOf = (name: string) => rows.find(({ assignee_id }) => assignee_id === tenant.users[name])?.id ?? expect.fail(name)
  await server.services.workflow.act(person(tenant, 'a.account'), { taskId: taskOf('a.account'), act: { do: 'complete' }, comment: 'ok' })
  const refusal = async (name: string) =>
    (await as(name).post(`${TASK}/completeTask`, { taskId: taskOf(name), processInstanceId: instance, comment: 'ok' })).message
  expect(await refusal('names')).toMatch(/Zoe(?! · )/)
  expect(await refusal('nobody')).toContain('***')
  for (const name of ['names', 'nobody']) expect(await refusal(name)).not.toContain('a.account')
})

it.each([
  ['by their name', [], 'Zoe · '],
  ['by their account, where a role hides names', [hides('ROLE_ACCOUNTS', { sysuser: ['nickname'] })], 'z.oe · '],
  ['by nothing, where roles hide both, each one of them', [NAMES_ALONE, hides('ROLE_ACCOUNTS', { sysuser: ['nickname'] })], ''],
  ['by nothing, where a role hides who began a process', [hides('ROLE_STARTERS', { processinstance: ['starterId'] })], ''],
])('a process is called by whoever began it: %s', async (_words, roles, before) => {
  const of = await buildTenant(server, { roles, users: [buildUser({ username: 'z.oe', nickname: 'Zoe', roles: ['ROLE_VIEWER'] })] })
  const definition = await deployRows(
    server,
    of,
    bpmn(`m_${unique()}`, `${task('one', { people: [user('z.oe')] })}<endEvent id="end"/>${way('start > one > end')}`),
  )
  const { id } = await server.services.workflow.start(person(of, 'z.oe'), { of: { definition } })
  const row = await server.services.transactions.inTenant({ tenantId: of.id }, (tx) =>
    tx.first(
      build
        .selectFrom('process_instances as one')
        .innerJoin('process_definitions as definition', 'definition.id', 'one.definition_id')
        .select(['one.name', 'definition.name as process'])
        .where('one.id', '=', id),
    ),
  )
  expect(row?.name).toBe(`${before}${row?.process ?? ''}`)
})

it('a task that was handed over to one of those who can take it stands once in their list', async () => {
  const { key, definition } = await deployed({ kind: 'role', code: 'ROLE_VIEWER' }, user('names'))
  const instance = await start(definition, 'admin')
  const [task] = await inTenant((tx) => tx.all(build.selectFrom('process_tasks').select('id').where('instance_id', '=', instance)))
  const handed = {
    userId: tenant.users['names'] ?? '',
    assigneeId: tenant.users['worker'] ?? '',
    comment: 'left',
    taskIds: [task?.id ?? ''],
  }
  expect(await server.services.workflow.handOverAll(person(tenant, 'admin'), handed)).toEqual({ changed: 1, left: 0 })
  for (const sorter of ['createTime_descend', 'createTime_ascend', 'name_ascend'])
    expect(await tasks('worker', key, { sorter }), sorter).toMatchObject({ list: [{ id: task?.id }], total: 1, totalIs: 'exact' })
  const times = await inTenant((tx) =>
    tx.all(
      statement(sql<{ n: number }>`select count(distinct people.created_at)::integer as n from process_task_people people
        where people.task_id = ${task?.id}`),
    ),
  )
  expect(times, 'all who are asked stand where the task does').toEqual([{ n: 1 }])
})

it('of tasks to take a thousand are counted, on each page but one that is not full', async () => {
  const { key, definition } = await deployed(user('names'), user('worker'))
  const instance = await start(definition, 'admin')
  await inTenant(async (tx) => {
    await tx.run(
      statement(sql`insert into process_tasks (tenant_id, id, instance_id, activity, node, name, task_state, member)
        select tenant_id, gen_random_uuid(), instance_id, activity, node, name, task_state, n from process_tasks cross join generate_series(1, 1004) n
        where instance_id = ${instance}`),
    )
    await tx.run(
      statement(sql`insert into process_task_people (tenant_id, task_id, person_kind, person_id, is_free)
        select tenant_id, id, 'user', ${tenant.users['worker']}::uuid, true from process_tasks where instance_id = ${instance} on conflict do nothing`),
    )
  })
  expect(await tasks('worker', key)).toMatchObject({ totalIs: 'at-least' })
  // Whoever goes on to the end is told how many there were.
  expect(await tasks('worker', key, { pageSize: 200, currentPage: 6 })).toMatchObject({ total: 1005, totalIs: 'exact' })
  expect(await tasks('worker', key, { pageSize: 200, currentPage: 9 })).toMatchObject({ list: [], total: 1005, totalIs: 'exact' })
  expect(await tasks('worker', key, { name: 'no such' })).toMatchObject({ list: [], total: 0, totalIs: 'exact' })
})

it('clients that sign in as browser get the list in its own order where they ask for one that it has not, or for nothing', async () => {
  const { key, definition } = await deployed(user('admin'), user('worker'))
  await start(definition, 'worker')
  const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
    ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: 'browser' },
    ...{ tenantCode: tenant.code, username: 'admin', password: wirePassword(PASSWORD) },
  })
  const older = clientWith(server.url, data.access_token, data.refresh_token)
  const asked = { taskStatus: 'candidate', processDefinitionName: key, sorter: 'createDate_descend', outcome: 'undefined' }
  expect(dataOf<{ total: number }>(await older.get(`${TASK}/queryPersonalTask`, asked)).total).toBe(1)
  expect(await as('admin').get(`${TASK}/queryPersonalTask`, asked)).toMatchObject({ http: 422 })
})
