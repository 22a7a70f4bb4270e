/** The queue between the evaluation of alarms and the database: nothing that waits is lost by a failure, and nothing changes its order. */
import { describe, expect, it } from 'vitest'
import { asTenantId } from '../../kernel/database/as-tenant-id.ts'
import type { TenantId } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import { openOutbox } from './outbox.ts'
import type { Change, RuleInstance } from './rule-instance.ts'
import type { Stored } from './store.ts'

const watched = (tenantId: TenantId) => ({ point: { tenantId } }) as RuleInstance
const change = (watch: RuleInstance, transition: Change['transition'], at: number): Change => ({
  watch,
  transition,
  seen: undefined,
  at: millis(at),
})

/** An outbox whose first transactions fail as they are told to, and what it has stored: tenant, transition and time. */
function opened(...failures: readonly unknown[]) {
  const left = [...failures]
  const stored: string[] = []
  const errors: unknown[] = []
  const gone: string[] = []
  const transactions = {
    inTenant: async (_actor: unknown, work: (tx: never) => Promise<unknown>) => {
      const failure = left.shift()
      if (failure !== undefined) throw failure
      return work(undefined as never)
    },
  } as unknown as TransactionScopes
  const outbox = openOutbox({
    transactions,
    store: async (_tx, tenantId, changes) => {
      stored.push(...changes.map(({ transition, at }) => `${tenantId} ${transition} ${at}`))
      return [] as Stored[]
    },
    onStored: () => undefined,
    onGone: (tenantId) => void gone.push(tenantId),
    onError: (error) => void errors.push(error),
  })
  return { outbox, stored, errors, gone }
}

describe('changes that could not be stored', () => {
  it('are stored later, before those that came meanwhile', async () => {
    const { outbox, stored, errors } = opened(new Error('the database is away'))
    const watch = watched(asTenantId('t'))
    outbox.open()
    outbox.add(change(watch, 'raise', 1))
    await expect.poll(() => errors).toHaveLength(1)
    expect(outbox.isWaiting(watch)).toBe(true)
    outbox.add(change(watch, 'return', 2))
    await outbox.empty()
    expect(stored).toEqual(['t raise 1', 't return 2'])
    expect(outbox.isWaiting(watch)).toBe(false)
  })

  it('keep no other tenant waiting for good', async () => {
    const { outbox, stored } = opened(new Error('once'))
    outbox.add(change(watched(asTenantId('first')), 'raise', 1))
    outbox.add(change(watched(asTenantId('second')), 'raise', 2))
    outbox.open()
    await outbox.empty()
    expect(stored.sort()).toEqual(['first raise 1', 'second raise 2'])
  })

  it('of a tenant that is no more are given up', async () => {
    const { outbox, stored, gone } = opened(Object.assign(new Error('foreign key'), { code: '23503' }))
    const watch = watched(asTenantId('erased'))
    outbox.add(change(watch, 'raise', 1))
    outbox.open()
    await outbox.empty()
    expect([stored, gone, outbox.isWaiting(watch)]).toEqual([[], ['erased'], false])
  })
})

it('of one alarm no more wait than can, and the last of them says what is so', async () => {
  const { outbox, stored } = opened()
  const watch = watched(asTenantId('t'))
  for (let at = 1; at <= 40; at += 1) outbox.add(change(watch, at % 2 === 1 ? 'raise' : 'return', at))
  outbox.open()
  await outbox.empty()
  expect(stored).toHaveLength(16)
  expect(stored.at(-1)).toMatch(/^t return /)
})
