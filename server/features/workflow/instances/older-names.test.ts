/** Clients of this family send names of parameters that are other ones here: each of them means the same as ours, and narrows the same list. */
import { beforeAll, describe, expect, it } from 'vitest'
import { historicProcessInstances } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { aField, aForm, buildForm, dataOf } from '../../../../tests/support/forms.ts'
import { hiding } from '../../../../tests/support/hiding.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

const API = '/api/activiti'

/** Is granted no call, and does not see who has started something. */
const nobody = hiding(historicProcessInstances, 'starterId', [])

let server: TestServer
let tenant: BuiltTenant
let admin: Client
/** As such a client signs in. */
let older: Client
/** Two processes with an instance each; the first is what is looked for. */
let key = ''
let name = ''
let instance = ''
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [nobody],
    users: [buildUser({ username: 'other' }), buildUser({ username: 'starter', roles: [nobody.roleCode] })],
  })
  admin = await tenant.signIn('admin')
  const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
    ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: 'browser' },
    ...{ tenantCode: tenant.code, username: 'admin', password: wirePassword(PASSWORD) },
  })
  older = clientWith(server.url, data.access_token, data.refresh_token)
  await started(`q_${unique()}`)
  key = `p_${unique()}`
  ;({ instance, name } = await started(key))
})

