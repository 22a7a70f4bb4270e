/** Watching over what is stored: nothing is missed, nothing happens twice, and what is late is only kept. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { micros, millis } from '../../../model/brands.ts'
import { alarmsOf, buildRule, measure, moment, transitionsOf } from '../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import { manualClock } from '../../../tests/support/clock.ts'
import type { BuiltDevice } from '../../../tests/support/devices.ts'
import { buildDevice, changeDevice } from '../../../tests/support/devices.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startSecond, startServer } from '../../../tests/support/server.ts'
import type { Invalidation } from '../../kernel/runtime/invalidations.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TransactionScopes, Statement, Transaction } from '../../kernel/database/tenant.ts'
import type { Alarms } from './engine.ts'
import { openAlarms } from './engine.ts'
import { openAlarmInvalidation } from './invalidation.ts'
import { loadTenant } from './tenant-rules.ts'

const MINUTE = 60_000

let server: TestServer
let tenant: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  tenant = await buildTenant(server)
})
afterAll(() => server.stop())

const states = async (ruleId: string) => (await alarmsOf(server, tenant.id, ruleId)).map((row) => row.alarm_state)
const transitions = (ruleId: string) => transitionsOf(server, tenant.id, ruleId)
const watched = async (values: Parameters<typeof buildRule>[2] = {}): Promise<[device: BuiltDevice, ruleId: string]> => {
  const device = await buildDevice(server, tenant)
  return [device, await buildRule(server, device, values)]
}
const send = (device: BuiltDevice, value: number | undefined, time?: number) => measure(server, device, { temperature: value }, time)
/** As the writer hands it over once it is stored. */
const sampleOf = (device: BuiltDevice, value: number) => ({
  series: device.series['temperature'] as number,
  retention: 2,
  time: micros(moment() * 1000),
  value,
  quality: 192,
  reason: 0,
})
const timers = () => server.services.acquisition.alarms.timers
const settled = () => server.services.acquisition.alarms.settled()

async function change(ruleId: string, values: object): Promise<void> {
  await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    await tx.run(
      build
        .updateTable('alarm_rules')
        .set(values as never)
        .where('id', '=', ruleId),
    )
    await server.services.invalidations.publish(tx, { kind: 'registry-changed', tenantId: tenant.id })
  })
  await settled()
}

/** Another engine on the same database, as another server or the next start of this one has it. */
async function withEngine(work: (engine: Alarms) => Promise<void>, isShared = true): Promise<void> {
  const engine = openAlarms(server.services, isShared)
  engine.start((error) => {
    throw error as Error
  })
  try {
    await engine.settled()
    await work(engine)
  } finally {
    await engine.stop()
  }
}

