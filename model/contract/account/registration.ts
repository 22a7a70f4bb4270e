/** Asking for an account of one's own. */
import * as z from 'zod/mini'
import { users } from '../../organisation/users.ts'
import { contract } from '../contract.ts'
import { captchaKey, captchaText } from './captcha.ts'
import { passwordPolicy } from './passwords.ts'

const { username, nickname, password, email, prefix, mobile } = users.fields
const tenantCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(128))

/** What is asked of passwords is null where the tenant is not open, and where there is none. */
export const queryRegistration = contract({
  method: 'GET',
  path: '/account/sysuserdetail/queryRegistration',
  input: z.object({ tenantCode: z.optional(tenantCode) }),
  output: z.strictObject({ open: z.boolean(), password: z.nullable(passwordPolicy) }),
})

export const registerAccount = contract({
  method: 'POST',
  path: '/account/sysuserdetail/registerAccount',
  input: z.strictObject({
    tenantCode,
    username: username.check,
    nickname: z.optional(nickname.check),
    password: password.check,
    email: email.check,
    prefix: prefix.check,
    mobile: mobile.check,
    captcha: z.optional(captchaText),
    charCaptcha: z.optional(captchaText),
    key: captchaKey,
    // Named by clients of this family of APIs and given by nobody but the administrator: read over.
    roleId: z.optional(z.unknown()),
    orgId: z.optional(z.unknown()),
    status: z.optional(z.unknown()),
  }),
  output: z.strictObject({ state: z.literal('pending') }),
})
