/** Acts on tasks over HTTP: taking, approving, rejecting, handing on, going back; what others are told. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { bpmn, deployRows, instanceRow, openTasksOf, task, way } from '../../../../tests/support/processes.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const TASK = '/api/activiti/task'
const START = '/api/activiti/process/startProcessInstance'

let server: TestServer
let tenant: BuiltTenant
let clients: Readonly<Record<'admin' | 'ann' | 'ben' | 'cid' | 'viewer', Client>>
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cid'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
  })
  const [admin, ann, ben, cid, viewer] = await Promise.all(['admin', 'ann', 'ben', 'cid', 'viewer'].map((name) => tenant.signIn(name)))
  if (!admin || !ann || !ben || !cid || !viewer) throw new Error('somebody cannot sign in')
  clients = { admin, ann, ben, cid, viewer }
})

interface Started {
  readonly id: string
  readonly businessNumber: string
  readonly processStatus: string
}

async function start(definition: string, more: Record<string, unknown> = {}, by = clients.admin): Promise<Started> {
  const answer = await by.post<Started>(START, {
    processDefinitionId: definition,
    description: 'because',
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-02 18:00:00',
    ...more,
  })
  expect(answer, answer.message).toMatchObject({ http: 200 })
  return answer.data
}
const user = (username: string) => ({ people: [{ kind: 'user', username }] })
const operators = { people: [{ kind: 'role', code: 'ROLE_OPERATOR' }] }
const open = (instance: string) => openTasksOf(server, tenant, instance)
async function only(instance: string) {
  const tasks = await open(instance)
  expect(tasks).toHaveLength(1)
  return tasks[0] ?? expect.fail('there is no task')
}
const act = (
  by: Client,
  verb: string,
  taskId: string,
  more: Record<string, unknown> = {},
): Promise<Answer<{ processStatus: string; open: string[] }>> => by.post(`${TASK}/${verb}Task`, { taskId, comment: 'ok', ...more })

describe('a process', () => {
  it('is started, its tasks are done one after the other, and it ends', async () => {
    const id = await deployRows(
      server,
      tenant,
      bpmn('twice', `${task('one', user('ann'))}${task('two', operators)}<endEvent id="end"/>${way('start > one > two > end')}`),
    )
    const started = await start(id, { variables: { amount: 12.5 } })
    expect(started).toMatchObject({ processStatus: 'running', businessNumber: expect.stringMatching(/^twice-\d{6}-0001$/) as string })
    expect((await start(id)).businessNumber).toMatch(/-0002$/)

    const first = await only(started.id)
    expect(first).toMatchObject({ node: 'one', assignee_id: tenant.users['ann'] })
    expect(await act(clients.ann, 'complete', first.id)).toMatchObject({ http: 200, data: { processStatus: 'running', open: ['two'] } })
    const second = await only(started.id)
    expect(await act(clients.ben, 'complete', second.id)).toMatchObject({ http: 409, message: 'Claim “two” first' })
    expect(await act(clients.viewer, 'complete', second.id)).toMatchObject({ http: 404 })
    expect(await clients.ben.post(`${TASK}/claimTask`, { taskId: [second.id] })).toMatchObject({ http: 200, data: { changed: 1 } })
    expect(await act(clients.ben, 'complete', second.id, { variables: { approvedAmount: 10 } })).toMatchObject({
      http: 200,
      data: { processStatus: 'approved', open: [] },
    })
    expect(await instanceRow(server, tenant, started.id)).toMatchObject({
      instance_state: 'ended',
      outcome: 'approved',
      incidents: [],
      tokens: [],
    })
  })
})
