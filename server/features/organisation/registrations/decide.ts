/** Approving and refusing those who asked for an account. Both are final, and told to whoever asked by mail. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/organisation/registrations.ts'
import { registrations, users } from '../../../../model/index.ts'
import type { Language } from '../../../../model/labels/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import { addOne, newRow } from '../../../kernel/resources/add.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

type Asking = Pick<Call<unknown>, 'caller' | 'services'>

/** The administrator may correct what was typed, and says what the new user may do: who registered has no word in that. */
export const approve = implement(contract.approveSysRegistration, {
  access: 'granted',
  summary: 'Make a user of somebody who registered',
  of: users,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { id: registrationId, ...values } = call.input as Values & { id: string; roleId: string[]; email: string; username: string }
      const [registration] = await lockPending(tx, [registrationId])
      const written = await addOne(tx, users, call, [
        newRow({ ...values, status: 1 }, { password_hash: registration?.password_hash ?? fail('registration.decided') }),
      ])
      await decide(tx, call, [registrationId], 'approved', null)
      await notifyApplicant(tx, call, { ...registration, email: values.email, username: values.username }, 'registration-approved')
      return written
    }),
})

export const refuse = implement(contract.refuseSysRegistration, {
  access: 'granted',
  summary: 'Refuse people who registered',
  of: registrations,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { id: ids, reason } = call.input
      const rows = await lockPending(tx, ids)
      await decide(tx, call, ids, 'refused', reason || null)
      for (const row of rows) await notifyApplicant(tx, call, row, 'registration-refused', reason)
      return { refused: rows.length }
    }),
})

interface Registration {
  readonly username: string
  readonly email: string
  readonly language: string
  readonly password_hash: string | null
}

/** @throws Failure `row.not-found` unless all are there, `registration.decided` unless all wait. */
async function lockPending(tx: Transaction, ids: readonly string[]): Promise<Registration[]> {
  const rows = await tx.all(
    build
      .selectFrom('registrations')
      .select(['username', 'email', 'language', 'password_hash', 'registration_state'])
      .where('id', 'in', ids)
      .forUpdate(),
  )
  if (rows.length !== ids.length) fail('row.not-found')
  if (rows.some((row) => row.registration_state !== 'pending')) fail('registration.decided')
  return rows
}

/** The hash of the password goes: it is the user's by now, or nobody's. */
async function decide(
  tx: Transaction,
  { caller }: Asking,
  ids: readonly string[],
  registration_state: 'approved' | 'refused',
  reason: string | null,
): Promise<void> {
  await tx.run(
    build
      .updateTable('registrations')
      .where('id', 'in', ids)
      .set({
        registration_state,
        reason,
        decided_by: caller.username,
        decided_at: sql`now()`,
        password_hash: null,
        updated_at: sql`now()`,
        version: sql`version + 1`,
      }),
  )
}

async function notifyApplicant(
  tx: Transaction,
  { caller, services }: Asking,
  { email, username, language }: Pick<Registration, 'email' | 'username'> & { language?: string },
  kind: 'registration-approved' | 'registration-refused',
  reason?: string,
): Promise<void> {
  const tenant = await tx.first(build.selectFrom('tenants').select(['tenant_name', 'tenant_code']).where('id', '=', caller.tenantId))
  const spoken = (language ?? 'en') as Language
  await services.messages.post(tx, {
    tenantId: caller.tenantId,
    channel: 'mail',
    kind,
    recipient: email,
    language: spoken,
    values: {
      username,
      tenant: tenant?.tenant_name ?? '',
      code: tenant?.tenant_code ?? '',
      address: services.config.publicUrl,
      reason: reason || translatorFor(spoken)('message.no-reason'),
    },
  })
}
