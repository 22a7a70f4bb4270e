/** Instances that are over: removed after the days of their category, and kept where somebody says so. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, unique } from '../../tests/support/builders.ts'
import type { ManualClock } from '../../tests/support/clock.ts'
import { runningClock } from '../../tests/support/clock.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { daysByName, knownParameter, settingOf } from '../../model/system/known-parameters.ts'
import { build } from '../kernel/database/sql.ts'

const DAY = 86_400_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await newTenant('leave = 30, *=60')
})
afterAll(() => server.stop())

const newTenant = (keepDays: string) =>
  buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'process.keepDays': keepDays } })

/** An instance of a process of this category, which is over unless it is to go on. */
async function instance(category: string | null, { of = tenant, isOver = true } = {}): Promise<string> {
  const key = `p_${unique()}`
  const body = `${task('a', { people: [{ kind: 'user', username: 'admin' }] })}<endEvent id="end"/>${way('start > a > end')}`
  const definition = await deployRows(server, of, bpmn(key, body))
  await inTenant(server, of, (tx) => tx.run(build.updateTable('process_definitions').set({ category }).where('id', '=', definition)))
  const { id } = await server.services.workflow.start(person(of, 'admin'), { of: { definition } })
  if (!isOver) return id
  const [open] = await openTasksOf(server, of, id)
  await server.services.workflow.act(person(of, 'admin'), { taskId: open?.id ?? '', act: { do: 'complete' }, comment: 'so' })
  return id
}
const there = async (ids: readonly string[], of = tenant) =>
  Promise.all(ids.map(async (id) => (await instanceRow(server, of, id)) !== undefined))
const sweep = () => server.services.workflow.removeKeptLongEnough()
const hold = (instanceId: string, isHeld = true) =>
  server.services.workflow.hold(person(tenant, 'admin'), { instanceId, isHeld, comment: 'a dispute' })

describe('what is over', () => {
  it('goes with its history after the days of its category, and what goes on or is held stays', async () => {
    const [leave, other, none, running, held] = [
      await instance('leave'),
      await instance('repair'),
      await instance(null),
      await instance('leave', { isOver: false }),
      await instance('leave'),
    ]
    const elsewhere = await newTenant('')
    const kept = await instance('leave', { of: elsewhere })
    expect(await hold(held)).toBe(true)
    expect(await hold(held)).toBe(false)
    await clock.advance(29 * DAY)
    await sweep()
    expect(await there([leave, other, none, running, held])).toEqual([true, true, true, true, true])
    await clock.advance(2 * DAY)
    expect(await sweep()).toBeGreaterThan(0)
    expect(await there([leave, other, none, running, held])).toEqual([false, true, true, true, true])
    const left = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_events').select('command').where('instance_id', '=', leave)),
    )
    expect(left).toEqual([])
    await clock.advance(30 * DAY)
    await sweep()
    expect(await there([other, none, running, held])).toEqual([false, false, true, true])
    expect(await there([kept], elsewhere)).toEqual([true])
    await hold(held, false)
    await sweep()
    expect(await there([held])).toEqual([false])
  })

  it('is removed by nobody while it is held, and its record says who holds it and why', async () => {
    const id = await instance('leave')
    const admin = await tenant.signIn('admin')
    expect((await admin.post('/api/activiti/process/holdProcessInstance', { processInstanceId: id, comment: ' ' })).http).toBe(422)
    const held = await admin.post('/api/activiti/process/holdProcessInstance', { processInstanceId: id, comment: 'a dispute' })
    expect(held).toMatchObject({ http: 200, data: { changed: 1 } })
    const remove = () => admin.post('/api/activiti/history/deleteHistoricProcessInstance', { id })
    expect((await remove()).http).toBe(409)
    const { data } = await admin.get<{ list: { id: string; isHeld: number }[] }>('/api/activiti/history/queryHistoricProcessInstance', {
      isHeld: 1,
    })
    expect(data.list).toMatchObject([{ id, isHeld: 1 }])
    const events = await inTenant(server, tenant, (tx) =>
      tx.all(
        build.selectFrom('process_events').select(['actor_id', 'comment']).where('instance_id', '=', id).where('command', '=', 'hold'),
      ),
    )
    expect(events).toEqual([{ actor_id: tenant.users['admin'], comment: 'a dispute' }])
    const release = { processInstanceId: id, held: false, comment: 'settled' }
    expect((await admin.post('/api/activiti/process/holdProcessInstance', release)).http).toBe(200)
    expect((await remove()).http).toBe(200)
  })
})

