/** What an application may know of whoever let it in (OpenID Connect Core 1.0, section 5.3): by its scopes, and by what the person's roles show. */
import * as contract from '../../../../model/contract/oauth/authorize.ts'
import type { Claims } from '../../../../model/contract/oauth/authorize.ts'
import { users } from '../../../../model/index.ts'
import { EMAIL, PHONE, PROFILE, isWithin } from '../../../../model/oauth/scopes.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { FlatEnvelope, implement } from '../../../kernel/http/http.ts'

const declared = {
  access: 'signed-in',
  unlogged: true,
  summary: 'The person behind the token, as far as its scopes (openid, profile, email, phone) and the fields that the person sees allow',
  handle: async (call: Call<object>) => new FlatEnvelope(await claimsOf(call)),
} as const

export const userinfo = implement(contract.userinfo, declared)
export const postUserinfo = implement(contract.postUserinfo, { ...declared, reads: true })

async function claimsOf({ caller, inTenant }: Call<object>): Promise<Claims> {
  const me = await inTenant((tx) =>
    tx.first(build.selectFrom('users').select(['id', 'username', 'nickname', 'email', 'prefix', 'mobile']).where('id', '=', caller.userId)),
  )
  // A client that acts for itself is nobody.
  if (!me) return fail('permission.denied')
  const view = viewOf(caller, users)
  const has = (scope: string) => !caller.client || isWithin([scope], caller.client.scopes)
  const shows = (scope: string, field: string) => has(scope) && view.sees(field)
  return {
    sub: me.id,
    ...(shows(PROFILE, 'nickname') && me.nickname ? { name: me.nickname } : {}),
    ...(shows(PROFILE, 'username') ? { preferred_username: me.username } : {}),
    ...(has(PROFILE) ? { roles: caller.roles.map(({ code }) => code) } : {}),
    ...(shows(EMAIL, 'email') && me.email ? { email: me.email } : {}),
    // E.164, as section 5.1 recommends.
    ...(shows(PHONE, 'mobile') && me.mobile ? { phone_number: `+${me.prefix}${me.mobile}` } : {}),
  }
}
