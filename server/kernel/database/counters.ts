/**
 * Counters in the database of what somebody does before anybody knows who it is: wrong passwords, messages asked for,
 * registrations. Each is counted before it is done, in a transaction of its own, so that no number of them at once gets past.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { fail } from '../errors.ts'
import { build } from './sql.ts'
import type { TransactionScopes, Transaction } from './tenant.ts'

export interface Counter {
  /** Made by {@link keyOf}. */
  readonly key: string
  /** How long the window is in which is counted. */
  readonly seconds: number
}

export interface Counted extends Counter {
  readonly count: number
}

const REASON = 'attempts are counted before anybody is known'

/** Takes a place in each counter and gives what they stand at, in the order given, with the seconds their windows still last. */
export function countUp(transactions: TransactionScopes, counters: readonly Counter[]): Promise<Counted[]> {
  return transactions.inPlatform(REASON, (tx) => countWithin(tx, counters))
}

async function countWithin(tx: Transaction, counters: readonly Counter[]): Promise<Counted[]> {
  const taken = await tx.all(
    build
      .insertInto('attempts')
      .values(
        counters.map(({ key, seconds }) => ({
          counted_for: key,
          count: 1,
          // Of the database, which says below when it is over: a server whose clock is behind would begin a new window each time.
          window_ends_at: sql<Date>`now() + make_interval(secs => ${seconds})`,
        })),
      )
      .onConflict((conflict) =>
        conflict.column('counted_for').doUpdateSet({
          count: sql`case when attempts.window_ends_at <= now() then 1 else attempts.count + 1 end`,
          window_ends_at: sql`case when attempts.window_ends_at <= now() then excluded.window_ends_at else least(attempts.window_ends_at, excluded.window_ends_at) end`,
        }),
      )
      .returning(['counted_for', 'count', sql<number>`greatest(1, ceil(extract(epoch from window_ends_at - now())))::integer`.as('left')]),
  )
  return counters.map(({ key, seconds }) => {
    const now = taken.find((counter) => counter.counted_for === key)
    return { key, count: now?.count ?? 0, seconds: now?.left ?? seconds }
  })
}

export interface Allowance extends Counter {
  /** How often within the window. */
  readonly most: number
}

/**
 * Counts one use against each of the limits. All of them or none: who is refused by one uses up no other. Otherwise a stranger who asks
 * ten times in a minute for somebody's number would use up that number's day.
 * @throws Failure `request.too-many` when one of the allowances is used up.
 */
export function consumeAllowances(transactions: TransactionScopes, allowances: readonly Allowance[]): Promise<void> {
  return transactions.inPlatform(REASON, async (tx) => {
    const taken = await countWithin(tx, allowances)
    const full = taken.filter(({ count }, at) => count > (allowances[at] as Allowance).most).map(({ seconds }) => seconds)
    if (full.length > 0) fail('request.too-many', { values: { seconds: Math.max(...full) }, retryAfter: Math.max(...full) })
  })
}

/** The key of a counter: a hash of its parts. Hashed, so that the table tells nothing about names. */
export function keyOf(kind: string, value: string): string {
  return `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`
}

/**
 * The network that counts as one party. One household or office: an IPv4 address, or the /64 of an IPv6 address (RFC 6177), which one host
 * can roam through.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