async function started(of: string) {
  const asked = { people: [{ kind: 'user', username: 'editor' }] }
  const xml = bpmn(of, `${task(`ask_${of}`, asked)}<endEvent id="end"/>${way(`start > ask_${of} > end`)}`)
  dataOf(await admin.post(`${API}/deployment/deployFile`, { fileName: `${of}.bpmn`, xml }))
  const { list } = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/process/queryProcessDefinition`, { key: of }))
  const { id } = dataOf<{ id: string }>(
    await admin.post(`${API}/process/startProcessInstance`, {
      processDefinitionId: list[0]?.id,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-01 18:00:00',
      description: of,
    }),
  )
  const found = dataOf<{ list: { name: string }[] }>(await admin.get(`${API}/process/queryProcessInstance`, { id }))
  return { instance: id, name: found.list[0]?.name ?? '' }
}
const idsOf = async (path: string, query: Record<string, string>, client = admin) => {
  const { list } = dataOf<{ list: { id: string }[] }>(await client.get(`${API}/${path}`, query))
  return list.map(({ id }) => id).sort()
}

const idsOfOlder = (path: string, query: Record<string, string>) => idsOf(path, query, older)

describe.each<[string, string, string, () => string]>([
  ['process/queryProcessDefinition', 'processDefinitionKey', 'key', () => key],
  ['process/queryProcessDefinition', 'processDefinitionName', 'name', () => `Process ${key}`],
  ['process/queryProcessInstance', 'processDefinitionKey', 'definitionKey', () => key],
  ['process/queryProcessInstance', 'processInstanceName', 'name', () => name],
  ['history/queryHistoricProcessInstance', 'processDefinitionKey', 'definitionKey', () => key],
  ['history/queryHistoricProcessInstance', 'processInstanceName', 'name', () => name],
  ['task/queryTask', 'taskName', 'name', () => `ask_${key}`],
  ['history/queryHistoricTaskInstance', 'taskName', 'name', () => `ask_${key}`],
  ['deployment/queryDeployment', 'deploymentName', 'name', () => `Process ${key}`],
])('%s', (path, theirs, ours, value) => {
  it(`takes ${theirs} for ${ours}`, async () => {
    const [all, found] = [await idsOf(path, {}), await idsOf(path, { [ours]: value() })]
    expect(found).toHaveLength(1)
    expect(all.length).toBeGreaterThan(1)
    expect(await idsOfOlder(path, { [theirs]: value() })).toEqual(found)
    expect(await idsOfOlder(path, { [theirs]: 'nothing is called so' })).toEqual([])
  })
})

describe.each<[string, string, string, () => string, () => string]>([
  ['process/queryProcessInstance', 'startUserId', 'starterId', () => tenant.users['admin'] ?? '', () => tenant.users['viewer'] ?? ''],
  ['task/queryTask', 'assignee', 'assigneeId', () => tenant.users['editor'] ?? '', () => tenant.users['viewer'] ?? ''],
  ['history/queryHistoricTaskInstance', 'assignee', 'assigneeId', () => tenant.users['editor'] ?? '', () => tenant.users['viewer'] ?? ''],
  ['process/queryProcessDefinition', 'processDefinitionVersion', 'definitionVersion', () => '1', () => '77'],
  ['process/queryProcessInstance', 'processDefinitionVersion', 'definitionVersion', () => '1', () => '77'],
  ['history/queryHistoricProcessInstance', 'startedAfterDate', 'startTimeStart', () => '2001-01-01 00:00:00', () => '2101-01-01 00:00:00'],
])('%s', (path, theirs, ours, some, none) => {
  it(`takes ${theirs} for ${ours}`, async () => {
    const found = await idsOf(path, { [ours]: some() })
    expect(found.length).toBeGreaterThan(1)
    expect(await idsOfOlder(path, { [theirs]: some() })).toEqual(found)
    expect(await idsOfOlder(path, { [theirs]: none() })).toEqual([])
  })
})

describe('history/queryHistoricProcessInstance with status=personal', () => {
  const path = 'history/queryHistoricProcessInstance'

  it('lists what the caller has started, and narrows it as ever', async () => {
    const all = await idsOf(path, {})
    expect(await idsOfOlder(path, { status: 'personal' })).toEqual(all)
    expect(await idsOfOlder(path, { status: 'personal', processDefinitionKey: key })).toEqual([instance])
    expect(await idsOfOlder(path, { status: 'personal', id: instance })).toEqual([instance])
    expect(await idsOfOlder(path, { status: '' })).toEqual(all)
    // Somebody else who may list all has started none of them.
    const other = await tenant.signIn('other')
    expect(await idsOf(path, { processDefinitionKey: key }, other)).toEqual(await idsOf(path, { processDefinitionKey: key }))
    expect(await idsOf(path, { status: 'personal' }, other)).toEqual([])
    expect(await idsOf(path, { status: 'personal', id: instance }, other)).toEqual([])
  })

  it('is open to whoever is signed in, for their own alone', async () => {
    const starter = await tenant.signIn('starter')
    const asked = (query: Record<string, string>) =>
      starter.get<{ list: { id: string; name: string }[]; total: number }>(`${API}/${path}`, query)
    expect((await asked({})).http).toBe(403)
    expect((await asked({ status: 'all' })).http).toBe(403)
    for (const twice of ['status=personal&status=', 'status[]=personal', 'status=personal%00', 'Status=personal'])
      expect((await starter.get(`${API}/${path}?${twice}`)).http, twice).toBe(403)
    const of = `s_${unique()}`
    await started(of)
    const own = await server.services.workflow.start(
      { tenantId: tenant.id, userId: tenant.users['starter'] ?? '' },
      { of: { key: of }, description: 'mine' },
    )
    const answer = await asked({ status: 'personal' })
    expect(answer).toMatchObject({ http: 200, data: { total: 1, list: [{ id: own.id, processStatus: 'running', endTime: null }] } })
    // Nothing beside the query opens it, and nothing in it widens what is told; whose they are is asked of rows, whatever the role sees of them.
    expect(answer.data.list[0]).not.toHaveProperty('starterId')
    expect((await asked({ status: 'personal', starterId: tenant.users['admin'] ?? '' })).data.list.map(({ id }) => id)).toEqual([own.id])
    expect((await asked({ status: 'personal', id: instance })).data.list).toEqual([])
    expect((await asked({ status: 'personal', id: own.id })).data.list).toHaveLength(1)
  })
})

it('models are added, changed and removed by the older names of their form and of themselves', async () => {
  const form = await buildForm(admin, aForm(aField('a1', 'text')))
  const orgId = tenant.organisations['root']
  const modelKey = `older_${unique()}`
  const values = { name: modelKey, key: modelKey, category: 'test', orgId }
  const { id } = dataOf<{ id: string }>(await older.post(`${API}/model/addModel`, { ...values, menuCode: form.id }))
  const stored = async () =>
    dataOf<{ list: { formId: string | null; version: number }[] }>(await admin.get(`${API}/model/queryModel`, { id })).list[0]
  expect(await stored()).toMatchObject({ formId: form.id })
  const changed = await older.put(`${API}/model/updateModel`, { modelId: id, version: (await stored())?.version, menuCode: null })
  expect(changed.http, JSON.stringify(changed)).toBe(200)
  expect(await stored()).toMatchObject({ formId: null })
  expect((await older.post(`${API}/model/deleteModel?modelId=${id}`)).http).toBe(200)
  expect(await stored()).toBeUndefined()
})

it('who may start a process is taken as such clients send it, and refused where it cannot be read', async () => {
  const orgId = tenant.organisations['root']
  const [editor, viewer] = [tenant.users['editor'] ?? '', tenant.users['viewer'] ?? '']
  const modelKey = `people_${unique()}`
  const values = { name: modelKey, key: modelKey, category: 'test', orgId }
  const { id } = dataOf<{ id: string }>(await older.post(`${API}/model/addModel`, { ...values, userId: [[orgId, `${editor}|post`]] }))
  const stored = async () =>
    dataOf<{ list: { referUserId: string }[] }>(await admin.get(`${API}/model/queryModel`, { id }))
      .list[0]?.referUserId.split(',')
      .sort()
  expect(await stored()).toEqual([editor])
  const change = async (asQuery: string) => (await older.put<unknown>(`${API}/model/updateModel?modelId=${id}&${asQuery}`)).status
  const people = (sent: string[], key = 'userId[][]') =>
    sent.map((one) => `${encodeURIComponent(key)}=${encodeURIComponent(one)}`).join('&')
  expect(await change(people([`${editor}|a`, `${viewer}|b`]))).toBe(200)
  expect(await stored()).toEqual([editor, viewer].sort())
  // Not read as nobody, which would be everybody.
  for (const wrong of [[editor], [`${orgId ?? ''}`, editor], ['everybody|x'], [`${editor}|a`, orgId ?? '']]) {
    expect(await change(people(wrong)), wrong.join()).toBe(422)
    expect(await stored(), wrong.join()).toHaveLength(2)
  }
  const refused = await older.put(`${API}/model/updateModel`, { modelId: id, userId: [[{ id: editor }]] })
  expect(refused).toMatchObject({ status: 422, errors: [{ field: 'userId' }] })
  expect(await change(people([`${viewer}|b`], 'userId[0][]'))).toBe(200)
  expect(await stored()).toEqual([viewer])
})

it('fields of one’s own are refused by their name at the start, and nothing of them is nothing', async () => {
  const [definition] = await idsOf('process/queryProcessDefinition', { key })
  const start = (more: object) =>
    older.post<unknown>(`${API}/process/startProcessInstance`, {
      processDefinitionId: definition,
      startTime: '2026-01-01 08:00:00',
      endTime: '2026-01-01 18:00:00',
      description: 'of an older client',
      ...more,
    })
  expect(await start({ customForm: [{ key: 'amount', value: '3' }] })).toMatchObject({ status: 422, errors: [{ field: 'customForm' }] })
  const before = await idsOf('process/queryProcessInstance', { definitionKey: key })
  const begun = await start({ customForm: [{ key: '', value: null }] })
  expect(begun.status, JSON.stringify(begun)).toBe(200)
  expect(await idsOf('process/queryProcessInstance', { definitionKey: key })).toHaveLength(before.length + 1)
  const [added] = (await idsOf('process/queryProcessInstance', { definitionKey: key })).filter((id) => !before.includes(id))
  expect((await older.post<unknown>(`${API}/process/deleteProcessInstance?processInstanceId=${added ?? ''}`)).status).toBe(200)
})

it('what was deployed comes as its BPMN, and as a picture', async () => {
  const [definition] = await idsOf('process/queryProcessDefinition', { key })
  const [deploymentId] = await idsOf('deployment/queryDeployment', { name: `Process ${key}` })
  expect(dataOf<string>(await older.post(`${API}/process/getProcessResource`, { deploymentId }))).toContain(`id="${key}"`)
  const { xml } = dataOf<{ xml: string }>(await admin.post(`${API}/process/getProcessResource`, { processDefinitionId: definition }))
  expect(xml).toContain(`id="${key}"`)
  expect(dataOf<string>(await admin.post(`${API}/process/getProcessImage`, { deploymentId }))).toMatch(/^<svg /)
})

it('removing takes the older names of what it removes', async () => {
  const { list } = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/deployment/queryDeployment`, { key }))
  const statusOf = async (path: string) => (await older.post<unknown>(`${API}/${path}`)).status
  // While an instance runs by it, the refusal is that of the rule and not of the name.
  expect(await statusOf(`deployment/deleteDeployment?deploymentId=${list[0]?.id ?? ''}`)).toBe(409)
  expect(await statusOf(`history/deleteHistoricProcessInstance?processInstanceId=${instance}`)).toBe(409)
  expect(await statusOf(`process/deleteProcessInstance?processInstanceId=${instance}`)).toBe(200)
  expect(await idsOf('history/queryHistoricProcessInstance', { definitionKey: key })).toEqual([])
  expect(await statusOf(`deployment/deleteDeployment?deploymentId=${list[0]?.id ?? ''}`)).toBe(200)
})
