/**
 * Guessing is counted before it is judged: an attempt takes its place in the counters, in a transaction of its own, and
 * only then is the password looked at. However many guesses run at once, no more are judged than the limit allows.
 */
import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { sql } from 'kysely'
import { fail } from './errors.ts'
import { build } from './sql.ts'
import type { Doors } from './tenant.ts'

const WINDOW_SECONDS = 15 * 60

/** Attempts within a window. One account: a person's typos. One address: an office behind one router. */
const limits = { account: 5, address: 100, tenant: 2000 } as const

export interface Attempt {
  account: string
  address: string
  tenant: string
}

/** @throws Failure `sign-in.locked` when one of the counters is used up. */
export async function takeAttempt(doors: Doors, attempt: Attempt): Promise<void> {
  const taken = await doors.inPlatform('attempts are counted before anybody is known', (tx) => tx.all(build.insertInto('attempts')
    .values(keysOf(attempt).map((counted_for) => ({ counted_for, count: 1, window_ends_at: new Date(Date.now() + WINDOW_SECONDS * 1000) })))
    .onConflict((conflict) => conflict.column('counted_for').doUpdateSet({
      count: sql`case when attempts.window_ends_at <= now() then 1 else attempts.count + 1 end`,
      window_ends_at: sql`case when attempts.window_ends_at <= now() then excluded.window_ends_at else attempts.window_ends_at end`,
    }))
    .returning(['counted_for', 'count', 'window_ends_at'])))
  const full = taken.find((counter) => counter.count > limits[counter.counted_for.split(':')[0] as keyof typeof limits])
  if (!full) return
  const seconds = Math.max(1, Math.ceil((full.window_ends_at.getTime() - Date.now()) / 1000))
  fail('sign-in.locked', { values: { minutes: Math.ceil(seconds / 60) }, retryAfter: seconds, more: { error: 'invalid_grant' } })
}

/** A right password was no guess: the account starts anew and the others get their place back. */
export async function forgetAttempt(doors: Doors, attempt: Attempt): Promise<void> {
  const [account, ...others] = keysOf(attempt)
  await doors.inPlatform('attempts are counted before anybody is known', async (tx) => {
    await tx.run(build.deleteFrom('attempts').where('counted_for', '=', account as string))
    for (const other of others) await tx.run(build.updateTable('attempts').set({ count: sql`greatest(count - 1, 0)` }).where('counted_for', '=', other))
  })
}

/** Hashed, so that the table tells nothing about names; in one order, so that parallel attempts cannot deadlock. */
function keysOf({ account, address, tenant }: Attempt): string[] {
  const key = (kind: keyof typeof limits, value: string) => `${kind}:${createHash('sha256').update(value.toLowerCase()).digest('base64url')}`
  return [key('account', `${tenant}\n${account}`), key('address', networkOf(address)), key('tenant', tenant)]
}

/** One household or office: an IPv4 address, or the /64 of an IPv6 address (RFC 6177), which one host can roam through. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('::')
  const groups = head.split(':')
  const missing = tail === undefined ? 0 : 8 - groups.length - tail.split(':').length
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...(tail ?? '').split(':')].slice(0, 4).join(':')
}
