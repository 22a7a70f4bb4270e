/** What is due rests while its instance is suspended, also what others answer, and while its tenant is out of use: nothing happens meanwhile, and nothing is lost. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../tests/support/builders.ts'
import type { ManualClock } from '../../tests/support/clock.ts'
import { runningClock } from '../../tests/support/clock.ts'
import { until } from '../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, service, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'
import { scheduleRecheck } from './strand/recheck.ts'

const HOUR = 3_600_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await buildTenant(server, {
    users: ['ann', 'ben', 'cai'].map((username) => buildUser({ username, roles: ['ROLE_OPERATOR'], org: 'branch' })),
    parameters: { 'password.changeFirst': 'false', 'process.httpHosts': '127.0.0.1' },
  })
  other = await buildTenant(server)
})
afterAll(() => server.stop())

const mine = { people: [{ kind: 'user', username: 'admin' }] }
const timed = bpmn(
  'timed',
  `<intermediateCatchEvent id="pause"><timerEventDefinition><timeDuration>PT1H</timeDuration></timerEventDefinition></intermediateCatchEvent>${task('one', mine)}<endEvent id="end"/>${way('start > pause > one > end')}`,
)
const paid = bpmn(
  'paid',
  `<intermediateCatchEvent id="wait"><messageEventDefinition messageRef="m"/></intermediateCatchEvent>${task('one', mine)}<endEvent id="end"/>${way('start > wait > one > end')}`,
  { before: '<message id="m" name="Paid"/>' },
)
const started = async (of: BuiltTenant, xml: string) =>
  (await server.services.workflow.start(person(of, 'admin'), { of: { definition: await deployRows(server, of, xml) } })).id
const nodes = async (of: BuiltTenant, instance: string) => (await openTasksOf(server, of, instance)).map(({ node }) => node)
const comes = (of: BuiltTenant, instance: string) => until('its task is there', async () => (await nodes(of, instance)).includes('one'))
const planned = (of: BuiltTenant, kind: string) =>
  inTenant(server, of, (tx) => tx.all(build.selectFrom('scheduled_work').select(['key', 'due_at', 'attempts']).where('kind', '=', kind)))

describe('of a suspended instance', () => {
  it('a message that comes is kept until the instance goes on', async () => {
    const instance = await started(tenant, paid)
    await server.services.workflow.suspend(person(tenant, 'admin'), { instanceId: instance })
    expect(await server.services.workflow.deliverMessage(tenant.id, { name: 'Paid', correlation: null, variables: {} })).toBe(1)
    await until('it was looked at, and rests', async () => {
      const [work] = await planned(tenant, 'process-occur')
      return work !== undefined && work.due_at.getTime() > clock.now() + 24 * HOUR
    })
    expect(await nodes(tenant, instance)).toEqual([])
    await server.services.workflow.activate(person(tenant, 'admin'), { instanceId: instance })
    await comes(tenant, instance)
    expect(await planned(tenant, 'process-occur')).toEqual([])
  })

  it('a step that goes on in another transaction does so afterwards', async () => {
    const xml = bpmn('stepping', `${task('one', mine)}<endEvent id="end"/>${way('start > one > end')}`)
    const instance = await started(tenant, xml)
    const [activity] = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_activities').select('number').where('instance_id', '=', instance).where('node', '=', 'one')),
    )
    const work = { instance, activity: activity?.number ?? 0, passed: 1 }
    await server.services.workflow.suspend(person(tenant, 'admin'), { instanceId: instance })
    await server.services.workflow.handlers['process-continue']?.({
      tenantId: tenant.id,
      kind: 'process-continue',
      key: `${instance}:${work.activity}`,
      payload: work,
      dueAt: new Date(),
      attempt: 1,
      signal: new AbortController().signal,
      finish: () => Promise.resolve(),
    })
    expect(await planned(tenant, 'process-continue')).toHaveLength(1)
    await server.services.workflow.activate(person(tenant, 'admin'), { instanceId: instance })
    await until('it was done', async () => (await planned(tenant, 'process-continue')).length === 0)
    expect(await nodes(tenant, instance)).toEqual(['one'])
  })
})

const suspend = (instanceId: string) => server.services.workflow.suspend(person(tenant, 'admin'), { instanceId })
const activate = (instanceId: string) => server.services.workflow.activate(person(tenant, 'admin'), { instanceId })
const rests = (kind: string) =>
  until('it was looked at, and rests', async () => {
    const works = await planned(tenant, kind)
    return works.length > 0 && works.every(({ due_at }) => due_at.getTime() > clock.now() + 24 * HOUR)
  })

describe('of the late tasks of a suspended instance', () => {
  it('what the model says is done once it goes on: others are asked, and then it is decided', async () => {
    const late = [
      { do: 'transfer', to: [{ kind: 'user', username: 'ben' }] },
      { do: 'approve', after: 'PT1H' },
    ]
    const xml = bpmn(
      'late-asleep',
      `${task('one', { people: [{ kind: 'user', username: 'ann' }], due: { after: 'PT1H' }, late })}<endEvent id="end"/>${way('start > one > end')}`,
    )
    const [first, second] = [await started(tenant, xml), await started(tenant, xml)]
    for (const instance of [first, second]) await suspend(instance)
    await clock.advance(HOUR + 1000)
    await rests('process-late')
    expect(await openTasksOf(server, tenant, first)).toMatchObject([{ assignee_id: tenant.users['ann'] }])
    // While the second act is not due yet, the first one is done and the second one is waited for.
    await activate(first)
    await until('others are asked', async () => (await openTasksOf(server, tenant, first))[0]?.assignee_id === tenant.users['ben'])
    await clock.advance(HOUR)
    await until('it is approved', async () => (await instanceRow(server, tenant, first))?.outcome === 'approved')
    // Both are due by now.
    expect(await openTasksOf(server, tenant, second)).toMatchObject([{ assignee_id: tenant.users['ann'] }])
    await activate(second)
    await until('it is approved', async () => (await instanceRow(server, tenant, second))?.outcome === 'approved')
    const acts = await inTenant(server, tenant, (tx) =>
      tx.all(
        build
          .selectFrom('process_events')
          .select('data')
          .where('instance_id', '=', second)
          .where('command', '=', 'late')
          .orderBy('step_number'),
      ),
    )
    expect(acts.map(({ data }) => data)).toEqual([{ act: 'transfer' }, { act: 'approve' }])
  })
})

describe('calls of a suspended instance', () => {
  it('are not made until it goes on, and what is answered meanwhile counts then, without a second call', async () => {
    let asked = 0
    let answer: (() => void) | undefined
    const receiver = createServer((_request, response) => {
      asked += 1
      answer = () => response.writeHead(200).end('{"price": 12}')
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
      const calling = bpmn(
        'calling',
        `${task('ask', mine)}${service('call', { do: 'http', method: 'POST', url: `http://127.0.0.1:${port}/`, into: 'answer' })}${task('one', mine)}<endEvent id="end"/>${way('start > ask > call > one > end')}`,
      )
      const begin = async () => {
        const instance = await started(tenant, calling)
        const [ask] = await openTasksOf(server, tenant, instance)
        return {
          instance,
          ask: () => server.services.workflow.act(person(tenant, 'admin'), { taskId: ask?.id ?? '', act: { do: 'complete' } }),
        }
      }
      const under = await begin()
      await under.ask()
      await until('it is asked', () => asked === 1)
      await suspend(under.instance)
      answer?.()
      await rests('process-outside')
      expect(await nodes(tenant, under.instance)).toEqual([])
      await activate(under.instance)
      await comes(tenant, under.instance)
      expect(asked, 'the answer was kept').toBe(1)
      const kept = await inTenant(server, tenant, (tx) =>
        tx.first(
          build.selectFrom('process_variables').select('value').where('instance_id', '=', under.instance).where('name', '=', 'answer'),
        ),
      )
      expect(kept?.value).toEqual({ price: 12 })

      const before = await begin()
      await before.ask()
      await until('it is asked', () => asked === 2)
      await suspend(before.instance)
      // It breaks off; the next attempt would be due ten seconds later.
      receiver.closeAllConnections()
      await rests('process-outside')
      await clock.advance(HOUR)
      expect(asked).toBe(2)
      await activate(before.instance)
      const second = async () => {
        const works = await inTenant(server, tenant, (tx) =>
          tx.all(build.selectFrom('scheduled_work').select('payload').where('kind', '=', 'process-outside')),
        )
        return JSON.stringify(works.map(({ payload }) => payload)).includes('"attempt":2,"outside"')
      }
      await until('the failure is noted, and the next attempt is planned', second)
      await suspend(before.instance)
      await clock.advance(11_000)
      await rests('process-outside')
      await clock.advance(HOUR)
      expect(asked, 'nothing is called meanwhile').toBe(2)
      await activate(before.instance)
      await until('it is asked again', () => asked === 3)
      answer?.()
      await comes(tenant, before.instance)
    } finally {
      receiver.close()
    }
  })
})

describe('tasks of a suspended instance that nobody can do', () => {
  it('stay, where the model would let them go on, until the instance goes on', async () => {
    const passing = { people: [{ kind: 'user', username: 'cai' }], whenNobody: 'pass' }
    const instance = await started(
      tenant,
      bpmn('nobody', `${task('left', passing)}${task('one', mine)}<endEvent id="end"/>${way('start > left > one > end')}`),
    )
    await suspend(instance)
    await inTenant(server, tenant, (tx) =>
      tx.run(
        build
          .updateTable('users')
          .set({ status: 0 })
          .where('id', '=', tenant.users['cai'] ?? ''),
      ),
    )
    await inTenant(server, tenant, (tx) => scheduleRecheck(tx, server.services.scheduler))
    await until('it was looked at', async () => (await planned(tenant, 'process-recheck')).length === 0)
    expect(await nodes(tenant, instance)).toEqual(['left'])
    await activate(instance)
    await until('it goes on', async () => (await nodes(tenant, instance)).join() === 'one')
  })
})

describe('of a tenant that is out of use', () => {
  const change = (values: { status?: 0 | 1; expires_at?: Date | null; marked_at?: Date | null }) =>
    server.services.transactions.inPlatform('a test changes a tenant', (tx) =>
      tx.run(build.updateTable('tenants').set(values).where('id', '=', tenant.id)),
    )
  const ago = new Date(Date.now() - HOUR)

  it.each([
    ['disabled', { status: 0 as const }, { status: 1 as const }],
    ['expired', { expires_at: ago }, { expires_at: null }],
    ['marked for deletion', { marked_at: ago }, { marked_at: null }],
  ])('timers rest while it is %s, those of others come, and its own as soon as it is back', async (_words, out, back) => {
    const instance = await started(tenant, timed)
    await change(out)
    const others = await started(other, timed)
    await clock.advance(HOUR + 1000)
    await comes(other, others)
    expect(await nodes(tenant, instance)).toEqual([])
    expect(
      (await planned(tenant, 'process-timer')).map(({ attempts }) => attempts),
      'nobody has tried',
    ).toEqual([0])
    await change(back)
    await clock.advance(60_000)
    await comes(tenant, instance)
  })
})
