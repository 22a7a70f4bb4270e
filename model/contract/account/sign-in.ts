/** The ways into the console and out of it, and the token endpoint of OAuth 2. */
import * as z from 'zod/mini'
import { users } from '../../organisation/users.ts'
import { optional } from '../../wire.ts'
import { contract } from '../contract.ts'
import { captchaKey, captchaText } from './captcha.ts'

const short = z.string().check(z.trim(), z.maxLength(128))
const named = short.check(z.minLength(1))
const secret = (max: number) => z.optional(z.string().check(z.maxLength(max)))

/** Clients of this family of APIs send none. */
const typedPrefix = optional(users.fields.prefix.check)

/** Tokens as the wire gives them (RFC 6749, section 5.1), at the top of the answer and below `data`. */
export const tokens = z.strictObject({
  access_token: z.string(),
  token_type: z.literal('Bearer'),
  refresh_token: z.optional(z.string()),
  expires_in: z.int(),
  scope: z.string(),
  /** To applications that were allowed `openid` (OpenID Connect Core 1.0, section 3.1.3.3). */
  id_token: z.optional(z.string()),
})

export type TokenAnswer = z.output<typeof tokens>

/**
 * The header by which a page of the console says that it keeps its refresh token in a cookie: answers with tokens then set the cookie
 * and leave `refresh_token` out, and a refresh needs none in the call. No form of another site can send it (Fetch, section 4.8).
 */
export const REFRESH_BY_COOKIE = { 'Refresh-Token-In': 'cookie' } as const

/** RFC 6749, section 3.2; which of its inputs a grant needs is the server's to say. */
export const token = contract({
  method: 'POST',
  path: '/uaa/oauth/token',
  send: 'form',
  input: z.object({
    grant_type: z.optional(short),
    client_id: z.optional(short),
    client_secret: secret(256),
    scope: z.optional(z.string().check(z.trim(), z.maxLength(2048))),
    type: z.optional(short),
    tenantCode: z.optional(named),
    username: z.optional(named),
    // As our browser client sends it: 32 hexadecimal digits. Applications send the plain one, which has 31 characters at most.
    password: secret(256),
    refresh_token: secret(512),
    mfa_token: secret(512),
    otp: z.optional(z.string().check(z.trim(), z.maxLength(40))),
    assertion: secret(16_384),
    prefix: typedPrefix,
    mobile: z.optional(named),
    smsCaptcha: z.optional(z.string().check(z.trim(), z.maxLength(16))),
    charCaptcha: z.optional(captchaText),
    captchaKey,
    code: secret(512),
    redirect_uri: secret(2048),
    code_verifier: secret(512),
  }),
  output: tokens,
})

/** Answers with the seconds until the next one can be asked for. */
export const getSmsCaptcha = contract({
  method: 'GET',
  path: '/account/captcha/getSmsCaptcha',
  input: z.object({ prefix: typedPrefix, mobile: users.fields.mobile.check, tenantCode: z.optional(short) }),
  output: z.strictObject({ seconds: z.int() }),
})

/** What WebAuthn gives to the authenticator (Web Authentication Level 2, sections 5.4 and 5.5); the browser's library knows its members. */
export const webAuthnOptions: z.ZodMiniType<object> = z.record(z.string(), z.unknown())

export const queryPasskeyOptions = contract({
  method: 'POST',
  path: '/uaa/oauth/queryPasskeyOptions',
  input: z.object({ tenantCode: named }),
  output: webAuthnOptions,
})

export const registerNewSession = contract({ method: 'POST', path: '/admin/sysuser/registerNewSession', input: z.strictObject({}) })

export const signOut = contract({ method: 'POST', path: '/uaa/users/signOut', input: z.strictObject({}) })