describe('a value beyond its limit', () => {
  it('is an alarm when it is stored, and returns with a value within', async () => {
    const [device, rule] = await watched()
    await send(device, 22)
    expect(await states(rule)).toEqual([])
    const at = moment()
    await send(device, 22.5, at)
    expect(await alarmsOf(server, tenant.id, rule)).toMatchObject([{ alarm_state: 'unacknowledged', alarm_value: 22.5 }])
    await send(device, 23)
    await send(device, 21)
    expect(await states(rule)).toEqual(['returned'])
    expect(await transitions(rule)).toEqual(['raise', 'return'])
    const [event] = await server.services.transactions.inTenant(
      { tenantId: tenant.id },
      (tx) =>
        tx.all(
          build
            .selectFrom('alarm_events')
            .innerJoin('alarms', 'alarms.id', 'alarm_id')
            .select(['sample_time', 'value', 'alarm_events.quality', 'happened_at'])
            .where('rule_id', '=', rule)
            .orderBy('alarm_events.id'),
        ),
      'read',
    )
    expect(event).toMatchObject({ sample_time: new Date(at), value: 22.5, quality: 192 })
    expect(Math.abs((event?.happened_at.getTime() ?? 0) - at)).toBeLessThan(10_000)
  })

  it('is looked for at every device of a type that has the point, and at no other', async () => {
    const [first, second, other] = [await buildDevice(server, tenant), await buildDevice(server, tenant), await buildDevice(server, tenant)]
    const type = crypto.randomUUID()
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      await tx.run(
        build
          .insertInto('device_types')
          .values({ tenant_id: tenant.id, id: type, type_code: `t${type.slice(0, 8)}`, type_name: type } as never),
      )
      await tx.run(build.updateTable('devices').set({ device_type_id: type }).where('id', 'in', [first.id, second.id]))
    })
    const rule = await buildRule(server, first, { device_id: null, device_type_id: type, point_key: 'TEMPERATURE' } as never)
    for (const device of [first, second, other]) await send(device, 30)
    expect(await states(rule)).toEqual(['unacknowledged', 'unacknowledged'])
  })

  it('raises nothing when it comes late or ahead of time, or out of order; and a bad one clears nothing', async () => {
    const [device, rule] = await watched()
    const now = moment()
    await send(device, 20, now)
    await send(device, 30, now - 11 * MINUTE)
    await send(device, 30, now + 6 * MINUTE)
    await send(device, 30, now - 1000)
    expect(await states(rule)).toEqual([])
    await send(device, 30)
    await send(device, undefined)
    await send(device, 20, now - 11 * MINUTE)
    expect(await states(rule)).toEqual(['unacknowledged'])
    await send(device, 20)
    expect(await states(rule)).toEqual(['returned'])
  })

  it('raises nothing when what comes late is out of the range of its point, and the first that comes', async () => {
    const device = await buildDevice(server, tenant, { temperature: { range_high: 25 } })
    const rule = await buildRule(server, device)
    await send(device, 30, moment() - 11 * MINUTE)
    expect(await states(rule)).toEqual([])
    await send(device, 30)
    expect(await states(rule)).toEqual(['unacknowledged'])
  })

  it('is an alarm after its delay, by the clock alone as well', async () => {
    const [device, rule] = await watched({ on_delay: 60, off_delay: 60 })
    await send(device, 30)
    await timers().delays(millis(Date.now() + 50_000))
    await settled()
    expect(await states(rule)).toEqual([])
    await timers().delays(millis(Date.now() + 61_000))
    await settled()
    expect(await states(rule)).toEqual(['unacknowledged'])
    await send(device, 20)
    await send(device, 30)
    await timers().delays(millis(Date.now() + 120_000))
    await settled()
    expect(await states(rule), 'the return was interrupted').toEqual(['unacknowledged'])
    await send(device, 20)
    await timers().delays(millis(Date.now() + 120_000))
    await settled()
    expect(await states(rule)).toEqual(['returned'])
  })
})

describe('silence', () => {
  it('is an alarm after its time, and ends with the next sample, whatever it says', async () => {
    const [device, rule] = await watched({ alarm_kind: 'stale', alarm_limit: null, silent_seconds: 60 })
    await timers().silence(millis(Date.now() + 10 * MINUTE))
    await settled()
    expect(await states(rule), 'never heard of').toEqual([])
    await send(device, 1)
    await timers().silence(millis(Date.now() + 50_000))
    await settled()
    expect(await states(rule)).toEqual([])
    await timers().silence(millis(Date.now() + 61_000))
    await settled()
    expect(await states(rule)).toEqual(['unacknowledged'])
    await send(device, undefined)
    expect(await states(rule)).toEqual(['returned'])
  })
})

describe('a change of the registry', () => {
  it('counts at once: another limit, another rule, none', async () => {
    const [device, rule] = await watched()
    await send(device, 25)
    expect(await states(rule)).toEqual(['unacknowledged'])
    await change(rule, { alarm_limit: 26 })
    expect(await states(rule)).toEqual(['returned'])
    await change(rule, { alarm_limit: 24 })
    expect(await states(rule)).toEqual(['unacknowledged'])
    const other = await buildRule(server, device, { alarm_kind: 'low', alarm_limit: 30 })
    expect(await states(other), 'what is so already').toEqual(['unacknowledged'])
    await change(rule, { rule_status: 0 })
    expect(await states(rule), 'it stays owed').toEqual(['returned'])
    expect((await transitions(rule)).at(-1)).toBe('withdraw')
    await send(device, 40)
    expect(await states(rule)).toEqual(['returned'])
    await changeDevice(server, device, { device_status: 0 })
    await settled()
    expect(await states(other)).toEqual(['returned'])
  })
})

