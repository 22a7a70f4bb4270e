/** Over HTTP: copies, reminders, deputies, phrases, successors; what strangers are told, and what is refused by the name of its field. */
import { beforeAll, expect, it } from 'vitest'
import { sql } from 'kysely'
import type { ProcessCopy, UsersByOrganisation } from '../../../../model/contract/workflow/acts.ts'
import type { Absence, Phrases } from '../../../../model/contract/workflow/absences.ts'
import { MAX_PHRASES } from '../../../../model/contract/workflow/absences.ts'
import type { PersonalTask, ProcessRecord } from '../../../../model/contract/workflow/tasks.ts'
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
import { statement } from '../../../workflow/statement.ts'

const TASK = '/api/activiti/task'
const PROCESS = '/api/activiti/process'
const ABSENCE = '/api/activiti/absence'
const PHRASE = '/api/activiti/phrase'
const NAMES = ['sam', 'ann', 'ben', 'cid', 'dan'] as const
type Name = (typeof NAMES)[number] | 'admin'

let server: TestServer
let tenant: BuiltTenant
const clients = new Map<Name, Client>()
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_VIEWER'], org: 'branch' })) })
  for (const name of ['admin', ...NAMES] as const) clients.set(name, await tenant.signIn(name))
})

const as = (name: Name): Client => clients.get(name) ?? expect.fail(`${name} is not signed in`)
const id = (name: string) => tenant.users[name] ?? ''
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)
const asks = (...names: string[]): Partial<TaskSettings> => ({ people: names.map((username) => ({ kind: 'user', username })) })

async function started(tasks: Record<string, Partial<TaskSettings>>, category: string | null = null): Promise<string> {
  const key = `p_${unique()}`
  const answer = await inTenant((tx) =>
    deploy(tx, server.services, { xml: drawn({ tasks })(key), key, name: key, category, deployedBy: null }),
  )
  const definition = 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
  return (await server.services.workflow.start({ tenantId: tenant.id, userId: id('sam') }, { of: { definition }, description: 'a pump' }))
    .id
}
const tasksOf = (instance: string) =>
  inTenant((tx) =>
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'node', 'assignee_id', 'owner_id', 'task_state', 'ended_by', 'ended_for'])
        .where('instance_id', '=', instance)
        .orderBy('member')
        .orderBy('id'),
    ),
  )
const taskOf = async (instance: string) =>
  (await tasksOf(instance)).find(({ task_state }) => task_state === 'open') ?? expect.fail('there is no open task')
const act = async (who: Name, verb: string, instance: string, more: object = {}) =>
  as(who).post(`${TASK}/${verb}`, { taskId: (await taskOf(instance)).id, comment: 'ok', ...more })
const copiesOf = async (who: Name, more: Record<string, string | number> = {}) =>
  dataOf<{ list: ProcessCopy[]; total: number }>(await as(who).get(`${PROCESS}/queryCopy`, more))
const recordOf = async (who: Name, instance: string) =>
  dataOf<{ list: ProcessRecord[] }>(await as(who).get(`${TASK}/queryTaskComment`, { processInstanceId: instance })).list
const waiting = async (who: Name, taskStatus: string, instance: string) =>
  dataOf<{ list: PersonalTask[] }>(await as(who).get(`${TASK}/queryPersonalTask`, { taskStatus, pageSize: 200 })).list.filter(
    ({ processInstanceId }) => processInstanceId === instance,
  )
const noticesOf = (text: string) =>
  inTenant((tx) =>
    tx.all(
      build
        .selectFrom('notifications as notice')
        .innerJoin('notification_users as receiver', 'receiver.notification_id', 'notice.id')
        .select(['receiver.user_id', 'notice.by_mail'])
        .where('notice.title', 'like', `%${text}%`),
    ),
  )

