/** OAuth 2 beside the token endpoint: consent, and what clients ask about tokens. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const scope = z.strictObject({ scope: z.string(), text: z.string() })
const parameter = z.optional(z.string().check(z.maxLength(2048)))

/** RFC 6749, section 4.1.1; RFC 7636, section 4.3; OpenID Connect Core 1.0, section 3.1.2.1. */
const request = z.object({
  response_type: parameter,
  client_id: parameter,
  redirect_uri: parameter,
  scope: parameter,
  state: parameter,
  code_challenge: parameter,
  code_challenge_method: parameter,
  prompt: parameter,
  nonce: parameter,
  max_age: parameter,
  request: parameter,
  request_uri: parameter,
})

export type AuthorizationRequest = z.output<typeof request>

const application = z.strictObject({
  clientId: z.string(),
  name: z.string(),
  description: z.string(),
  tenantName: z.string(),
  redirectHost: z.string(),
  scopes: z.array(scope),
})

export type Application = z.output<typeof application>

const AUTHORIZE = '/uaa/oauth/authorize'

export const queryAuthorization = contract({
  method: 'GET',
  path: AUTHORIZE,
  input: request,
  /**
   * There is an address or an application: the address of an error, which is told to the application that asks. `signInAgain`: it wants
   * somebody who has just signed in.
   */
  output: z.strictObject({
    redirect: z.nullable(z.string()),
    application: z.nullable(application),
    remembered: z.boolean(),
    signInAgain: z.boolean(),
  }),
})

export const authorize = contract({
  method: 'POST',
  path: AUTHORIZE,
  input: z.extend(request, {
    allow: z.pipe(
      z.union([z.boolean(), z.enum(['true', 'false'])]),
      z.transform((given) => given === true || given === 'true'),
    ),
  }),
  /** Where the browser goes is decided by the server: the page follows `redirect` and nothing that stood in its own address. */
  output: z.strictObject({ redirect: z.string() }),
})

const consent = z.strictObject({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  givenAt: z.string(),
  scopes: z.array(scope),
})

export type Consent = OutputOf<typeof queryConsent>[number]

export const queryConsent = contract({ method: 'GET', path: '/uaa/oauth/queryConsent', output: z.array(consent) })

export const deleteConsent = contract({ method: 'POST', path: '/uaa/oauth/deleteConsent', input: z.strictObject({ id }) })

const presented = z.object({
  token: z.optional(z.string().check(z.maxLength(512))),
  token_type_hint: z.optional(z.string().check(z.maxLength(64))),
  client_id: z.optional(z.string().check(z.trim(), z.maxLength(128))),
  client_secret: z.optional(z.string().check(z.maxLength(256))),
})

/** RFC 7009. */
export const revoke = contract({ method: 'POST', path: '/uaa/oauth/revoke', send: 'form', input: presented })

/** RFC 7662. */
export const introspect = contract({
  method: 'POST',
  path: '/uaa/oauth/introspect',
  send: 'form',
  input: presented,
  output: z.strictObject({
    active: z.boolean(),
    scope: z.optional(z.string()),
    client_id: z.optional(z.string()),
    username: z.optional(z.string()),
    sub: z.optional(z.string()),
    token_type: z.optional(z.string()),
    exp: z.optional(z.int()),
    iss: z.optional(z.string()),
  }),
})

const claims = z.strictObject({
  sub: z.string(),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
  roles: z.optional(z.array(z.string())),
  email: z.optional(z.string()),
  phone_number: z.optional(z.string()),
})

export type Claims = z.output<typeof claims>

/** OpenID Connect Core 1.0, section 5.3: by either method. */
export const userinfo = contract({ method: 'GET', path: '/uaa/oauth/userinfo', output: claims })
export const postUserinfo = contract({ method: 'POST', path: '/uaa/oauth/userinfo', output: claims })

/** RFC 7517, section 5. */
export const jwks = contract({
  method: 'GET',
  path: '/uaa/oauth/jwks',
  output: z.strictObject({ keys: z.array(z.record(z.string(), z.unknown())) }),
})
