/** Acts of approval on a real database: taking back, coming straight back, asking more people; what each is refused for, and that nothing is stranded by any. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import { Failure } from '../../kernel/errors.ts'
import type { TaskAct } from './acts.ts'

const NAMES: readonly string[] = ['sam', 'ann', 'ben', 'cid', 'dan', 'eve']
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

const id = (name: string) => tenant.users[name] ?? ''
const nameOf = (user: string | null) => NAMES.find((name) => id(name) === user) ?? null
const asks = (...names: string[]) => ({ people: names.map((username) => ({ kind: 'user', username })) })
const group = (mode: string, names: readonly string[], more: object = {}) => ({ ...asks(...names), group: { mode, ...more } })

async function started(inside: string): Promise<string> {
  const definition = await deployRows(server, tenant, bpmn(`a_${unique()}`, `${inside}<endEvent id="end"/>`))
  return (await server.services.workflow.start(person(tenant, 'sam'), { of: { definition } })).id
}
const open = async (instance: string) =>
  (await openTasksOf(server, tenant, instance)).map(({ id: taskId, node, assignee_id, task_state }) => ({
    taskId,
    node,
    who: nameOf(assignee_id),
    state: task_state,
  }))
/** Who has which open task, such as `one: ann`; whose turn has not come in brackets. */
const asked = async (instance: string) =>
  (await open(instance)).map(({ node, who, state }) => (state === 'open' ? `${node}: ${who ?? ''}` : `(${node}: ${who ?? ''})`)).sort()
async function taskOf(instance: string, who: string | null, node?: string): Promise<string> {
  const found = (await open(instance)).find((one) => one.who === who && (node === undefined || one.node === node))
  return found?.taskId ?? expect.fail(`${who ?? 'nobody'} has no task of it`)
}
const act = (who: string, taskId: string, what: TaskAct, more: object = {}) =>
  server.services.workflow.act(person(tenant, who), { taskId, act: what, comment: 'ok', ...more })
const does = async (instance: string, who: string, what: TaskAct) => act(who, await taskOf(instance, who), what)
const complete = (instance: string, who: string) => does(instance, who, { do: 'complete' })
const withdraw = (who: string, taskId: string, more: object = {}) =>
  server.services.workflow.withdraw(person(tenant, who), { taskId, comment: 'a mistake', ...more })
/** What it is refused with. */
async function refusal(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => expect.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  return error instanceof Failure ? error.code : expect.fail(String(error))
}
const outcome = async (instance: string) => (await instanceRow(server, tenant, instance))?.outcome ?? null
const rowsOf = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'node', 'task_state', 'outcome', 'ended_by', 'activity'])
        .where('instance_id', '=', instance),
    ),
  )