it('a comment is asked for by its name, and one who has a task ends the whole; for strangers there is nothing', async () => {
  const instance = await started({ one: asks('ann') })
  const { id: taskId } = await taskOf(instance)
  for (const [verb, more] of [
    ['withdrawTask', {}],
    ['addSigner', { users: ['ben'], how: 'parallel' }],
    ['removeSigner', {}],
    ['terminateTask', {}],
  ] as const) {
    expect(await as('ann').post(`${TASK}/${verb}`, { taskId, ...more }), verb).toMatchObject({ http: 422, errors: [{ field: 'comment' }] })
    expect(await as('dan').post(`${TASK}/${verb}`, { taskId, comment: 'x', ...more }), verb).toMatchObject({ http: 404 })
  }
  expect(await as('dan').post(`${PROCESS}/cancelProcessInstance`, { processInstanceId: instance, comment: 'x' })).toMatchObject({
    http: 404,
  })
  expect(await as('dan').post(`${PROCESS}/remindProcessInstance`, { processInstanceId: instance })).toMatchObject({ http: 404 })
  expect(await as('dan').post(`${PROCESS}/copyProcessInstance`, { processInstanceId: instance, users: ['ben'] })).toMatchObject({
    http: 404,
  })
  expect(await act('ann', 'terminateTask', instance)).toMatchObject({ http: 200, data: { processStatus: 'terminated' } })
  const other = await started({ one: asks('ann') })
  // Those who manage instances end whichever they see.
  expect(await act('admin', 'terminateTask', other)).toMatchObject({ http: 200, data: { processStatus: 'terminated' } })
  expect((await recordOf('ann', other)).at(-1)).toMatchObject({
    command: 'terminate',
    userId: `${tenant.canary} · admin`,
    fullMessage: 'ok',
  })
})

it('a copy is sent once a person, by the model and by those who take part; whoever has one sees the instance and sends none', async () => {
  const instance = await started({ one: { ...asks('ann'), copies: [{ kind: 'user', username: 'cid' }] }, two: asks('ben') })
  const send = (who: Name, ...users: string[]) =>
    as(who).post<{ changed: number }>(`${PROCESS}/copyProcessInstance`, { processInstanceId: instance, users, comment: 'for you' })
  expect((await copiesOf('cid')).list.filter(({ processInstanceId }) => processInstanceId === instance)).toEqual([])
  expect(await act('ann', 'completeTask', instance)).toMatchObject({ http: 200 })
  expect((await copiesOf('cid')).list[0]).toMatchObject({ processInstanceId: instance, sender: null, starter: 'sam', readTime: null })
  expect(await send('cid', 'dan'), 'who only has a copy').toMatchObject({ http: 409 })
  expect(await send('ann', 'dan', 'cid', 'dan')).toMatchObject({ http: 200, data: { changed: 1 } })
  expect(await send('sam', 'dan')).toMatchObject({ http: 200, data: { changed: 0 } })
  expect(await send('ann', 'dan', 'nobody')).toMatchObject({ http: 422, errors: [{ field: 'users' }] })
  const [copy] = (await copiesOf('dan', { read: '0' })).list
  expect(copy).toMatchObject({ processInstanceId: instance, sender: 'ann', comment: 'for you', processStatus: 'running' })
  expect((await recordOf('dan', instance)).map(({ command }) => command)).toEqual(['start', 'complete', 'copy'])
  expect(await as('cid').post(`${PROCESS}/readCopy`, { id: copy?.id })).toMatchObject({ data: { changed: 0 } })
  expect(await as('dan').post(`${PROCESS}/readCopy`, { id: copy?.id })).toMatchObject({ data: { changed: 1 } })
  expect((await copiesOf('dan', { read: '0' })).list).toEqual([])
  expect((await copiesOf('dan', { read: '1' })).total).toBe(1)
  // Sent when all is over, it changes nothing of what is over.
  await act('ben', 'completeTask', instance)
  const ended = () =>
    inTenant((tx) =>
      tx.first(build.selectFrom('process_instances').select(['end_time', 'outcome', 'end_reason']).where('id', '=', instance)),
    )
  const before = await ended()
  expect(await send('sam', 'ben')).toMatchObject({ http: 200, data: { changed: 1 } })
  expect(await ended()).toEqual(before)
})

