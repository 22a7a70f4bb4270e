/** What the roles of somebody do not see of a form is told nowhere of an instance: neither by its diagram nor its track, its incidents, its invalidations or a notice. */
import { beforeAll, expect, it } from 'vitest'
import { queryMyNotification } from '../../../../model/contract/admin/notifications.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { aField, aForm, buildForm, dataOf } from '../../../../tests/support/forms.ts'
import { bpmn, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const API = '/api/activiti'
const SECRET = 'not-for-you'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let editor: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  ;[admin, editor] = [await tenant.signIn('admin'), await tenant.signIn('editor')]
})

/** A process of a form with a field that nobody here sees; the timer of its second task is what stands there, which is none. */
async function started(): Promise<string> {
  const form = await buildForm(admin, aForm(aField('open', 'text'), aField('salary', 'text', { seenBy: ['ROLE_NOBODY_HAS'] })))
  const key = `h_${unique()}`
  const { id } = dataOf<{ id: string }>(
    await admin.post(`${API}/model/addModel`, { name: key, key, category: 'x', orgId: tenant.organisations['root'], formId: form.id }),
  )
  const asked = { people: [{ kind: 'user', username: 'editor' }] }
  const xml = bpmn(
    key,
    `${task('one', asked)}${task('two', asked)}<boundaryEvent id="edge" attachedToRef="two"><timerEventDefinition><timeDate>= salary</timeDate></timerEventDefinition></boundaryEvent><endEvent id="end"/><endEvent id="late"/>${way('start > one > two > end')}${way('edge > late')}`,
  )
  dataOf(await admin.post(`${API}/model/saveProcessDesign`, { id, xml, revision: 1 }))
  const deployed = dataOf<{ id: string }>(await admin.post(`${API}/model/deployModel`, { modelId: id }))
  // Whoever does not see a field cannot fill it in either: the product itself does.
  const { id: instance } = await server.services.workflow.start(
    { tenantId: tenant.id, userId: tenant.users['admin'] ?? '' },
    { of: { definition: deployed.id }, description: 'x', variables: { open: 'seen', salary: SECRET } },
  )
  return instance
}

async function fileOf(client: Client, part: string, processInstanceId: string, fileFormat = 'csv') {
  const answer = await fetch(`${server.url}${API}/history/exportHistoricInstance`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    body: JSON.stringify({ processInstanceId, part, fileFormat }),
  })
  return { http: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

it('files of an instance are there in each format for whoever may have its list in it, and for nobody else', async () => {
  const instance = await started()
  const shown = dataOf<{ formats: string[] }>(await admin.get(`${API}/history/queryHistoricDetail`, { processInstanceId: instance }))
  expect(shown.formats).toEqual(['xlsx', 'csv', 'docx', 'pdf'])
  for (const format of shown.formats)
    for (const part of ['activity', 'detail', 'variable'])
      expect((await fileOf(admin, part, instance, format)).http, `${part} ${format}`).toBe(200)
  const activities = (await fileOf(admin, 'activity', instance)).text
  expect(activities.split('\n').filter((line) => /one|start/.test(line)).length).toBeGreaterThanOrEqual(2)
  expect((await fileOf(editor, 'detail', instance)).http, 'who is not granted it').toBe(403)
  expect((await fileOf(admin, 'detail', tenant.id)).http, 'what is none').toBe(404)
})

it('by whatever it is asked', async () => {
  const instance = await started()
  const { list } = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/task/queryTask`, { processInstanceId: instance }))
  const taskId = list[0]?.id ?? ''
  dataOf(await editor.post(`${API}/task/completeTask`, { taskId, comment: 'fine' }))
  const of = { processInstanceId: instance }
  const answers = await Promise.all([
    admin.get(`${API}/process/queryProcessTrack`, of),
    admin.get(`${API}/history/queryHistoricTrack`, of),
    admin.post(`${API}/process/getHighLightedProcessDiagram`, of),
    admin.get(`${API}/process/queryExecution`, of),
    admin.get(`${API}/process/queryIncident`, of),
    admin.get(`${API}/history/queryHistoricActivityInstance`, of),
    admin.get(`${API}/history/queryHistoricDetail`, of),
    admin.get(`${API}/history/queryHistoricVariableInstance`, of),
    admin.get(`${API}/history/queryHistoricTaskDetails`, { taskId }),
    admin.get(`${API}/process/queryProcessInstance`, { id: instance }),
    admin.get(`${API}/task/queryTask`, of),
    editor.get(`${API}/task/queryTaskComment`, of),
    editor.get(`${API}/task/queryPersonalTask`, { taskStatus: 'finished' }),
    editor.get(`${API}/task/queryPersonalTask`, { taskStatus: 'assignee' }),
    editor.get(`/api${queryMyNotification.path}`),
  ])
  const details = await fileOf(admin, 'detail', instance)
  expect([details.http, details.text.includes('seen'), details.text.includes('salary')], 'with what is shown').toEqual([200, true, false])
  for (const part of ['activity', 'detail', 'variable']) expect((await fileOf(admin, part, instance)).text, part).not.toContain(SECRET)
  for (const [at, answer] of answers.entries()) {
    expect(answer.http, `${at}: ${answer.message}`).toBe(200)
    expect(JSON.stringify(answer), String(at)).not.toContain(SECRET)
  }
})
