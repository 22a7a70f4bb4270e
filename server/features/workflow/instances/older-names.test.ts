/** Clients of this family send names of parameters that are other ones here: each of them means the same as ours, and narrows the same list. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

const API = '/api/activiti'

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
  tenant = await buildTenant(server)
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