it('a reminder reaches whoever is waited for, once in ten minutes by the clock of the database, whoever sends it', async () => {
  const name = `urgent ${unique()}`
  const instance = await started({ [name.replace(/\W/g, '_')]: asks('ann', 'ben') })
  const remind = (who: Name) =>
    as(who).post<{ reminded: number }>(`${PROCESS}/remindProcessInstance`, { processInstanceId: instance, comment: 'please' })
  expect(await Promise.all([remind('sam'), remind('sam')]).then((answers) => answers.map(({ data }) => data.reminded).sort())).toEqual([
    0, 1,
  ])
  const notices = await noticesOf(` 催办“${name.replace(/\W/g, '_')}`)
  expect(notices.map(({ user_id }) => user_id).sort()).toEqual([id('ann'), id('ben')].sort())
  expect(
    notices.map(({ by_mail }) => by_mail),
    'by mail as well',
  ).toEqual([1, 1])
  expect((await recordOf('sam', instance)).at(-1)).toMatchObject({ command: 'remind', userId: 'sam', fullMessage: 'please' })
  await server.database.asOwner((owner) =>
    owner.query(
      `update process_events set happened_at = happened_at - interval '601 seconds' where command = 'remind' and instance_id = $1`,
      [instance],
    ),
  )
  expect((await remind('sam')).data).toEqual({ reminded: 1 })
  await as('ann').post(`${TASK}/claimTask`, { taskId: (await taskOf(instance)).id })
  await server.database.asOwner((owner) =>
    owner.query(
      `update process_events set happened_at = happened_at - interval '601 seconds' where command = 'remind' and instance_id = $1`,
      [instance],
    ),
  )
  expect((await remind('ann')).data, 'nobody reminds themself').toEqual({ reminded: 0 })
})

it('people are found by names, with their organisations, and disabled ones are not', async () => {
  const found = dataOf<UsersByOrganisation>(await as('ann').get(`${TASK}/queryUsername`, { name: 'BE' }))
  const all = found.flatMap(({ children }) => children)
  expect(all.map(({ key }) => key)).toContain('ben')
  expect(all.find(({ key }) => key === 'ben')?.value).toMatch(/^ben(\(.+\))?$/)
  expect(all.every(({ value }) => value.toLowerCase().includes('be'))).toBe(true)
})

const away = (who: Name, deputy: string, more: object = {}) =>
  as(who).post<{ id: string }>(`${ABSENCE}/saveAbsence`, { deputy, startTime: '2020-01-01 00:00:00', ...more })
const home = (absence: { id: string }, who: Name) => as(who).post(`${ABSENCE}/deleteAbsence`, absence)

it('whoever is away has a deputy, to whom goes what they are given, and the record says for whom they acted', async () => {
  const absence = dataOf<{ id: string }>(await away('ann', 'ben'))
  const instance = await started({ one: asks('ann') })
  expect(await taskOf(instance)).toMatchObject({ assignee_id: id('ben'), owner_id: id('ann') })
  expect(await act('ben', 'completeTask', instance)).toMatchObject({ http: 200 })
  expect((await tasksOf(instance))[0]).toMatchObject({ ended_by: id('ben'), ended_for: id('ann') })
  expect((await recordOf('ann', instance)).at(-1)).toMatchObject({ command: 'complete', userId: 'ben', actedFor: 'ann' })
  await home(absence, 'ann')
  expect(await taskOf(await started({ one: asks('ann') }))).toMatchObject({ assignee_id: id('ann'), owner_id: null })
})

it('deputies who are away are passed over, nobody is met twice, and who is disabled or barred by the node is none', async () => {
  const absences = [
    { who: 'ann' as const, ...dataOf<{ id: string }>(await away('ann', 'ben')) },
    { who: 'ben' as const, ...dataOf<{ id: string }>(await away('ben', 'cid')) },
  ]
  expect(await taskOf(await started({ one: asks('ann') }))).toMatchObject({ assignee_id: id('cid'), owner_id: id('ann') })
  const circle = dataOf<{ id: string }>(await away('cid', 'ann'))
  expect(await taskOf(await started({ one: asks('ann') }))).toMatchObject({ assignee_id: id('cid'), owner_id: id('ann') })
  await home(circle, 'cid')
  await inTenant((tx) => tx.run(build.updateTable('users').set({ status: 0 }).where('id', '=', id('cid'))))
  expect(await taskOf(await started({ one: asks('ann') }))).toMatchObject({ assignee_id: id('ben'), owner_id: id('ann') })
  await inTenant((tx) => tx.run(build.updateTable('users').set({ status: 1 }).where('id', '=', id('cid'))))
  await away('ben', 'sam', { id: absences[1]?.id })
  expect(await taskOf(await started({ one: { ...asks('ann'), whenStarter: 'above' } })), 'the starter decides nothing').toMatchObject({
    assignee_id: id('ben'),
  })
  for (const { who, id: absenceId } of absences) await home({ id: absenceId }, who)
})

