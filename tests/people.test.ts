/** People are named by their names with the accounts beside, in one way in every list, picker, file and track; and what a role hides of both is told nowhere. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { users } from '../model/index.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { dataOf } from './support/forms.ts'
import { hiding } from './support/hiding.ts'
import { bpmn, task, way } from './support/processes.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const SHIFT = '/api/acquisition/dutyshift'
const API = '/api/activiti'
const NAME = '李工'
const ACCOUNT = 'li.gong'
const BOTH = `${NAME} · ${ACCOUNT}`

const [noName, noAccount] = [hiding(users, 'nickname'), hiding(users, 'username')]
const neither = {
  ...noName,
  roleCode: 'NEITHER',
  roleName: 'NEITHER',
  hiddenFields: [{ menu: 'sysuser' as const, fields: ['username', 'nickname'] }],
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let [instance, taskId] = ['', '']
const shift = `s_${unique()}`
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [noName, noAccount, neither],
    users: [
      buildUser({ username: ACCOUNT, nickname: NAME, roles: [noName.roleCode] }),
      buildUser({ username: 'noname', roles: [noName.roleCode] }),
      buildUser({ username: 'noaccount', roles: [noAccount.roleCode] }),
      buildUser({ username: 'neither', roles: [neither.roleCode] }),
    ],
  })
  admin = await tenant.signIn('admin')
  const values = { shiftName: shift, userId: [tenant.users[ACCOUNT]], weekdays: 'mon', beginsAt: '08:00', endsAt: '16:00', shiftStatus: 1 }
  dataOf(await admin.post(`${SHIFT}/addDutyShift`, values))
  const key = `p_${unique()}`
  const asked = { people: [{ kind: 'user', username: ACCOUNT }] }
  const xml = bpmn(key, `${task('ask', asked)}<endEvent id="end"/>${way('start > ask > end')}`)
  dataOf(await admin.post(`${API}/deployment/deployFile`, { fileName: `${key}.bpmn`, xml }))
  const [definition] = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/process/queryProcessDefinition`, { key })).list
  const begun = await admin.post(`${API}/process/startProcessInstance`, {
    processDefinitionId: definition?.id,
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: 'of a pump',
  })
  instance = dataOf<{ id: string }>(begun).id
  const [waiting] = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/task/queryTask`, { processInstanceId: instance })).list
  taskId = waiting?.id ?? ''
})
afterAll(() => server.stop())

/** What somebody is told of the person: in a list, in a list of tasks, in the track of an instance, in its task, and where one picks people. */
async function disclosed(client: Client) {
  const [shifts, tasks, track, details, choices] = await Promise.all([
    client.get<{ list: Record<string, unknown>[] }>(`${SHIFT}/queryDutyShift`, { shiftName: shift }),
    client.get<{ list: Record<string, unknown>[] }>(`${API}/task/queryTask`, { processInstanceId: instance }),
    client.get<{ marks: { people: string[] }[] }>(`${API}/process/queryProcessTrack`, { processInstanceId: instance }),
    client.get<{ task: { assignee: string | null } }>(`${API}/task/queryTaskDetails`, { taskId }),
    client.get<{ name: string; value: string }[]>('/api/admin/sysuser/querySysUserOptions', { id: tenant.users[ACCOUNT] ?? '' }),
  ])
  return {
    shift: shifts.data.list[0]?.['userIdCn'],
    task: tasks.data.list[0]?.['assigneeIdCn'],
    track: track.data.marks.flatMap(({ people }) => people),
    details: details.data.task.assignee,
    choices: choices.data.map(({ name }) => name),
  }
}

const all = (name: string) => ({ shift: name, task: name, track: [name], details: name, choices: [name] })

it('the name stands before the account, everywhere alike', async () => {
  expect(await disclosed(admin)).toEqual(all(BOTH))
})

it('whoever sees one of both is told this one alone', async () => {
  const [without, nameless] = [await tenant.signIn('noaccount'), await tenant.signIn('noname')]
  expect(await disclosed(without)).toEqual(all(NAME))
  expect(await disclosed(nameless)).toEqual(all(ACCOUNT))
})

it('whoever sees neither is told nobody', async () => {
  const answer = await disclosed(await tenant.signIn('neither'))
  expect(answer).toEqual({ shift: undefined, task: undefined, track: [], details: null, choices: [] })
  expect(JSON.stringify(answer)).not.toMatch(/李工|li\.gong/)
})

it('people are found by either, and a list is filtered by who is picked', async () => {
  for (const keyword of ['李', 'LI.G']) {
    const { data } = await admin.get<{ value: string }[]>('/api/admin/sysuser/querySysUserOptions', { keyword })
    expect(data.map(({ value }) => value)).toEqual([tenant.users[ACCOUNT]])
  }
  const { data } = await admin.get<{ list: { shiftName: string }[] }>(`${SHIFT}/queryDutyShift`, { userId: tenant.users[ACCOUNT] ?? '' })
  expect(data.list.map(({ shiftName }) => shiftName)).toEqual([shift])
})
