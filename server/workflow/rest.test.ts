/** What is due rests while its instance is suspended, and while its tenant is out of use: nothing happens meanwhile, and nothing is lost. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import type { ManualClock } from '../../tests/support/clock.ts'
import { runningClock } from '../../tests/support/clock.ts'
import { until } from '../../tests/support/process.ts'
import { bpmn, deployRows, inTenant, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { startServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'

const HOUR = 3_600_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
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
