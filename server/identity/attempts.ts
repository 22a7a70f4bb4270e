/**
 * Guessing is counted before it is judged: an attempt takes its place in the counters, in a transaction of its own, and
 * only then is the password looked at. However many guesses run at once, no more are judged than the limit allows.
 *
 * Attempts at one account are judged one after the other: a right password gives its place back before the next is taken,
 * so that any number of right ones at once gets in (docs/decisions/0011-attempts-wait-in-line.md).
 *
 * Strangers' guesses do not lock out the owner: a device that has signed in before has a counter of its own, and an image
 * that was copied allows some more (docs/decisions/0063-strangers-lock-nobody-out.md).
 */
import { sql } from 'kysely'
import type { Settings } from '../../model/system/known-parameters.ts'
import { settingsOf } from '../../model/system/known-parameters.ts'
import type { Counter } from '../kernel/database/counters.ts'
import { countUp, keyOf, networkOf } from '../kernel/database/counters.ts'
import { fail } from '../kernel/errors.ts'
import { openKeyedMutex } from '../kernel/database/keyed-mutex.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes } from '../kernel/database/tenant.ts'

const WINDOW_SECONDS = 15 * 60
const DAY_SECONDS = 24 * 60 * 60

/**
 * Attempts by strangers. One address within a quarter of an hour: an office behind one router. One account within a day: half
 * of the hundred that NIST SP 800-63B (5.2.2) allows without more, half of them with an image that was copied.
 */
const limits = { address: 100, tenant: 2000, day: 50, image: 50 } as const

/** What the tenant has decided about its own accounts. */
type Policy = Pick<Settings, 'signIn.maxAttempts' | 'signIn.lockMinutes'>
const usual: Policy = settingsOf({})

export interface Attempt {
  account: string
  address: string
  tenant: string
  /** Absent where no tenant has a say, such as for the secrets of clients. */
  policy?: Policy
  /**
   * What has already shown that it belongs to the account: a device that signed in before, a session, a first step. Its
   * attempts are counted by this name alone: neither what strangers try at the account nor what its address or tenant does concerns it.
   */
  known?: string | undefined
  /** Whether an image was copied, for an attempt that would be refused otherwise; asked once at most. Absent where none can be. */
  proof?: (() => Promise<boolean>) | undefined
}

export interface AttemptSlot {
  /** Which attempt in a row this is. */
  readonly place: number
  /** Whether it was allowed for the image. */
  readonly isProven: boolean
}

/** Attempts at one account that may wait in one process; about 1 KB each. */
const MAX_WAITING = 1000
const mutex = openKeyedMutex(MAX_WAITING)

/**
 * Judges an attempt in its turn, and gives its place back when it was right.
 * @param judge Compares the password, and gives something when it is right; called only while the limits allow it.
 * @throws Failure `sign-in.locked` or `sign-in.locked-image` when one of the counters is used up, `server.busy` when too many
 * wait for this account.
 */
export function judgeAttempt<Found>(
  transactions: TransactionScopes,
  attempt: Attempt,
  judge: (place: AttemptSlot) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  return mutex.run(keyOfAccount(attempt), async () => {
    const found = await judge(await takeAttempt(transactions, attempt))
    if (found !== undefined) await forgetAttempt(transactions, attempt)
    return found
  })
}

async function takeAttempt(transactions: TransactionScopes, attempt: Attempt): Promise<AttemptSlot> {
  const counters = countersOf(attempt)
  const taken = await countUp(transactions, counters)
  const place = taken[0]?.count ?? 0
  const full = taken.filter(({ count }, at) => count > (counters[at]?.most ?? 0))
  if (full.length === 0) return { place, isProven: false }
  const refuse = (seconds: number, mayProve: boolean) =>
    fail(mayProve ? 'sign-in.locked-image' : 'sign-in.locked', {
      values: { minutes: Math.ceil(seconds / 60) },
      retryAfter: seconds,
      more: { error: 'invalid_grant', ...(mayProve ? { captcha: true } : {}) },
    })
  const wait = Math.max(...full.map(({ seconds }) => seconds))
  if (!attempt.proof || !(await attempt.proof())) return refuse(wait, attempt.proof !== undefined)
  const [images] = await countUp(transactions, [{ key: keyOf('image', whoseOf(attempt)), seconds: DAY_SECONDS }])
  return images && images.count <= limits.image ? { place, isProven: true } : refuse(wait, false)
}

/** A right password was no guess: the account starts anew and the others get their place back. */
async function forgetAttempt(transactions: TransactionScopes, attempt: Attempt): Promise<void> {
  const [account, ...others] = countersOf(attempt)
  await transactions.inPlatform('attempts are counted before anybody is known', async (tx) => {
    await tx.run(build.deleteFrom('attempts').where('counted_for', '=', account?.key ?? ''))
    for (const { key } of others)
      await tx.run(
        build
          .updateTable('attempts')
          .set({ count: sql`greatest(count - 1, 0)` })
          .where('counted_for', '=', key),
      )
  })
}

/** The account starts anew: its owner has proved in another way who they are. */
export async function forgetAccount(transactions: TransactionScopes, attempt: Pick<Attempt, 'account' | 'tenant'>): Promise<void> {
  const keys = [keyOfAccount(attempt), keyOf('day', whoseOf(attempt)), keyOf('image', whoseOf(attempt))]
  await transactions.inPlatform('attempts are counted before anybody is known', (tx) =>
    tx.run(build.deleteFrom('attempts').where('counted_for', 'in', keys)),
  )
}

const whoseOf = ({ account, tenant }: Pick<Attempt, 'account' | 'tenant'>) => `${tenant}\n${account}`

function keyOfAccount(attempt: Pick<Attempt, 'account' | 'tenant' | 'known'>): string {
  return keyOf('account', attempt.known === undefined ? whoseOf(attempt) : `${whoseOf(attempt)}\n${attempt.known}`)
}

/** The counters before an attempt, in one order, so that parallel attempts cannot deadlock. Those of addresses are all tenants', so no tenant has a say in them. */
function countersOf(attempt: Attempt): (Counter & { readonly most: number })[] {
  const { policy = usual, address, tenant, known } = attempt
  const account = { key: keyOfAccount(attempt), seconds: policy['signIn.lockMinutes'] * 60, most: policy['signIn.maxAttempts'] }
  return known !== undefined
    ? [account]
    : [
        account,
        { key: keyOf('day', whoseOf(attempt)), seconds: DAY_SECONDS, most: limits.day },
        { key: keyOf('address', networkOf(address)), seconds: WINDOW_SECONDS, most: limits.address },
        { key: keyOf('tenant', tenant), seconds: WINDOW_SECONDS, most: limits.tenant },
      ]
}
