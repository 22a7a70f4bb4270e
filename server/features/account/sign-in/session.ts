import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/sign-in.ts'
import { giveRefreshToken, keepsCookie } from '../../../identity/index.ts'
import { browserOf } from '../../../kernel/http/browser.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import { LIMITS_OF_PEOPLE } from '../../../kernel/authorization/caller.ts'

/** Called by the browser once it has signed in: from now on the session is one of those online. */
export const registerNewSession = implement(contract.registerNewSession, {
  access: 'signed-in',
  allowedWith: ['password', 'enrol'],
  unlogged: true,
  space: 'essential',
  summary: 'Enter this session into the list of those online',
  async handle({ caller, inTenant, request }) {
    const device = { address: request.ip, browser: browserOf(request.headers['user-agent']) }
    await inTenant((tx) =>
      tx.run(
        build
          .updateTable('sessions')
          .where('id', '=', caller.sessionId)
          .set({ ...device, registered_at: sql`now()`, last_seen_at: sql`now()` }),
      ),
    )
    return null
  },
})

export const signOut = implement(contract.signOut, {
  access: 'signed-in',
  allowedWith: LIMITS_OF_PEOPLE,
  space: 'essential',
  summary: 'End this session',
  async handle(call) {
    const { caller, inTenant, services, request } = call
    await inTenant((tx) => services.sessions.end(tx, caller))
    if (keepsCookie(request)) giveRefreshToken(call, '', 0)
    return null
  },
})
