/**
 * Guessing is counted before it is judged: an attempt takes its place in the counters, in a transaction of its own, and
 * only then is the password looked at. However many guesses run at once, no more are judged than the limit allows.
 *
 * Attempts at one account are judged one after the other: a right password gives its place back before the next is taken,
 * so that any number of right ones at once gets in (docs/decisions/0011-attempts-wait-in-line.md).
 */
import { sql } from 'kysely'
import type { Settings } from '../../model/system/known-parameters.ts'
import { settingsOf } from '../../model/system/known-parameters.ts'
import { countUp, keyOf, networkOf } from './counters.ts'
import { fail } from './errors.ts'
import { openQueues } from './queues.ts'
import { build } from './sql.ts'
import type { Doors } from './tenant.ts'

const WINDOW_SECONDS = 15 * 60

/** Attempts within a window. One account: a person's typos, as many as the tenant allows. One address: an office behind one router. */
const limits = { address: 100, tenant: 2000 } as const

/** What the tenant has decided about its own accounts. */
type Policy = Pick<Settings, 'signIn.maxAttempts' | 'signIn.lockMinutes'>
const usual: Policy = settingsOf({})

export interface Attempt {
  account: string
  address: string
  tenant: string
  /** Absent where no tenant has a say, such as for the secrets of clients. */
  policy?: Policy
}

/** Attempts at one account that may wait in one process; about 1 KB each. */
const MOST_WAITING = 1000
const queues = openQueues(MOST_WAITING)

/**
 * Judges an attempt in its turn, and gives its place back when it was right.
 * @param judge Compares the password, and gives something when it is right; called only while the limits allow it. It is told
 * which attempt in a row it is.
 * @throws Failure `sign-in.locked` when one of the counters is used up, `server.busy` when too many wait for this account.
 */
export function judgeAttempt<Found>(doors: Doors, attempt: Attempt, judge: (place: number) => Promise<Found | undefined>): Promise<Found | undefined> {
  return queues.inTurn(keysOf(attempt)[0] as string, async () => {
    const found = await judge(await takeAttempt(doors, attempt))
    if (found !== undefined) await forgetAttempt(doors, attempt)
    return found
  })
}

/** Gives which attempt at this account it is. @throws Failure `sign-in.locked` when one of the counters is used up. */
async function takeAttempt(doors: Doors, attempt: Attempt): Promise<number> {
  const { policy = usual } = attempt
  const taken = await countUp(doors, keysOf(attempt).map((key) => ({ key, seconds: secondsOf(key, policy) })))
  const full = taken.find((counter) => counter.count > limitOf(counter.key, policy))
  if (full) fail('sign-in.locked', { values: { minutes: Math.ceil(full.seconds / 60) }, retryAfter: full.seconds, more: { error: 'invalid_grant' } })
  return taken[0]?.count ?? 0
}

const kindOf = (key: string) => key.split(':')[0] as 'account' | keyof typeof limits

/** The counters of addresses are all tenants', so no tenant has a say in them. */
function secondsOf(key: string, policy: Policy): number {
  return kindOf(key) === 'account' ? policy['signIn.lockMinutes'] * 60 : WINDOW_SECONDS
}

function limitOf(key: string, policy: Policy): number {
  const kind = kindOf(key)
  return kind === 'account' ? policy['signIn.maxAttempts'] : limits[kind]
}

/** A right password was no guess: the account starts anew and the others get their place back. */
export async function forgetAttempt(doors: Doors, attempt: Attempt): Promise<void> {
  const [account, ...others] = keysOf(attempt)
  await doors.inPlatform('attempts are counted before anybody is known', async (tx) => {
    await tx.run(build.deleteFrom('attempts').where('counted_for', '=', account as string))
    for (const other of others) await tx.run(build.updateTable('attempts').set({ count: sql`greatest(count - 1, 0)` }).where('counted_for', '=', other))
  })
}

/** The account starts anew: its owner has proved in another way who they are. */
export async function forgetAccount(doors: Doors, { account, tenant }: Pick<Attempt, 'account' | 'tenant'>): Promise<void> {
  await doors.inPlatform('attempts are counted before anybody is known', (tx) => tx.run(build.deleteFrom('attempts').where('counted_for', '=', keyOf('account', `${tenant}\n${account}`))))
}

/** In one order, so that parallel attempts cannot deadlock. */
function keysOf({ account, address, tenant }: Attempt): string[] {
  return [keyOf('account', `${tenant}\n${account}`), keyOf('address', networkOf(address)), keyOf('tenant', tenant)]
}