describe('a tenant with many rules', () => {
  /** As {@link TransactionScopes}, and counts the rows that the statements of a tenant look at, by what the engine says of itself. */
  function counting(transactions: TransactionScopes, seen: { rows: number; most: number }): TransactionScopes {
    return {
      ...transactions,
      inTenant: (actor, work, mode) =>
        transactions.inTenant(
          actor,
          (tx) => {
            const all: Transaction['all'] = async (asked) => {
              const { sql: text, parameters } = asked.compile()
              const [explained] = await tx.all({
                compile: () => ({ ...asked.compile(), sql: `explain (analyze, timing off, format json) ${text}`, parameters }),
              } as Statement<{ 'QUERY PLAN': [{ Plan: PlanNode }] }>)
              const rows = explained ? rowsOf(explained['QUERY PLAN'][0].Plan) : 0
              seen.rows += rows
              seen.most = Math.max(seen.most, rows)
              return tx.all(asked)
            }
            return work({ ...tx, all, first: async (asked) => (await all(asked))[0] })
          },
          mode,
        ),
    }
  }
  interface PlanNode {
    readonly Plans?: readonly PlanNode[]
    readonly [figure: string]: unknown
  }
  const rowsOf = (node: PlanNode): number =>
    Object.entries(node)
      .filter(([name]) => name === 'Actual Rows' || name.startsWith('Rows Removed by '))
      .reduce((sum, [, rows]) => sum + (rows as number), 0) *
      (node['Actual Loops'] as number) +
    (node.Plans ?? []).reduce((sum, each) => sum + rowsOf(each), 0)

  it('is read without looking at each rule for each point, whatever the planner knows of the tables', async () => {
    const MANY = 1000
    const large = await buildTenant(server)
    const [device] = [await buildDevice(server, large)]
    await server.services.transactions.inTenant({ tenantId: large.id }, async (tx) => {
      const each = (into: string) =>
        tx.run({ compile: () => ({ ...build.selectFrom('devices').selectAll().compile(), sql: into, parameters: [large.id, MANY] }) })
      await each(
        `insert into devices (tenant_id, id, device_code, device_name, connection, device_status) select $1, gen_random_uuid(), 'many-' || n, 'many ' || n, 'push', 1 from generate_series(1, $2::integer) n`,
      )
      await each(
        `insert into points (tenant_id, id, device_id, point_key, point_name) select tenant_id, gen_random_uuid(), id, 'k' || substr(device_code, 6), device_code from devices where tenant_id = $1 and device_code like 'many-%' limit $2::integer`,
      )
      await each(
        `insert into alarm_rules (tenant_id, id, rule_name, device_id, point_key, alarm_kind, alarm_limit, alarm_priority) select d.tenant_id, gen_random_uuid(), device_code, d.id, 'K' || substr(device_code, 6), 'high', 1, 1 from devices d where tenant_id = $1 and device_code like 'many-%' limit $2::integer`,
      )
    })
    const seen = { rows: 0, most: 0 }
    const { watch } = await loadTenant(counting(server.services.transactions, seen), large.id, undefined, millis(Date.now()))
    expect(watch?.byKey.size).toBe(MANY)
    expect(watch?.points.has(device.series['temperature'] as number)).toBe(false)
    // Each table once, a few nodes of a plan, for each page of what is asked for; joined row by row it was a million and more.
    expect(seen.rows).toBeLessThan(60 * MANY)
    expect(seen.rows).toBeGreaterThan(MANY)
  })
})

describe('after a restart', () => {
  it('what was stored and not raised is raised, once; and what is active stays active', async () => {
    const [device, rule] = await watched()
    const [still, other] = await watched()
    await send(still, 30)
    // Stored by a server that was killed before it could look: in the samples, and not yet among the newest values.
    const series = device.series['temperature'] as number
    await server.services.transactions.inPlatform('a killed server had stored it', (tx) =>
      tx.run(
        build
          .insertInto('samples' as never)
          .values({ tenant_id: tenant.id, series, time: new Date(moment()), value: 31, quality: 192, reason: 0, retention: 2 } as never),
      ),
    )
    expect(await states(rule)).toEqual([])
    await withEngine(async (engine) => {
      await engine.settled()
      expect(await states(rule)).toEqual(['unacknowledged'])
    })
    await withEngine((engine) => engine.settled())
    expect([await transitions(rule), await transitions(other)]).toEqual([['raise'], ['raise']])
    await withEngine(async (engine) => {
      engine.stored([{ tenantId: tenant.id, samples: [sampleOf(device, 20)] }])
      await engine.settled()
    })
    expect(await states(rule)).toEqual(['returned'])
  })

  it('what has returned meanwhile is found returned', async () => {
    const [device, rule] = await watched()
    await send(device, 30)
    const series = device.series['temperature'] as number
    await server.services.transactions.inPlatform('a killed server had stored it', (tx) =>
      tx.run(
        build
          .insertInto('samples' as never)
          .values({ tenant_id: tenant.id, series, time: new Date(moment()), value: 20, quality: 192, reason: 0, retention: 2 } as never),
      ),
    )
    await withEngine((engine) => engine.settled())
    expect(await states(rule)).toEqual(['returned'])
  })

  it('no point is silent because the server was', async () => {
    const [device, rule] = await watched({ alarm_kind: 'stale', alarm_limit: null, silent_seconds: 60 })
    await send(device, 1)
    await server.services.acquisition.states.flush()
    await server.services.transactions.inPlatform('as long ago', (tx) =>
      tx.run(
        build
          .updateTable('point_states')
          .set({ time: new Date(Date.now() - 60 * MINUTE) })
          .where('series', '=', String(device.series['temperature'])),
      ),
    )
    await withEngine(async (engine) => {
      await engine.timers.silence(millis(Date.now() + 30_000))
      await engine.settled()
      expect(await states(rule)).toEqual([])
    }, false)
  })
})

