/** Tokens as the wire gives them (RFC 6749, section 5.1), at the top of the answer and below `data`. */
import { z } from 'zod'
import { FlatEnvelope } from '../kernel/http/http.ts'
import type { ClientTokens } from './client-sessions.ts'
import type { Tokens } from './sessions.ts'

export const tokenSchema = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  refresh_token: z.string().optional(),
  expires_in: z.int(),
  scope: z.string(),
})

/** The answer of a sign-in or token call: tokens beside the envelope, as OAuth 2 wants them (RFC 6749, section 5.1). */
export function tokenAnswer({ access, refresh, expiresIn }: Tokens | ClientTokens, scope = 'ui'): FlatEnvelope {
  return new FlatEnvelope({
    access_token: access,
    token_type: 'Bearer',
    ...(refresh === undefined ? {} : { refresh_token: refresh }),
    expires_in: expiresIn,
    scope,
  })
}
