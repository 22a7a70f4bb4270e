import { sql } from 'kysely'
import { tenantOf } from '../../../kernel/database/tenant-id.ts'
import * as contract from '../../../../model/contract/oauth/app-clients.ts'
import { appClients } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { assertMayChangeClients } from './guard.ts'

/** New secrets, of which only the hashes stay, by the id of their client. The old ones are worth nothing from now on. */
export async function giveSecrets(tx: Transaction, clientIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
  // The prefix lets programs that search code for leaked secrets know one.
  const secrets = new Map(clientIds.map((id) => [id, `outstation_${newToken()}`]))
  if (secrets.size === 0) return secrets
  await tx.run(build.deleteFrom('app_client_secrets').where(sql<boolean>`client_id = any(${clientIds}::uuid[])`))
  await tx.run(
    build
      .insertInto('app_client_secrets')
      .values([...secrets].map(([client_id, secret]) => ({ tenant_id: tenantOf(tx), client_id, hash: hashToken(secret) }))),
  )
  return secrets
}

/** The names of clients of this tenant on the wire. */
export async function wireIdsOf(tx: Transaction, clientCodes: readonly string[]): Promise<string[]> {
  const tenant = await tx.first(build.selectFrom('tenants').select('tenant_code').where('id', '=', tenantOf(tx)))
  return clientCodes.map((code) => `${tenant?.tenant_code ?? ''}.${code}`)
}

export const resetSecret = implement(contract.resetAppClientSecret, {
  access: 'granted',
  summary: 'Give a client a new secret; the answer holds it, and it is never told again',
  of: appClients,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        input: { id: clientId },
      } = call
      const client = await tx.first(
        build.selectFrom('app_clients').select(['client_code', 'client_type']).where('id', '=', clientId).forUpdate(),
      )
      if (!client) fail('row.not-found')
      if (client.client_type === 'public') fail('oauth.public')
      await assertMayChangeClients(tx, call, [clientId])
      const [name] = await wireIdsOf(tx, [client.client_code])
      return { clientId: name as string, clientSecret: (await giveSecrets(tx, [clientId])).get(clientId) as string }
    }),
})

export const revokeTokens = implement(contract.revokeAppClientToken, {
  access: 'granted',
  summary: 'End every token of a client, its own and those it has for people',
  of: appClients,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const {
        input: { id: clientId },
        caller: { tenantId },
        services,
      } = call
      if (!(await tx.first(build.selectFrom('app_clients').select('id').where('id', '=', clientId)))) fail('row.not-found')
      await services.sessions.endAllOfClient(tx, { tenantId, clientId })
      return null
    }),
})