describe('whoever has decided', () => {
  const twice = () => started(`${task('one', asks('ann'))}${task('two', asks('ben'))}${way('start > one > two > end')}`)

  it('takes it back while nobody has acted on it, and has the same task again', async () => {
    const instance = await twice()
    const first = await taskOf(instance, 'ann')
    await complete(instance, 'ann')
    expect(await withdraw('ann', first)).toMatchObject({ processStatus: 'running', open: ['one'] })
    expect(await asked(instance)).toEqual(['one: ann'])
    expect(await taskOf(instance, 'ann')).toBe(first)
    await complete(instance, 'ann')
    await complete(instance, 'ben')
    expect(await outcome(instance)).toBe('approved')
  })

  it('is answered the same where it is sent again under its key, and nothing is done twice', async () => {
    const instance = await twice()
    const first = await taskOf(instance, 'ann')
    await complete(instance, 'ann')
    const key = { commandKey: unique() }
    const done = await withdraw('ann', first, key)
    expect(await withdraw('ann', first, key)).toEqual(done)
    expect(await refusal(withdraw('ben', first, key))).toBe('process.key-used')
  })

  it('is told who has acted on it, and when', async () => {
    const instance = await twice()
    const first = await taskOf(instance, 'ann')
    await complete(instance, 'ann')
    await does(instance, 'ben', { do: 'delegate', to: 'cid' })
    await expect(withdraw('ann', first)).rejects.toMatchObject({
      code: 'approval.acted',
      details: { values: { task: 'two', who: 'ben', time: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string } },
    })
    expect(await asked(instance)).toEqual(['two: cid'])
  })

  it('is the only one who can; for strangers there is no such task, and nothing is taken back of what is suspended or over', async () => {
    const instance = await twice()
    const first = await taskOf(instance, 'ann')
    expect(await refusal(withdraw('ann', first))).toBe('approval.undecided')
    await complete(instance, 'ann')
    expect(await refusal(withdraw('sam', first)), 'the starter').toBe('approval.not-yours')
    expect(await refusal(withdraw('eve', first)), 'a stranger').toBe('row.not-found')
    await server.services.workflow.suspend(person(tenant, 'sam'), { instanceId: instance })
    expect(await refusal(withdraw('ann', first))).toBe('process.suspended')
    await server.services.workflow.activate(person(tenant, 'sam'), { instanceId: instance })
    const second = await taskOf(instance, 'ben')
    await complete(instance, 'ben')
    expect(await refusal(withdraw('ben', second))).toBe('approval.ended')
  })

  it('cannot take back what has left the instance, or what was called and has ended', async () => {
    const mailing = await started(
      `${task('one', asks('ann'))}${service('mail', { do: 'mail', to: [{ kind: 'starter' }], title: { en: 'a' }, text: { en: 'b' } })}${task('two', asks('ben'))}${way('start > one > mail > two > end')}`,
    )
    const first = await taskOf(mailing, 'ann')
    await complete(mailing, 'ann')
    await expect(withdraw('ann', first)).rejects.toMatchObject({ code: 'approval.sent', details: { values: { name: 'mail' } } })
    const key = `below_${unique()}`
    await deployRows(server, tenant, bpmn(key, `<endEvent id="end"/>${way('start > end')}`))
    const calling = await started(
      `${task('one', asks('ann'))}<callActivity id="call" calledElement="${key}"/>${task('two', asks('ben'))}${way('start > one > call > two > end')}`,
    )
    const before = await taskOf(calling, 'ann')
    await complete(calling, 'ann')
    expect(await refusal(withdraw('ann', before))).toBe('approval.called')
  })

  it('takes back what is going on below, if nobody has acted there', async () => {
    const key = `below_${unique()}`
    await deployRows(server, tenant, bpmn(key, `${task('below', asks('cid'))}<endEvent id="end"/>${way('start > below > end')}`))
    const inside = `${task('one', asks('ann'))}<callActivity id="call" calledElement="${key}"/>${way('start > one > call > end')}`
    const [quiet, busy] = [await started(inside), await started(inside)]
    const [first, other] = [await taskOf(quiet, 'ann'), await taskOf(busy, 'ann')]
    for (const instance of [quiet, busy]) await complete(instance, 'ann')
    await withdraw('ann', first)
    expect(await asked(quiet)).toEqual(['one: ann'])
    await does(busy, 'cid', { do: 'transfer', to: 'dan' })
    expect(await refusal(withdraw('ann', other))).toBe('approval.acted')
  })

  it('takes a vote back from a group that is open, and the last vote from one that has decided; the votes of others stand', async () => {
    const instance = await started(
      `${task('one', group('all', ['ann', 'ben', 'cid']))}${task('two', asks('dan'))}${way('start > one > two > end')}`,
    )
    const tasks = { ann: await taskOf(instance, 'ann'), ben: await taskOf(instance, 'ben'), cid: await taskOf(instance, 'cid') }
    await complete(instance, 'ann')
    await withdraw('ann', tasks.ann)
    expect(await asked(instance)).toEqual(['one: ann', 'one: ben', 'one: cid'])
    for (const name of ['ann', 'ben', 'cid']) await complete(instance, name)
    expect(await asked(instance)).toEqual(['two: dan'])
    expect(await refusal(withdraw('ann', tasks.ann)), 'others have voted since').toBe('approval.acted')
    await withdraw('cid', tasks.cid)
    expect(await asked(instance)).toEqual(['one: cid'])
    await complete(instance, 'cid')
    expect(await asked(instance)).toEqual(['two: dan'])
  })

  it('has the turn back of who came after, and not once they have voted', async () => {
    const instance = await started(`${task('one', group('sequential', ['ann', 'ben', 'cid']))}${way('start > one > end')}`)
    const [ann, ben] = [await taskOf(instance, 'ann'), await taskOf(instance, 'ben')]
    await complete(instance, 'ann')
    await withdraw('ann', ann)
    expect(await asked(instance)).toEqual(['(one: ben)', '(one: cid)', 'one: ann'])
    await complete(instance, 'ann')
    await complete(instance, 'ben')
    expect(await refusal(withdraw('ann', ann))).toBe('approval.acted')
    await withdraw('ben', ben)
    expect(await asked(instance)).toEqual(['(one: cid)', 'one: ben'])
  })

  it('takes back one that has ended the turns of others, who have them again', async () => {
    const instance = await started(
      `${task('one', group('any', ['ann', 'ben']))}${task('two', asks('dan'))}${way('start > one > two > end')}`,
    )
    const ann = await taskOf(instance, 'ann')
    await complete(instance, 'ann')
    await withdraw('ann', ann)
    expect(await asked(instance)).toEqual(['one: ann', 'one: ben'])
    await complete(instance, 'ben')
    expect(await asked(instance)).toEqual(['two: dan'])
  })

  it('and whoever acts on it at the same time: one of them wins, the other is told', async () => {
    for (let round = 0; round < 5; round += 1) {
      const instance = await twice()
      const first = await taskOf(instance, 'ann')
      await complete(instance, 'ann')
      const second = await taskOf(instance, 'ben')
      const [taken, done] = await Promise.allSettled([withdraw('ann', first), act('ben', second, { do: 'complete' })])
      expect([taken.status, done.status].sort()).toEqual(['fulfilled', 'rejected'])
      expect(await asked(instance)).toEqual(taken.status === 'fulfilled' ? ['one: ann'] : [])
    }
  })
})

