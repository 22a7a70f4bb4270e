import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { ManualClock } from '../../../tests/support/clock.ts'
import { runningClock } from '../../../tests/support/clock.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { newId } from '../ids.ts'
import { databaseTime } from './clock.ts'
import { build, typedAs } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { DueWork, WorkHandlers } from './scheduler-runner.ts'
import { LostWork, MAX_ATTEMPTS, runScheduler } from './scheduler-runner.ts'
import type { NewWork } from './scheduler.ts'
import { countDeadWork, openScheduler } from './scheduler.ts'

const HOUR = 3_600_000

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
  await server.database.asOwner((owner) => owner.query('delete from scheduled_work'))
})

/** A server's runner, as far as the database is concerned; several of them are several servers. */
function run(handlers: WorkHandlers, clock: ManualClock = runningClock()) {
  const { transactions, invalidations } = server.services
  const seen = { clock, errors: [] as unknown[], dead: [] as unknown[] }
  const runner = runScheduler({ transactions, invalidations, clock, isAlone: false }, handlers, {
    onError: (error) => seen.errors.push(error),
    onDead: (work) => seen.dead.push(work),
  })
  stops.push(runner.stop)
  return { ...seen, stop: runner.stop }
}

const inTenant = <Result>(work: (tx: Transaction) => Promise<Result>, whose = tenant) =>
  server.services.transactions.inTenant({ tenantId: whose.id }, work)
const scheduler = () => openScheduler(server.services.invalidations)
const schedule = (work: Partial<NewWork> = {}, whose = tenant) =>
  inTenant((tx) => scheduler().schedule(tx, { kind: 'test', key: 'one', dueAt: new Date(), ...work }), whose)
const rows = async () =>
  (
    await server.database.asOwner((owner) =>
      owner.query<{
        key: string
        attempts: number
        due_at: Date
        taken_by: string | null
        taken_until: Date | null
        last_error: string | null
        dead_at: Date | null
      }>('select * from scheduled_work order by key'),
    )
  ).rows
const change = (set: string, ...values: unknown[]) =>
  server.database.asOwner((owner) => owner.query(`update scheduled_work set ${set}`, values))

/** A promise that the test settles. */
function gated(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}

/** Handled work by its key, in the order of its end. */
function collecting() {
  const handled: DueWork[] = []
  return { handled, keys: () => handled.map(({ key }) => key), handlers: { test: async (work: DueWork) => void handled.push(work) } }
}
const poll = <Value>(ask: () => Value | Promise<Value>) => expect.poll(ask, { timeout: 10_000, interval: 10 })

describe('scheduled work', () => {
  it('exists when the transaction that schedules it commits, and not otherwise', async () => {
    const { handled, handlers } = collecting()
    run(handlers)
    await expect(
      inTenant(async (tx) => {
        await scheduler().schedule(tx, { kind: 'test', key: 'given up', dueAt: new Date() })
        throw new Error('given up')
      }),
    ).rejects.toThrow('given up')
    await schedule({ payload: { of: [1, 'two'] } })
    await poll(() => handled.length).toBe(1)
    expect(handled[0]).toMatchObject({ tenantId: tenant.id, kind: 'test', key: 'one', payload: { of: [1, 'two'] }, attempt: 1 })
    await poll(rows).toEqual([])
  })

  it('is waited for by the clock as it is set', async () => {
    const clock = runningClock()
    await clock.advance(HOUR)
    const row = await inTenant((tx) =>
      tx.first(
        typedAs<{ left: number }>({
          compile: () =>
            sql`select extract(epoch from now() + interval '90 minutes' - ${databaseTime(clock)})::float8 as left`.compile(build),
        }),
      ),
    )
    expect(row?.left).toBeCloseTo(1800, 0)
  })

  it('waits for its time', async () => {
    const clock = runningClock()
    const handled: [string, boolean][] = []
    run({ test: async ({ key, dueAt }) => void handled.push([key, clock.now() >= dueAt.getTime()]) }, clock)
    await schedule({ key: 'later', dueAt: new Date(clock.now() + HOUR) })
    await schedule({ key: 'sooner', dueAt: new Date(clock.now() + HOUR / 2) })
    await poll(async () => {
      await clock.advance(HOUR / 120)
      // On a busy machine this clock outruns a lease, and a handler is called once more.
      return [...new Map(handled)]
    }).toEqual([
      ['sooner', true],
      ['later', true],
    ])
  })

  it('scheduled again is one piece of work, with the new time', async () => {
    const { handled, handlers } = collecting()
    const { clock } = run(handlers)
    const later = new Date(clock.now() + 2 * HOUR)
    await schedule({ dueAt: new Date(clock.now() + HOUR), payload: 1 })
    await schedule({ dueAt: later, payload: 2 })
    expect(await rows()).toMatchObject([{ key: 'one', due_at: later }])
    await schedule({ dueAt: new Date(clock.now()), payload: 3 })
    await poll(() => handled.map(({ payload }) => payload)).toEqual([3])
    await poll(rows).toEqual([])
  })

  it('cancelled is not carried out; a tenant cancels and sees its own alone', async () => {
    const { handled, handlers } = collecting()
    await schedule({ dueAt: new Date(Date.now() + HOUR) })
    await schedule({ dueAt: new Date(Date.now() + HOUR) }, other)
    const seen = await inTenant((tx) => tx.all(build.selectFrom('scheduled_work').select('tenant_id')))
    expect(seen).toEqual([{ tenant_id: tenant.id }])
    await inTenant((tx) => scheduler().cancel(tx, { tenantId: other.id, kind: 'test', key: 'one' }))
    expect(await rows()).toHaveLength(2)
    await expect(
      inTenant((tx) => scheduler().schedule(tx, { tenantId: other.id, kind: 'test', key: 'mine', dueAt: new Date() })),
    ).rejects.toThrow(/row-level security/)
    await inTenant((tx) => scheduler().cancel(tx, { kind: 'test', key: 'one' }))
    await change('due_at = now()')
    run(handlers)
    await poll(() => handled.map(({ tenantId }) => tenantId)).toEqual([other.id])
  })

  it('of a kind that this server does not know is left to others', async () => {
    const { keys, handlers } = collecting()
    await schedule({ kind: 'of the next release', key: 'new' })
    await schedule({ key: 'known' })
    run(handlers)
    await poll(keys).toEqual(['known'])
    await poll(async () => (await rows()).map(({ key, attempts }) => [key, attempts])).toEqual([['new', 0]])
  })
})

