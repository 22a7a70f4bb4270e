import * as contract from '../../../../model/contract/account/second-factors.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { keepChallenge, creationOptions, passkeysOf, registered, relyingParty } from '../../../identity/index.ts'
import type { RelyingParty } from '../../../identity/index.ts'
import { newId } from '../../../kernel/ids.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { afterRemoval, beforeChange, endOthers, firstRecoveryCodes } from './rules.ts'

/** More than anybody has devices. */
const MAX_PASSKEYS = 20

/** @throws Failure `factor.place` where people reach the server by an address without a name, `factor.off`. */
async function partyOf(tx: Transaction, { caller, services }: Pick<Call<unknown>, 'caller' | 'services'>): Promise<RelyingParty> {
  if (!(await services.settings.within(tx, caller.tenantId))['signIn.passkeys']) fail('factor.off')
  return relyingParty(services.config) ?? fail('factor.place')
}

export const queryPasskeyOptions = implement(contract.queryNewPasskeyOptions, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'What the browser needs to make a passkey for oneself',
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { caller } = call
      const party = await partyOf(tx, call)
      await beforeChange(tx, call)
      const [me, known] = await Promise.all([
        tx.first(build.selectFrom('users').select(['id', 'username', 'nickname']).where('id', '=', caller.userId)),
        passkeysOf(tx, caller.userId),
      ])
      if (!me) fail('session.invalid')
      if (known.length >= MAX_PASSKEYS) fail('factor.many')
      return creationOptions(party, await keepChallenge(tx, { purpose: 'register', userId: caller.userId }), me, known)
    }),
})

export const addPasskey = implement(contract.addPasskey, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: 'Keep a passkey that the browser has made; with the first factor come recovery codes, told this once',
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        caller,
        input: { passkeyName: passkey_name, credential },
      } = call
      const party = await partyOf(tx, call)
      const before = await beforeChange(tx, call)
      const made = await registered(tx, party, caller.userId, credential)
      if (!made) fail('factor.key', { field: { name: 'credential', label: 'error.factor.key' } })
      const row = { tenant_id: caller.tenantId, id: newId(), user_id: caller.userId, passkey_name, ...made }
      if (
        (await tx.run(
          build
            .insertInto('passkeys')
            .values(row)
            .onConflict((conflict) => conflict.doNothing()),
        )) === 0
      )
        fail('factor.key')
      if (!before.totp && !before.passkeys) await endOthers(tx, call)
      return { id: row.id, recoveryCodes: await firstRecoveryCodes(tx, call) }
    }),
})

export const updatePasskey = implement(contract.updatePasskey, {
  access: 'signed-in',
  summary: "Give one of one's own passkeys another name",
  async handle({ caller, input: { id: passkey, passkeyName: passkey_name }, inTenant }) {
    const changed = await inTenant((tx) =>
      tx.run(build.updateTable('passkeys').set({ passkey_name }).where('id', '=', passkey).where('user_id', '=', caller.userId)),
    )
    if (changed === 0) fail('row.not-found')
    return null
  },
})

export const deletePasskey = implement(contract.deletePasskey, {
  access: 'signed-in',
  space: 'essential',
  summary: "Take one of one's own passkeys out of use",
  handle: (call) =>
    call.inTenant(async (tx) => {
      await beforeChange(tx, call)
      const removed = await tx.run(build.deleteFrom('passkeys').where('id', '=', call.input.id).where('user_id', '=', call.caller.userId))
      if (removed === 0) fail('row.not-found')
      await afterRemoval(tx, call)
      return null
    }),
})