describe('a return that comes straight back', () => {
  it('asks the earlier one again, and has the people of before', async () => {
    const instance = await started(
      `${task('one', asks('ann'))}${task('two', asks('ben'))}${task('three', { people: [{ kind: 'role', code: 'ROLE_OPERATOR' }] })}${way('start > one > two > three > end')}`,
    )
    await complete(instance, 'ann')
    await complete(instance, 'ben')
    await act('cid', await taskOf(instance, null), { do: 'claim' })
    await does(instance, 'cid', { do: 'return', to: 'one', straight: true })
    expect(await asked(instance)).toEqual(['one: ann'])
    await complete(instance, 'ann')
    expect(await asked(instance), 'two is not done again, and three is whose it was').toEqual(['three: cid'])
    await complete(instance, 'cid')
    expect(await outcome(instance)).toBe('approved')
  })

  it('out of a group asks all of it again, but for advisers', async () => {
    const instance = await started(
      `${task('one', asks('ann'))}${task('two', group('all', ['ben', 'cid']))}${way('start > one > two > end')}`,
    )
    await complete(instance, 'ann')
    await does(instance, 'ben', { do: 'add-signer', people: ['dan'], how: 'parallel' })
    await does(instance, 'cid', { do: 'add-signer', people: ['eve'], how: 'before' })
    await does(instance, 'ben', { do: 'return', to: 'one', straight: true })
    expect(await asked(instance)).toEqual(['one: ann'])
    await complete(instance, 'ann')
    expect(await asked(instance)).toEqual(['two: ben', 'two: cid', 'two: dan'])
  })
})

