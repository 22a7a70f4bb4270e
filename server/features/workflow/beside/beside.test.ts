/** Over HTTP: opinions that are asked for and given, files that are attached; who sees and does what, and what strangers are told. */
import { beforeAll, expect, it } from 'vitest'
import type { ProcessAttachment } from '../../../../model/contract/workflow/attachments.ts'
import { MAX_FILES_OF_ACT, MAX_PROCESS_ATTACHMENTS } from '../../../../model/contract/workflow/attachments.ts'
import type { Consultation } from '../../../../model/contract/workflow/consultations.ts'
import type { PersonalTaskDetails } from '../../../../model/contract/workflow/office.ts'
import type { TaskCounts } from '../../../../model/contract/workflow/task-count.ts'
import type { ProcessRecord } from '../../../../model/contract/workflow/tasks.ts'
import type { TaskSettings } from '../../../../model/workflow/settings.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { drawn } from '../../../../tests/support/drawn-process.ts'
import { dataOf } from '../../../../tests/support/forms.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { deploy, filesOfNoAct } from '../../../workflow/index.ts'

const TASK = '/api/activiti/task'
const PROCESS = '/api/activiti/process'
const NAMES = ['sam', 'ann', 'ben', 'cid', 'dan'] as const
type Name = (typeof NAMES)[number] | 'admin'

let server: TestServer
let tenant: BuiltTenant
const clients = new Map<Name, Client>()
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_VIEWER'] })) })
  for (const name of ['admin', ...NAMES] as const) clients.set(name, await tenant.signIn(name))
})

const as = (name: Name): Client => clients.get(name) ?? expect.fail(`${name} is not signed in`)
const id = (name: string) => tenant.users[name] ?? ''
const asks = (...names: string[]): Partial<TaskSettings> => ({ people: names.map((username) => ({ kind: 'user', username })) })
const rows = <Row>(text: string, values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows as Row[])

interface Begun {
  readonly instance: string
  readonly taskId: string
}

/** Started by sam; ann has the first task. */
async function begun(): Promise<Begun> {
  const key = `p_${unique()}`
  const given = { xml: drawn({ tasks: { one: asks('ann'), two: asks('dan') } })(key), key, name: key, category: null, deployedBy: null }
  const answer = await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) => deploy(tx, server.services, given))
  const definition = 'definitionId' in answer ? answer.definitionId : expect.fail(JSON.stringify(answer))
  const { id: instance } = await server.services.workflow.start(
    { tenantId: tenant.id, userId: id('sam') },
    { of: { definition }, description: 'a pump' },
  )
  const [task] = await rows<{ id: string }>(`select id from process_tasks where instance_id = $1 and task_state = 'open'`, [instance])
  return { instance, taskId: task?.id ?? expect.fail('there is no open task') }
}
const consult = (who: Name, taskId: string, users: string[], comment: string | undefined = 'is it safe?') =>
  as(who).post<{ changed: number }>(`${TASK}/consultTask`, { taskId, users, comment })
const opinionsOf = async (who: Name, instance: string) =>
  dataOf<{ list: Consultation[] }>(await as(who).get(`${TASK}/queryConsultation`, { processInstanceId: instance })).list
const askedOf = async (who: Name, instance: string) =>
  dataOf<{ list: Consultation[] }>(await as(who).get(`${TASK}/queryMyConsultation`, { pageSize: 200 })).list.filter(
    ({ processInstanceId }) => processInstanceId === instance,
  )
const countOf = async (who: Name) => dataOf<TaskCounts>(await as(who).get(`${TASK}/queryTaskCount`)).consulted
const looks = async (who: Name, instance: string) =>
  (await as(who).get(`${PROCESS}/queryMyProcessDetails`, { processInstanceId: instance })).http
const recordOf = async (who: Name, instance: string) =>
  dataOf<{ list: ProcessRecord[] }>(await as(who).get(`${TASK}/queryTaskComment`, { processInstanceId: instance })).list
const act = (who: Name, verb: string, taskId: string) => as(who).post(`${TASK}/${verb}`, { taskId, comment: 'ok' })

