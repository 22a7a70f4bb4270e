import { randomBytes } from 'node:crypto'
import { z } from 'zod'
import { fail } from '../../../kernel/errors.ts'
import { route } from '../../../kernel/http/http.ts'
import { enableTotp, renewRecoveryCodes, sealedFor, SECRET_BYTES, base32, uriOf } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { afterRemoval, beforeChange, endOthers, firstRecoveryCodes } from './rules.ts'

/** How the app names the account. */
const ISSUER = 'Outstation'

const told = z.strictObject({ recoveryCodes: z.array(z.string()) })

export const addTotp = route({
  method: 'POST',
  path: '/account/secondfactor/addTotp',
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'Begin to set up an authenticator app: gives its secret, which counts once a first code has come',
  input: z.strictObject({}),
  output: z.strictObject({ secret: z.string(), uri: z.string() }),
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        caller,
        services: { secretCipher },
      } = call
      await beforeChange(tx, call)
      const secret = randomBytes(SECRET_BYTES)
      const sealed_secret = await secretCipher.seal(secret, sealedFor(caller.userId))
      await tx.run(build.deleteFrom('totp_secrets').where('user_id', '=', caller.userId).where('enabled_at', 'is', null))
      const added = await tx.run(
        build
          .insertInto('totp_secrets')
          .values({ tenant_id: caller.tenantId, user_id: caller.userId, sealed_secret })
          .onConflict((conflict) => conflict.doNothing()),
      )
      if (added === 0) fail('factor.many')
      const tenant = await tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', caller.tenantId))
      return { secret: base32(secret), uri: uriOf(secret, ISSUER, `${caller.username} (${tenant?.tenant_code ?? ''})`) }
    }),
})

export const enable = route({
  method: 'POST',
  path: '/account/secondfactor/enableTotp',
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'Take an authenticator app into use by its first code; with the first factor come recovery codes, told this once',
  input: z.strictObject({ otp: z.string().trim().max(40) }),
  output: told,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        caller,
        input: { otp },
        services: { secretCipher },
      } = call
      const before = await beforeChange(tx, call)
      await enableTotp(tx, secretCipher, caller.userId, otp)
      if (!before.passkeys) await endOthers(tx, call)
      return { recoveryCodes: await firstRecoveryCodes(tx, call) }
    }),
})

export const deleteTotp = route({
  method: 'POST',
  path: '/account/secondfactor/deleteTotp',
  access: 'signed-in',
  space: 'essential',
  summary: "Take one's authenticator app out of use",
  input: z.strictObject({}),
  handle: (call) =>
    call.inTenant(async (tx) => {
      await beforeChange(tx, call)
      const removed = await tx.run(build.deleteFrom('totp_secrets').where('user_id', '=', call.caller.userId))
      if (removed === 0) fail('row.not-found')
      await afterRemoval(tx, call)
      return null
    }),
})

export const updateRecoveryCodes = route({
  method: 'POST',
  path: '/account/secondfactor/updateRecoveryCodes',
  access: 'signed-in',
  summary: 'New recovery codes in place of the old ones, told this once',
  input: z.strictObject({}),
  output: told,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { totp, passkeys } = await beforeChange(tx, call)
      if (!totp && !passkeys) fail('row.not-found')
      return { recoveryCodes: await renewRecoveryCodes(tx, call.caller.userId) }
    }),
})
