/** Choosing a new password with the link of a mail. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/recovery.ts'
import { users } from '../../../../model/index.ts'
import { forgetAccount, assertNotUsed, forgetOneTimes, useOneTime, hashPassword, assertNotWeak } from '../../../identity/index.ts'
import { keyOf, networkOf, consumeAllowances } from '../../../kernel/database/counters.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { nameAuthor } from '../../../audit/index.ts'
import { isUsable } from '../../../tenancy/index.ts'
import { EVERY_ROW } from '../../../kernel/database/row-scope.ts'
import { build } from '../../../kernel/database/sql.ts'
import { PURPOSE, hashOfLink } from './link.ts'

type Asking = Pick<Call<unknown>, 'services' | 'request'>

/** Whom a link is for. @throws Failure `link.invalid` for one that was used, has run out, or never was. */
async function ownerOf({ services: { transactions }, request }: Asking, link: string) {
  await consumeAllowances(transactions, [{ key: keyOf('link-address', networkOf(request.ip)), most: 100, seconds: 3600 }])
  const row = await transactions.inPlatform(
    'a link comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('one_time_secrets as link')
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'link.tenant_id').onRef('users.id', '=', 'link.user_id'))
          .innerJoin('tenants', 'tenants.id', 'link.tenant_id')
          .select([
            'link.id as link_id',
            'link.tenant_id',
            'users.id',
            'username',
            'mobile',
            'users.status',
            'tenant_code',
            'tenant_name',
            'tenants.status as tenant_status',
            'tenants.expires_at',
            'marked_at',
          ])
          .where('purpose', '=', PURPOSE)
          .where('secret_hash', '=', hashOfLink(link))
          .where('used_at', 'is', null)
          .where('link.expires_at', '>', sql<Date>`now()`),
      ),
    'read',
  )
  if (!row || row.status !== 1 || !isUsable(row)) fail('link.invalid')
  nameAuthor(request, { tenantId: row.tenant_id, userId: row.id, username: row.username })
  return {
    linkId: row.link_id,
    tenantId: row.tenant_id,
    userId: row.id,
    username: row.username,
    mobile: row.mobile,
    tenantCode: row.tenant_code,
    tenantName: row.tenant_name,
  }
}

/** What the page has to know before somebody types: for whom it is, and what is asked of the password. */
export const queryPasswordLink = implement(contract.queryPasswordLink, {
  access: 'public',
  summary: 'Whom a link for a new password is for, and what the password has to be like',
  reads: true,
  async handle(call) {
    const { tenantId, username, tenantName, tenantCode } = await ownerOf(call, call.input.token)
    const settings = await call.services.settings.of(tenantId)
    return { username, tenantName, tenantCode, password: { minLength: settings['password.minLength'], needs: settings['password.needs'] } }
  },
})

/** All sessions of the account end: whoever forgot a password may have lost it to somebody. */
export const resetForgottenPassword = implement(contract.resetForgottenPassword, {
  access: 'public',
  summary: 'Choose a new password with the link of a mail; good once',
  of: users,
  async handle(call) {
    const {
      input: { token: link, newPassword },
      services: { transactions, sessions, settings },
      request,
    } = call
    const { linkId, tenantId, userId, username, mobile, tenantCode } = await ownerOf(call, link)
    await assertNotWeak(newPassword, { username, tenantCode, mobile }, 'newPassword')
    await assertNotUsed((work) => transactions.inTenant({ tenantId }, work, 'read'), userId, newPassword, await settings.of(tenantId))
    const password_hash = await hashPassword(newPassword)
    await transactions.inTenant({ tenantId, userId, rows: EVERY_ROW, operationId: request.id }, async (tx) => {
      if (!(await useOneTime(tx, linkId))) fail('link.invalid')
      const changed = await tx.run(
        build
          .updateTable('users')
          .where('id', '=', userId)
          .where('status', '=', 1)
          .set({
            password_hash,
            must_change_password: 0,
            password_changed_at: sql`now()`,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          }),
      )
      if (changed === 0) fail('link.invalid')
      await forgetOneTimes(tx, { tenantId, userId, purpose: PURPOSE })
      await forgetOneTimes(tx, { tenantId, userId, purpose: 'sign-in-code' })
      await sessions.endAll(tx, { tenantId, userId })
    })
    await forgetAccount(transactions, { account: username, tenant: tenantCode })
    return null
  },
})
