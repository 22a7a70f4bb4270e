/**
 * A new e-mail address or mobile number of one's own. A forgotten password is found again with it and a code to sign in sent there, so
 * it counts once the code that was sent there has come back; and the former one is told.
 */
import { sql } from 'kysely'
import type { Channel } from '../../../../model/admin/messages.ts'
import type { ContactKind } from '../../../../model/contract/account/profile.ts'
import * as contract from '../../../../model/contract/account/profile.ts'
import { users } from '../../../../model/index.ts'
import { fieldKey } from '../../../../model/labels/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { keyOf, consumeAllowances } from '../../../kernel/database/counters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { forgetOneTimes, newCode, fullNumber, hashPassword, passwordMatches } from '../../../identity/index.ts'
import { mapConstraintErrors } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Under which somebody can be reached. */
export interface Reached {
  readonly email: string
  readonly prefix: string
  readonly mobile: string
}

const channelOf = { email: 'mail', mobile: 'sms' } as const satisfies Record<ContactKind, Channel>
const MINUTES = 30
const MAX_TRIES = 5
const HOUR = 3600
const DAY = 24 * HOUR

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

/** As messages are addressed. */
const addressOf = (kind: ContactKind, of: Reached) => (kind === 'email' ? of.email : fullNumber(of))

/** The kinds of contact whose address is another one afterwards. */
export const changedContacts = (before: Reached, after: Reached): ContactKind[] =>
  contract.CONTACTS.filter((kind) => addressOf(kind, before) !== addressOf(kind, after))

/** Whether a code can get to whom it is for: what nothing sends and nobody is shown would be waited for in vain. */
export const isConfirmable = (kind: ContactKind, { config }: Asking['services']): boolean =>
  config[channelOf[kind]] !== undefined || config.outboxSecrets

/** Counted like what is asked for at the door, since anybody's address can be named here. @throws Failure `request.too-many`. */
export async function countCodes({ caller, services }: Asking, kinds: readonly ContactKind[], wanted: Reached): Promise<void> {
  const ofKind = {
    email: [{ key: keyOf('mail-mailbox', wanted.email), most: 3, seconds: HOUR }],
    mobile: [
      { key: keyOf('sms-day', wanted.mobile), most: 10, seconds: DAY },
      { key: keyOf('sms-minute', wanted.mobile), most: 1, seconds: 60 },
    ],
  }
  if (kinds.length > 0)
    await consumeAllowances(services.transactions, [
      { key: keyOf('contact-user', caller.userId), most: 10, seconds: HOUR },
      ...kinds.flatMap((kind) => ofKind[kind]),
    ])
}

/** Whether somebody else has the address is not looked at: whoever reads what is sent there may know. */
export async function keepPending(
  tx: Transaction,
  { caller, services }: Asking,
  kinds: readonly ContactKind[],
  wanted: Reached,
): Promise<void> {
  for (const kind of kinds) {
    const code = newCode()
    const row = {
      ...valuesOf(kind, wanted),
      code_hash: await hashPassword(code),
      tries: 0,
      expires_at: sql<Date>`now() + make_interval(mins => ${MINUTES})`,
    }
    await tx.run(
      build
        .insertInto('pending_contacts')
        .values({ tenant_id: caller.tenantId, user_id: caller.userId, contact: kind, email: null, prefix: null, mobile: null, ...row })
        .onConflict((conflict) => conflict.columns(['tenant_id', 'user_id', 'contact']).doUpdateSet(row)),
    )
    await services.messages.post(tx, {
      tenantId: caller.tenantId,
      channel: channelOf[kind],
      kind: 'contact-code',
      recipient: addressOf(kind, wanted),
      language: caller.language,
      values: await textsOf(tx, caller, kind),
      secret: code,
      minutes: MINUTES,
    })
  }
}

const valuesOf = (kind: ContactKind, { email, prefix, mobile }: Reached) => (kind === 'email' ? { email } : { prefix, mobile })

async function textsOf(tx: Transaction, { username, tenantId, language }: Caller, kind: ContactKind) {
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_name').where('id', '=', tenantId))
  return { username, tenant: tenant?.tenant_name ?? '', what: translatorFor(language)(fieldKey('users', kind)) }
}

/** In the transaction that changes them: the former address is told, and what was sent there opens nothing any more. */
export async function notifyFormer(
  tx: Transaction,
  { caller, services }: Asking,
  kinds: readonly ContactKind[],
  before: Reached,
): Promise<void> {
  const { tenantId, userId, language } = caller
  for (const kind of kinds) {
    await forgetOneTimes(tx, { tenantId, userId, purpose: kind === 'email' ? 'password-link' : 'sign-in-code' })
    await tx.run(build.deleteFrom('pending_contacts').where('user_id', '=', userId).where('contact', '=', kind))
    await services.messages.post(tx, {
      tenantId,
      channel: channelOf[kind],
      kind: 'contact-changed',
      recipient: addressOf(kind, before),
      language,
      values: await textsOf(tx, caller, kind),
    })
  }
}

export const queryPendingContact = implement(contract.queryPendingContact, {
  access: 'signed-in',
  summary: "New addresses and numbers of one's own that wait for the code that was sent there",
  async handle({ caller, inTenant }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('pending_contacts')
          .select(['contact', 'email', 'prefix', 'mobile'])
          .where('user_id', '=', caller.userId)
          .where('expires_at', '>', sql<Date>`now()`)
          .orderBy('contact'),
      ),
    )
    return rows.map((row) => ({ contact: row.contact, address: addressOf(row.contact, reachedBy(row)) }))
  },
})

const reachedBy = ({ email, prefix, mobile }: { email: string | null; prefix: string | null; mobile: string | null }): Reached => ({
  email: email ?? '',
  prefix: prefix ?? '',
  mobile: mobile ?? '',
})

/** Named `otp` like the other codes: that is left out of the log. */
export const confirmContact = implement(contract.confirmContact, {
  access: 'signed-in',
  summary: "Confirm a new e-mail address or mobile number of one's own with the code that was sent there",
  of: users,
  async handle(call) {
    const {
      caller,
      input: { contact, otp },
      inTenant,
    } = call
    // Counted before it is compared, and compared outside of any transaction.
    const row = await inTenant((tx) =>
      tx.first(
        build
          .updateTable('pending_contacts')
          .set({ tries: sql`tries + 1` })
          .where('user_id', '=', caller.userId)
          .where('contact', '=', contact)
          .where('expires_at', '>', sql<Date>`now()`)
          .where('tries', '<', MAX_TRIES)
          .returning(['email', 'prefix', 'mobile', 'code_hash']),
      ),
    )
    if (!(await passwordMatches(row?.code_hash, otp)) || !row) return wrong()
    await inTenant(async (tx) => {
      const before = await tx.first(
        build.selectFrom('users').select(['email', 'prefix', 'mobile']).where('id', '=', caller.userId).forUpdate(),
      )
      const taken = await tx.run(
        build
          .deleteFrom('pending_contacts')
          .where('user_id', '=', caller.userId)
          .where('contact', '=', contact)
          .where('code_hash', '=', row.code_hash),
      )
      if (!before || taken === 0) return wrong()
      await mapConstraintErrors(users, () =>
        tx.run(
          build
            .updateTable('users')
            .where('id', '=', caller.userId)
            .set({ ...valuesOf(contact, reachedBy(row)), updated_at: sql`now()`, version: sql`version + 1` }),
        ),
      )
      return notifyFormer(tx, call, [contact], before)
    })
    return null
  },
})

function wrong(): never {
  return fail('factor.code', { field: { name: 'otp', label: 'error.factor.code' } })
}
