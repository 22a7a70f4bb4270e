/** What a client may ask about tokens and do with them: end its own (RFC 7009), and look at one it was shown (RFC 7662). */
import type { z } from 'zod'
import * as contract from '../../../../model/contract/oauth/authorize.ts'
import { meet, scopesOf } from '../../../../model/oauth/scopes.ts'
import type { Client } from '../../../identity/index.ts'
import { authenticateClient, credentialsOf, hashToken, issuerOf } from '../../../identity/index.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import { FlatEnvelope, implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

function clientOf({ request, reply, services, input: given }: Call<z.output<typeof contract.revoke.input>>): Promise<Client> {
  return authenticateClient(services.transactions, request, reply, credentialsOf(request, given))
}

export const revoke = implement(contract.revoke, {
  access: 'public',
  space: 'essential',
  summary: "End a token of one's own, and with it the session it belongs to",
  async handle(call) {
    const client = await clientOf(call)
    const {
      services,
      input: { token },
    } = call
    if (!token) return fail('oauth.request', { more: { error: 'invalid_request' } })
    await services.transactions.inTenant(client, async (tx) => {
      const found = await sessionOf(tx, token)
      // A token that is none, or another client's, is answered alike: there is nothing left to end.
      if (found?.client_id === client.id) await services.sessions.end(tx, { tenantId: client.tenantId, sessionId: found.id })
    })
    return null
  },
})

export const introspect = implement(contract.introspect, {
  access: 'public',
  space: 'essential',
  summary: "Whether a token of an application of one's own tenant is good, for whom and for what",
  async handle(call) {
    const client = await clientOf(call)
    // Whoever has nothing to prove itself with could be anybody with a stolen token (RFC 7662, section 2.1).
    if (client.isPublic) fail('sign-in.client', { more: { error: 'invalid_client' } })
    const {
      services,
      input: { token },
    } = call
    if (!token) return fail('oauth.request', { more: { error: 'invalid_request' } })
    const found = await services.transactions.inTenant(client, (tx) => sessionOf(tx, token), 'read')
    // Sessions of our own console are nobody else's business.
    if (!found || found.client_id === null || found.ended_at || found.expires_at.getTime() <= Date.now())
      return new FlatEnvelope({ active: false })
    if ((found.status ?? 1) !== 1 || found.client_status !== 1) return new FlatEnvelope({ active: false })
    const clientId = `${client.tenantCode}.${found.client_code ?? ''}`
    return new FlatEnvelope({
      active: true,
      scope: meet(scopesOf(found.isRefresh ? found.scopes : (found.access_scopes ?? found.scopes)), scopesOf(found.auth_scope)).join(' '),
      client_id: clientId,
      username: found.username ?? clientId,
      sub: found.user_id ?? found.client_id,
      ...(found.isRefresh ? {} : { token_type: 'Bearer' }),
      exp: Math.floor(found.expires_at.getTime() / 1000),
      iss: issuerOf(services.config),
    })
  },
})

/** The session of an access token or of an unused refresh token; the hint is not needed, since no token is both. */
async function sessionOf(tx: Transaction, token: string) {
  const hash = hashToken(token)
  const sessions = build
    .selectFrom('sessions')
    .leftJoin('app_clients', 'app_clients.id', 'client_id')
    .leftJoin('users', 'users.id', 'user_id')
    .select([
      'sessions.id',
      'client_id',
      'client_code',
      'user_id',
      'username',
      'ended_at',
      'scopes',
      'access_scopes',
      'auth_scope',
      'users.status',
      'app_clients.status as client_status',
    ])
  const [access, refresh] = await Promise.all([
    tx.first(sessions.select('access_expires_at as expires_at').where('access_hash', '=', hash)),
    tx.first(
      sessions
        .innerJoin('refresh_tokens', 'session_id', 'sessions.id')
        .select('refresh_tokens.expires_at')
        .where('hash', '=', hash)
        .where('used_at', 'is', null),
    ),
  ])
  return access ? { ...access, isRefresh: false } : refresh && { ...refresh, isRefresh: true }
}
