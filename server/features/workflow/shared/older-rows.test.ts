/** Clients of this family read their own names in rows about processes; whoever signs in otherwise is told what we call them alone. */
import { beforeAll, expect, it } from 'vitest'
import { historicProcessInstances } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client, TokenAnswer } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import { hiding } from '../../../../tests/support/hiding.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wirePassword } from '../../../identity/index.ts'

const API = '/api/activiti'
type Row = Readonly<Record<string, unknown>>

/** Does not see who has started something, wherever it is listed. */
const veiled = hiding(historicProcessInstances, 'starterId')

let server: TestServer
let tenant: BuiltTenant
let admin: Client
const key = `p_${unique()}`
let instance = ''
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { roles: [veiled], users: [buildUser({ username: 'veiled', roles: [veiled.roleCode] })] })
  admin = await tenant.signIn('admin')
  const asked = { people: [{ kind: 'user', username: 'editor' }] }
  const xml = bpmn(key, `${task('ask', asked)}<endEvent id="end"/>${way('start > ask > end')}`)
  dataOf(await admin.post(`${API}/deployment/deployFile`, { fileName: `${key}.bpmn`, xml }))
  const [definition] = await rowsOf(admin, 'process/queryProcessDefinition', { key })
  const begun = await admin.post(`${API}/process/startProcessInstance`, {
    processDefinitionId: definition?.['id'],
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: 'of a pump',
  })
  instance = dataOf<{ id: string }>(begun).id
})

const rowsOf = async (client: Client, path: string, query: Record<string, string>) =>
  dataOf<{ list: Row[] }>(await client.get(`${API}/${path}`, query)).list
/** As such a client signs in. */
async function older(username: string): Promise<Client> {
  const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
    ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: 'browser' },
    ...{ tenantCode: tenant.code, username, password: wirePassword(PASSWORD) },
  })
  return clientWith(server.url, data.access_token, data.refresh_token)
}

it('instances have theirs while they run and when they are over, and nothing of what is hidden', async () => {
  const client = await older('admin')
  const [ours] = await rowsOf(admin, 'process/queryProcessInstance', { definitionKey: key })
  expect(ours).toMatchObject({ processStatus: 'running', starterIdCn: `${tenant.canary} · admin` })
  for (const name of ['processInstanceId', 'startUserId', 'ended']) expect(ours).not.toHaveProperty(name)
  const theirs = {
    processInstanceId: instance,
    processDefinitionId: ours?.['definitionId'],
    processDefinitionKey: key,
    processDefinitionName: `Process ${key}`,
    processDefinitionVersion: 1,
    businessKey: ours?.['businessNumber'],
    startUserId: 'admin',
    processStatus: '审批中',
    ...{ ended: false, suspended: false },
  }
  expect(await rowsOf(client, 'process/queryProcessInstance', { processDefinitionKey: key })).toMatchObject([theirs])
  expect(await rowsOf(client, 'task/queryTask', { taskName: 'ask' })).toMatchObject([{ assignee: 'editor', status: '办理中' }])
  const editor = await older('editor')
  const [task] = await rowsOf(editor, 'task/queryPersonalTask', { taskStatus: 'assignee' })
  const expected = { startTime: '2026-01-01 08:00:00', endTime: '2026-01-01 18:00:00', description: 'of a pump' }
  expect(task).toMatchObject({ taskLocalVariables: expected, processStatus: '审批中' })
  expect((await editor.post(`${API}/task/completeTask`, { taskId: task?.['id'], comment: 'fine' })).http).toBe(200)
  const [over] = await rowsOf(client, 'history/queryHistoricProcessInstance', { processDefinitionKey: key })
  expect(over).toMatchObject({ ...theirs, processStatus: '审批通过', ended: true, durationInMillis: expect.any(Number) })
  const seconds = (at: unknown) => Date.parse(`${String(at).replace(' ', 'T')}Z`)
  expect(over?.['durationInMillis']).toBe(seconds(over?.['endTime']) - seconds(over?.['startTime']))
  expect(await rowsOf(client, 'history/queryHistoricTaskInstance', { taskName: 'ask' })).toMatchObject([{ status: '已结束' }])
  const [unnamed] = await rowsOf(await older('veiled'), 'history/queryHistoricProcessInstance', { processDefinitionKey: key })
  expect(unnamed).toMatchObject({ processInstanceId: instance, processDefinitionKey: key })
  expect(unnamed).not.toHaveProperty('startUserId')
})
