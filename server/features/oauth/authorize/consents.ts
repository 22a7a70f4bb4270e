/** The applications somebody has allowed, and the end of it. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/oauth/authorize.ts'
import { scopesOf } from '../../../../model/oauth/scopes.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { scopeTexts } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'

export const queryConsents = implement(contract.queryConsent, {
  access: 'signed-in',
  summary: 'The applications one has allowed to act for oneself',
  async handle({ caller, inTenant, t }) {
    const rows = await inTenant((tx) =>
      tx.all(
        build
          .selectFrom('consents')
          .innerJoin('app_clients', 'app_clients.id', 'client_id')
          .select([
            'client_id as id',
            'client_code as name',
            'client_description as description',
            'scopes',
            sql<string>`to_char(given_at, 'YYYY-MM-DD HH24:MI:SS')`.as('givenAt'),
          ])
          .where('user_id', '=', caller.userId)
          .orderBy('given_at', 'desc')
          .orderBy('client_id'),
      ),
    )
    return rows.map((row) => ({ ...row, scopes: scopeTexts(scopesOf(row.scopes), t) }))
  },
})

export const deleteConsent = implement(contract.deleteConsent, {
  access: 'signed-in',
  space: 'essential',
  summary: 'Take back what one has allowed an application, and end the sessions it has for oneself',
  async handle({ caller: { tenantId, userId }, input: { id: clientId }, inTenant, services }) {
    await inTenant(async (tx) => {
      const removed = await tx.run(build.deleteFrom('consents').where('user_id', '=', userId).where('client_id', '=', clientId))
      if (removed === 0) fail('row.not-found')
      await services.sessions.endAllOfClient(tx, { tenantId, clientId }, userId)
    })
    return null
  },
})
