import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { tenantOf } from '../database/tenant-id.ts'
import type { TenantId } from '../../../model/brands.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { ManualClock } from '../../../tests/support/clock.ts'
import { runningClock } from '../../../tests/support/clock.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { build } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { DomainEvent } from './domain-events.ts'
import { openDomainEvents } from './domain-events.ts'
import { countDeadEvents, expiredEvents } from './event-cursors.ts'
import type { Subscription, Subscriptions } from './event-subscribers.ts'
import { MAX_ATTEMPTS, MAX_EVENTS, runSubscribers, subscription } from './event-subscribers.ts'

declare module './domain-events.ts' {
  interface DomainEventPayloads {
    'test-counted': { n: number }
    'test-other': { text: string }
  }
}

const schemas = { 'test-counted': z.strictObject({ n: z.int() }), 'test-other': z.strictObject({ text: z.string() }) }

/** The embedded engine has one connection, so no transaction overlaps another. */
const onPostgres = process.env['TEST_DATABASE_URL'] !== undefined
if (!onPostgres) process.stdout.write('Events of transactions that overlap are tested on PostgreSQL only. Set TEST_DATABASE_URL.\n')

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
beforeAll(async () => {
  server = await startServer()
  ;[tenant, other] = [await buildTenant(server), await buildTenant(server)]
})
afterAll(() => server.stop())

const stops: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop()
  await owner('delete from domain_events')
  await owner("delete from event_cursors where subscriber like 'test%'")
  await owner('delete from dead_events')
  await owner("delete from scheduled_work where kind = 'effect'")
})

const owner = async <Row extends object = object>(text: string, ...values: unknown[]): Promise<Row[]> =>
  (await server.database.asOwner((client) => client.query<Row>(text, values))).rows
const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>, whose = tenant) =>
  server.services.transactions.inTenant({ tenantId: whose.id }, work)
const poll = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 10_000, interval: 10 })

/** A server's runner, as far as the database is concerned; several of them are several servers. It hears of what this log emits. */
const log = openDomainEvents()
function run(subscriptions: Subscriptions, clock: ManualClock = runningClock()) {
  const seen = { clock, errors: [] as unknown[], dead: [] as unknown[] }
  const runner = runSubscribers({ transactions: server.services.transactions, domainEvents: log, clock }, schemas, subscriptions, {
    onError: (error, at) => seen.errors.push(at ?? error),
    onDead: (at) => seen.dead.push(at),
  })
  stops.push(runner.stop)
  return { ...seen, stop: runner.stop }
}

const emit = (numbers: readonly number[], whose = tenant) => inTenant((tx) => write(tx, numbers), whose)
const write = (tx: Transaction, numbers: readonly number[]) =>
  log.emit(
    tx,
    numbers.map((n) => ({ kind: 'test-counted' as const, subject: String(n), payload: { n } })),
  )

/** A subscriber that keeps what it was given, by the tenant. */
function collecting() {
  const events: DomainEvent<'test-counted'>[] = []
  const numbers = (whose = tenant) => events.filter(({ tenantId }) => tenantId === whose.id).map(({ payload: { n } }) => n)
  const of = subscription({ kinds: ['test-counted'], handle: async (_tx, given) => void events.push(...given) })
  return { events, numbers, of }
}
/** What is written in the handler's transaction, once for each event. */
async function effect(tx: Transaction, events: readonly DomainEvent<'test-counted'>[]): Promise<void> {
  for (const { payload } of events)
    await tx.run(
      build
        .insertInto('scheduled_work')
        .values({ tenant_id: tenantOf(tx), kind: 'effect', key: String(payload.n), due_at: new Date(), payload: '{}' }),
    )
}
const effects = async () =>
  (await owner<{ key: string }>("select key from scheduled_work where kind = 'effect' order by key::int")).map(({ key }) => Number(key))
const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