it('whoever has a task asks for opinions and keeps it; who is asked sees the instance, answers once, and takes part from then on', async () => {
  const { instance, taskId } = await begun()
  expect(await looks('ben', instance)).toBe(404)
  const before = await countOf('ben')
  expect(await consult('ann', taskId, ['ben', 'cid', 'ben'])).toMatchObject({ http: 200, data: { changed: 2 } })
  expect(await consult('ann', taskId, ['ben']), 'who is being asked').toMatchObject({ http: 200, data: { changed: 0 } })
  expect(await looks('ben', instance)).toBe(200)
  expect(await countOf('ben')).toBe(before + 1)
  const [asked] = await askedOf('ben', instance)
  expect(asked).toMatchObject({
    asker: 'ann',
    userId: 'ben',
    question: 'is it safe?',
    answer: null,
    isToAnswer: true,
    isWithdrawable: false,
  })
  const answer = (who: Name, comment?: string) => as(who).post(`${TASK}/answerConsultation`, { id: asked?.id, comment })
  expect(await answer('ben')).toMatchObject({ http: 422, errors: [{ field: 'comment' }] })
  expect(await answer('cid', 'no'), 'what somebody else is asked').toMatchObject({ http: 404 })
  expect(await answer('ann', 'no'), 'who asks').toMatchObject({ http: 404 })
  const notices = () =>
    rows<{ user_id: string }>(
      `select receiver.user_id from notifications notice join notification_users receiver on receiver.notification_id = notice.id
       where notice.tenant_id = $1 and notice.title like '%ben%one%' and notice.title like '%意见%'`,
      [tenant.id],
    )
  const [one, other] = await Promise.all([answer('ben', 'it is'), answer('ben', 'it is')])
  expect([one.http, other.http].sort(), 'once').toEqual([200, 409])
  expect((await notices()).map(({ user_id }) => user_id)).toEqual([id('ann')])
  expect(await countOf('ben')).toBe(before)
  expect(await askedOf('ben', instance)).toEqual([])
  const [seen] = await opinionsOf('sam', instance)
  expect(seen).toMatchObject({ userId: 'ben', answer: 'it is', isToAnswer: false, isWithdrawable: false })
  expect((await recordOf('sam', instance)).map(({ command, userId }) => [command, userId])).toEqual([
    ['start', 'sam'],
    ['consult', 'ann'],
    ['opinion', 'ben'],
  ])
  // The task was with ann all the time, and is decided by her alone.
  expect(await act('ben', 'completeTask', taskId)).toMatchObject({ http: 409 })
  expect(await act('ann', 'completeTask', taskId)).toMatchObject({ http: 200 })
  expect(await looks('ben', instance), 'afterwards').toBe(200)
  const copied = await as('ben').post(`${PROCESS}/copyProcessInstance`, { processInstanceId: instance, users: ['cid'] })
  expect(copied, 'as somebody who takes part').toMatchObject({ http: 200 })
})

it('what is asked no longer, and what was decided meanwhile, is not answered; nobody else asks, and strangers are told of nothing', async () => {
  const { instance, taskId } = await begun()
  expect(await consult('dan', taskId, ['ben'])).toMatchObject({ http: 404 })
  expect(await consult('sam', taskId, ['ben']), 'who has it not').toMatchObject({ http: 409 })
  expect(await consult('ann', taskId, ['ann'])).toMatchObject({ http: 422, errors: [{ field: 'users' }] })
  expect(await consult('ann', taskId, ['ben', 'nobody'])).toMatchObject({ http: 422, errors: [{ field: 'users' }] })
  expect(await consult('ann', taskId, ['ben'], '')).toMatchObject({ http: 422, errors: [{ field: 'comment' }] })
  expect(await askedOf('ben', instance), 'nothing of what was refused').toEqual([])
  dataOf(await consult('ann', taskId, ['ben', 'cid']))
  const [ofBen, ofCid] = [(await askedOf('ben', instance))[0]?.id, (await askedOf('cid', instance))[0]?.id]
  const takeBack = (who: Name) => as(who).post(`${TASK}/withdrawConsultation`, { id: ofBen })
  expect(await takeBack('sam')).toMatchObject({ http: 404 })
  expect(await takeBack('ann')).toMatchObject({ http: 200 })
  expect(await takeBack('ann')).toMatchObject({ http: 409 })
  expect(await looks('ben', instance), 'no longer asked').toBe(404)
  expect((await as('ben').get(`${TASK}/queryConsultation`, { processInstanceId: instance })).http).toBe(404)
  expect((await as('ben').post(`${TASK}/answerConsultation`, { id: ofBen, comment: 'late' })).http).toBe(409)
  dataOf(await act('ann', 'completeTask', taskId))
  expect(await askedOf('cid', instance), 'decided meanwhile').toEqual([])
  expect((await as('cid').post(`${TASK}/answerConsultation`, { id: ofCid, comment: 'late' })).http).toBe(409)
  // Opinions are no acts on what came of it: ann can take her decision back.
  const details = dataOf<PersonalTaskDetails>(await as('ann').get(`${TASK}/queryPersonalTaskDetails`, { taskId }))
  expect(details.acts).toContain('withdraw')
  expect(dataOf<PersonalTaskDetails>(await as('sam').get(`${TASK}/queryPersonalTaskDetails`, { taskId })).acts).not.toContain('consult')
})

