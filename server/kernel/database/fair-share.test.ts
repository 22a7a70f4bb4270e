import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant } from '../../../tests/support/builders.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import type { FairShare } from './fair-share.ts'
import { fairShare } from './fair-share.ts'
import { build } from './sql.ts'

describe('a fair share', () => {
  /** Enters, and notes the name once it is their turn. */
  const enterInto =
    (share: FairShare, admitted: string[]) =>
    (name: string | undefined, as = name ?? 'server') => {
      const admission = share.enter(name)
      if (!admission) return void admitted.push(as)
      void admission.then(() => admitted.push(as))
    }
  const settled = () =>
    new Promise((resolve) => {
      setImmediate(resolve)
    })

  it('lets in at once whoever finds a place, and goes round among those who wait', async () => {
    const share = fairShare({ places: 2, share: 2, most: 10 })
    const admitted: string[] = []
    const enter = enterInto(share, admitted)
    for (const name of ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'c']) enter(name)
    expect(admitted).toEqual(['a', 'a'])
    const left = [...admitted]
    for (let at = 0; at < 8; at += 1) {
      share.leave(left[at])
      await settled()
      left.push(...admitted.slice(left.length))
    }
    expect(admitted).toEqual(['a', 'a', 'a', 'b', 'c', 'a', 'b', 'a'])
  })

  it('keeps places that one cannot take from the others, and gives them to the server itself', async () => {
    const share = fairShare({ places: 4, share: 3, most: 10 })
    const admitted: string[] = []
    const enter = enterInto(share, admitted)
    for (let at = 0; at < 5; at += 1) enter('a')
    expect(admitted).toEqual(['a', 'a', 'a'])
    enter('b')
    expect(admitted, 'there was a place for another').toEqual(['a', 'a', 'a', 'b'])
    share.leave('b')
    await settled()
    expect(admitted, 'that is no place for the one').toHaveLength(4)
    enter(undefined)
    expect(admitted.at(-1)).toBe('server')
    share.leave('a')
    await settled()
    expect(admitted.slice(5)).toEqual(['a'])
    const servers = fairShare({ places: 4, share: 1, most: 1 })
    expect([1, 2, 3, 4].map(() => servers.enter(undefined))).toEqual([undefined, undefined, undefined, undefined])
    expect([1, 2, 3].map(() => servers.enter(undefined))).toEqual([expect.any(Promise), expect.any(Promise), expect.any(Promise)])
  })

  it('refuses where too many wait, and whoever has waited for too long, who is not let in afterwards', async () => {
    const share = fairShare({ places: 1, share: 1, most: 2, waitMs: 30 })
    expect(share.enter('a')).toBeUndefined()
    const waiting = [share.enter('a'), share.enter('a')]
    const outcomes = Promise.allSettled(waiting)
    const busy = { code: 'server.busy', details: { retryAfter: 1 } }
    expect(() => share.enter('a')).toThrow(expect.objectContaining(busy))
    const other = share.enter('b')
    expect(await outcomes).toEqual([1, 2].map(() => ({ status: 'rejected', reason: expect.objectContaining(busy) })))
    await expect(other).rejects.toMatchObject(busy)
    const last = share.enter('b')
    share.leave('a')
    await last
    share.leave('b')
    expect(share.enter('a'), 'nobody holds a place that has given up').toBeUndefined()
  })
})

describe('a tenant that floods the database', () => {
  let server: TestServer
  let flooding: BuiltTenant
  let other: BuiltTenant
  beforeAll(async () => {
    server = await startServer()
    ;[flooding, other] = [await buildTenant(server), await buildTenant(server)]
  })
  afterAll(() => server.stop())

  const sleeping = (tenant: BuiltTenant, seconds: number) =>
    server.services.transactions.inTenant(
      { tenantId: tenant.id },
      (tx) => tx.all(build.selectNoFrom(sql`pg_sleep(${seconds})::text`.as('slept'))),
      'read',
    )

  it('lets others in between, and the next of its own only after them', async () => {
    let done = 0
    const flood = Array.from({ length: 60 }, async () => {
      await sleeping(flooding, 0.05)
      done += 1
    })
    await sleep(20)
    const before = done
    const otherDone = []
    for (let at = 0; at < 3; at += 1) {
      await sleeping(other, 0)
      otherDone.push(done - before)
    }
    // One connection: the one of theirs at work, and the one whose turn it is, before each of ours. Ten: there are two they do not get.
    expect(otherDone.at(-1)).toBeLessThanOrEqual(server.services.isAlone ? 6 : 24)
    expect(await fetch(`${server.url}/readyz`)).toMatchObject({ status: 200 })
    expect(done).toBeLessThan(60)
    await Promise.all(flood)
    expect(done).toBe(60)
  })

  it('is told to come back when too many of its transactions wait, and nobody else is', async () => {
    const flood = await Promise.allSettled([...Array.from({ length: 1200 }, () => sleeping(flooding, 0)), sleeping(other, 0)])
    const refused = flood.filter((outcome) => outcome.status === 'rejected')
    // A thousand wait; those who found a place at once are fewer where the server's own work holds one at that moment.
    expect(refused.length).toBeLessThanOrEqual(1200 - 1000)
    expect(refused.length).toBeGreaterThanOrEqual(1200 - 1000 - (server.services.isAlone ? 1 : 8))
    expect(refused[0]?.reason).toMatchObject({ code: 'server.busy', details: { retryAfter: 1 } })
    expect(flood.at(-1)?.status).toBe('fulfilled')
  })
})