describe('a past task', () => {
  const HISTORY = '/api/activiti/history'
  const listed = async (client: Awaited<ReturnType<BuiltTenant['signIn']>>, processInstanceId: string) => {
    const [all, finished] = [
      await client.get<{ list: { id: string }[] }>(`${HISTORY}/queryHistoricTaskInstance`, { processInstanceId }),
      await client.get<{ list: { id: string; processInstanceId: string }[] }>('/api/activiti/task/queryPersonalTask', {
        taskStatus: 'finished',
        pageSize: 200,
      }),
    ]
    return [
      all.data.list.map(({ id }) => id),
      finished.data.list.filter(({ processInstanceId: of }) => of === processInstanceId).map(({ id }) => id),
    ]
  }

  it('is taken off the lists by whoever may, stays in the record and the causes, and shows again once it is open', async () => {
    const id = await instance('leave')
    const [admin, viewer] = [await tenant.signIn('admin'), await tenant.signIn('viewer')]
    const [[task = '']] = (await listed(admin, id)) as [string[], string[]]
    expect(await listed(admin, id)).toEqual([[task], [task]])
    const remove = (who = admin, of = task) => who.post<{ deleted: number }>(`${HISTORY}/deleteHistoricTaskInstance`, { id: of })
    expect((await remove(viewer)).http).toBe(403)
    await hold(id)
    expect(await remove(), 'under a legal hold').toMatchObject({ http: 409 })
    expect(await listed(admin, id)).toEqual([[task], [task]])
    await hold(id, false)
    const running = await instance('leave', { isOver: false })
    const [open] = await openTasksOf(server, tenant, running)
    expect(await remove(admin, open?.id), 'one that somebody has to do').toMatchObject({ http: 409 })
    expect(await remove()).toMatchObject({ http: 200, data: { deleted: 1 } })
    expect(await listed(admin, id)).toEqual([[], []])
    expect((await remove()).http, 'again').toBe(404)
    expect((await admin.get(`${HISTORY}/queryHistoricTaskDetails`, { taskId: task })).http).toBe(404)
    const record = await admin.get<{ list: { command: string; userId: string; taskName: string }[] }>(
      '/api/activiti/task/queryTaskComment',
      {
        processInstanceId: id,
      },
    )
    expect(record.data.list.map(({ command, userId, taskName }) => [command, userId, taskName])).toEqual([
      ['start', `${tenant.canary} · admin`, null],
      ['complete', `${tenant.canary} · admin`, 'a'],
      ['hold', `${tenant.canary} · admin`, null],
      ['release', `${tenant.canary} · admin`, null],
      ['hide-task', `${tenant.canary} · admin`, 'a'],
    ])
    const rows = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_tasks').select(['id', 'task_state']).where('instance_id', '=', id)),
    )
    expect(rows).toEqual([{ id: task, task_state: 'done' }])
    // What was decided is taken back: the task is somebody's work again.
    await inTenant(server, tenant, (tx) =>
      tx.run(build.updateTable('process_tasks').set({ task_state: 'open', end_time: null }).where('id', '=', task)),
    )
    expect((await listed(admin, id))[0]).toEqual([task])
  })
})

it('days are said by category, each once', () => {
  const known = knownParameter('process.keepDays')
  const read = (text: string) => known && settingOf(known, text)
  expect(daysByName(read('leave=365, 报销 = 36500,*=1') as readonly string[])).toEqual(
    new Map([
      ['leave', 365],
      ['报销', 36_500],
      ['*', 1],
    ]),
  )
  for (const wrong of ['leave', 'leave=0', 'leave=36501', 'leave=1,leave=2', '=3', 'leave=-1', 'leave=1.5'])
    expect(read(wrong), wrong).toBeUndefined()
})
