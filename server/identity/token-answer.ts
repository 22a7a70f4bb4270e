/** Tokens as the wire gives them (RFC 6749, section 5.1), at the top of the answer and below `data`. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { TokenAnswer } from '../../model/contract/account/sign-in.ts'
import { FlatEnvelope } from '../kernel/http/http.ts'
import type { Services } from '../kernel/services.ts'
import { giveRefreshToken, keepsCookie } from './refresh-cookie.ts'
import type { Tokens } from './sessions.ts'

type Answered = Pick<Tokens, 'access' | 'expiresIn'> & Partial<Pick<Tokens, 'refresh'>> & { readonly identity?: string }

/** The answer of a sign-in or token call: tokens beside the envelope, as OAuth 2 wants them (RFC 6749, section 5.1). */
export function tokenAnswer({ access, refresh, expiresIn, identity }: Answered, scope = 'ui'): FlatEnvelope<TokenAnswer> {
  return new FlatEnvelope({
    access_token: access,
    token_type: 'Bearer',
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    expires_in: expiresIn,
    scope,
    ...(identity === undefined ? {} : { id_token: identity }),
  })
}

/** The same for a session of the console: of pages that keep a cookie, the refresh token goes there and is left out of the answer. */
export function sessionAnswer(
  call: { readonly request: FastifyRequest; readonly reply: FastifyReply; readonly services: Pick<Services, 'config'> },
  tokens: Tokens,
): FlatEnvelope<TokenAnswer> {
  if (!keepsCookie(call.request)) return tokenAnswer(tokens)
  giveRefreshToken(call, tokens.refresh, tokens.refreshExpiresIn)
  return tokenAnswer({ access: tokens.access, expiresIn: tokens.expiresIn })
}
