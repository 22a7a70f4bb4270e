/** What services do in a step, incidents, and processes that call one another. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../../../tests/support/processes.ts'
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

/** Business numbers of an instance and of all that it has called. */
const numbers = (root: string) =>
  inTenant(server, tenant, async (tx) => {
    const rows = await tx.all(build.selectFrom('process_instances').select('business_number').where('root_id', '=', root))
    expect(rows.length).toBeGreaterThan(1)
    return rows.map((one) => one.business_number ?? expect.fail('there is no number'))
  })

describe('services and called processes', () => {
  it('a called process has the number of whoever calls it, in the step that begins both and in a later one, and so have its tasks', async () => {
    await deploy(bpmn('innermost', `${task('deep', user('cid'))}<endEvent id="end"/>${way('start > deep > end')}`))
    await deploy(bpmn('between', `<callActivity id="call" calledElement="innermost"/><endEvent id="end"/>${way('start > call > end')}`))
    const calls = `<callActivity id="call" calledElement="between"/><endEvent id="end"/>`
    const atOnce = await deploy(bpmn('at-once', `${calls}${way('start > call > end')}`))
    const later = await deploy(bpmn('later', `${task('first', user('ann'))}${calls}${way('start > first > call > end')}`))
    const [one, two, other] = [await start(atOnce), await start(later), await start(atOnce)]
    await act('ann', two, 'first', complete)
    const all = await Promise.all([one, two, other].map(numbers))
    expect(all.map((each) => new Set(each).size)).toEqual([1, 1, 1])
    expect(new Set(all.flat()).size).toBe(3)
    await act('cid', one, 'deep', complete)
    expect(await row(one)).toMatchObject({ instance_state: 'ended' })
  })

  it('set variables and go on in the step; what cannot be done is an incident that is tried again', async () => {
    const id = await deploy(
      bpmn(
        'services',
        `${service('sum', { do: 'set', assignments: [{ name: 'total', value: '= amount * 2' }] })}${task('one', user('ann'))}<endEvent id="end"/>${way('start > sum > one > end')}`,
      ),
    )
    const instance = await start(id, { amount: 21 })
    expect(await nodes(instance)).toEqual(['one'])
    const total = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', 'total')),
    )
    expect(total?.value).toBe('42')
    const stopped = await start(id, { amount: 'x' })
    expect(await row(stopped)).toMatchObject({ incidents: ['expression'] })
    const incident = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_incidents').select('id').where('instance_id', '=', stopped)),
    )
    const retry = { incidentId: incident?.id ?? '', way: 'retry' as const, comment: 'again' }
    await server.services.workflow.resolveIncident(who('admin'), retry)
    const [again] = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_incidents').select('id').where('instance_id', '=', stopped).where('resolved_at', 'is', null)),
    )
    expect(await refusal(server.services.workflow.resolveIncident(who('admin'), retry))).toMatchObject({ code: 'process.incident-over' })
    await server.services.workflow.resolveIncident(who('admin'), { incidentId: again?.id ?? '', way: 'skip', comment: 'go on' })
    expect(await nodes(stopped)).toEqual(['one'])
    expect(await row(stopped)).toMatchObject({ incidents: [] })
  })

  it('notify people, and stop at what nothing here does', async () => {
    const notice = {
      do: 'notify',
      to: [
        { kind: 'user', username: 'ann' },
        { kind: 'role', code: 'ROLE_OPERATOR' },
      ],
      title: { zh: '通知', en: 'Notice' },
      text: { en: 'It <has> begun' },
    }
    const id = await deploy(bpmn('told', `${service('tell', notice)}<endEvent id="end"/>${way('start > tell > end')}`))
    expect(await row(await start(id))).toMatchObject({ instance_state: 'ended' })
    const found = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('notifications').select(['title', 'content', 'status']).where('title', '=', '通知 / Notice')),
    )
    expect(found).toEqual([{ title: '通知 / Notice', content: '<p>It &lt;has&gt; begun</p>', status: 'published' }])
    const other = await deploy(
      bpmn(
        'not-done',
        `${service('read', { do: 'read-latest', point: '= p', into: 'x' })}<endEvent id="end"/>${way('start > read > end')}`,
      ),
    )
    expect(await row(await start(other))).toMatchObject({ instance_state: 'running', incidents: ['failed'] })
  })

  it('hand variables to a called process and back, and end with their caller', async () => {
    await deploy(bpmn('called', `${task('inner', user('ben'))}<endEvent id="end"/>${way('start > inner > end')}`))
    const id = await deploy(
      bpmn(
        'caller',
        `<callActivity id="call" calledElement="called">${'<extensionElements><o:settings><![CDATA[' + JSON.stringify({ hand: [{ name: 'given', value: '= amount' }], back: [{ name: 'result', value: '= given + 1' }] }) + ']]></o:settings></extensionElements>'}</callActivity>${task('after', user('ann'))}<endEvent id="end"/>${way('start > call > after > end')}`,
      ),
    )
    const instance = await start(id, { amount: 1 })
    expect(await nodes(instance)).toEqual(['inner'])
    await act('ben', instance, 'inner', complete)
    expect(await nodes(instance)).toEqual(['after'])
    const result = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', 'result')),
    )
    expect(result?.value).toBe('2')
    expect(new Set(await numbers(instance)).size, 'who is called has the number of who calls').toBe(1)
    const other = await start(id, { amount: 1 })
    await server.services.workflow.terminate(who('ben'), { instanceId: other, comment: 'enough' })
    expect(await nodes(other)).toEqual([])
    const states = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_instances').select('instance_state').where('root_id', '=', other)),
    )
    expect(states.map(({ instance_state }) => instance_state)).toEqual(['ended', 'ended'])
  })

  it('a called process is found however its key is written in capitals, and is not begun in an older version where the newest is suspended', async () => {
    const inner = (node: string) => bpmn('Leave-Request', `${task(node, user('ben'))}<endEvent id="end"/>${way(`start > ${node} > end`)}`)
    await deploy(inner('older'))
    const newest = await deploy(inner('newer'))
    const id = await deploy(
      bpmn('asks', `<callActivity id="call" calledElement="leave-REQUEST"/><endEvent id="end"/>${way('start > call > end')}`),
    )
    expect(await nodes(await start(id))).toEqual(['newer'])
    const suspended = (value: 0 | 1) =>
      inTenant(server, tenant, (tx) => tx.run(build.updateTable('process_definitions').set({ suspended: value }).where('id', '=', newest)))
    await suspended(1)
    const stopped = await start(id)
    expect([await nodes(stopped), (await row(stopped))?.incidents]).toEqual([[], ['failed']])
    // As whoever starts it by its key, such as an alarm, and whoever starts it by hand are refused.
    const byKey = server.services.workflow.start(who('ann'), { of: { key: 'LEAVE-request' } })
    expect(await refusal(byKey)).toMatchObject({ code: 'process.suspended-definition' })
    await suspended(0)
    const incident = await inTenant(server, tenant, (tx) =>
      tx.first(build.selectFrom('process_incidents').select('id').where('instance_id', '=', stopped)),
    )
    await server.services.workflow.resolveIncident(who('admin'), { incidentId: incident?.id ?? '', way: 'retry', comment: 'again' })
    expect(await nodes(stopped)).toEqual(['newer'])
  })
})
