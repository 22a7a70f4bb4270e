/** Timers that variables say: when they are due on the calendar of the tenant, how often they come, and what becomes of one that says nothing. */
import { beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../tests/support/builders.ts'
import { buildTenant } from '../../tests/support/builders.ts'
import { bpmn, deployRows, inTenant, instanceRow, openTasksOf, person, task, way } from '../../tests/support/processes.ts'
import type { TestServer } from '../../tests/support/server.ts'
import { sharedServer } from '../../tests/support/server.ts'
import { build } from '../kernel/database/sql.ts'

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { parameters: { 'time.zone': 'Europe/Berlin' } })
})

const mine = { people: [{ kind: 'user', username: 'admin' }] }
/** A timer of the kind that `when` says, at the edge of a task and beside it. */
const model = (kind: 'timeDate' | 'timeDuration' | 'timeCycle', when = '= due') =>
  bpmn(
    `says-${kind}`,
    `${task('one', mine)}<boundaryEvent id="edge" attachedToRef="one" cancelActivity="false"><timerEventDefinition><${kind}>${when}</${kind}></timerEventDefinition></boundaryEvent>${task('late', mine)}<endEvent id="end"/><endEvent id="end-late"/>${way('start > one > end')}${way('edge > late > end-late')}`,
  )
const started = async (kind: Parameters<typeof model>[0], variables: Record<string, unknown>) =>
  (
    await server.services.workflow.start(person(tenant, 'admin'), {
      of: { definition: await deployRows(server, tenant, model(kind)) },
      variables,
    })
  ).id
const waitsOf = (instance: string) =>
  inTenant(server, tenant, (tx) =>
    tx.all(build.selectFrom('process_waits').select(['number', 'due_time', 'times_left']).where('instance_id', '=', instance)),
  )
const dues = async (instance: string) => (await waitsOf(instance)).map(({ due_time }) => due_time?.toISOString() ?? null)
const plannedOf = async (instance: string) =>
  (
    await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('scheduled_work').select(['key', 'due_at']).where('kind', '=', 'process-timer')),
    )
  )
    .filter(({ key }) => key.startsWith(instance))
    .map(({ due_at }) => due_at.toISOString())
/** As the scheduler does it, once its time has come. */
async function fire(instance: string): Promise<void> {
  const [wait] = await waitsOf(instance)
  await server.services.workflow.handlers['process-timer']?.({
    tenantId: tenant.id,
    kind: 'process-timer',
    key: `${instance}:${wait?.number ?? 0}`,
    payload: { instance, wait: wait?.number ?? 0 },
    dueAt: new Date(),
    attempt: 1,
    signal: new AbortController().signal,
    finish: () => Promise.resolve(),
  })
}
const nodes = async (instance: string) => (await openTasksOf(server, tenant, instance)).map(({ node }) => node).sort()

describe('a timer that a variable says', () => {
  it.each([
    ['a moment on the clock of the tenant, in summer', 'timeDate', '2091-07-01T12:00', '2091-07-01T10:00:00.000Z'],
    ['in winter', 'timeDate', '2091-01-01T12:00', '2091-01-01T11:00:00.000Z'],
    ['one with its own offset', 'timeDate', '2091-01-01T12:00:00+08:00', '2091-01-01T04:00:00.000Z'],
    ['a repetition from a moment on', 'timeCycle', 'R/2091-01-31T09:00/P1M', '2091-01-31T08:00:00.000Z'],
    ['a cron line of the clock of the tenant', 'timeCycle', '0 9 29 2 *', expect.stringMatching(/-02-29T08:00:00\.000Z$/) as string],
  ] as const)('is due at %s', async (_words, kind, due, expected) => {
    const instance = await started(kind, { due })
    expect(await dues(instance)).toEqual([expected])
    expect(await plannedOf(instance)).toEqual(await dues(instance))
  })

  it('may be a duration, which is counted from now on', async () => {
    const before = Date.now()
    const instance = await started('timeDuration', { due: 'PT36H' })
    const [due] = await dues(instance)
    const hours = (Date.parse(due ?? '') - before) / 3_600_000
    expect(hours).toBeGreaterThanOrEqual(36)
    expect(hours).toBeLessThan(36.1)
  })

  it('that repeats each month ends where the month does, and keeps its hour over changes of clocks', async () => {
    const instance = await started('timeCycle', { due: 'R4/2091-01-31T09:00/P1M' })
    const found = await dues(instance)
    for (let times = 0; times < 3; times += 1) {
      await fire(instance)
      found.push(...(await dues(instance)))
    }
    expect(found).toEqual([
      '2091-01-31T08:00:00.000Z',
      '2091-02-28T08:00:00.000Z',
      // On the last Sunday of March clocks were put forward.
      '2091-03-31T07:00:00.000Z',
      '2091-04-30T07:00:00.000Z',
    ])
    await fire(instance)
    expect(await dues(instance), 'four times, and then no more').toEqual([])
    expect(await nodes(instance)).toEqual(['late', 'late', 'late', 'late', 'one'])
  })

  it.each([
    ['R/PT0S', 'timeCycle'],
    ['R3/P0D', 'timeCycle'],
    ['soon', 'timeDuration'],
    ['2091-02-30T00:00', 'timeDate'],
    ['P101Y', 'timeDuration'],
    [12, 'timeDuration'],
    [null, 'timeDate'],
  ] as const)('that says %j is an incident, and nothing is planned', async (due, kind) => {
    const instance = await started(kind, { due })
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ instance_state: 'running', incidents: ['expression'] })
    expect(await dues(instance)).toEqual([null])
    expect(await plannedOf(instance)).toEqual([])
    expect(await nodes(instance), 'the task is there all the same').toEqual(['one'])
  })

  it('tried again with a value that is one it is planned', async () => {
    const instance = await started('timeDuration', {})
    const [incident] = await inTenant(server, tenant, (tx) =>
      tx.all(build.selectFrom('process_incidents').select('id').where('instance_id', '=', instance)),
    )
    await inTenant(server, tenant, (tx) =>
      tx.run(
        build.insertInto('process_variables').values({
          tenant_id: tenant.id,
          instance_id: instance,
          name: 'due',
          variable_type: 'text',
          value: JSON.stringify('P1D'),
        }),
      ),
    )
    await server.services.workflow.resolveIncident(person(tenant, 'admin'), {
      incidentId: incident?.id ?? '',
      way: 'retry',
      comment: 'now it is',
    })
    expect(await plannedOf(instance)).toHaveLength(1)
    expect(await instanceRow(server, tenant, instance)).toMatchObject({ incidents: [] })
  })
})
