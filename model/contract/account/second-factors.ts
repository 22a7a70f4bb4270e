/** One's own second factors. */
import * as z from 'zod/mini'
import { id, text } from '../../fields.ts'
import { users } from '../../organisation/users.ts'
import { secondFactorPolicies } from '../../system/known-parameters.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { webAuthnOptions } from './sign-in.ts'

const at = <Name extends string>(name: Name) => `/account/secondfactor/${name}` as const
const nothing = z.strictObject({})
const otp = z.string().check(z.trim(), z.maxLength(40))
const { check: passkeyName } = text({ max: 64, required: true })

const passkey = z.strictObject({ id: z.string(), name: z.string(), createTime: z.string(), lastUsedTime: z.nullable(z.string()) })

export type Passkey = z.output<typeof passkey>

export const querySecondFactor = contract({
  method: 'GET',
  path: at('querySecondFactor'),
  output: z.strictObject({
    policy: z.enum(secondFactorPolicies),
    passkeysAllowed: z.boolean(),
    /** The one address under which passkeys work; null where there is none. */
    passkeyOrigin: z.nullable(z.string()),
    isConfirmed: z.boolean(),
    totp: z.nullable(z.strictObject({ enabledAt: z.string() })),
    passkeys: z.array(passkey),
    /** Those that are left. */
    recoveryCodes: z.int(),
  }),
})

export type SecondFactors = OutputOf<typeof querySecondFactor>

/** Showing once more who one is: by a second factor where there is one, else by the password. */
export const confirmIdentity = contract({
  method: 'POST',
  path: at('confirmIdentity'),
  input: z.strictObject({
    password: z.optional(users.fields.password.check),
    otp: z.optional(otp),
    assertion: z.optional(z.string().check(z.maxLength(16_384))),
  }),
})

export const queryConfirmOptions = contract({
  method: 'POST',
  path: at('queryConfirmOptions'),
  input: nothing,
  output: webAuthnOptions,
})

export const addTotp = contract({
  method: 'POST',
  path: at('addTotp'),
  input: nothing,
  output: z.strictObject({ secret: z.string(), uri: z.string() }),
})

/** Empty where there are such codes already; they are told this once. */
const issuedCodes = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const enableTotp = contract({ method: 'POST', path: at('enableTotp'), input: z.strictObject({ otp }), output: issuedCodes })

export const deleteTotp = contract({ method: 'POST', path: at('deleteTotp'), input: nothing })

export const updateRecoveryCodes = contract({ method: 'POST', path: at('updateRecoveryCodes'), input: nothing, output: issuedCodes })

export const queryNewPasskeyOptions = contract({
  method: 'POST',
  path: at('queryPasskeyOptions'),
  input: nothing,
  output: webAuthnOptions,
})

/** `credential` is what the browser has made, as JSON (Web Authentication Level 3, section 5.1.8). */
export const addPasskey = contract({
  method: 'POST',
  path: at('addPasskey'),
  input: z.strictObject({ passkeyName, credential: z.string().check(z.maxLength(65_536)) }),
  output: z.extend(issuedCodes, { id: z.string() }),
})

export const updatePasskey = contract({ method: 'PUT', path: at('updatePasskey'), input: z.strictObject({ id, passkeyName }) })

export const deletePasskey = contract({ method: 'POST', path: at('deletePasskey'), input: z.strictObject({ id }) })