it('categories, and the time, say for what and when it holds', async () => {
  const absence = dataOf<{ id: string }>(await away('ann', 'ben', { categories: ['travel'] }))
  expect(await taskOf(await started({ one: asks('ann') }, 'repair'))).toMatchObject({ assignee_id: id('ann') })
  expect(await taskOf(await started({ one: asks('ann') }, 'travel'))).toMatchObject({ assignee_id: id('ben') })
  const pool = await started({ one: asks('ann', 'cid') }, 'repair')
  expect(await waiting('ben', 'candidate', pool), 'of another category').toEqual([])
  await away('ann', 'ben', { id: absence.id, startTime: '2020-01-01 00:00:00', endTime: '2020-01-02 00:00:00' })
  expect(await taskOf(await started({ one: asks('ann') }, 'travel'))).toMatchObject({ assignee_id: id('ann') })
  await home(absence, 'ann')
})

it('what several can take is there for their deputies, and theirs again afterwards', async () => {
  const absence = dataOf<{ id: string }>(await away('ann', 'ben', { way: 'also' }))
  const [pool, single] = [await started({ one: asks('ann', 'cid') }), await started({ one: asks('ann') })]
  for (const instance of [pool, single]) {
    expect(await waiting('ben', 'candidate', instance)).toHaveLength(1)
    expect(await waiting('ann', 'candidate', instance)).toHaveLength(1)
    expect(await waiting('dan', 'candidate', instance)).toEqual([])
  }
  expect(await as('ben').post(`${TASK}/claimTask`, { taskId: (await taskOf(pool)).id })).toMatchObject({ http: 200 })
  expect(await taskOf(pool)).toMatchObject({ assignee_id: id('ben'), owner_id: id('ann') })
  await home(absence, 'ann')
  expect(await waiting('ben', 'candidate', single)).toEqual([])
  expect(await as('ben').post(`${TASK}/claimTask`, { taskId: (await taskOf(single)).id })).toMatchObject({ http: 404 })
  expect(await waiting('ann', 'candidate', single)).toHaveLength(1)
})

it('what somebody has goes to the deputy when an absence begins, if they want that', async () => {
  const instance = await started({ one: asks('ann') })
  const kept = dataOf<{ id: string }>(await away('ann', 'ben'))
  await home(kept, 'ann')
  expect(await taskOf(instance)).toMatchObject({ assignee_id: id('ann') })
  const absence = dataOf<{ id: string }>(await away('ann', 'ben', { openTasks: true }))
  const handler = server.services.workflow.handlers['process-absence'] ?? expect.fail('nobody does the work')
  // As the scheduler does it; the one of this server may have been faster.
  await handler({
    tenantId: tenant.id,
    kind: 'process-absence',
    key: absence.id,
    payload: { absence: absence.id },
    dueAt: new Date(),
    attempt: 1,
    signal: new AbortController().signal,
    finish: () => Promise.resolve(),
  })
  expect(await taskOf(instance)).toMatchObject({ assignee_id: id('ben'), owner_id: id('ann') })
  expect((await recordOf('sam', instance)).filter(({ command }) => command === 'stand-in')).toHaveLength(1)
  await home(absence, 'ann')
})

it('an absence is refused by the name of what is wrong with it, and is nobody else’s', async () => {
  expect(await away('ann', 'ann')).toMatchObject({ http: 422, errors: [{ field: 'deputy' }] })
  expect(await away('ann', 'nobody')).toMatchObject({ http: 422, errors: [{ field: 'deputy' }] })
  expect(await away('ann', 'ben', { endTime: '2019-01-01 00:00:00' })).toMatchObject({ http: 422, errors: [{ field: 'endTime' }] })
  const absence = dataOf<{ id: string }>(await away('ann', 'ben', { categories: ['a', 'a'], comment: 'sea' }))
  expect(await away('cid', 'ben', { id: absence.id })).toMatchObject({ http: 404 })
  expect(await home(absence, 'cid')).toMatchObject({ http: 404 })
  const mine = dataOf<{ list: Absence[]; standsInFor: unknown[] }>(await as('ann').get(`${ABSENCE}/queryAbsence`))
  expect(mine.list).toMatchObject([{ id: absence.id, deputy: 'ben', isNow: true, categories: ['a'], comment: 'sea', endTime: null }])
  const theirs = dataOf<{ list: Absence[]; standsInFor: unknown[] }>(await as('ben').get(`${ABSENCE}/queryAbsence`))
  expect(theirs).toMatchObject({ list: [], standsInFor: [{ person: 'ann', way: 'instead', endTime: null }] })
  await home(absence, 'ann')
})