describe('asking more people', () => {
  const single = () => started(`${task('one', asks('ann'))}${way('start > one > end')}`)
  const add = (instance: string, who: string, how: 'before' | 'parallel' | 'after', ...people: string[]) =>
    does(instance, who, { do: 'add-signer', people, how })

  it('before: they are heard, then whoever asked them decides', async () => {
    const instance = await single()
    await add(instance, 'ann', 'before', 'ben', 'cid')
    expect(await asked(instance)).toEqual(['(one: ann)', 'one: ben', 'one: cid'])
    expect(await refusal(complete(instance, 'ann'))).toBe('process-task.waiting')
    await complete(instance, 'ben')
    await does(instance, 'cid', { do: 'reject' })
    expect(await asked(instance)).toEqual(['one: ann'])
    await complete(instance, 'ann')
    expect(await outcome(instance)).toBe('approved')
  })

  it('beside: all of them have to approve what one had to, and one who rejects rejects the whole', async () => {
    const [approved, rejected] = [await single(), await single()]
    for (const instance of [approved, rejected]) await add(instance, 'ann', 'parallel', 'ben')
    await complete(approved, 'ann')
    expect(await asked(approved)).toEqual(['one: ben'])
    await complete(approved, 'ben')
    expect(await outcome(approved)).toBe('approved')
    await does(rejected, 'ben', { do: 'reject' })
    expect(await outcome(rejected)).toBe('rejected')
    expect(await asked(rejected)).toEqual([])
  })

  it('after: they are next, in their order where one decides after the other, and it is not done before', async () => {
    const one = await single()
    await add(one, 'ann', 'after', 'ben')
    expect(await asked(one)).toEqual(['(one: ben)', 'one: ann'])
    await complete(one, 'ann')
    expect(await asked(one)).toEqual(['one: ben'])
    await complete(one, 'ben')
    expect(await outcome(one)).toBe('approved')
    const line = await started(`${task('one', group('sequential', ['ann', 'ben']))}${way('start > one > end')}`)
    await add(line, 'ann', 'after', 'cid', 'dan')
    for (const name of ['ann', 'cid', 'dan', 'ben']) await complete(line, name)
    expect(await outcome(line)).toBe('approved')
    const any = await started(`${task('one', group('any', ['ann', 'ben']))}${way('start > one > end')}`)
    await add(any, 'ann', 'after', 'cid')
    await complete(any, 'ann')
    expect(await asked(any)).toEqual(['one: ben', 'one: cid'])
  })

  it('joins the quota of a group', async () => {
    const instance = await started(`${task('one', group('ratio', ['ann', 'ben'], { percent: 60 }))}${way('start > one > end')}`)
    await add(instance, 'ann', 'parallel', 'cid', 'dan', 'eve')
    for (const name of ['ann', 'cid']) await complete(instance, name)
    expect(await outcome(instance), '60 percent of five are three').toBe(null)
    await complete(instance, 'eve')
    expect(await outcome(instance)).toBe('approved')
  })

  it('is done with people who are able, and not asked already, and as the rules of the node say', async () => {
    const instance = await started(`${task('one', { ...asks('ann'), whenStarter: 'skip' })}${way('start > one > end')}`)
    expect(await refusal(add(instance, 'ann', 'parallel', 'nobody'))).toBe('process-task.candidate')
    expect(await refusal(add(instance, 'ann', 'parallel', 'ann'))).toBe('process-task.has-it')
    expect(await refusal(add(instance, 'ann', 'parallel', 'sam'))).toBe('process-task.own')
    await add(instance, 'ann', 'parallel', 'ben', 'ben')
    expect(await refusal(add(instance, 'ann', 'parallel', 'cid', 'ben')), 'nobody of them is added').toBe('process-task.has-it')
    expect(await asked(instance)).toEqual(['one: ann', 'one: ben'])
  })

  it('is taken back by whoever asked them, or manages instances, while they have not decided; and somebody always stays', async () => {
    const instance = await started(`${task('one', group('all', ['ann', 'eve']))}${way('start > one > end')}`)
    await add(instance, 'ann', 'parallel', 'ben', 'cid')
    await add(instance, 'cid', 'before', 'dan')
    const [ben, cid, dan] = [await taskOf(instance, 'ben'), await taskOf(instance, 'cid'), await taskOf(instance, 'dan')]
    expect(await refusal(act('eve', ben, { do: 'remove-signer' })), 'somebody else added them').toBe('approval.not-added')
    expect(await refusal(act('sam', await taskOf(instance, 'eve'), { do: 'remove-signer', isManager: true })), 'nobody added them').toBe(
      'approval.not-added',
    )
    await act('ann', cid, { do: 'remove-signer' })
    expect(await asked(instance), 'with whomever they had asked').toEqual(['one: ann', 'one: ben', 'one: eve'])
    expect(await refusal(act('dan', dan, { do: 'complete' }))).toBe('process-task.over-by')
    await act('sam', ben, { do: 'remove-signer', isManager: true })
    expect(await asked(instance)).toEqual(['one: ann', 'one: eve'])
    await add(instance, 'ann', 'parallel', 'ben')
    for (const name of ['ann', 'eve']) await complete(instance, name)
    expect(await refusal(act('ann', await taskOf(instance, 'ben'), { do: 'remove-signer' }))).toBe('approval.last')
    await complete(instance, 'ben')
    expect(await outcome(instance)).toBe('approved')
  })

  it('leaves a task as it was once they are gone: it can be given back to its pool', async () => {
    const instance = await started(`${task('one', asks('ann', 'ben'))}${way('start > one > end')}`)
    const taskId = await taskOf(instance, null)
    await act('ann', taskId, { do: 'claim' })
    await add(instance, 'ann', 'before', 'cid')
    await act('ann', await taskOf(instance, 'cid'), { do: 'remove-signer' })
    await act('ann', taskId, { do: 'unclaim' })
    await act('ben', taskId, { do: 'claim' })
    await complete(instance, 'ben')
    expect(await outcome(instance)).toBe('approved')
  })

  it('is in the record, with who was asked and how', async () => {
    const instance = await single()
    await add(instance, 'ann', 'after', 'ben')
    const events = await inTenant(server, tenant, (tx) =>
      tx.all(
        build
          .selectFrom('process_events')
          .select(['command', 'actor_id', 'comment', 'data'])
          .where('instance_id', '=', instance)
          .orderBy('step_number'),
      ),
    )
    expect(events.at(-1)).toMatchObject({
      command: 'add-signer',
      actor_id: id('ann'),
      comment: 'ok',
      data: { to: [id('ben')], how: 'after' },
    })
  })
})