const attach = (who: Name, instance: string, name: string, fields: Record<string, string> = {}) =>
  upload(server.url, as(who), `${PROCESS}/addProcessAttachment`, Buffer.from('a paper'), {
    name,
    fields: { processInstanceId: instance, ...fields },
  })
const filesOf = async (who: Name, instance: string) =>
  dataOf<{ list: ProcessAttachment[]; mayAttach: boolean }>(
    await as(who).get(`${PROCESS}/queryProcessAttachment`, { processInstanceId: instance }),
  )
const fetchedBy = async (who: Name, file: string) =>
  (
    await fetch(`${server.url}${PROCESS}/downloadProcessAttachment`, {
      method: 'POST',
      headers: { authorization: `Bearer ${as(who).token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: file }),
    })
  ).text()

it('a file is attached by those who take part or are asked, seen and fetched by whoever sees the instance, and for others there is none', async () => {
  const { instance, taskId } = await begun()
  expect((await attach('ben', instance, 'a.txt')).http).toBe(404)
  dataOf(await as('sam').post(`${PROCESS}/copyProcessInstance`, { processInstanceId: instance, users: ['cid'] }))
  expect((await attach('cid', instance, 'a.txt')).http, 'who has a copy').toBe(409)
  dataOf(await attach('ann', instance, 'plan.pdf', { taskId }))
  dataOf(await consult('ann', taskId, ['ben']))
  dataOf(await attach('ben', instance, 'advice.txt'))
  dataOf(await attach('admin', instance, 'of the office.txt'))
  const { list, mayAttach } = await filesOf('cid', instance)
  expect(mayAttach).toBe(false)
  expect(list.map(({ fileName, userId, taskName, isRemovable }) => [fileName, userId, taskName, isRemovable])).toEqual([
    ['plan.pdf', 'ann', 'one', false],
    ['advice.txt', 'ben', null, false],
    ['of the office.txt', `${tenant.canary} · admin`, null, false],
  ])
  const plan = list[0]?.id ?? ''
  expect(await fetchedBy('cid', plan)).toBe('a paper')
  expect(await fetchedBy('dan', plan)).not.toContain('a paper')
  expect((await as('dan').get(`${PROCESS}/queryProcessAttachment`, { processInstanceId: instance })).http).toBe(404)
  const other = await begun()
  expect((await attach('ann', instance, 'b.txt', { taskId: other.taskId })).http, 'a task of another instance').toBe(404)
  expect((await recordOf('sam', instance)).filter(({ command }) => command === 'attach').map(({ fullMessage }) => fullMessage)).toEqual([
    'plan.pdf',
    'advice.txt',
    'of the office.txt',
  ])
})

it('a file goes away by whoever brought it, while nobody has acted since, and its contents with it; the record keeps that it was there', async () => {
  const { instance, taskId } = await begun()
  const blobs = async () =>
    Number((await rows<{ count: string }>('select count(*) from blobs where tenant_id = $1', [tenant.id]))[0]?.count)
  const before = await blobs()
  dataOf(await attach('ann', instance, 'wrong.txt', { taskId }))
  const [wrong] = (await filesOf('ann', instance)).list
  expect(wrong?.isRemovable).toBe(true)
  const remove = (who: Name, file: string | undefined) => as(who).post(`${PROCESS}/deleteProcessAttachment`, { id: file })
  expect((await remove('sam', wrong?.id)).http).toBe(404)
  expect((await remove('ann', wrong?.id)).http).toBe(200)
  expect(await blobs()).toBe(before)
  dataOf(await attach('ann', instance, 'right.txt', { taskId }))
  dataOf(await act('ann', 'completeTask', taskId))
  const [right] = (await filesOf('ann', instance)).list
  const [next] = await rows<{ id: string }>(`select id from process_tasks where instance_id = $1 and task_state = 'open'`, [instance])
  dataOf(await act('dan', 'completeTask', next?.id ?? ''))
  expect((await remove('ann', right?.id)).http, 'what somebody has decided on').toBe(409)
  expect((await attach('ann', instance, 'late.txt')).http, 'all is over').toBe(409)
  expect((await recordOf('sam', instance)).map(({ command }) => command)).toEqual([
    'start',
    'attach',
    'detach',
    'attach',
    'complete',
    'complete',
  ])
  // Removed with its history, it takes its files and their contents along.
  expect((await as('admin').post('/api/activiti/history/deleteHistoricProcessInstance', { id: [instance] })).http).toBe(200)
  expect(await blobs()).toBe(before)
})

it('files that come with an act are seen once it is done, stand with it in the record, and are of nobody else and no other act', async () => {
  const { instance, taskId } = await begun()
  const forAct = (who: Name, name: string, task = taskId) => attach(who, instance, name, { taskId: task, forAct: 'true' })
  const [one, two, left] = [await forAct('ann', 'one.txt'), await forAct('ann', 'two.txt'), await forAct('ann', 'left.txt')].map((answer) =>
    dataOf<{ id: string }>(answer),
  )
  expect((await forAct('sam', 'of no task.txt')).http, 'who does not have the task').toBe(404)
  expect((await attach('ann', instance, 'of none.txt', { forAct: 'true' })).http).toBe(404)
  expect((await filesOf('ann', instance)).list).toEqual([])
  expect((await as('ann').post(`${PROCESS}/downloadProcessAttachment`, { id: one?.id })).http, 'before it is done').toBe(404)
  const other = await begun()
  const foreign = dataOf<{ id: string }>(await attach('ann', other.instance, 'foreign.txt', { taskId: other.taskId, forAct: 'true' }))
  const complete = (attachments: (string | undefined)[], more: object = {}) =>
    as('ann').post(`${TASK}/completeTask`, { taskId, comment: 'ok', attachments, ...more })
  expect(await complete([one?.id, foreign.id]), 'brought for another task').toMatchObject({ http: 404, errors: [{ field: 'attachments' }] })
  expect((await complete(Array.from({ length: 11 }, () => one?.id))).http, 'too many').toBe(422)
  // The act was not done, and nothing came with it.
  expect([(await filesOf('ann', instance)).list, (await recordOf('sam', instance)).map(({ command }) => command)]).toEqual([[], ['start']])
  const done = await complete([one?.id, two?.id], { commandKey: 'with two files' })
  expect(done).toMatchObject({ http: 200 })
  expect(await complete([one?.id, two?.id], { commandKey: 'with two files' })).toMatchObject({ http: 200, data: done.data })
  const shown = (await filesOf('sam', instance)).list
  expect(shown.map(({ fileName, taskName, userId }) => [fileName, taskName, userId])).toEqual([
    ['one.txt', 'one', 'ann'],
    ['two.txt', 'one', 'ann'],
  ])
  expect(
    (await recordOf('sam', instance)).map(({ command, attachments }) => [command, attachments.map(({ fileName }) => fileName)]),
  ).toEqual([
    ['start', []],
    ['complete', ['one.txt', 'two.txt']],
  ])
  expect((await as('ann').post(`${PROCESS}/deleteProcessAttachment`, { id: left?.id })).http, 'what did not come along').toBe(200)
  await rows(`update process_attachments set created_at = now() - interval '25 hours' where tenant_id = $1 and step_number = 0`, [
    tenant.id,
  ])
  await filesOfNoAct(server.services.transactions)()
  const kept = await rows<{ file_name: string }>('select file_name from process_attachments where instance_id = any($1) order by 1', [
    [instance, other.instance],
  ])
  expect(kept.map(({ file_name: name }) => name)).toEqual(['one.txt', 'two.txt'])
})

it('so many files and no more, however many come at once', async () => {
  const { instance, taskId } = await begun()
  const { count: most } = MAX_PROCESS_ATTACHMENTS
  // What is brought for an act takes no place until it is sent, and only the newest of it waits.
  const brought: string[] = []
  for (let at = 0; at <= MAX_FILES_OF_ACT; at += 1)
    brought.push(dataOf<{ id: string }>(await attach('ann', instance, `${at}.txt`, { taskId, forAct: 'true' })).id)
  const waiting = await rows<{ id: string }>('select id from process_attachments where instance_id = $1 order by id', [instance])
  expect(waiting.map((each) => each.id)).toEqual(brought.slice(1))
  dataOf(await attach('sam', instance, '0.txt'))
  await rows(
    `with first as (select * from process_attachments where instance_id = $1 and step_number > 0),
      more as (select gen_random_uuid() as id, gen_random_uuid() as blob from generate_series(2, $2::int)),
      kept as (insert into blobs select (jsonb_populate_record(kept, jsonb_build_object('id', more.blob))).*
        from more, blobs kept where kept.id = (select blob_id from first) returning id)
    insert into process_attachments (tenant_id, id, instance_id, file_name, media_type, size, blob_id, attached_by, step_number)
      select first.tenant_id, kept.id, first.instance_id, 'more', 'text/plain', 0, kept.id, first.attached_by, 1 from first, kept`,
    [instance, most - 1],
  )
  const answers = await Promise.all([attach('sam', instance, 'a.txt'), attach('sam', instance, 'b.txt')])
  expect(answers.map(({ http }) => http).sort()).toEqual([200, 409])
  const send = await as('ann').post(`${TASK}/completeTask`, { taskId, comment: 'ok', attachments: [brought.at(-1)] })
  expect(send.http, 'with what was brought there would be one too many').toBe(409)
  expect((await filesOf('sam', instance)).list).toHaveLength(most)
})