describe('several servers', () => {
  it('raise an alarm once, whoever sees it, and go on from where another one was', async () => {
    const [device, rule] = await watched()
    await withEngine((first) =>
      withEngine(async (second) => {
        const seenBy = async (engines: readonly Alarms[], value: number) => {
          const one = sampleOf(device, value)
          for (const engine of engines) engine.stored([{ tenantId: tenant.id, samples: [one] }])
          for (const engine of engines) await engine.settled()
        }
        await seenBy([first, second], 30)
        expect(await transitions(rule)).toEqual(['raise'])
        // Only the second one sees that it has returned, and only the first one that it comes again.
        await seenBy([second], 20)
        await expect.poll(() => transitions(rule)).toEqual(['raise', 'return'])
        await expect
          .poll(async () => {
            await seenBy([first], 31)
            return transitions(rule)
          })
          .toEqual(['raise', 'return', 'raise'])
        expect(await states(rule)).toEqual(['unacknowledged'])
      }),
    )
  })

  it('as processes of their own: one raises, the other lets it return', async () => {
    if (server.databaseUrl === undefined) return
    const second = await startSecond(server)
    try {
      const [device, rule] = await watched()
      await expect
        .poll(async () => {
          await second.services.acquisition.alarms.settled()
          return second.services.acquisition.registry.find(device.name)
        })
        .toBeTruthy()
      await send(device, 30)
      expect(await states(rule)).toEqual(['unacknowledged'])
      await expect
        .poll(async () => {
          await measure(second, device, { temperature: 20 })
          return states(rule)
        })
        .toEqual(['returned'])
      expect(await transitions(rule)).toEqual(['raise', 'return'])
    } finally {
      await second.stop()
    }
  })
})

describe('shelving', () => {
  it('ends by time, and brings back what is so then', async () => {
    const [device, rule] = await watched()
    await send(device, 30)
    const [alarm] = await alarmsOf(server, tenant.id, rule)
    const admin = await tenant.signIn('admin')
    expect(
      await admin.post('/api/acquisition/alarm/shelveAlarm', { id: [alarm?.id], minutes: 10, alarmComment: 'being repaired' }),
    ).toMatchObject({ http: 200 })
    await timers().shelves()
    expect(await states(rule)).toEqual(['shelved'])
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build
          .updateTable('alarms')
          .set({ shelved_until: new Date(Date.now() - 1) })
          .where('rule_id', '=', rule),
      ),
    )
    await timers().shelves()
    expect(await states(rule)).toEqual(['unacknowledged'])
    expect(await transitions(rule)).toEqual(['raise', 'shelve', 'expire'])
  })
})

describe('open pages', () => {
  it('are told at once, and no more than twice a second of many', async () => {
    const { transactions, invalidations } = server.services
    const clock = manualClock()
    const began = clock.now()
    const received: number[] = []
    const pages = openAlarmInvalidation(transactions, invalidations, clock)
    const other = await buildTenant(server)
    invalidations.subscribe((invalidation: Invalidation | undefined) => {
      if (invalidation?.kind === 'news' && invalidation.topic === 'alarms' && invalidation.tenantId === other.id)
        received.push(clock.now() - began)
    })
    const halves = [0]
    for (let half = 500; half <= 2000; half += 500) {
      for (let times = 0; times < 5; times += 1) {
        await transactions.inTenant({ tenantId: other.id }, (tx) => pages.publish(tx, other.id))
        expect(received, 'at once, or later').toEqual(halves)
        await clock.advance(100)
      }
      halves.push(half)
      await expect.poll(() => received).toEqual(halves)
    }
    pages.stop()
  })

  it('are told of what is stored', async () => {
    const [device] = await watched({ alarm_limit: 22 })
    let received = 0
    server.services.invalidations.subscribe((invalidation: Invalidation | undefined) => {
      if (invalidation?.kind === 'news' && invalidation.topic === 'alarms' && invalidation.tenantId === tenant.id) received += 1
    })
    await send(device, 30)
    await expect.poll(() => received).toBeGreaterThan(0)
  })
})
