/** A forgotten password. */
import * as z from 'zod/mini'
import { users } from '../../organisation/users.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { captchaKey, captchaText } from './captcha.ts'
import { passwordPolicy } from './passwords.ts'

const token = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

export const retrievePassword = contract({
  method: 'POST',
  path: '/account/sysuserdetail/retrievePassword',
  send: 'form',
  input: z.object({
    email: users.fields.email.check,
    charCaptcha: z.optional(captchaText),
    key: captchaKey,
    tenantCode: z.optional(z.string().check(z.trim(), z.maxLength(128))),
  }),
})

/** What the page has to know before somebody types: for whom the link is, and what is asked of the password. */
export const queryPasswordLink = contract({
  method: 'POST',
  path: '/account/sysuserdetail/queryPasswordLink',
  input: z.object({ token }),
  output: z.strictObject({ username: z.string(), tenantName: z.string(), tenantCode: z.string(), password: passwordPolicy }),
})

export type LinkOwner = OutputOf<typeof queryPasswordLink>

export const resetForgottenPassword = contract({
  method: 'POST',
  path: '/account/sysuserdetail/resetForgottenPassword',
  input: z.object({ token, newPassword: users.fields.password.check }),
})
