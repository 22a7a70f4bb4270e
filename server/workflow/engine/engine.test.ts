/** The engine on the database: what a step writes, what comes of the acts, and that of several who are at it at once one wins. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import { Failure } from '../../kernel/errors.ts'
import type { TaskAct } from '../tasks/acts.ts'

const NAMES = ['ann', 'ben', 'cid', 'dan'] as const

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

const who = (name: string) => person(tenant, name)
const user = (username: string, more: object = {}) => ({ people: [{ kind: 'user', username }], ...more })
const operators = { people: [{ kind: 'role', code: 'ROLE_OPERATOR' }] }
const deploy = (xml: string) => deployRows(server, tenant, xml)
const open = (instance: string) => openTasksOf(server, tenant, instance)
const row = (instance: string) => instanceRow(server, tenant, instance)

async function start(definition: string, variables: Record<string, unknown> = {}, by = 'admin'): Promise<string> {
  return (await server.services.workflow.start(who(by), { of: { definition }, variables })).id
}
async function taskAt(instance: string, node: string) {
  const found = (await open(instance)).find((one) => one.node === node && one.task_state === 'open')
  return found ?? expect.fail(`${node} is not open: ${JSON.stringify(await open(instance))} ${JSON.stringify(await row(instance))}`)
}
async function act(by: string, instance: string, node: string, what: TaskAct, commandKey?: string) {
  return server.services.workflow.act(who(by), { taskId: (await taskAt(instance, node)).id, act: what, comment: 'so', commandKey })
}
const complete: TaskAct = { do: 'complete' }
const nodes = async (instance: string) => (await open(instance)).map(({ node }) => node).sort()
/** The code of the failure, with its values. */
const refusal = (failing: Promise<unknown>) =>
  failing.then(
    (value) => expect.fail(`it was done: ${JSON.stringify(value)}`),
    (error: unknown) => (error instanceof Failure ? { code: error.code, ...error.details.values } : Promise.reject(error as Error)),
  )

describe('a step', () => {
  it('stores the number of an instance without gaps, variables with every value they have had, and the record', async () => {
    const id = await deploy(
      bpmn('recorded', `${task('one', user('ann'))}<endEvent id="end"/>${way('start > one > end')}`, {
        settings: { numberPrefix: 'REC', title: '= what' },
      }),
    )
    const instance = await start(id, { what: 'Pump', amount: 3 })
    expect(await row(instance)).toMatchObject({ name: 'Pump', business_number: expect.stringMatching(/^REC-\d{6}-0001$/) as string })
    // Refused, a start takes no number.
    expect(await refusal(start(id, { ['__proto__x']: 1, 'a b': 1 }))).toMatchObject({ code: 'process.variable' })
    const second = await start(id, { what: 'Valve', amount: 4 })
    expect(await row(second)).toMatchObject({ business_number: expect.stringMatching(/-0002$/) as string })
    await act('ann', instance, 'one', { do: 'complete', variables: { amount: '4.10' } })
    const [changes, events] = await inTenant(server, tenant, (tx) =>
      Promise.all([
        tx.all(
          build
            .selectFrom('process_variable_changes')
            .select(['step_number', 'name', 'value', 'changed_by'])
            .where('instance_id', '=', instance)
            .where('name', '=', 'amount')
            .orderBy('step_number'),
        ),
        tx.all(
          build
            .selectFrom('process_events')
            .select(['step_number', 'command', 'actor_id', 'comment'])
            .where('instance_id', '=', instance)
            .orderBy('step_number'),
        ),
      ]),
    )
    expect(changes).toEqual([
      { step_number: 1, name: 'amount', value: '3', changed_by: tenant.users['admin'] },
      { step_number: 2, name: 'amount', value: '4.1', changed_by: tenant.users['ann'] },
    ])
    expect(events.map(({ command, comment }) => [command, comment])).toEqual([
      ['start', null],
      ['complete', 'so'],
    ])
  })

  it('takes the way that conditions say, joins branches, and says what stops it', async () => {
    const id = await deploy(
      bpmn(
        'branches',
        `<exclusiveGateway id="choice" default="choice-low"/><parallelGateway id="split"/><parallelGateway id="join"/>${task('low', user('ann'))}${task('a', user('ann'))}${task('b', user('ben'))}<endEvent id="end"/>
        ${way('start > choice')}${way('choice > split', '= amount > 100')}${way('choice > low > end')}${way('split > a > join > end')}${way('split > b > join')}`,
      ),
    )
    expect(await nodes(await start(id, { amount: 5 }))).toEqual(['low'])
    const instance = await start(id, { amount: 500 })
    expect(await nodes(instance)).toEqual(['a', 'b'])
    await act('ann', instance, 'a', complete)
    expect((await row(instance))?.tokens).toHaveLength(1)
    expect(await act('ben', instance, 'b', complete)).toMatchObject({ processStatus: 'approved', open: [] })
    const stopped = await start(id, { amount: 'much' })
    expect(await row(stopped)).toMatchObject({ instance_state: 'running', incidents: ['expression'] })
  })
})

