import { sql } from 'kysely'
import * as contract from '../../../../model/contract/account/second-factors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { relyingParty, isConfirmed } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const moment = <Moment = string>(column: string) => sql<Moment>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

export const querySecondFactor = implement(contract.querySecondFactor, {
  access: 'signed-in',
  allowedWith: ['enrol'],
  summary: "One's own second factors, and what the tenant asks for",
  async handle({ caller, inTenant, services: { settings, config } }) {
    const policy = await settings.of(caller.tenantId)
    const mine = <Name extends 'totp_secrets' | 'passkeys' | 'recovery_codes'>(table: Name) =>
      build.selectFrom(table as 'passkeys').where('user_id', '=', caller.userId)
    const [confirmed, totp, passkeys, left] = await inTenant((tx) =>
      Promise.all([
        isConfirmed(tx, caller),
        tx.first(
          build
            .selectFrom('totp_secrets')
            .select(moment('enabled_at').as('enabledAt'))
            .where('user_id', '=', caller.userId)
            .where('enabled_at', 'is not', null),
        ),
        tx.all(
          mine('passkeys')
            .select([
              'id',
              'passkey_name as name',
              moment('created_at').as('createTime'),
              moment<string | null>('last_used_at').as('lastUsedTime'),
            ])
            .orderBy('created_at')
            .orderBy('id'),
        ),
        tx.first(
          build
            .selectFrom('recovery_codes')
            .select(sql<string>`count(*)`.as('count'))
            .where('user_id', '=', caller.userId)
            .where('used_at', 'is', null),
        ),
      ]),
    )
    return {
      policy: policy['signIn.secondFactor'],
      passkeysAllowed: policy['signIn.passkeys'],
      passkeyOrigin: relyingParty(config)?.origin ?? null,
      isConfirmed: confirmed,
      totp: totp ?? null,
      passkeys,
      recoveryCodes: Number(left?.count ?? 0),
    }
  },
})
