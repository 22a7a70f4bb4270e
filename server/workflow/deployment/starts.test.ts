/** Timers that begin instances: as often as they say, and on the day of the month on which they began. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../tests/support/builders.ts'
import type { ManualClock } from '../../../tests/support/clock.ts'
import { runningClock } from '../../../tests/support/clock.ts'
import { drawn } from '../../../tests/support/drawn-process.ts'
import { until } from '../../../tests/support/process.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { deploy } from './deploy.ts'

const HOUR = 3_600_000

let clock: ManualClock
let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  clock = runningClock()
  server = await startServer({}, undefined, undefined, clock)
  tenant = await buildTenant(server, { parameters: { 'password.changeFirst': 'false', 'time.zone': 'Europe/Berlin' } })
})
afterAll(() => server.stop())

const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>) =>
  server.services.transactions.inTenant({ tenantId: tenant.id }, work)

/** Deploys a process that a timer begins. */
async function timed(cycle: string): Promise<string> {
  const key = `p_${unique()}`
  const start = `<timerEventDefinition><timeCycle>${cycle}</timeCycle></timerEventDefinition>`
  const xml = drawn({ start, tasks: { approve: { people: [{ kind: 'managers' }] } } })(key)
  const deployed = await inTenant((tx) => deploy(tx, server.services, { xml, key, name: key, category: null, deployedBy: null }))
  if (!('definitionId' in deployed)) throw new Error(JSON.stringify(deployed))
  return deployed.definitionId
}
const begunOf = async (definition: string) =>
  (await inTenant((tx) => tx.all(build.selectFrom('process_instances').select('id').where('definition_id', '=', definition)))).length
const plannedOf = (definition: string) =>
  inTenant((tx) => tx.first(build.selectFrom('scheduled_work').select(['due_at', 'payload']).where('key', '=', `${definition}:start`)))

describe('a timer that begins instances', () => {
  it('does so as often as it says, and then no more', async () => {
    const definition = await timed('R3/PT1H')
    for (const times of [1, 2, 3]) {
      await clock.advance(HOUR + 1000)
      await until(`the ${times}. has begun`, async () => (await begunOf(definition)) === times)
    }
    await until('nothing is planned any more', async () => (await plannedOf(definition)) === undefined)
    await clock.advance(24 * HOUR)
    expect(await begunOf(definition)).toBe(3)
  })

  it('each month comes at the end of short ones and on its own day of long ones, and at the same hour of clocks', async () => {
    const definition = await timed('R/P1M')
    // Began on the 31st of January at nine in Berlin, and is due as the scheduler finds it, four times.
    const began = Date.parse('2091-01-31T08:00:00Z')
    let dueAt = new Date('2091-02-28T08:00:00Z')
    let payload: unknown = { definition, node: 'start', began }
    const found: string[] = []
    for (let times = 0; times < 4; times += 1) {
      await server.services.workflow.handlers['process-start']?.({
        tenantId: tenant.id,
        kind: 'process-start',
        key: `${definition}:start`,
        payload,
        dueAt,
        attempt: 1,
        signal: new AbortController().signal,
        finish: async (tx) => void (await tx.run(build.deleteFrom('scheduled_work').where('key', '=', `${definition}:start`))),
      })
      const next = await plannedOf(definition)
      if (!next) break
      found.push(next.due_at.toISOString())
      ;({ due_at: dueAt, payload } = next)
    }
    expect(found).toEqual([
      // On the last Sunday of March clocks were put forward.
      '2091-03-31T07:00:00.000Z',
      '2091-04-30T07:00:00.000Z',
      '2091-05-31T07:00:00.000Z',
      '2091-06-30T07:00:00.000Z',
    ])
  })

  it('that an earlier release planned, which did not say when it began, ends as well', async () => {
    const definition = await timed('R2/PT1H')
    await inTenant((tx) =>
      tx.run(
        build
          .updateTable('scheduled_work')
          .set({ payload: JSON.stringify({ definition, node: 'start' }) })
          .where('key', '=', `${definition}:start`),
      ),
    )
    // Once as it was planned, and from then on as often as it says.
    for (const times of [1, 2, 3]) {
      await clock.advance(HOUR + 1000)
      await until(`the ${times}. has begun`, async () => (await begunOf(definition)) === times)
    }
    await until('nothing is planned any more', async () => (await plannedOf(definition)) === undefined)
  })

  it('makes up for all that it has missed by one instance, which says for how many', async () => {
    const definition = await timed('R/PT1H')
    // Due each hour since ten and a half hours ago: at the first of these times, and at nine more.
    const began = clock.now() - 10.5 * HOUR
    await server.services.workflow.handlers['process-start']?.({
      tenantId: tenant.id,
      kind: 'process-start',
      key: `${definition}:start`,
      payload: { definition, node: 'start', began },
      dueAt: new Date(began + HOUR),
      attempt: 1,
      signal: new AbortController().signal,
      finish: async (tx) => void (await tx.run(build.deleteFrom('scheduled_work').where('key', '=', `${definition}:start`))),
    })
    expect(await begunOf(definition)).toBe(1)
    expect((await plannedOf(definition))?.due_at.getTime()).toBe(began + 11 * HOUR)
    const noted = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('process_events as event')
          .innerJoin('process_instances as instance', 'instance.id', 'event.instance_id')
          .select(['event.command', 'event.data', 'event.comment'])
          .where('instance.definition_id', '=', definition)
          .where('event.command', '=', 'missed'),
      ),
    )
    expect(noted).toEqual([{ command: 'missed', data: { count: 9 }, comment: '9' }])
  })
})