describe('a model of another tool', () => {
  const reference = (key: string) =>
    bpmn(
      key,
      `<userTask xmlns:camunda="http://camunda.org/schema/1.0/bpmn" id="ask" name="ask" camunda:assignee="ann"/><exclusiveGateway id="x"/>${task('yes', user('ben'))}${task('no', user('cid'))}<endEvent id="end"/>
      ${way('start > ask > x')}${way('x > yes > end')}${way('x > no > end')}`
        .replace('targetRef="yes">', 'targetRef="yes"><conditionExpression>${approved}</conditionExpression>')
        .replace('targetRef="no">', 'targetRef="no"><conditionExpression>${!approved}</conditionExpression>'),
    )
  const variable = async (instance: string) =>
    (
      await inTenant(server, tenant, (tx) =>
        tx.all(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', 'approved')),
      )
    ).map(({ value }) => value)

  it('takes the flow that asks whether a task was approved, either way', async () => {
    const id = await deploy(reference('reference'))
    const approved = await start(id)
    await act('ann', approved, 'ask', complete)
    expect([await nodes(approved), (await row(approved))?.incidents]).toEqual([['yes'], []])
    const rejected = await start(id)
    await act('ann', rejected, 'ask', { do: 'reject' })
    expect([await nodes(rejected), (await row(rejected))?.instance_state]).toEqual([['no'], 'running'])
    expect([await variable(approved), await variable(rejected)]).toEqual([[true], [false]])
  })

  it('has the decision also of a task that ends the process when it is rejected, and nothing where nobody asks', async () => {
    const asking = (key: string, condition: string) =>
      bpmn(
        key,
        `${task('one', user('ann'))}<exclusiveGateway id="x" default="x-low"/>${task('high', user('ben'))}${task('low', user('cid'))}<endEvent id="end"/>
        ${way('start > one > x')}${way('x > high', condition)}${way('high > end')}${way('x > low > end')}`,
      )
    const instance = await start(await deploy(asking('asking', '${approved}')))
    await act('ann', instance, 'one', complete)
    expect([await nodes(instance), await variable(instance)]).toEqual([['high'], [true]])
    const other = await start(await deploy(asking('other', '= amount > 3')), { amount: 4 })
    await act('ann', other, 'one', complete)
    expect([await nodes(other), await variable(other)]).toEqual([['high'], []])
  })
})

describe('of several at once', () => {
  it('one completes a task, and the other is told who did and when; as between return and complete', async () => {
    const id = await deploy(
      bpmn('races', `${task('one', user('ann'))}${task('two', user('ann'))}<endEvent id="end"/>${way('start > one > two > end')}`),
    )
    for (let round = 0; round < 5; round += 1) {
      const instance = await start(id)
      const { id: taskId } = await taskAt(instance, 'one')
      const both = await Promise.allSettled([0, 1].map(() => server.services.workflow.act(who('ann'), { taskId, act: complete })))
      expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
      const lost = both.find((one) => one.status === 'rejected')
      expect(lost?.reason).toMatchObject({
        code: 'process-task.done',
        details: { values: { task: 'one', who: 'ann', time: expect.stringMatching(/^\d{4}-/) as string } },
      })
      expect(await nodes(instance)).toEqual(['two'])
      const { id: second } = await taskAt(instance, 'two')
      const acts = [complete, { do: 'return', to: 'one' } as const]
      const results = await Promise.allSettled(acts.map((what) => server.services.workflow.act(who('ann'), { taskId: second, act: what })))
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await nodes(instance)).toEqual(results[0]?.status === 'fulfilled' ? [] : ['one'])
    }
  })

  it('one claims a task among many, and the others are told who has it', { timeout: 120_000 }, async () => {
    const id = await deploy(bpmn('claims', `${task('one', operators)}<endEvent id="end"/>${way('start > one > end')}`))
    const instance = await start(id)
    const { id: taskId } = await taskAt(instance, 'one')
    const claims = await Promise.allSettled(
      Array.from({ length: 200 }, (_, at) =>
        server.services.workflow.act(who(NAMES[at % NAMES.length] ?? ''), { taskId, act: { do: 'claim' } }),
      ),
    )
    expect(claims.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const lost = claims.filter((one) => one.status === 'rejected').map(({ reason }) => (reason as Failure).code)
    expect(new Set(lost)).toEqual(new Set(['process-task.taken']))
    const { assignee_id } = await taskAt(instance, 'one')
    const holder = NAMES.find((name) => tenant.users[name] === assignee_id) ?? ''
    const other = NAMES.find((name) => name !== holder) ?? ''
    // Claim and complete at once: whoever is second hears of the first.
    const [done, late] = await Promise.allSettled([
      server.services.workflow.act(who(holder), { taskId, act: complete }),
      server.services.workflow.act(who(other), { taskId, act: { do: 'claim' } }),
    ])
    expect(done.status).toBe('fulfilled')
    expect(late).toMatchObject({ reason: { details: { values: { who: holder } } } })
  })
})

describe('who sends the same again', () => {
  it('is answered what the first was, and nothing is done twice', async () => {
    const id = await deploy(
      bpmn('again', `${task('one', user('ann'))}${task('two', user('ann'))}<endEvent id="end"/>${way('start > one > two > end')}`),
    )
    const key = `${tenant.code} start`
    const ask = { of: { definition: id }, commandKey: key }
    const starts = await Promise.all([1, 2, 3].map(() => server.services.workflow.start(who('admin'), ask)))
    expect(new Set(starts.map(({ id: one }) => one)).size).toBe(1)
    expect(new Set(starts.map(({ businessNumber }) => businessNumber)).size).toBe(1)
    const instance = starts[0]?.id ?? ''
    const { id: taskId } = await taskAt(instance, 'one')
    const acts = { taskId, act: complete, commandKey: `${tenant.code} one` }
    const first = await server.services.workflow.act(who('ann'), acts)
    expect(await server.services.workflow.act(who('ann'), acts)).toEqual(first)
    expect(await nodes(instance)).toEqual(['two'])
    expect(await refusal(server.services.workflow.act(who('ben'), acts))).toEqual({ code: 'process.key-used' })
  })
})

describe('people', () => {
  it('decide together by their votes', async () => {
    const group = { people: NAMES.map((username) => ({ kind: 'user', username })), group: { mode: 'ratio', percent: 50 } }
    const id = await deploy(bpmn('votes', `${task('one', group)}<endEvent id="end"/>${way('start > one > end')}`))
    const vote = async (instance: string, by: string, what: TaskAct) => {
      const mine = (await open(instance)).find(({ assignee_id }) => assignee_id === tenant.users[by])
      return server.services.workflow.act(who(by), { taskId: mine?.id ?? '', act: what, comment: 'so' })
    }
    const instance = await start(id)
    expect(await open(instance)).toHaveLength(4)
    expect(await vote(instance, 'ann', { do: 'reject' })).toMatchObject({ processStatus: 'running' })
    expect(await vote(instance, 'ben', complete)).toMatchObject({ processStatus: 'running' })
    expect(await vote(instance, 'cid', complete)).toMatchObject({ processStatus: 'approved' })
    expect(await open(instance)).toEqual([])
    const failing = await start(id)
    for (const name of ['ann', 'ben']) await vote(failing, name, { do: 'reject' })
    expect(await vote(failing, 'cid', { do: 'reject' })).toMatchObject({ processStatus: 'rejected' })
    expect(await open(failing)).toEqual([])
  })

  it('decide one after the other', async () => {
    const inRow = { people: [...NAMES].slice(0, 2).map((username) => ({ kind: 'user', username })), group: { mode: 'sequential' } }
    const id = await deploy(bpmn('in-row', `${task('one', inRow)}<endEvent id="end"/>${way('start > one > end')}`))
    const instance = await start(id)
    const states = async () => Object.fromEntries((await open(instance)).map(({ assignee_id, task_state }) => [assignee_id, task_state]))
    expect(await states()).toEqual({ [tenant.users['ann'] ?? '']: 'open', [tenant.users['ben'] ?? '']: 'waiting' })
    const waiting = (await open(instance)).find(({ task_state }) => task_state === 'waiting')
    expect(await refusal(server.services.workflow.act(who('ben'), { taskId: waiting?.id ?? '', act: complete }))).toMatchObject({
      code: 'process-task.waiting',
    })
    await act('ann', instance, 'one', complete)
    expect(await states()).toEqual({ [tenant.users['ben'] ?? '']: 'open' })
    expect(await act('ben', instance, 'one', complete)).toMatchObject({ processStatus: 'approved' })
  })

  it('delegate and have it back, transfer, put back, and are refused what the rules of the task forbid', async () => {
    const id = await deploy(
      bpmn('handing', `${task('one', { ...operators, whenStarter: 'skip' })}<endEvent id="end"/>${way('start > one > end')}`),
    )
    const instance = await start(id)
    await act('ann', instance, 'one', { do: 'claim' })
    await act('ann', instance, 'one', { do: 'unclaim' })
    await act('ben', instance, 'one', { do: 'claim' })
    expect(await refusal(act('ann', instance, 'one', complete))).toMatchObject({ code: 'process-task.taken', who: 'ben' })
    expect(await refusal(act('ben', instance, 'one', { do: 'transfer', to: 'admin' }))).toMatchObject({ code: 'process-task.own' })
    expect(await refusal(act('ben', instance, 'one', { do: 'transfer', to: 'nobody' }))).toMatchObject({ code: 'process-task.candidate' })
    await act('ben', instance, 'one', { do: 'delegate', to: 'cid' })
    expect(await refusal(act('cid', instance, 'one', complete))).toMatchObject({ code: 'process-task.delegated' })
    expect(await refusal(act('viewer', instance, 'one', complete))).toEqual({ code: 'row.not-found' })
    expect(await refusal(act('cid', instance, 'one', { do: 'transfer', to: 'ben' }))).toMatchObject({ code: 'process-task.has-it' })
    // Whoever was asked may hand on the question, and not the decision.
    await act('cid', instance, 'one', { do: 'transfer', to: 'dan' })
    expect(await refusal(act('dan', instance, 'one', complete))).toMatchObject({ code: 'process-task.delegated' })
    await act('dan', instance, 'one', { do: 'resolve' })
    await act('ben', instance, 'one', { do: 'transfer', to: 'dan' })
    expect(await refusal(act('dan', instance, 'one', { do: 'unclaim' }).then(() => act('dan', instance, 'one', complete)))).toMatchObject({
      code: 'process-task.free',
    })
    await act('dan', instance, 'one', { do: 'claim' })
    expect(await act('dan', instance, 'one', complete)).toMatchObject({ processStatus: 'approved' })
  })

  it('reject to the end, to the first task, or as a variable; go back across a join', async () => {
    const id = await deploy(
      bpmn(
        'back',
        `${task('one', user('ann'))}<parallelGateway id="split"/><parallelGateway id="join"/>${task('a', user('ann'))}${task('b', user('ben'))}${task('last', user('cid', { whenRejected: 'starter' }))}<endEvent id="end"/>
        ${way('start > one > split > a > join > last > end')}${way('split > b > join')}`,
      ),
    )
    const instance = await start(id)
    await act('ann', instance, 'one', complete)
    await act('ann', instance, 'a', complete)
    await act('ben', instance, 'b', complete)
    expect(
      (await server.services.workflow.returnTargets(who('cid'), (await taskAt(instance, 'last')).id)).map(({ node, people }) => [
        node,
        people,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ['a', [who('ann').userId]],
        ['b', [who('ben').userId]],
        ['one', [who('ann').userId]],
      ]),
    )
    await act('cid', instance, 'last', { do: 'return', to: 'a' })
    expect(await nodes(instance)).toEqual(['a'])
    expect((await row(instance))?.tokens, 'the branch that stays has its token back').toHaveLength(1)
    await act('ann', instance, 'a', complete)
    await act('cid', instance, 'last', { do: 'reject' })
    expect(await nodes(instance)).toEqual(['one'])
    expect(await act('ann', instance, 'one', { do: 'reject' })).toMatchObject({ processStatus: 'rejected', open: [] })
    expect(await row(instance)).toMatchObject({ instance_state: 'ended', outcome: 'rejected', end_reason: 'so' })
  })
})
