/** Lists of somebody's own as lists: their orders, what is hidden from their reader, what is kept of how they look, and their files. */
import { beforeAll, expect, it } from 'vitest'
import type { PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { personalLists } from '../../../../model/lists/personal.ts'
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
const VIEWS = '/api/account/listview'

let server: TestServer
let tenant: BuiltTenant
let lead: Client
let worker: Client
let blind: Client
let key: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [HIDER],
    users: [
      ...['lead', 'worker'].map((username) => buildUser({ username, roles: ['ROLE_VIEWER'] })),
      buildUser({ username: 'blind', roles: ['ROLE_HIDER'] }),
    ],
  })
  ;[lead, worker, blind] = await Promise.all([tenant.signIn('lead'), tenant.signIn('worker'), tenant.signIn('blind')])
  key = `m_${unique()}`
  const xml = drawn({
    tasks: {
      approve: {
        people: [
          { kind: 'role', code: 'ROLE_VIEWER' },
          { kind: 'user', username: 'blind' },
        ],
      },
    },
  })(key)
  const given = { xml, key, name: key, category: null, deployedBy: null }
  const answer = await inTenant((tx) => deploy(tx, server.services, given))
  const definition = 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
  for (const [at, name] of ['middle', 'first', 'last'].entries()) {
    const { id: instanceId } = await server.services.workflow.start(
      { tenantId: tenant.id, userId: user('worker') },
      { of: { definition }, description: `about ${name}` },
    )
    await inTenant(async (tx) => {
      await tx.run(build.updateTable('process_instances').set({ name }).where('id', '=', instanceId))
      await tx.run(
        build
          .updateTable('process_tasks')
          .set({ due_time: at === 2 ? null : new Date(Date.UTC(2030, 0, 9 - at)) })
          .where('instance_id', '=', instanceId),
      )
    })
    await server.services.workflow.copy(
      { tenantId: tenant.id, userId: user('worker') },
      {
        instanceId,
        people: ['lead'],
        comment: undefined,
        isManager: true,
      },
    )
  }
})

const user = (name: string) => tenant.users[name] ?? ''
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)

interface Page {
  readonly list: readonly PersonalTask[]
  readonly total: number
  readonly totalIs: string
  readonly fields: readonly string[]
}
const candidates = async (client: Client, more: object = {}) =>
  dataOf<Page>(await client.get(`${TASK}/queryPersonalTask`, { taskStatus: 'candidate', processDefinitionName: key, ...more }))
const names = async (client: Client, sorter: string) =>
  (await candidates(client, { sorter })).list.map(({ processInstanceName }) => processInstanceName)