describe('an event', () => {
  it('exists when its transaction commits, and not otherwise', async () => {
    const { events, of } = collecting()
    run({ test: of })
    await expect(
      inTenant(async (tx) => {
        await write(tx, [0])
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    await emit([1])
    await poll(() => events.length).toBe(1)
    expect(events[0]).toMatchObject({
      tenantId: tenant.id,
      kind: 'test-counted',
      subject: '1',
      payload: { n: 1 },
      happenedAt: expect.any(Date),
    })
  })

  it('is of the tenant of its transaction; no other sees, writes or changes it', async () => {
    await emit([1])
    const table = build.selectFrom('domain_events').select('subject')
    expect(await inTenant((tx) => tx.all(table))).toHaveLength(1)
    expect(await inTenant((tx) => tx.all(table), other)).toEqual([])
    const forged = { tenantId: other.id, kind: 'test-counted' as const, subject: 'forged', payload: { n: 1 } }
    await expect(inTenant((tx) => log.emit(tx, [forged]))).rejects.toThrow(/row-level security/)
    await expect(inTenant((tx) => tx.run(build.deleteFrom('domain_events')))).rejects.toThrow(/permission denied/)
    await expect(inTenant((tx) => tx.run(build.updateTable('domain_events').set({ kind: 'test-other' })))).rejects.toThrow(
      /permission denied/,
    )
  })

  it('is stored where somebody in this process reads its kind, and whoever reads another kind is not woken by it', async () => {
    const own = openDomainEvents()
    const received: string[] = []
    own.onEmitted(['test-counted'], () => void received.push('counted'))
    own.onEmitted(['nothing of these'], () => void received.push('nothing'))
    const unread = { kind: 'test-other', subject: 'unread', payload: { text: '' } } as const
    await inTenant((tx) => own.emit(tx, [unread, { kind: 'test-counted', subject: '1', payload: { n: 1 } }]))
    await inTenant((tx) => own.emit(tx, [unread]))
    expect(await owner('select kind from domain_events')).toEqual([{ kind: 'test-counted' }])
    expect(received).toEqual(['counted'])
  })

  it('names its tenant in platform scope', async () => {
    const inPlatform = (event: { tenantId?: TenantId }) =>
      server.services.transactions.inPlatform('a test', (tx) =>
        log.emit(tx, [{ ...event, kind: 'test-counted', subject: '1', payload: { n: 1 } }]),
      )
    await expect(inPlatform({})).rejects.toThrow('names its tenant')
    await inPlatform({ tenantId: other.id })
    expect(await owner('select tenant_id from domain_events')).toEqual([{ tenant_id: other.id }])
  })
})

describe('a subscriber', () => {
  it('is given the kinds it names, in their order, tenant by tenant', async () => {
    const { numbers, of } = collecting()
    run({ test: of })
    for (let from = 0; from < 30; from += 3) {
      await emit([from, from + 1, from + 2])
      await inTenant((tx) => log.emit(tx, [{ kind: 'test-other', subject: 'x', payload: { text: 'between' } }]))
      await emit([from], other)
    }
    await poll(() => numbers()).toEqual(upTo(30))
    await poll(() => numbers(other)).toEqual(upTo(10).map((n) => n * 3))
  })

  it('is given what happened while it was not there, and each once', async () => {
    await emit(upTo(MAX_EVENTS * 2 + 7))
    const first = run({ test: subscription({ kinds: ['test-counted'], handle: effect }) })
    await poll(effects).toEqual(upTo(MAX_EVENTS * 2 + 7))
    await first.stop()
    await emit([1000])
    run({ test: subscription({ kinds: ['test-counted'], handle: effect }) })
    await poll(async () => (await effects()).at(-1)).toBe(1000)
    expect(first.errors).toEqual([])
  })

  it('keeps a place of its own beside others', async () => {
    const [one, two] = [collecting(), collecting()]
    const early = run({ 'test-one': one.of })
    await emit([1])
    await poll(() => one.numbers()).toEqual([1])
    await early.stop()
    await emit([2])
    run({ 'test-one': one.of, 'test-two': two.of })
    await poll(() => one.numbers()).toEqual([1, 2])
    await poll(() => two.numbers()).toEqual([1, 2])
  })

  it('that dies in between has done nothing yet, and does it all once afterwards', async () => {
    let calls = 0
    const dying = run({
      test: subscription({
        kinds: ['test-counted'],
        handle: async (tx, events) => {
          calls += 1
          await effect(tx, events)
          throw new Error('killed before the commit')
        },
      }),
    })
    await emit([1])
    await poll(() => dying.errors.length).toBe(1)
    await dying.stop()
    expect(calls).toBe(1)
    expect(await effects()).toEqual([])
    const { clock } = run({ test: subscription({ kinds: ['test-counted'], handle: effect }) })
    await poll(async () => {
      await clock.advance(1000)
      return effects()
    }).toEqual([1])
    // It must not be done twice, and nothing tells of that.
    await sleep(50)
    expect(await effects()).toEqual([1])
  })

  it('of a kind that nobody declares stops the start', () => {
    expect(() => run({ test: { kinds: ['nobody'], handle: async () => undefined } as unknown as Subscription })).toThrow(
      'test subscribes to nobody, which no module declares',
    )
  })

  it('looks for what a server that died has left, without being told', async () => {
    const { numbers, of } = collecting()
    const { clock } = run({ test: of })
    await emit([1])
    await poll(() => numbers()).toEqual([1])
    // The look that was woken by it is over, and the next is not before the clock says so.
    await sleep(100)
    // Another process: its log has listeners of its own.
    await inTenant((tx) => openDomainEvents().emit(tx, [{ kind: 'test-counted', subject: '2', payload: { n: 2 } }]))
    await sleep(100)
    expect(numbers()).toEqual([1])
    await poll(async () => {
      await clock.advance(31_000)
      return numbers()
    }).toEqual([1, 2])
  })
})

describe('an event that fails', () => {
  /** Fails at some numbers, and does nothing with them. */
  const failingAt = (bad: ReadonlySet<number>) =>
    subscription({
      kinds: ['test-counted'],
      handle: async (tx, events) => {
        await effect(tx, events)
        if (events.some(({ payload }) => bad.has(payload.n))) throw new Error('cannot\0 be handled')
      },
    })

  it('is tried again with growing pauses, and what is before it is done meanwhile', async () => {
    const bad = new Set([3])
    const { clock, errors, dead } = run({ test: failingAt(bad) })
    await emit([1, 2, 3, 4])
    await poll(effects).toEqual([1, 2])
    await poll(() => errors.length).toBe(1)
    expect(errors[0]).toMatchObject({ subscriber: 'test', tenantId: tenant.id, attempt: 1 })
    const [cursor] = await owner<{ last_error: string; wait: number }>(
      "select attempts, last_error, extract(epoch from retry_at - now())::float8 as wait from event_cursors where subscriber = 'test'",
    )
    expect(cursor).toMatchObject({ attempts: 1, last_error: 'cannot be handled' })
    expect(cursor?.wait).toBeLessThanOrEqual(1)
    await poll(async () => {
      await clock.advance(1000)
      return errors.length
    }).toBe(3)
    bad.clear()
    await poll(async () => {
      await clock.advance(4000)
      return effects()
    }).toEqual([1, 2, 3, 4])
    expect(dead).toEqual([])
    expect(await owner("select attempts, retry_at from event_cursors where subscriber = 'test'")).toEqual([{ attempts: 0, retry_at: null }])
  })

  it('too often is set aside for that subscriber; others, other tenants and later events go on', async () => {
    const { numbers, of } = collecting()
    const { clock, errors, dead } = run({ test: failingAt(new Set([2])), 'test-other': of })
    await emit([1, 2, 3])
    await emit([100], other)
    await poll(() => numbers()).toEqual([1, 2, 3])
    await poll(effects).toEqual([1, 100])
    await poll(async () => {
      await clock.advance(60_000)
      return effects()
    }).toEqual([1, 3, 100])
    expect(errors).toHaveLength(MAX_ATTEMPTS)
    expect(dead).toMatchObject([{ subscriber: 'test', tenantId: tenant.id, attempt: MAX_ATTEMPTS }])
    expect(await owner('select subscriber, kind, subject, payload, attempts, error from dead_events')).toEqual([
      { subscriber: 'test', kind: 'test-counted', subject: '2', payload: { n: 2 }, attempts: MAX_ATTEMPTS, error: 'cannot be handled' },
    ])
    expect(await server.services.transactions.inPlatform('a test', countDeadEvents, 'read')).toBe(1)
    expect(await inTenant((tx) => tx.all(build.selectFrom('dead_events').select('subject')), other)).toEqual([])
  })

  it('is also one that does not carry what its kind carries', async () => {
    const { numbers, of } = collecting()
    const { clock, dead } = run({ test: of })
    await inTenant((tx) => log.emit(tx, [{ kind: 'test-counted', subject: 'wrong', payload: { n: 'one' } as never }]))
    await emit([1])
    await poll(async () => {
      await clock.advance(60_000)
      return numbers()
    }).toEqual([1])
    expect(dead).toHaveLength(1)
  })
})

describe('several servers', () => {
  it('do everything once, in its order', async () => {
    const order: number[] = []
    const of = subscription({
      kinds: ['test-counted'],
      handle: async (tx, events) => {
        await effect(tx, events)
        await sleep(2)
        order.push(...events.map(({ payload }) => payload.n))
      },
    })
    const servers = [run({ test: of }), run({ test: of }), run({ test: of })]
    for (const n of upTo(60)) await emit([n])
    await poll(effects).toEqual(upTo(60))
    expect(order).toEqual(upTo(60))
    expect(servers.flatMap(({ errors }) => errors)).toEqual([])
  })

  it.runIf(onPostgres)('do not wait for one another', async () => {
    const { numbers, of } = collecting()
    const before = run({ test: of })
    await emit([1])
    await poll(() => numbers()).toEqual([1])
    await before.stop()
    await emit([2])
    await emit([7], other)
    await inTenant(async (tx) => {
      await tx.all(build.selectFrom('event_cursors').select('subscriber').where('subscriber', '=', 'test').forUpdate())
      run({ test: of })
      await poll(() => numbers(other)).toEqual([7])
      expect(numbers()).toEqual([1])
    })
    await poll(() => numbers()).toEqual([1, 2])
  })
})

describe('transactions that overlap', () => {
  it.runIf(onPostgres)('do not make a subscriber skip what is committed later', async () => {
    const { numbers, of } = collecting()
    const { clock } = run({ test: of })
    await inTenant(async (older) => {
      await write(older, [1])
      await emit([2])
      // Committed, but an older transaction is open: it must wait, or what that one writes would never be read.
      await sleep(200)
      await clock.advance(2000)
      expect(numbers()).toEqual([])
    })
    await poll(() => numbers()).toEqual([1, 2])
  })

  it.runIf(onPostgres)('keep the order in which they waited for one another', async () => {
    const { numbers, of } = collecting()
    await inTenant(async (older) => {
      // It has its id now, and a smaller one than that of the next transaction.
      await older.run(
        build
          .updateTable('users')
          .set({ nickname: 'older' })
          .where('id', '=', tenant.users['viewer'] as string),
      )
      await emit([1])
      await write(older, [2])
    })
    run({ test: of })
    await poll(() => numbers()).toEqual([1, 2])
  })
})

describe('the log', () => {
  it('forgets what is old once every subscriber has read it', async () => {
    const { transactions } = server.services
    const { numbers, of } = collecting()
    await emit([1])
    await emit([2], other)
    await owner("update domain_events set happened_at = now() - interval '31 days'")
    await emit([3])
    await owner(
      "insert into dead_events select tenant_id, 'test', id, kind, subject, payload, happened_at, 9, 'x', now() - interval '91 days' from domain_events",
    )
    const kept = async () =>
      (await owner<{ subject: string }>('select subject from domain_events order by id')).map(({ subject }) => subject)
    await expiredEvents(transactions, ['test'])()
    expect(await kept()).toEqual(['1', '2', '3'])
    expect(await owner('select subject from dead_events')).toEqual([])
    run({ test: of })
    await poll(() => numbers()).toEqual([1, 3])
    await poll(() => numbers(other)).toEqual([2])
    await poll(async () => (await owner("select 1 from event_cursors where subscriber = 'test'")).length).toBe(2)
    await expiredEvents(transactions, ['test', 'test-late'])()
    expect(await kept()).toEqual(['1', '2', '3'])
    await expiredEvents(transactions, ['test'])()
    expect(await kept()).toEqual(['3'])
  })

  it('that a dump has brought from another database is read on, and what comes is read after it', async () => {
    const { numbers, of } = collecting()
    const before = run({ test: of })
    await emit([1])
    await poll(() => numbers()).toEqual([1])
    await before.stop()
    await emit([2])
    // What another database wrote in transactions that this one has not reached.
    await owner("update domain_events set transaction_id = '900000000000'::text::xid8")
    await owner("update event_cursors set transaction_id = '900000000000'::text::xid8")
    await emit([3])
    run({ test: of })
    await poll(() => numbers()).toEqual([1, 2, 3])
    await emit([4])
    await poll(() => numbers()).toEqual([1, 2, 3, 4])
  })
})
