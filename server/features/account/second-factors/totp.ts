import { randomBytes } from 'node:crypto'
import * as contract from '../../../../model/contract/account/second-factors.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { enableTotp, renewRecoveryCodes, sealedFor, SECRET_BYTES, base32, uriOf } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import { afterRemoval, beforeChange, endOthers, firstRecoveryCodes } from './rules.ts'

/** How the app names the account. */
const ISSUER = 'Outstation'

export const addTotp = implement(contract.addTotp, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'Begin to set up an authenticator app: gives its secret, which counts once a first code has come',
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

export const enable = implement(contract.enableTotp, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'Take an authenticator app into use by its first code; with the first factor come recovery codes, told this once',
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

export const deleteTotp = implement(contract.deleteTotp, {
  access: 'signed-in',
  space: 'essential',
  summary: "Take one's authenticator app out of use",
  handle: (call) =>
    call.inTenant(async (tx) => {
      await beforeChange(tx, call)
      const removed = await tx.run(build.deleteFrom('totp_secrets').where('user_id', '=', call.caller.userId))
      if (removed === 0) fail('row.not-found')
      await afterRemoval(tx, call)
      return null
    }),
})

export const updateRecoveryCodes = implement(contract.updateRecoveryCodes, {
  access: 'signed-in',
  summary: 'New recovery codes in place of the old ones, told this once',
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { totp, passkeys } = await beforeChange(tx, call)
      if (!totp && !passkeys) fail('row.not-found')
      return { recoveryCodes: await renewRecoveryCodes(tx, call.caller.userId) }
    }),
})
