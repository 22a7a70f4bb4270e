import { z } from 'zod'
import { id } from '../../../../model/fields.ts'
import { appClients } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { assertMayGrant } from '../../../kernel/authorization/guard-roles.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** A new secret, of which only the hash stays. The old one is worth nothing from now on. */
export async function giveSecret(tx: Transaction, clientId: string): Promise<string> {
  // The prefix lets programs that search code for leaked secrets know one.
  const secret = `outstation_${newToken()}`
  await tx.run(build.deleteFrom('app_client_secrets').where('client_id', '=', clientId))
  await tx.run(
    build.insertInto('app_client_secrets').values({ tenant_id: tx.tenantId as string, client_id: clientId, hash: hashToken(secret) }),
  )
  return secret
}

/** @throws Failure `grant.exceeds` when the client may do more than the caller: whoever changes it could borrow its rights. */
export async function assertMayChangeClient(
  tx: Transaction,
  { caller, services }: Pick<Call<unknown>, 'caller' | 'services'>,
  clientId: string,
): Promise<void> {
  const held = await tx.all(build.selectFrom('app_client_roles').select('role_id').where('client_id', '=', clientId))
  await assertMayGrant(
    tx,
    services.grants,
    caller,
    held.map((row) => row.role_id),
  )
}

/** The name of a client of this tenant on the wire. */
export async function wireIdOf(tx: Transaction, clientCode: string): Promise<string> {
  const tenant = await tx.first(
    build
      .selectFrom('tenants')
      .select('tenant_code')
      .where('id', '=', tx.tenantId as string),
  )
  return `${tenant?.tenant_code ?? ''}.${clientCode}`
}

export const resetSecret = route({
  method: 'POST',
  path: '/uaa/appclient/resetAppClientSecret',
  access: 'granted',
  summary: 'Give a client a new secret; the answer holds it, and it is never told again',
  of: appClients,
  input: z.strictObject({ id }),
  output: z.strictObject({ clientId: z.string(), clientSecret: z.string() }),
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
      await assertMayChangeClient(tx, call, clientId)
      return { clientId: await wireIdOf(tx, client.client_code), clientSecret: await giveSecret(tx, clientId) }
    }),
})

export const revokeTokens = route({
  method: 'POST',
  path: '/uaa/appclient/revokeAppClientToken',
  access: 'granted',
  summary: 'End every token of a client, its own and those it has for people',
  of: appClients,
  input: z.strictObject({ id }),
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
