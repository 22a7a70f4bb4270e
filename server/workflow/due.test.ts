/** What is done at a time, and what events bring about: with a clock that tests move. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../tests/support/builders.ts'
import type { ManualClock } from '../../tests/support/clock.ts'
import { runningClock } from '../../tests/support/clock.ts'
import { until } from '../../tests/support/process.ts'
import {
  bpmn,
  deployRows,
  inTenant,
  instanceRow,
  openTasksOf,
  person,
  settingsElement,
  service,
  task,
  way,
} from '../../tests/support/processes.ts'
import { openReceiver } from '../../tests/support/receiver.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'
import { LOOK_MS } from '../kernel/runtime/scheduler.ts'
import { stranded } from './strand/unable.ts'
import type { TaskAct } from './tasks/acts.ts'

const SECOND = 1000
const HOUR = 3600 * SECOND

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await buildTenant(server, {
    users: ['ann', 'ben'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
    parameters: { 'password.changeFirst': 'false', 'process.httpHosts': 'localhost, 127.0.0.1' },
  })
})
afterAll(() => server.stop())

const who = (name: string) => person(tenant, name)
const user = (username: string, more: object = {}) => ({ people: [{ kind: 'user', username }], ...more })
const deploy = (xml: string) => deployRows(server, tenant, xml)
const row = (instance: string) => instanceRow(server, tenant, instance)
const nodes = async (instance: string) => (await openTasksOf(server, tenant, instance)).map(({ node }) => node).sort()
const start = async (definition: string, variables: Record<string, unknown> = {}) =>
  (await server.services.workflow.start(who('admin'), { of: { definition }, variables })).id
async function act(by: string, instance: string, node: string, what: TaskAct = { do: 'complete' }) {
  const found = (await openTasksOf(server, tenant, instance)).find((one) => one.node === node)
  return server.services.workflow.act(who(by), { taskId: found?.id ?? '', act: what, comment: 'so' })
}
const comes = (instance: string, ...wanted: string[]) =>
  until(`${wanted.join()} of ${instance}`, async () => JSON.stringify(await nodes(instance)) === JSON.stringify(wanted))
const boundary = (id: string, at: string, timer: string, beside = false) =>
  `<boundaryEvent id="${id}" attachedToRef="${at}"${beside ? ' cancelActivity="false"' : ''}><timerEventDefinition>${timer}</timerEventDefinition></boundaryEvent>`
const after = (duration: string) => `<timeDuration>${duration}</timeDuration>`

describe('timers', () => {
  const late = bpmn(
    'late',
    `${task('one', user('ann'))}${boundary('edge', 'one', after('PT1H'))}${task('two', user('ben'))}<endEvent id="end"/>${way('start > one > end')}${way('edge > two > end')}`,
  )

  it('at the edge of a task take it away when they are due, and nothing when it was done before', async () => {
    const id = await deploy(late)
    const [instance, quick] = [await start(id), await start(id)]
    await act('ann', quick, 'one')
    await clock.advance(HOUR + SECOND)
    await comes(instance, 'two')
    expect(await row(quick)).toMatchObject({ outcome: 'approved' })
    const left = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('scheduled_work').select('key').where('kind', '=', 'process-timer')),
    )
    expect(left).toEqual([])
  })

  it('are made known to other servers where they are due before those look next, and found by looking where they are due later', async () => {
    const scheduled: number[] = []
    server.services.invalidations.subscribe((invalidation) => {
      if (invalidation?.kind === 'work-scheduled') scheduled.push(invalidation.at)
    })
    const soon = bpmn(
      'soon',
      `${task('one', user('ann'))}${boundary('edge', 'one', after('PT20S'))}<endEvent id="end"/>${way('start > one > end')}${way('edge > end')}`,
    )
    const now = clock.now()
    await start(await deploy(late))
    expect(scheduled.filter((at) => at > now + LOOK_MS)).toEqual([])
    await start(await deploy(soon))
    expect(scheduled.filter((at) => at > now + 15 * SECOND && at <= clock.now() + LOOK_MS)).toHaveLength(1)
  })

  it('and whoever completes it in the same moment: one of them wins', async () => {
    const id = await deploy(late)
    for (let round = 0; round < 4; round += 1) {
      const instance = await start(id)
      const [one] = await openTasksOf(server, tenant, instance)
      const moving = clock.advance(HOUR + SECOND)
      const done = await server.services.workflow.act(who('ann'), { taskId: one?.id ?? '', act: { do: 'complete' } }).then(
        () => true,
        () => false,
      )
      await moving
      if (done) expect(await row(instance)).toMatchObject({ outcome: 'approved' })
      else await comes(instance, 'two')
    }
  })

  it('wait while an instance is suspended, and come in their order when it goes on', async () => {
    const id = await deploy(
      bpmn(
        'asleep',
        `${task('one', user('ann'))}${boundary('first', 'one', after('PT1H'), true)}${boundary('second', 'one', after('PT2H'), true)}${task('a', user('ben'))}${task('b', user('ben'))}<endEvent id="end"/>
        ${way('start > one > end')}${way('first > a > end')}${way('second > b > end')}`,
      ),
    )
    const instance = await start(id)
    await server.services.workflow.suspend(who('admin'), { instanceId: instance })
    await expect(act('ann', instance, 'one')).rejects.toMatchObject({ code: 'process.suspended' })
    await clock.advance(3 * HOUR)
    await until(
      'they have been looked at',
      async () =>
        (
          await inTenant(server, tenant, (tx) =>
            tx.all(build.selectFrom('scheduled_work').select('key').where('kind', '=', 'process-timer')),
          )
        ).length === 0,
    )
    expect(await nodes(instance)).toEqual(['one'])
    await server.services.workflow.activate(who('admin'), { instanceId: instance })
    await comes(instance, 'a', 'b', 'one')
    const order = await inTenant(server, tenant, (tx) =>
      tx.all(
        build
          .selectFrom('process_activities')
          .select('node')
          .where('instance_id', '=', instance)
          .where('node', 'in', ['a', 'b'])
          .orderBy('number'),
      ),
    )
    expect(order.map(({ node }) => node)).toEqual(['a', 'b'])
  })

  it('repeat beside their task as often as they say, and stand for themselves', async () => {
    const id = await deploy(
      bpmn(
        'again-and-again',
        `${task('one', user('ann'))}${boundary('edge', 'one', '<timeCycle>R3/PT10M</timeCycle>', true)}${task('a', user('ben'))}<intermediateCatchEvent id="pause"><timerEventDefinition>${after('PT5M')}</timerEventDefinition></intermediateCatchEvent><endEvent id="end"/>
        ${way('start > one > end')}${way('edge > a > pause > end')}`,
      ),
    )
    const instance = await start(id)
    for (let times = 1; times <= 3; times += 1) {
      await clock.advance(10 * 60 * SECOND + SECOND)
      await comes(instance, ...Array.from({ length: times }, () => 'a'), 'one')
    }
    await clock.advance(2 * HOUR)
    expect(await nodes(instance)).toEqual(['a', 'a', 'a', 'one'])
  })
})

describe('tasks that are late', () => {
  it('are given to others, and then decided', async () => {
    const others = [{ kind: 'user', username: 'ben' }]
    const settings = user('ann', {
      due: { after: 'PT1H' },
      late: [{ do: 'remind' }, { do: 'transfer', after: 'PT1H', to: others }, { do: 'approve', after: 'PT1H' }],
    })
    const id = await deploy(bpmn('overdue', `${task('one', settings)}<endEvent id="end"/>${way('start > one > end')}`))
    const instance = await start(id)
    await clock.advance(HOUR + SECOND)
    await until('they are reminded', async () => {
      const found = await inTenant(server, tenant, (tx) =>
        tx.all(
          build
            .selectFrom('notifications')
            .innerJoin('notification_users', 'notification_users.notification_id', 'notifications.id')
            .select(['title', 'user_id']),
        ),
      )
      return found.some(({ title, user_id }) => title.includes('“one” is late') && user_id === tenant.users['ann'])
    })
    await clock.advance(HOUR + SECOND)
    await until(
      'it is with the other one',
      async () => (await openTasksOf(server, tenant, instance))[0]?.assignee_id === tenant.users['ben'],
    )
    await clock.advance(HOUR + SECOND)
    await until('it is approved', async () => (await row(instance))?.outcome === 'approved')
  })
})

describe('messages and signals', () => {
  it('reach the instance of their value, all that wait, and processes that begin with them', async () => {
    const id = await deploy(
      bpmn(
        'paid',
        `<intermediateCatchEvent id="wait">${settingsElement({ correlation: '= order' })}<messageEventDefinition messageRef="m"/></intermediateCatchEvent>${task('one', user('ann'))}<endEvent id="end"/>${way('start > wait > one > end')}`,
        { before: '<message id="m" name="Paid"/>' },
      ),
    )
    const [first, second] = [await start(id, { order: 'A1' }), await start(id, { order: 'A2' })]
    expect(await server.services.workflow.deliverMessage(tenant.id, { name: 'Paid', correlation: 'A2', variables: { sum: 3 } })).toBe(1)
    await comes(second, 'one')
    expect(await nodes(first)).toEqual([])
    expect(await server.services.workflow.deliverMessage(tenant.id, { name: 'Paid', correlation: 'A3', variables: {} })).toBe(0)

    await deploy(
      bpmn(
        'thrown',
        `<intermediateThrowEvent id="throw"><signalEventDefinition signalRef="s"/></intermediateThrowEvent><endEvent id="end"/>${way('start > throw > end')}`,
        {
          before: '<signal id="s" name="Alarm"/>',
        },
      ),
    )
    const caught = await deploy(
      bpmn(
        'caught',
        `<intermediateCatchEvent id="wait"><signalEventDefinition signalRef="s"/></intermediateCatchEvent>${task('one', user('ann'))}<endEvent id="end"/>${way('start > wait > one > end')}`,
        {
          before: '<signal id="s" name="Alarm"/>',
        },
      ),
    )
    const waiting = [await start(caught), await start(caught)]
    await server.services.workflow.start(who('admin'), { of: { key: 'thrown' } })
    for (const instance of waiting) await comes(instance, 'one')
  })
})

describe('a task that is due in working time', () => {
  it('is due when so much has been worked, by the parameters of its tenant', async () => {
    const day = (later: number) => new Date(clock.now() + 8 * HOUR + later * 24 * HOUR).toISOString().slice(0, 10)
    const rests = await buildTenant(server, {
      users: [buildUser({ username: 'ann', roles: ['ROLE_OPERATOR'], org: 'branch' })],
      parameters: {
        'process.workdays': 'mon,tue,wed,thu,fri,sat,sun',
        'process.workHours': '06:00-24:00',
        'process.holidays': `${day(0)}..${day(1)}`,
      },
    })
    const due = (working: boolean) => task('one', user('ann', { due: { after: 'PT1H', working } }))
    const dueOf = async (working: boolean) => {
      const definition = await deployRows(
        server,
        rests,
        bpmn(`due_${String(working)}`, `${due(working)}<endEvent id="end"/>${way('start > one > end')}`),
      )
      const { id } = await server.services.workflow.start({ tenantId: rests.id }, { of: { definition } })
      const row = await inTenant(server, rests, (tx) =>
        tx.first(build.selectFrom('process_tasks').select('due_time').where('instance_id', '=', id)),
      )
      return row?.due_time
    }
    expect(await dueOf(true)).toEqual(new Date(`${day(2)}T07:00:00+08:00`))
    expect(Math.abs(((await dueOf(false))?.getTime() ?? 0) - clock.now() - HOUR)).toBeLessThan(60 * SECOND)
  })
})

describe('an instance that nothing leads on', () => {
  it('is counted by the look of each minute, and then has an incident', async () => {
    const instance = await start(
      await deploy(bpmn('stranded', `${task('one', user('ann'))}<endEvent id="end"/>${way('start > one > end')}`)),
    )
    const { stranded } = server.services.workflow
    expect(stranded.count).toBe(0)
    // What no step of the engine does.
    await inTenant(server, tenant, (tx) =>
      tx.run(build.updateTable('process_tasks').set({ task_state: 'cancelled' }).where('instance_id', '=', instance)),
    )
    await clock.advance(61 * SECOND)
    await until('it is counted', () => stranded.count === 1)
    await until('it says so', async () => (await row(instance))?.incidents.includes('stranded') === true)
    await clock.advance(61 * SECOND)
    await until('it is counted no more', () => stranded.count === 0)
  })
})

describe('calls of HTTP', () => {
  it('are not made again for a passage that is over', async () => {
    const receiver = await openReceiver('{}')
    try {
      await server.services.transactions.inPlatform('a test opens a network', (tx) =>
        tx.run(
          build
            .updateTable('tenants')
            .set({ webhook_networks: `127.0.0.1:${receiver.port}` })
            .where('id', '=', tenant.id),
        ),
      )
      receiver.answer(503)
      const call = service('call', { do: 'http', method: 'POST', url: `${receiver.url}/slow` })
      const xml = bpmn(
        'given-up',
        `${call}${boundary('edge', 'call', after('PT5S'))}${task('one', user('ann'))}<endEvent id="end"/><endEvent id="end-call"/>${way('start > call > end-call')}${way('edge > one > end')}`,
      )
      const instance = await start(await deploy(xml))
      const plan = () =>
        inTenant(server, tenant, (tx) => tx.all(build.selectFrom('scheduled_work').select('payload').where('kind', '=', 'process-outside')))
      await until('it has failed, and is planned again', async () => JSON.stringify(await plan()).includes('"attempt":2'))
      await clock.advance(6 * SECOND)
      await comes(instance, 'one')
      await clock.advance(11 * SECOND)
      await until('it has been looked at', async () => (await plan()).length === 0)
      expect(receiver.asked).toHaveLength(1)
    } finally {
      await receiver.close()
    }
  })

  it('go on with the answer, are tried again under one key, and lead nowhere that is not open', async () => {
    const keys: string[] = []
    const receiver = createServer((request, response) => {
      keys.push(String(request.headers['idempotency-key']))
      response.writeHead(keys.length === 1 ? 503 : 200, { 'content-type': 'application/json' }).end('{"price": 12}')
    })
    await new Promise<void>((resolve) => {
      receiver.listen(0, '127.0.0.1', resolve)
    })
    const { port } = receiver.address() as AddressInfo
    try {
      await server.services.transactions.inPlatform('a test opens a network', (tx) =>
        tx.run(
          build
            .updateTable('tenants')
            .set({ webhook_networks: `127.0.0.1:${port}` })
            .where('id', '=', tenant.id),
        ),
      )
      const calling = (key: string, url: string) =>
        bpmn(
          key,
          `${service('call', { do: 'http', method: 'POST', url, body: '= amount', into: 'answer' })}${task('one', user('ann'))}<endEvent id="end"/>${way('start > call > one > end')}`,
        )
      const instance = await start(await deploy(calling('http', `http://127.0.0.1:${port}/price`)), { amount: 7 })
      await until('it was called', () => keys.length === 1)
      await until('it is planned again', async () =>
        (
          await inTenant(server, tenant, (tx) =>
            tx.all(build.selectFrom('process_outside').select('last_error').where('instance_id', '=', instance)),
          )
        ).some(({ last_error }) => last_error === 'HTTP 503'),
      )
      await clock.advance(11 * SECOND)
      await comes(instance, 'one')
      expect(keys).toHaveLength(2)
      expect(new Set(keys).size).toBe(1)
      const answer = await inTenant(server, tenant, (tx) =>
        tx.first(build.selectFrom('process_variables').select('value').where('instance_id', '=', instance).where('name', '=', 'answer')),
      )
      expect(answer?.value).toEqual({ price: 12 })

      // Answered, the call leads on nothing any more; one that is to come does.
      const isStranded = async (of: string) => (await inTenant(server, tenant, (tx) => stranded(tx, 100))).includes(of)
      const setTask = (task_state: 'cancelled' | 'open') =>
        inTenant(server, tenant, (tx) => tx.run(build.updateTable('process_tasks').set({ task_state }).where('instance_id', '=', instance)))
      await setTask('cancelled')
      expect(await isStranded(instance)).toBe(true)
      await setTask('open')

      const closed = await start(await deploy(calling('closed', 'http://169.254.169.254/latest')), { amount: 7 })
      expect(await isStranded(closed)).toBe(false)
      for (const [at, pause] of [0, 11, 61, 301, 1801, 7201].entries()) {
        await clock.advance(pause * SECOND)
        await until('an attempt has failed, and the next one is planned', async () => {
          const [planned] = await inTenant(server, tenant, (tx) =>
            tx.all(build.selectFrom('scheduled_work').select('payload').where('kind', '=', 'process-outside')),
          )
          return planned === undefined || JSON.stringify(planned.payload).includes(`"attempt":${at + 2}`)
        })
      }
      await until('it is an incident', async () => (await row(closed))?.incidents.includes('outside') === true)
      expect(keys).toHaveLength(2)
    } finally {
      receiver.close()
    }
  })
})