describe('work that fails', () => {
  it('is tried again after pauses that double, and is given up in the end, where it can be seen', async () => {
    let isBroken = true
    const tried: number[] = []
    const { clock, errors, dead } = run({
      test: async ({ attempt }) => {
        tried.push(attempt)
        if (isBroken) throw new Error('the port is closed')
      },
    })
    await schedule()
    const pauses: number[] = []
    for (let attempt = 1; attempt < MAX_ATTEMPTS; attempt++) {
      await poll(async () => (await rows())[0]).toMatchObject({ attempts: attempt, taken_by: null, last_error: 'the port is closed' })
      const pause = Math.round((((await rows())[0]?.due_at.getTime() ?? 0) - clock.now()) / 1000)
      pauses.push(pause)
      await clock.advance(pause * 1000)
      await poll(async () => {
        // Not while it is being carried out, or its lease would be over.
        if ((await rows())[0]?.attempts === attempt) await clock.advance(1000)
        return tried.length
      }).toBe(attempt + 1)
    }
    expect(pauses.map((pause, at) => Math.abs(pause - 5 * 2 ** at) <= 1)).toEqual(pauses.map(() => true))
    await poll(async () => (await rows())[0]?.dead_at).toBeInstanceOf(Date)
    expect(dead).toMatchObject([{ kind: 'test', key: 'one', tenantId: tenant.id, attempt: MAX_ATTEMPTS }])
    expect(errors).toHaveLength(MAX_ATTEMPTS)
    expect(await server.services.transactions.inPlatform('a test', countDeadWork, 'read')).toBe(1)
    await clock.advance(HOUR)
    expect(tried).toHaveLength(MAX_ATTEMPTS)
    isBroken = false
    await schedule()
    await poll(rows).toEqual([])
    expect(tried.at(-1)).toBe(1)
  }, 60_000)

  it('is given up when it has ended its server too often', async () => {
    const { keys, handlers } = collecting()
    await schedule()
    await change(`attempts = ${MAX_ATTEMPTS}, taken_by = $1, taken_until = now() - interval '1 second'`, newId())
    const { dead } = run(handlers)
    await poll(() => dead.length).toBe(1)
    expect(await rows()).toMatchObject([{ last_error: 'interrupted', dead_at: expect.any(Date) }])
    expect(keys()).toEqual([])
  })

  it('keeps no other kind waiting, however long it takes', async () => {
    const { keys, handlers } = collecting()
    run({
      ...handlers,
      slow: ({ signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => resolve())
        }),
    })
    for (const key of ['a', 'b', 'c']) await schedule({ kind: 'slow', key })
    await schedule({ key: 'quick' })
    await poll(keys).toEqual(['quick'])
  })
})