describe('ending the whole', () => {
  it('is for the starter, and for nobody else, once', async () => {
    const instance = await started(`${task('one', asks('ann'))}${way('start > one > end')}`)
    const cancel = (who: string, more: object = {}) =>
      server.services.workflow.cancel(person(tenant, who), { instanceId: instance, comment: 'no more', ...more })
    expect(await refusal(cancel('eve')), 'a stranger').toBe('row.not-found')
    expect(await refusal(cancel('ann'))).toBe('approval.not-starter')
    const key = { commandKey: unique() }
    const done = await cancel('sam', key)
    expect(done).toMatchObject({ processStatus: 'cancelled', open: [] })
    expect(await cancel('sam', key)).toEqual(done)
    await expect(cancel('sam')).rejects.toMatchObject({ code: 'approval.ended', details: { values: { who: 'sam' } } })
    expect((await rowsOf(instance)).map(({ task_state }) => task_state)).toEqual(['cancelled'])
  })

  it('is for whoever has a task of it as well, and not for whoever it was delegated to', async () => {
    const instance = await started(`${task('one', asks('ann'))}${way('start > one > end')}`)
    const taskId = await taskOf(instance, 'ann')
    expect(await refusal(act('sam', taskId, { do: 'terminate' })), 'the starter does not have it').toBe('process-task.taken')
    expect(await refusal(act('eve', taskId, { do: 'terminate' }))).toBe('row.not-found')
    await does(instance, 'ann', { do: 'delegate', to: 'ben' })
    expect(await refusal(act('ben', taskId, { do: 'terminate' }))).toBe('process-task.delegated')
    await does(instance, 'ben', { do: 'resolve' })
    await act('ann', taskId, { do: 'terminate' })
    expect(await outcome(instance)).toBe('terminated')
  })
})