it('phrases are one’s own, or those that whoever is granted it gives everybody', async () => {
  const text = `fine ${unique()}`
  const own = dataOf<{ id: string }>(await as('ann').post(`${PHRASE}/savePhrase`, { text }))
  const shared = dataOf<{ id: string }>(await as('admin').post(`${PHRASE}/saveSharedPhrase`, { text: `all ${text}` }))
  const list = async (who: Name) => dataOf<Phrases>(await as(who).get(`${PHRASE}/queryPhrase`))
  expect(await list('ann')).toMatchObject({
    list: [
      { id: own.id, text, isShared: false },
      { id: shared.id, isShared: true },
    ],
    sharesPhrases: false,
  })
  expect(await list('ben')).toMatchObject({ list: [{ id: shared.id }] })
  expect((await list('admin')).sharesPhrases).toBe(true)
  expect(await as('ben').post(`${PHRASE}/savePhrase`, { id: own.id, text: 'x' })).toMatchObject({ http: 404 })
  expect(await as('ben').post(`${PHRASE}/deletePhrase`, { id: shared.id })).toMatchObject({ http: 404 })
  expect(await as('ben').post(`${PHRASE}/saveSharedPhrase`, { text })).toMatchObject({ http: 403 })
  expect(await as('ann').post(`${PHRASE}/savePhrase`, { text: ' ' })).toMatchObject({ http: 422, errors: [{ field: 'text' }] })
  expect(await as('ann').post(`${PHRASE}/savePhrase`, { id: own.id, text: 'better' })).toMatchObject({ http: 200 })
  for (let at = 1; at < MAX_PHRASES; at += 1) await as('ann').post(`${PHRASE}/savePhrase`, { text: `no. ${at}` })
  expect(await as('ann').post(`${PHRASE}/savePhrase`, { text })).toMatchObject({ http: 409 })
  expect(await as('ann').post(`${PHRASE}/deletePhrase`, { id: own.id })).toMatchObject({ http: 200 })
  expect(await as('admin').post(`${PHRASE}/deleteSharedPhrase`, { id: shared.id })).toMatchObject({ http: 200 })
})

it('everything of somebody who leaves goes to a successor, but what rules keep from them', async () => {
  const [has, named, own] = [
    await started({ one: asks('cid') }),
    await started({ one: asks('cid', 'ben') }),
    await started({ one: { ...asks('cid'), whenStarter: 'above' } }),
  ]
  const asked = await started({ one: asks('ben') })
  await act('ben', 'delegateTask', asked, { assignee: 'cid' })
  const all = (assignee: string) =>
    as('admin').post<{ changed: number; left: number }>(`${TASK}/handOverAllTask`, {
      userId: id('cid'),
      assigneeId: id(assignee),
      comment: 'left',
    })
  const count = async () => dataOf<{ open: number }>(await as('admin').get(`${TASK}/queryOpenTaskCount`, { userId: id('cid') })).open
  const before = await count()
  expect(before).toBeGreaterThanOrEqual(4)
  expect(await as('ann').post(`${TASK}/handOverAllTask`, { userId: id('cid'), assigneeId: id('dan'), comment: 'x' })).toMatchObject({
    http: 403,
  })
  expect(await all('cid')).toMatchObject({ http: 422, errors: [{ field: 'assigneeId' }] })
  const first = await all('sam')
  expect(first, 'the starter').toMatchObject({ http: 200, data: { changed: before - 1, left: 1 } })
  expect(await taskOf(has)).toMatchObject({ assignee_id: id('sam') })
  expect(await waiting('sam', 'candidate', named)).toHaveLength(1)
  expect(await taskOf(asked), 'who is asked has somebody else to answer').toMatchObject({ assignee_id: id('sam'), owner_id: id('ben') })
  expect(await taskOf(own)).toMatchObject({ assignee_id: id('cid') })
  expect((await all('dan')).data).toEqual({ changed: 1, left: 0 })
  expect(await count()).toBe(0)
})

it('nobody else of the tenant sees copies, absences and phrases in a statement of their own', async () => {
  const other = await buildTenant(server)
  const rows = await server.services.transactions.inTenant({ tenantId: other.id }, (tx) =>
    tx.all(
      statement(sql<{ n: number }>`select (select count(*) from process_copies) + (select count(*) from process_absences)
        + (select count(*) from process_phrases) as n`),
    ),
  )
  expect(rows.map(({ n }) => Number(n))).toEqual([0])
})