describe('work about one thing', () => {
  it('is carried out one piece after the other, in the order in which it is due, however long each takes', async () => {
    const keys = ['x:3', 'x:1', 'x:4', 'x:2']
    const [begun, together]: [string[], number[]] = [[], []]
    let atWork = 0
    const work = async ({ key }: DueWork) => {
      begun.push(key)
      together.push((atWork += 1))
      // Longer than what is quick, so that others of its kind would be begun beside it.
      await sleep(key === 'x:3' ? 100 : 30)
      atWork -= 1
    }
    await inTenant(async (tx) => {
      for (const [at, key] of keys.entries())
        await scheduler().schedule(tx, { kind: 'test', key, dueAt: new Date(Date.now() - 60_000 + at * 1000) })
    })
    run({ test: work })
    await poll(async () => (await rows()).length).toBe(0)
    expect(begun).toEqual(keys)
    expect(Math.max(...together)).toBe(1)
  })
})

describe('several servers', () => {
  it('share the work, and none is carried out twice', async () => {
    const handled: string[] = []
    const work = async ({ key }: DueWork) => {
      await sleep(2)
      handled.push(key)
    }
    const keys = Array.from({ length: 60 }, (_, at) => String(at))
    await inTenant(async (tx) => {
      for (const key of keys) await scheduler().schedule(tx, { kind: 'test', key, dueAt: new Date() })
    })
    for (let servers = 0; servers < 3; servers++) run({ test: work })
    await poll(async () => (await rows()).length).toBe(0)
    expect(handled.sort()).toEqual(keys.sort())
  })

  it('do not wait for one another while one takes', async (context) => {
    if (server.databaseUrl === undefined) return context.skip('the embedded engine has one connection')
    const { keys, handlers } = collecting()
    await schedule({ key: 'held', dueAt: new Date(Date.now() - 1000) })
    await schedule({ key: 'free' })
    await inTenant(async (tx) => {
      await tx.all(build.selectFrom('scheduled_work').select('key').where('key', '=', 'held').forUpdate())
      run(handlers)
      await poll(keys).toEqual(['free'])
    })
    await poll(async () => (await rows()).length).toBe(1)
  })

  it('leave it to whoever took it until the lease is over, and then take it over', async () => {
    const { keys, handlers } = collecting()
    const clock = runningClock()
    await schedule()
    await change("taken_by = $1, taken_until = now() + interval '60 seconds', attempts = 1", newId())
    run(handlers, clock)
    // It must not be taken, and nothing tells of that.
    await sleep(50)
    await clock.advance(50_000)
    await sleep(50)
    expect(keys()).toEqual([])
    await poll(async () => {
      await clock.advance(2000)
      return keys()
    }).toEqual(['one'])
  })

  it('renew the lease while they are at work', async () => {
    const { promise: gate, resolve: end } = gated()
    const { clock } = run({ test: () => gate })
    await schedule()
    await poll(async () => (await rows())[0]?.taken_by).toBeTypeOf('string')
    const before = (await rows())[0]?.taken_until?.getTime() ?? 0
    await clock.advance(20_000)
    await poll(async () => ((await rows())[0]?.taken_until?.getTime() ?? 0) - before).toBeGreaterThan(15_000)
    end()
    await poll(rows).toEqual([])
  })

  it('end no work, and change nothing with it, that was taken over from them', async () => {
    const outcome: unknown[] = []
    const { promise: gate, resolve: go } = gated()
    run({
      test: async (work) => {
        await gate
        await inTenant(async (tx) => {
          await scheduler().schedule(tx, { kind: 'effect', key: 'of the loser', dueAt: new Date() })
          await work.finish(tx)
        }).catch((error: unknown) => {
          outcome.push(error)
          throw error
        })
      },
    })
    await schedule()
    await poll(async () => (await rows())[0]?.taken_by).toBeTypeOf('string')
    const successor = newId()
    await change('taken_by = $1, attempts = 2', successor)
    go()
    await poll(() => outcome.length).toBe(1)
    expect(outcome[0]).toBeInstanceOf(LostWork)
    expect(await rows()).toMatchObject([{ key: 'one', taken_by: successor, attempts: 2, last_error: null }])
  })
})