async function fileOf(client: Client, path: string, body: object): Promise<{ status: number; text: string }> {
  const answer = await fetch(`${server.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ fileFormat: 'csv', ...body }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Hides of instances their names, and of tasks when they are due. */
const HIDER = {
  roleCode: 'ROLE_HIDER',
  roleName: 'ROLE_HIDER',
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [
    { menu: 'processinstance', fields: ['name'] },
    { menu: 'task', fields: ['dueTime'] },
  ],
} as const

it('a list is ordered by each field that it says, either way, and by no other', async () => {
  expect(await names(lead, 'createTime_descend')).toEqual(['last', 'first', 'middle'])
  expect(await names(lead, 'createTime_ascend')).toEqual(['middle', 'first', 'last'])
  expect(await names(lead, 'processInstanceName_ascend')).toEqual(['first', 'last', 'middle'])
  expect(await names(lead, 'processInstanceName_descend')).toEqual(['middle', 'last', 'first'])
  // What is due at no time stands last, whichever way.
  expect(await names(lead, 'dueTime_ascend')).toEqual(['first', 'middle', 'last'])
  expect(await names(lead, 'dueTime_descend')).toEqual(['middle', 'first', 'last'])
  for (const sorter of ['description_ascend', 'nothing_ascend', 'dueTime', 'constructor_ascend'])
    expect(await lead.get(`${TASK}/queryPersonalTask`, { taskStatus: 'candidate', sorter }), sorter).toMatchObject({
      http: 422,
      errors: [{ field: 'sorter' }],
    })
  const calls = [
    ['candidate-tasks', `${TASK}/queryPersonalTask`, { taskStatus: 'candidate' }],
    ['assigned-tasks', `${TASK}/queryPersonalTask`, { taskStatus: 'assignee' }],
    ['finished-tasks', `${TASK}/queryPersonalTask`, { taskStatus: 'finished' }],
    ['started-processes', `${PROCESS}/queryMyProcess`, {}],
    ['process-copies', `${PROCESS}/queryCopy`, {}],
  ] as const
  for (const of of personalLists) {
    const [, path, query] = calls.find(([name]) => name === of.name) ?? expect.fail(of.name)
    for (const [field, { rights }] of Object.entries(of.fields))
      for (const way of ['ascend', 'descend'])
        expect((await lead.get(path, { ...query, sorter: `${field}_${way}` })).http, `${of.name} ${field} ${way}`).toBe(
          rights.sort ? 200 : 422,
        )
  }
})

it('pages of an order do not overlap, and say how many rows there are in all', async () => {
  const page = (currentPage: number) => candidates(lead, { sorter: 'processInstanceName_ascend', pageSize: 2, currentPage })
  const [first, second] = [await page(1), await page(2)]
  expect(first).toMatchObject({ total: 3, totalIs: 'exact' })
  expect([...first.list, ...second.list].map(({ processInstanceName }) => processInstanceName)).toEqual(['first', 'last', 'middle'])
})

it('one can filter by each field of the grammar, as by the names that older clients send', async () => {
  const totals = async (filters: object) => (await candidates(lead, filters)).total
  expect(await totals({ processInstanceName: 'FIRST' })).toBe(1)
  expect(await totals({ name: 'approve' })).toBe(3)
  expect(await totals({ taskName: 'no such' })).toBe(0)
  expect(await totals({ dueTimeStart: '2030-01-01 00:00:00' })).toBe(2)
  expect(await totals({ createTimeEnd: '2000-01-01 00:00:00' })).toBe(0)
  expect(await totals({ endTime: '2000-01-01 00:00:00' })).toBe(0)
})

it('a look and a view of a list are kept, for this person alone, and hold only what the list has', async () => {
  for (const { name, fields, order } of personalLists) {
    const [column = ''] = Object.keys(fields)
    const look = { hidden: [column] }
    dataOf(await lead.put(`${VIEWS}/updateListPreference`, { page: name, look }))
    const state = { filters: {}, sorter: `${order[0]}_ascend`, look }
    const id = dataOf<string>(await lead.post(`${VIEWS}/addListView`, { page: name, viewName: 'Mine', state }))
    expect(dataOf(await lead.get(`${VIEWS}/queryListView`, { page: name })), name).toMatchObject({ look, list: [{ id, state }] })
    expect(dataOf(await worker.get(`${VIEWS}/queryListView`, { page: name })), name).toMatchObject({ look: {}, list: [] })
    const strange = { filters: { nothing: 'x' }, sorter: 'id_ascend', look: { order: ['tenantId'] } }
    expect(await lead.post(`${VIEWS}/addListView`, { page: name, viewName: 'Strange', state: strange })).toMatchObject({ http: 422 })
  }
})

it('what is hidden from somebody is neither shown, ordered nor looked for, nor kept in a view or a file of theirs', async () => {
  const page = await candidates(blind, { processInstanceName: 'first', dueTimeStart: '2040-01-01 00:00:00' })
  expect(page.total).toBe(3)
  expect(page.list.map(({ processInstanceName, dueTime }) => [processInstanceName, dueTime])).toEqual(Array(3).fill(['', null]))
  expect(page.fields).not.toContain('processInstanceName')
  expect(page.fields).not.toContain('dueTime')
  for (const field of ['processInstanceName', 'dueTime']) {
    const sorter = `${field}_ascend`
    expect(await blind.get(`${TASK}/queryPersonalTask`, { taskStatus: 'candidate', sorter })).toMatchObject({ http: 422 })
    const state = { filters: {}, sorter, look: {} }
    expect(await blind.post(`${VIEWS}/addListView`, { page: 'candidate-tasks', viewName: field, state })).toMatchObject({ http: 422 })
    expect((await fileOf(blind, `${TASK}/exportPersonalTask`, { taskStatus: 'candidate', fields: field })).status).toBe(422)
  }
  const { status, text } = await fileOf(blind, `${TASK}/exportPersonalTask`, { taskStatus: 'candidate', processDefinitionName: key })
  expect(status).toBe(200)
  expect(text).toContain('about first')
  expect(text).not.toMatch(/2030|^first|,first,/m)
})

it('a file holds the rows of its caller alone, in their order, with the columns that were asked for', async () => {
  const asked = { taskStatus: 'candidate', processDefinitionName: key, sorter: 'processInstanceName_ascend' }
  const { status, text } = await fileOf(lead, `${TASK}/exportPersonalTask`, { ...asked, fields: 'processInstanceName,description' })
  expect(status).toBe(200)
  const lines = text.split(/\r?\n/).filter((line) => /about/.test(line))
  expect(lines.map((line) => line.split(',')[0]?.replaceAll('"', ''))).toEqual(['first', 'last', 'middle'])
  expect((await fileOf(worker, `${PROCESS}/exportMyProcess`, {})).text).toContain('about first')
  expect((await fileOf(lead, `${PROCESS}/exportMyProcess`, {})).text).not.toContain('about first')
  expect((await fileOf(lead, `${PROCESS}/exportCopy`, {})).text).toContain('first')
  expect((await fileOf(worker, `${PROCESS}/exportCopy`, {})).text).not.toContain('first')
  expect((await fileOf(lead, `${TASK}/exportPersonalTask`, { ...asked, fields: 'processInstanceId' })).status).toBe(422)
  const workbook = await fetch(`${server.url}${TASK}/exportPersonalTask`, {
    method: 'POST',
    headers: { authorization: `Bearer ${lead.token}`, 'content-type': 'application/json' },
    body: JSON.stringify(asked),
  })
  expect(
    Buffer.from(await workbook.arrayBuffer())
      .subarray(0, 2)
      .toString(),
  ).toBe('PK')
})
