/** Whatever people do to tasks, in any order: the rows are sound after each act, nothing is stranded, and each instance comes to its end. */
import { beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../tests/support/builders.ts'
import type { Chance } from '../../../tests/support/process-nets.ts'
import { chanceOf, pick } from '../../../tests/support/process-nets.ts'
import { unsoundness } from '../../../tests/support/process-soundness.ts'
import { bpmn, deployRows, inTenant, instanceRow, person, task, way } from '../../../tests/support/processes.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { amount, seedOf } from '../../../tests/support/thorough.ts'
import { build } from '../../kernel/database/sql.ts'
import { Failure } from '../../kernel/errors.ts'
import type { Person } from '../engine/parts.ts'
import { stranded, unableTasks } from '../strand/unable.ts'

const NAMES = ['sam', 'ann', 'ben', 'cid', 'dan', 'eve']
const RUNS = amount({ quick: 6, ci: 20, touched: 20, thorough: 200 })
const ACTS = 25

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { users: NAMES.map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })) })
})

const nameOf = (user: string | null) => NAMES.find((name) => tenant.users[name] === user)
const asks = (...names: string[]) => ({ people: names.map((username) => ({ kind: 'user', username })) })
const group = (mode: string, names: readonly string[]) => ({ ...asks(...names), group: { mode, percent: 60 }, whenRejected: 'starter' })

/** A parallel split with groups of each kind in its branches, an inclusive one behind it, and a pool. */
const model = (key: string) =>
  bpmn(
    key,
    `${task('task-a', asks('ann'))}<parallelGateway id="fork"/>${task('task-b', group('ratio', ['ann', 'ben', 'cid']))}${task('task-c', group('sequential', ['dan', 'eve']))}
    <parallelGateway id="join"/>${task('task-d', { people: [{ kind: 'role', code: 'ROLE_OPERATOR' }] })}${task('task-e', group('any', ['ben', 'eve']))}<endEvent id="end"/>
    ${way('start > task-a > fork > task-b > join > task-d > task-e > end')}${way('fork > task-c > join')}`,
  )

const tasksOf = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(
      build
        .selectFrom('process_tasks')
        .select(['id', 'task_state', 'assignee_id', 'ended_by', 'delegation_state', 'added_by'])
        .where('instance_id', '=', instance)
        .orderBy('id'),
    ),
  )

/** Chance that only completes would show nothing: where one of these was never done, further runs follow. */
const WANTED = ['complete', 'add-signer', 'withdraw', 'refused withdrawal', 'straight'] as const

it(`is sound after each of ${RUNS} × ${ACTS} acts, and can be brought to its end`, { timeout: 600_000 }, async () => {
  const done: Record<string, number> = {}
  const isLacking = () => WANTED.some((act) => done[act] === undefined)
  for (let run = 0; run < RUNS || (isLacking() && run < 5 * RUNS); run += 1) {
    const chance = chanceOf(seedOf('acts of approval') + run)
    const definition = await deployRows(server, tenant, model(`any_${unique()}`))
    const { id: instance } = await server.services.workflow.start(person(tenant, 'sam'), { of: { definition } })
    for (let left = ACTS; left > 0; left -= 1) {
      const what = await attempt(instance, chance)
      if (what !== undefined) done[what] = (done[what] ?? 0) + 1
      await expectSound(instance)
    }
    for (let left = 200; (await instanceRow(server, tenant, instance))?.instance_state !== 'ended'; left -= 1) {
      expect(left, 'it comes to its end').toBeGreaterThan(0)
      await onwards(instance)
    }
  }
  expect(await unsoundness(server.database, tenant.id)).toEqual([])
  expect(isLacking(), JSON.stringify(done)).toBe(false)
})

async function expectSound(instance: string): Promise<void> {
  const found = await inTenant(server, tenant, async (tx) => ({ stranded: await stranded(tx, 10), unable: await unableTasks(tx, 10) }))
  expect(found).toEqual({ stranded: [], unable: [] })
  const row = await instanceRow(server, tenant, instance)
  expect(row?.incidents, 'nothing has stopped').toEqual([])
  if (row?.instance_state === 'running') expect((await tasksOf(instance)).some(({ task_state }) => task_state === 'open')).toBe(true)
}

/** Something that somebody may try; gives what was done, or nothing where it was refused with a reason. */
async function attempt(instance: string, chance: Chance): Promise<string | undefined> {
  const tasks = await tasksOf(instance)
  const open = tasks.filter(({ task_state }) => task_state === 'open')
  const over = tasks.filter(({ task_state }) => task_state === 'done')
  if (open.length === 0) return undefined
  const one = pick(chance, open)
  const which = chance()
  const { workflow } = server.services
  try {
    if (which < 0.15 && over.length > 0) {
      const { id: taskId, ended_by } = pick(chance, over)
      return await withdrawAsOffered(person(tenant, nameOf(ended_by) ?? 'sam'), taskId)
    }
    const who = person(tenant, nameOf(one.assignee_id) ?? pick(chance, NAMES.slice(1)))
    const act = (what: Parameters<typeof workflow.act>[1]['act'], taskId = one.id) =>
      workflow.act(who, { taskId, act: what, comment: 'so' })
    if (one.assignee_id === null) {
      await act({ do: 'claim' })
      return 'claim'
    }
    if (which < 0.3) {
      await act({ do: 'add-signer', people: [pick(chance, NAMES)], how: pick(chance, ['before', 'parallel', 'after'] as const) })
      return 'add-signer'
    }
    if (which < 0.38) {
      const added = tasks.filter(({ added_by, task_state }) => added_by !== null && (task_state === 'open' || task_state === 'waiting'))
      if (added.length > 0) await act({ do: 'remove-signer', isManager: true }, pick(chance, added).id)
      return added.length > 0 ? 'remove-signer' : undefined
    }
    if (which < 0.62) {
      const [to] = await workflow.returnTargets(who, one.id)
      const straight = chance() < 0.6
      if (to) await act({ do: 'return', to: to.node, straight })
      return to && (straight ? 'straight' : 'return')
    }
    if (which < 0.66) await act({ do: 'reject' })
    else if (which < 0.71 && one.delegation_state !== 'PENDING') await act({ do: 'delegate', to: pick(chance, NAMES) })
    else await act({ do: one.delegation_state === 'PENDING' ? 'resolve' : 'complete' })
    return which < 0.66 ? 'reject' : which < 0.71 && one.delegation_state !== 'PENDING' ? 'delegate' : 'complete'
  } catch (error) {
    if (error instanceof Failure) return undefined
    throw error
  }
}

/** Whether it can be taken back is said before as it turns out. */
async function withdrawAsOffered(who: Person, taskId: string): Promise<string> {
  const { workflow } = server.services
  const isOffered = await inTenant(server, tenant, (tx) => workflow.mayWithdraw(tx, who, taskId))
  let isDone = true
  try {
    await workflow.withdraw(who, { taskId, comment: 'back' })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    isDone = false
  }
  expect(isOffered, `${taskId} can be taken back`).toBe(isDone)
  return isDone ? 'withdraw' : 'refused withdrawal'
}

/** The first task is done by whoever can. */
async function onwards(instance: string): Promise<void> {
  const one = (await tasksOf(instance)).find(({ task_state }) => task_state === 'open') ?? expect.fail('nothing is open')
  const who = person(tenant, nameOf(one.assignee_id) ?? 'eve')
  const what = one.assignee_id === null ? 'claim' : one.delegation_state === 'PENDING' ? 'resolve' : 'complete'
  await server.services.workflow.act(who, { taskId: one.id, act: { do: what }, comment: 'on' })
}