describe('work that is quick', () => {
  const QUICK = 20
  /** More than are done and then taken in one go. */
  const PIECES = 100
  const schedulePieces = () =>
    inTenant(async (tx) => {
      for (let at = 0; at < PIECES; at++)
        await scheduler().schedule(tx, { kind: 'test', key: String(at), dueAt: new Date(Date.now() - 60_000 + at) })
    })
  /** Pieces of which the first ones are quick and each later one waits, so that more are taken than are at work. */
  async function held() {
    const { promise: gate, resolve: go } = gated()
    const done: string[] = []
    let begun = 0
    await schedulePieces()
    const runner = run({
      test: async ({ key, signal }) => {
        begun += 1
        if (begun > QUICK)
          await Promise.race([gate, new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))))])
        done.push(key)
      },
    })
    const taken = async () => (await rows()).filter(({ taken_by }) => taken_by !== null)
    await poll(() => done.length).toBe(QUICK)
    // The last of them is done a little before its row is gone.
    await poll(async () => (await rows()).length).toBe(PIECES - QUICK)
    await poll(async () => (await taken()).length).toBeGreaterThan(2)
    return { runner, done, taken, go }
  }

  it('is taken many pieces at a time, each carried out once, and not by more at once than before', async () => {
    const { done, go, taken } = await held()
    expect((await taken()).every(({ attempts }) => attempts === 1)).toBe(true)
    go()
    await poll(rows).toEqual([])
    expect([...done].sort()).toEqual(Array.from({ length: PIECES }, (_, at) => String(at)).sort())
  })

  it('goes on beside one piece that takes long', async () => {
    const { promise: gate, resolve: go } = gated()
    const done: string[] = []
    await schedulePieces()
    const { clock } = run({
      test: async ({ key }) => {
        if (key === String(QUICK)) await gate
        done.push(key)
      },
    })
    await poll(async () => {
      await clock.advance(50)
      return done.length
    }).toBe(PIECES - 1)
    go()
    await poll(rows).toEqual([])
  })

  it('and is not begun when the server ends is handed back, and the attempt does not count', async () => {
    const { runner, done } = await held()
    await runner.stop()
    expect(done).toHaveLength(QUICK)
    const left = await rows()
    expect(left).toHaveLength(PIECES - QUICK)
    expect(left.every(({ taken_by, attempts, last_error }) => taken_by === null && attempts === 0 && last_error === null)).toBe(true)
  })

  it('and was taken over by another server before it began is left to that one', async () => {
    const { runner, done, taken, go } = await held()
    const successor = newId()
    const lost = (await taken()).map(({ key }) => key)
    await change('taken_by = $1 where taken_by is not null', successor)
    await runner.clock.advance(20_000)
    // The renewal has said so once what was at work has been stopped.
    await poll(async () =>
      (await rows()).some(({ key, taken_by }) => taken_by !== successor && taken_by !== null && !lost.includes(key)),
    ).toBe(true)
    go()
    await poll(async () => (await rows()).map(({ key }) => key).sort()).toEqual([...lost].sort())
    expect(done.filter((key) => lost.includes(key))).toEqual([])
  })
})

describe('while it is carried out, work that', () => {
  it('is scheduled again is carried out once more, afterwards', async () => {
    let atWork = 0
    let most = 0
    const seen: unknown[] = []
    const { promise: gate, resolve: go } = gated()
    run({
      test: async ({ payload }) => {
        most = Math.max(most, ++atWork)
        if (payload === 'first') await gate
        seen.push(payload)
        atWork -= 1
      },
    })
    await schedule({ payload: 'first' })
    await poll(async () => (await rows())[0]?.taken_by).toBeTypeOf('string')
    await schedule({ payload: 'second' })
    // The second must not begin, and nothing tells of that.
    await sleep(50)
    expect(seen).toEqual([])
    go()
    await poll(() => seen).toEqual(['first', 'second'])
    await poll(rows).toEqual([])
    expect(most).toBe(1)
  })

  it('schedules itself comes again at its next time', async () => {
    let rounds = 0
    const { clock } = run({
      test: async ({ key, kind, finish }) => {
        rounds += 1
        await inTenant(async (tx) => {
          await scheduler().schedule(tx, { kind, key, dueAt: new Date(clock.now() + HOUR) })
          await finish(tx)
        })
      },
    })
    await schedule()
    await poll(async () => (await rows())[0]?.taken_by).toBe(null)
    await poll(() => rounds).toBe(1)
    await poll(async () => {
      await clock.advance(HOUR / 60)
      return rounds
    }).toBe(2)
  })

  it('is interrupted by the end of the server is handed back, and the attempt does not count', async () => {
    const runner = run({
      test: ({ signal }) =>
        new Promise((_, reject) => {
          signal.addEventListener('abort', () => reject(new Error('stopped')))
        }),
    })
    await schedule()
    await poll(async () => (await rows())[0]?.taken_by).toBeTypeOf('string')
    await runner.stop()
    expect(await rows()).toMatchObject([{ taken_by: null, attempts: 0, last_error: null }])
    expect(runner.errors).toEqual([])
  })
})
