/**
 * Images to copy, before somebody who is not known does what a program should not do a thousand times. Whoever cannot read
 * them waits instead: the key alone is good after half a minute, a few times an hour for one network.
 */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { keyOf, networkOf, consumeAllowances } from '../../kernel/database/counters.ts'
import { fail } from '../../kernel/errors.ts'
import { hashToken } from '../secrets.ts'
import { build } from '../../kernel/database/sql.ts'
import type { TransactionScopes } from '../../kernel/database/tenant.ts'
import { ALPHABET } from './glyphs.ts'
import { drawWord } from './image.ts'

const LENGTH = 5
/** How long an image is good for. */
export const MINUTES = 10
/** How long to wait instead of reading. */
export const WAIT_SECONDS = 30
/** How often one network may wait instead: keys are the caller's own, so that a program could let any number of them ripen. */
const WAITS = { most: 20, seconds: 3600 }

const REASON = 'an image comes before anybody is known'

export interface Copied {
  readonly key?: string | undefined
  readonly text?: string | undefined
}

/** A new image under this key; one that had it before is worth nothing any more. */
export async function issueCaptcha(transactions: TransactionScopes, key: string): Promise<Buffer> {
  const word = Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('')
  const row = { answer_hash: hashOf(key, word), passed_at: null, created_at: sql<Date>`now()` }
  await transactions.inPlatform(REASON, (tx) =>
    tx.run(
      build
        .insertInto('captchas')
        .values({ key_hash: hashToken(key), ...row })
        .onConflict((conflict) => conflict.column('key_hash').doUpdateSet(row)),
    ),
  )
  return drawWord(word)
}

/**
 * Compares, and leaves a right one good for the call it is for; a wrong one, or one that is compared twice, is gone.
 * @param address Of whoever asks.
 * @throws Failure `captcha.wrong`, `request.too-many` for who has waited too often.
 */
export async function compareCaptcha(transactions: TransactionScopes, copied: Copied, address: string): Promise<void> {
  const isRight = await verifyOnce(transactions, copied, address, async ({ passed_at: passed }, kept, right, tx) => {
    if (passed !== null || !right) return false
    await tx.run(build.insertInto('captchas').values({ ...kept, passed_at: sql<Date>`now()` }))
    return true
  })
  if (!isRight) refuse()
}

/** Uses up an image that has to have been copied rightly or waited for. @throws Failure `captcha.wrong`, `request.too-many` for who has waited too often. */
export async function useCaptcha(transactions: TransactionScopes, copied: Copied, address: string): Promise<void> {
  if (!(await isCopied(transactions, copied, address))) refuse()
}

/** Whether an image was copied rightly or waited for; uses it up. @throws Failure `request.too-many` for who has waited too often. */
export function isCopied(transactions: TransactionScopes, copied: Copied, address: string): Promise<boolean> {
  return verifyOnce(transactions, copied, address, async (_row, _kept, right) => right)
}

/** Whether somebody read the image; uses it up. Waiting does not count. */
export async function isRead(transactions: TransactionScopes, copied: Copied): Promise<boolean> {
  return (copied.text ?? '') !== '' && verifyOnce(transactions, copied, undefined, async (_row, _kept, right) => right)
}

function refuse(): never {
  return fail('captcha.wrong', { field: { name: 'charCaptcha', label: 'error.captcha.wrong' } })
}

type Row = { key_hash: Buffer; answer_hash: Buffer; passed_at: Date | null; created_at: Date }
type Verdict = (
  row: Row,
  kept: Omit<Row, 'passed_at'>,
  right: boolean,
  tx: Parameters<Parameters<TransactionScopes['inPlatform']>[1]>[0],
) => Promise<boolean>

/** Whoever looks at the row takes it away: of two at once, one finds none. */
async function verifyOnce(
  transactions: TransactionScopes,
  { key, text = '' }: Copied,
  address: string | undefined,
  verdict: Verdict,
): Promise<boolean> {
  if (key === undefined) return false
  if (text === '' && address !== undefined)
    await consumeAllowances(transactions, [{ key: keyOf('captcha-wait', networkOf(address)), ...WAITS }])
  return transactions.inPlatform(REASON, async (tx) => {
    const row = await tx.first(build.deleteFrom('captchas').where('key_hash', '=', hashToken(key)).returningAll())
    if (!row || row.created_at.getTime() < Date.now() - MINUTES * 60_000) return false
    const waited = text === '' && row.created_at.getTime() <= Date.now() - WAIT_SECONDS * 1000
    const { passed_at: _, ...kept } = row
    return verdict(row, kept, waited || hashOf(key, text).equals(row.answer_hash), tx)
  })
}

const hashOf = (key: string, text: string) => hashToken(`${key}\n${text.toUpperCase()}`)
