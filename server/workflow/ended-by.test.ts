/** Two at once: whoever comes second is told who was first, what they did and when, also where the act of somebody else has ended their task. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../tests/support/builders.ts'
import { bpmn, deployRows, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { Failure } from '../kernel/errors.ts'
import type { TaskAct } from './tasks/acts.ts'

const NAMES: readonly string[] = ['sam', 'ann', 'ben', 'cid', 'dan']
/** As it stands in sentences: the day and the minute. */
const TIME = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) as string

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

const asks = (...names: string[]) => ({ people: names.map((username) => ({ kind: 'user', username })) })
async function started(inside: string): Promise<string> {
  const definition = await deployRows(server, tenant, bpmn(`e_${unique()}`, `${inside}<endEvent id="end"/>`))
  return (await server.services.workflow.start(person(tenant, 'sam'), { of: { definition } })).id
}
async function taskOf(instance: string, who: string, node?: string): Promise<string> {
  const open = await openTasksOf(server, tenant, instance)
  const found = open.find((one) => one.assignee_id === tenant.users[who] && (node === undefined || one.node === node))
  return found?.id ?? expect.fail(`${who} has no task of it`)
}
const act = (who: string, taskId: string, what: TaskAct) =>
  server.services.workflow.act(person(tenant, who), { taskId, act: what, comment: 'ok' })
const complete = (who: string, taskId: string) => act(who, taskId, { do: 'complete' })
const terminate = (who: string, instanceId: string) =>
  server.services.workflow.terminate(person(tenant, who), { instanceId, comment: 'enough' })
/** What somebody is told instead. */
async function refusal(work: Promise<unknown>): Promise<object> {
  const error: unknown = await work.then(
    () => expect.fail('it was not refused'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof Failure)) return expect.fail(String(error))
  const { values } = error.details
  return { code: error.code, who: values?.['who'], time: values?.['time'] }
}

it('of a group of which one decides, and of one whose share is reached, the others are told who has', async () => {
  const any = await started(`${task('one', { ...asks('ann', 'ben'), group: { mode: 'any' } })}${way('start > one > end')}`)
  const late = await taskOf(any, 'ben')
  await complete('ann', await taskOf(any, 'ann'))
  expect(await refusal(complete('ben', late))).toEqual({ code: 'process-task.decided', who: 'ann', time: TIME })
  const share = { ...asks('ann', 'ben', 'cid'), group: { mode: 'ratio', percent: 60 } }
  const ratio = await started(`${task('one', share)}${task('two', asks('dan'))}${way('start > one > two > end')}`)
  const third = await taskOf(ratio, 'cid')
  // 60 percent of three are two.
  await complete('ann', await taskOf(ratio, 'ann'))
  await complete('ben', await taskOf(ratio, 'ben'))
  expect(await refusal(complete('cid', third))).toEqual({ code: 'process-task.decided', who: 'ben', time: TIME })
})

it('whose task went with the way back of another branch is told who went back', async () => {
  const instance = await started(
    `${task('first', asks('ann'))}<parallelGateway id="fork"/>${task('one', asks('ben'))}${task('two', asks('cid'))}<parallelGateway id="join"/>
    ${way('start > first > fork > one > join > end')}${way('fork > two > join')}`,
  )
  await complete('ann', await taskOf(instance, 'ann'))
  const late = await taskOf(instance, 'cid')
  await act('ben', await taskOf(instance, 'ben'), { do: 'return', to: 'first' })
  expect(await refusal(complete('cid', late))).toEqual({ code: 'process-task.returned', who: 'ben', time: TIME })
})

it('termination and decision know of each other, whichever comes first, and so do two terminations', async () => {
  const single = `${task('one', asks('ann'))}${way('start > one > end')}`
  const [ended, done] = [await started(single), await started(single)]
  const late = await taskOf(ended, 'ann')
  await terminate('dan', ended)
  expect(await refusal(complete('ann', late))).toEqual({ code: 'process-task.stopped', who: 'dan', time: TIME })
  expect(await refusal(terminate('ben', ended))).toEqual({ code: 'approval.ended', who: 'dan', time: TIME })
  await complete('ann', await taskOf(done, 'ann'))
  expect(await refusal(terminate('dan', done))).toEqual({ code: 'approval.ended', who: 'ann', time: TIME })
})

it('the one who ended what a process had called has ended it with its caller', async () => {
  const key = `c_${unique()}`
  await deployRows(server, tenant, bpmn(key, `${task('inner', asks('ann'))}<endEvent id="end"/>${way('start > inner > end')}`))
  const instance = await started(`<callActivity id="call" calledElement="${key}"/>${way('start > call > end')}`)
  const late = await taskOf(instance, 'ann', 'inner')
  // The step is noted of the caller alone.
  await terminate('dan', instance)
  expect(await refusal(complete('ann', late))).toEqual({ code: 'process-task.stopped', who: 'dan', time: TIME })
})

it('a decision that is taken back too late meets whoever has ended the process', async () => {
  const instance = await started(`${task('one', asks('ann'))}${task('two', asks('ben'))}${way('start > one > two > end')}`)
  const taskId = await taskOf(instance, 'ann')
  await complete('ann', taskId)
  await terminate('dan', instance)
  const back = server.services.workflow.withdraw(person(tenant, 'ann'), { taskId, comment: 'a mistake' })
  expect(await refusal(back)).toEqual({ code: 'approval.ended', who: 'dan', time: TIME })
})
