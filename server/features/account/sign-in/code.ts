/** Signing in by a code on the mobile: asking for one, being sent it, and showing that one has it. */
import { randomInt } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod'
import { users } from '../../../../model/index.ts'
import { takeAllowances, keyOf, networkOf } from '../../../kernel/counters.ts'
import { judgeAttempt } from '../../../kernel/attempts.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http.ts'
import { route } from '../../../kernel/http.ts'
import { nameAuthor } from '../../../kernel/journal.ts'
import { languageOfRequest } from '../../../kernel/language.ts'
import type { EntryRequest } from '../../../kernel/messages/messages.ts'
import { keepOneTime, useOneTime } from '../../../kernel/one-time.ts'
import { findPeople } from '../../../kernel/people.ts'
import { hashPassword, passwordMatches } from '../../../kernel/secrets.ts'
import type { Services } from '../../../kernel/services.ts'
import { isUsable } from '../../../kernel/session-rows.ts'
import { build } from '../../../kernel/sql.ts'
import type { Transaction } from '../../../kernel/tenant.ts'
import type { Person } from './person.ts'

const PURPOSE = 'sign-in-code'
const MINUTES = 5
const MOST_TRIES = 5
/** A number gets one message in this time. */
const PAUSE_SECONDS = 60
const DAY = 86_400
const HOUR = 3600

export const getSmsCaptcha = route({
  method: 'GET',
  path: '/account/captcha/getSmsCaptcha',
  access: 'public',
  summary: 'Ask for a code by SMS to sign in with; the answer is the same whether or not anybody has the number',
  of: users,
  input: z.object({ mobile: users.fields.mobile.check, tenantCode: z.string().trim().max(128).optional() }),
  output: z.strictObject({ seconds: z.int() }),
  async handle({ input: { mobile, tenantCode }, services: { doors, messages }, request }) {
    await takeAllowances(doors, [
      { key: keyOf('sms-address', networkOf(request.ip)), most: 20, seconds: HOUR },
      { key: keyOf('sms-day', mobile), most: 10, seconds: DAY },
      { key: keyOf('sms-minute', mobile), most: 1, seconds: PAUSE_SECONDS },
      { key: keyOf('sms-tenant', tenantCode ?? ''), most: 1000, seconds: HOUR },
    ])
    await messages.ask({ purpose: PURPOSE, tenantCode: tenantCode || undefined, recipient: mobile, language: languageOfRequest(request) })
    return { seconds: PAUSE_SECONDS }
  },
})

/** One code for everybody who has the number: whoever reads it says which of them they are. */
export const sendSignInCode = ({ messages, settings }: Pick<Services, 'messages' | 'settings'>) => async (tx: Transaction, { recipient, tenantCode, language }: EntryRequest): Promise<void> => {
  const found = await findPeople(tx, 'mobile', recipient, tenantCode)
  const people = (await Promise.all(found.map(async (person) => ((await settings.within(tx, person.tenantId))['signIn.sms'] ? [person] : [])))).flat()
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const hash = await hashPassword(code)
  const sent = new Set<string>()
  for (const { tenantId, tenantName, userId, number } of people) {
    await keepOneTime(tx, { tenantId, userId, purpose: PURPOSE, hash, minutes: MINUTES })
    if (sent.has(number)) continue
    sent.add(number)
    await messages.post(tx, { tenantId, channel: 'sms', kind: 'sign-in-code', recipient: number, language, values: { tenant: tenantName }, secret: code, minutes: MINUTES })
  }
}

export interface PersonWithCode extends Person { readonly codeId: string }

/** @throws Failure `sign-in.code` for a wrong, used or old code and for a number nobody has, `sign-in.locked`. */
export async function personByCode(call: Pick<Call<unknown>, 'services' | 'request'>, tenantCode: string, mobile: string, code: string): Promise<PersonWithCode> {
  const { doors, settings } = call.services
  const attempt = { account: `mobile:${mobile}`, address: call.request.ip, tenant: tenantCode, policy: await settings.ofCode(tenantCode) }
  const found = await judgeAttempt(doors, attempt, async () => {
    const kept = await takeTry(call, tenantCode, mobile)
    // Compared in any case, so that a number nobody has takes as long as one that somebody has.
    return (await passwordMatches(kept?.hash, code)) ? kept : undefined
  })
  if (!found) return fail('sign-in.code', { more: { error: 'invalid_grant' } })
  return found
}

/** Counted before it is compared. Disabled people and tenants have no code, since none is sent to them; one from before is of no use. */
function takeTry({ services: { doors }, request }: Pick<Call<unknown>, 'services' | 'request'>, tenantCode: string, mobile: string): Promise<PersonWithCode & { hash: string } | undefined> {
  return doors.inPlatform('a sign-in names its tenant by code', async (tx) => {
    const person = await tx.first(build.selectFrom('tenants').leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'tenants.id').on('mobile', '=', mobile))
      .select(['tenants.id as tenant_id', 'tenants.status as tenant_status', 'expires_at', 'marked_at', 'users.id', 'username', 'password_hash', 'users.status']).where('tenant_code', '=', tenantCode))
    if (person) nameAuthor(request, { tenantId: person.tenant_id, ...(person.id && person.username ? { userId: person.id, username: person.username } : {}) })
    const kept = await tx.first(build.updateTable('one_time_secrets').where('purpose', '=', PURPOSE).where('used_at', 'is', null).where('expires_at', '>', sql<Date>`now()`).where('tries', '<', MOST_TRIES)
      .where(sql<boolean>`(tenant_id, user_id) = (${person?.tenant_id ?? null}::uuid, ${person?.id ?? null}::uuid)`).set({ tries: sql`tries + 1` }).returning(['id', 'secret_hash']))
    if (!kept || !person?.id || !person.password_hash || person.status !== 1 || !isUsable(person)) return undefined
    return { tenantId: person.tenant_id, userId: person.id, password_hash: person.password_hash, codeId: kept.id, hash: kept.secret_hash }
  })
}

/** In the transaction that opens the session: a code is good for one. */
export async function useCode(tx: Transaction, { codeId }: PersonWithCode): Promise<void> {
  if (!await useOneTime(tx, codeId)) fail('sign-in.code', { more: { error: 'invalid_grant' } })
}
