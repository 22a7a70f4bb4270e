/** Signing in by a code on the mobile: asking for one, being sent it, and showing that one has it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/sign-in.ts'
import { HOME_CALLING_CODE } from '../../../../model/calling-codes.ts'
import { users } from '../../../../model/index.ts'
import { consumeAllowances, keyOf, networkOf } from '../../../kernel/database/counters.ts'
import {
  judgeAttempt,
  keepOneTime,
  newCode,
  useOneTime,
  fullNumber,
  hasNumber,
  peopleByNumber,
  hashPassword,
  passwordMatches,
} from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { languageOfRequest } from '../../../kernel/http/language.ts'
import type { EntryRequest } from '../../../messaging/index.ts'
import type { TypedNumber } from '../../../identity/index.ts'
import type { Services } from '../../../kernel/services.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import type { Person } from './person.ts'

const PURPOSE = 'sign-in-code'
const MINUTES = 5
const MAX_TRIES = 5
/** A number gets one message in this time. */
const PAUSE_SECONDS = 60
const DAY = 86_400
const HOUR = 3600

export const getSmsCaptcha = implement(contract.getSmsCaptcha, {
  access: 'public',
  summary: 'Ask for a code by SMS to sign in with; the answer is the same whether or not anybody has the number',
  of: users,
  async handle({ input: { prefix, mobile, tenantCode }, services: { transactions, messages }, request }) {
    await consumeAllowances(transactions, [
      { key: keyOf('sms-address', networkOf(request.ip)), most: 20, seconds: HOUR },
      { key: keyOf('sms-day', mobile), most: 10, seconds: DAY },
      { key: keyOf('sms-minute', mobile), most: 1, seconds: PAUSE_SECONDS },
      { key: keyOf('sms-tenant', tenantCode ?? ''), most: 1000, seconds: HOUR },
    ])
    await messages.ask({
      purpose: PURPOSE,
      tenantCode: tenantCode || undefined,
      recipient: written({ prefix, mobile }),
      language: languageOfRequest(request),
    })
    return { seconds: PAUSE_SECONDS }
  },
})

/** How a number waits among what was asked for: `43 6641234567`, and ` 6641234567` when its calling code was not told. */
const written = ({ prefix = '', mobile }: TypedNumber) => `${prefix} ${mobile}`
function read(recipient: string): TypedNumber {
  const [prefix = '', mobile = ''] = recipient.split(' ')
  return { prefix: prefix || undefined, mobile }
}

/** What is hashed: a code is worth something together with the number it was sent to, and with no other. */
const boundTo = (number: string, code: string) => `${number} ${code}`

/** A code of its own for each account: nobody who reads theirs knows that of anybody else. */
export const sendSignInCode =
  ({ messages, settings }: Pick<Services, 'messages' | 'settings'>) =>
  async (tx: Transaction, { recipient, tenantCode, language }: EntryRequest): Promise<void> => {
    for (const { tenantId, tenantName, userId, number } of await peopleByNumber(tx, read(recipient), tenantCode)) {
      if (!(await settings.within(tx, tenantId))['signIn.sms']) continue
      const code = newCode()
      await keepOneTime(tx, { tenantId, userId, purpose: PURPOSE, hash: await hashPassword(boundTo(number, code)), minutes: MINUTES })
      await messages.post(tx, {
        tenantId,
        channel: 'sms',
        kind: 'sign-in-code',
        recipient: number,
        language,
        values: { tenant: tenantName },
        secret: code,
        minutes: MINUTES,
      })
    }
  }

export interface PersonWithCode extends Person {
  readonly codeId: string
}

/**
 * The person to whose number the code was sent; the code is used up.
 * @throws Failure `sign-in.code` for a wrong, used or old code and for a number nobody has, `sign-in.locked`.
 */
export async function personByCode(
  call: Pick<Call<unknown>, 'services' | 'request'>,
  tenantCode: string,
  number: TypedNumber,
  code: string,
): Promise<PersonWithCode> {
  const { transactions, settings } = call.services
  // No user name has a blank, so this is the counter of no password.
  const account = `mobile ${written({ ...number, prefix: number.prefix ?? HOME_CALLING_CODE })}`
  const attempt = { account, address: call.request.ip, tenant: tenantCode, policy: await settings.ofCode(tenantCode) }
  const found = await judgeAttempt(transactions, attempt, async () => {
    const kept = await takeTry(call, tenantCode, number)
    // Compared in any case, so that a number nobody has takes as long as one that somebody has.
    return (await passwordMatches(kept?.hash, boundTo(kept?.number ?? '', code))) ? kept : undefined
  })
  if (!found) return fail('sign-in.code', { more: { error: 'invalid_grant' } })
  return found
}

/** Counted before it is compared. Disabled people and tenants have no code, since none is sent to them; one from before is of no use. */
function takeTry(
  { services: { transactions }, request }: Pick<Call<unknown>, 'services' | 'request'>,
  tenantCode: string,
  number: TypedNumber,
): Promise<(PersonWithCode & { hash: string; number: string }) | undefined> {
  return transactions.inPlatform('a sign-in names its tenant by code', async (tx) => {
    const person = await tx.first(
      build
        .selectFrom('tenants')
        .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'tenants.id').on(hasNumber(number)))
        .select([
          'tenants.id as tenant_id',
          'tenants.status as tenant_status',
          'expires_at',
          'marked_at',
          'users.id',
          'username',
          'password_hash',
          'prefix',
          'mobile',
        ])
        .where('tenant_code', '=', tenantCode),
    )
    if (person)
      nameAuthor(request, {
        tenantId: person.tenant_id,
        ...(person.id && person.username ? { userId: person.id, username: person.username } : {}),
      })
    const kept = await tx.first(
      build
        .updateTable('one_time_secrets')
        .where('purpose', '=', PURPOSE)
        .where('used_at', 'is', null)
        .where('expires_at', '>', sql<Date>`now()`)
        .where('tries', '<', MAX_TRIES)
        .where(sql<boolean>`(tenant_id, user_id) = (${person?.tenant_id ?? null}::uuid, ${person?.id ?? null}::uuid)`)
        .set({ tries: sql`tries + 1` })
        .returning(['id', 'secret_hash']),
    )
    if (!kept || !person?.id || !person.password_hash || !isUsable(person)) return undefined
    return {
      tenantId: person.tenant_id,
      userId: person.id,
      password_hash: person.password_hash,
      codeId: kept.id,
      hash: kept.secret_hash,
      number: fullNumber({ prefix: person.prefix ?? '', mobile: person.mobile ?? '' }),
    }
  })
}

/** In the transaction that opens the session: a code is good for one. */
export async function useCode(tx: Transaction, { codeId }: PersonWithCode): Promise<void> {
  if (!(await useOneTime(tx, codeId))) fail('sign-in.code', { more: { error: 'invalid_grant' } })
}
