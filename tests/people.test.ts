/** People are named by their names with the accounts beside, in one way in every list, picker, file and track; and what a role hides of both is told nowhere. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { posts, userPosts, users } from '../model/index.ts'
import { newId } from '../server/kernel/ids.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { dataOf } from './support/forms.ts'
import { hiding } from './support/hiding.ts'
import { bpmn, task, way } from './support/processes.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { importRows } from './support/uploads.ts'

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

it('so is whoever a scheduled report was made for, and of an owner who is gone the account that was kept, where it is seen', async () => {
  const [schedule, kept] = [newId(), newId()]
  await server.database.asOwner(async (owner) => {
    await owner.query(
      `insert into report_schedules (tenant_id, id, schedule_name, report_code, rhythm, run_at, issues, schedule_formats, schedule_language, schedule_status, owner_id)
       values ($1, $2, $3, 'availability', 'day', '00:00', 0, 'pdf', 'en', 0, $4)`,
      [tenant.id, schedule, `s_${unique()}`, tenant.users[ACCOUNT]],
    )
    for (const [ownerId, day, ownerName] of [
      [tenant.users[ACCOUNT], '2026-01-02', ACCOUNT],
      [kept, '2026-01-01', 'who.left'],
    ])
      await owner.query(
        `insert into schedule_runs (tenant_id, id, schedule_id, rhythm, period_day, run_trigger, run_state, owner_id, owner_name, created_at)
         values ($1, $2, $3, 'day', $4, 'due', 'done', $5, $6, $4::date)`,
        [tenant.id, newId(), schedule, day, ownerId, ownerName],
      )
  })
  const owners = async (name: string) => {
    const answer = await (
      await tenant.signIn(name)
    ).get<{ list: { owner: string | null }[] }>('/api/report/schedule/queryScheduleRun', { id: schedule })
    return dataOf<{ list: { owner: string | null }[] }>(answer).list.map(({ owner }) => owner)
  }
  expect(await owners('admin')).toEqual([BOTH, 'who.left'])
  expect(await owners('noname')).toEqual([ACCOUNT, 'who.left'])
  expect(await owners('noaccount')).toEqual([NAME, null])
  expect(await owners('neither')).toEqual([null, null])
})

it('so are those to whose tasks one can go back', async () => {
  const key = `p_${unique()}`
  const askedOf = (...names: string[]) => ({ people: names.map((username) => ({ kind: 'user', username })) })
  const xml = bpmn(
    key,
    `${task('first', askedOf(ACCOUNT))}${task('then', askedOf('admin', 'noname', 'noaccount', 'neither'))}<endEvent id="end"/>${way('start > first > then > end')}`,
  )
  dataOf(await admin.post(`${API}/deployment/deployFile`, { fileName: `${key}.bpmn`, xml }))
  const [definition] = dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/process/queryProcessDefinition`, { key })).list
  const begun = await admin.post(`${API}/process/startProcessInstance`, {
    processDefinitionId: definition?.id,
    startTime: '2026-01-01 08:00:00',
    endTime: '2026-01-01 18:00:00',
    description: 'of a valve',
  })
  const { id } = dataOf<{ id: string }>(begun)
  const openTask = async () =>
    dataOf<{ list: { id: string }[] }>(await admin.get(`${API}/task/queryTask`, { processInstanceId: id })).list.at(0)?.id ??
    expect.fail('no task is open')
  dataOf(await (await tenant.signIn(ACCOUNT)).post(`${API}/task/completeTask`, { taskId: await openTask(), comment: 'done' }))
  const next = await openTask()
  const targets = async (name: string) => {
    const client = await tenant.signIn(name)
    dataOf(await client.post(`${API}/task/claimTask`, { taskId: next }))
    const answer = await client.get(`${API}/task/queryReturnTarget`, { taskId: next })
    dataOf(await client.post(`${API}/task/unclaimTask`, { taskId: next }))
    return dataOf<{ list: { node: string; people: string[] }[] }>(answer).list.map(({ node, people }) => [node, people])
  }
  expect(await targets('admin')).toEqual([['first', [BOTH]]])
  expect(await targets('noname')).toEqual([['first', [ACCOUNT]]])
  expect(await targets('noaccount')).toEqual([['first', [NAME]]])
  expect(await targets('neither')).toEqual([['first', []]])
})

it('an import knows people by the account in what a file says of them, and nothing else by a part of what it says', async () => {
  const post = `p${unique()}`
  expect(
    (
      await importRows(server.url, admin, posts, [
        ['postCode', 'postName'],
        [post, `Post ${post}`],
      ])
    ).http,
  ).toBe(200)
  const faultsOf = async (who: string, code: string) => {
    const answer = await importRows(server.url, admin, userPosts, [
      ['userId', 'postId', 'postType', 'status'],
      [who, code, 1, 1],
    ])
    return (answer.data?.report ?? answer.report)?.errors.map(({ field }) => field)
  }
  expect(await faultsOf(`${NAME} · u${unique()}`, post)).toEqual(['userId'])
  expect(await faultsOf(ACCOUNT, `Another · ${post}`)).toEqual(['postId'])
  // They had another name when the file was written.
  expect(await faultsOf(`Maiden name · ${ACCOUNT}`, post)).toEqual([])
})
