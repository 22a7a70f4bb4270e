/** Showing once more who one is, before one's ways of signing in are changed. */
import type { z } from 'zod'
import * as contract from '../../../../model/contract/account/second-factors.ts'
import { users } from '../../../../model/index.ts'
import {
  judgeAttempt,
  keepChallenge,
  judgeCode,
  asserted,
  passkeysOf,
  relyingParty,
  requestOptions,
  factorsOf,
  markConfirmed,
  passwordMatches,
} from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'

/** By a second factor where there is one: it is there for the day on which somebody else knows the password. */
export const confirmIdentity = implement(contract.confirmIdentity, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  space: 'essential',
  summary: 'Show once more who one is, by password or second factor',
  of: users,
  async handle(call) {
    const { caller, inTenant, services } = call
    const factors = await inTenant((tx) => factorsOf(tx, caller.userId))
    const isOn = (await services.settings.of(caller.tenantId))['signIn.secondFactor'] !== 'off'
    const byPassword = !isOn || !(factors.totp || factors.passkeys)
    const byCode = !byPassword && call.input.assertion === undefined
    if (byPassword) await assertPassword(call)
    else if (byCode) await assertCode(call)
    await inTenant(async (tx) => {
      if (call.input.assertion !== undefined) {
        const party = relyingParty(services.config)
        const verified = party && (await asserted(tx, party, 'confirm', call.input.assertion))
        if (verified?.userId !== caller.userId) fail('factor.key', { field: { name: 'assertion', label: 'error.factor.key' } })
      }
      await markConfirmed(tx, caller, byPassword ? 'password' : byCode ? 'code' : 'passkey')
    })
    return null
  },
})

type Confirming = Call<z.output<typeof contract.confirmIdentity.input>>

async function assertPassword({ caller, input: { password = '' }, inTenant, request, services }: Confirming): Promise<void> {
  const me = await inTenant((tx) =>
    tx.first(
      build
        .selectFrom('users')
        .innerJoin('tenants', 'tenants.id', 'users.tenant_id')
        .select(['tenant_code', 'username', 'password_hash'])
        .where('users.id', '=', caller.userId),
    ),
  )
  if (!me) fail('session.invalid')
  const attempt = {
    account: me.username,
    address: request.ip,
    tenant: me.tenant_code,
    policy: await services.settings.of(caller.tenantId),
    known: `user ${caller.userId}`,
  }
  const known = await judgeAttempt(
    services.transactions,
    attempt,
    async () => (await passwordMatches(me.password_hash, password)) || undefined,
  )
  if (!known) fail('password.wrong', { field: { name: 'password', label: 'error.password.wrong' } })
}

async function assertCode(call: Confirming): Promise<void> {
  if (!(await judgeCode(call, call.caller, call.input.otp ?? '')))
    fail('factor.code', { field: { name: 'otp', label: 'error.factor.code' } })
}

export const queryConfirmOptions = implement(contract.queryConfirmOptions, {
  access: 'signed-in',
  space: 'essential',
  summary: "What one of one's own passkeys is to sign, to show once more who one is",
  async handle({ caller, inTenant, services: { config } }) {
    const party = relyingParty(config) ?? fail('factor.place')
    return inTenant(async (tx) => {
      const known = await passkeysOf(tx, caller.userId)
      return requestOptions(party, await keepChallenge(tx, { purpose: 'confirm', userId: caller.userId }), known)
    })
  },
})
