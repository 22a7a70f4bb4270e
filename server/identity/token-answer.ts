/** Tokens as the wire gives them (RFC 6749, section 5.1), at the top of the answer and below `data`. */
import type { TokenAnswer } from '../../model/contract/account/sign-in.ts'
import { FlatEnvelope } from '../kernel/http/http.ts'
import type { ClientTokens } from './client-sessions.ts'
import type { Tokens } from './sessions.ts'

/** The answer of a sign-in or token call: tokens beside the envelope, as OAuth 2 wants them (RFC 6749, section 5.1). */
export function tokenAnswer({ access, refresh, expiresIn }: Tokens | ClientTokens, scope = 'ui'): FlatEnvelope<TokenAnswer> {
  return new FlatEnvelope({
    access_token: access,
    token_type: 'Bearer',
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    expires_in: expiresIn,
    scope,
  })
}
