/** Sessions of application clients: as long as the client's row says, and no more than its scopes. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { ErrorCode } from '../../model/errors.ts'
import { isWithin, scopesOf } from '../../model/oauth/scopes.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { hashToken, newToken } from './secrets.ts'
import { newId } from '../kernel/ids.ts'
import type { ClientDevice } from './session-rows.ts'
import { isSessionValid } from './session-read.ts'
import { endSessions } from './session-end.ts'
import { after } from './session-times.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** What a client is given a session for. */
export interface ClientGrant {
  readonly tenantId: TenantId
  readonly clientId: string
  /** Whom it acts for; null: for itself. */
  readonly userId: string | null
  readonly scopes: readonly string[]
  readonly tokenSeconds: number
  /** Absent: the session ends with its access token, and the client comes back with its credentials. */
  readonly refreshSeconds?: number
}

/** A client that continues a session; `scopes` are those the new access token is to have, all of them where none is named. */
export type ClientRefresh = Required<Omit<ClientGrant, 'userId'>>

export interface ClientTokens {
  readonly access: string
  readonly refresh?: string
  readonly expiresIn: number
  readonly scopes: readonly string[]
  readonly sessionId: string
}

/** Stores a session of an application, with the consent it rests on, and returns its tokens. */
export async function openForClient(
  tx: Transaction,
  { tenantId, clientId, userId, scopes, tokenSeconds, refreshSeconds }: ClientGrant,
  device: ClientDevice,
): Promise<ClientTokens> {
  const sessionId = newId()
  const access = newToken()
  await tx.run(
    build.insertInto('sessions').values({
      tenant_id: tenantId,
      id: sessionId,
      user_id: userId,
      client_id: clientId,
      scopes: scopes.join(' '),
      ...device,
      access_hash: hashToken(access),
      access_expires_at: after(tokenSeconds),
      expires_at: after(Math.max(tokenSeconds, refreshSeconds ?? 0)),
      previous_access_hash: null,
      parent_id: null,
      acting_role_id: null,
      registered_at: null,
      ended_at: null,
    }),
  )
  const refresh = refreshSeconds === undefined ? {} : { refresh: await addRefreshToken(tx, tenantId, sessionId, refreshSeconds) }
  return { access, ...refresh, expiresIn: tokenSeconds, scopes, sessionId }
}

async function addRefreshToken(tx: Transaction, tenantId: TenantId, sessionId: string, seconds: number): Promise<string> {
  const token = newToken()
  await tx.run(
    build
      .insertInto('refresh_tokens')
      .values({ tenant_id: tenantId, hash: hashToken(token), session_id: sessionId, expires_at: after(seconds), used_at: null }),
  )
  return token
}

/**
 * New tokens for a client's refresh token, which is used up (refresh token rotation, RFC 9700, section 4.14). Losing a race for the same
 * token counts as a second use.
 */
export async function rotateForClient(
  tx: Transaction,
  invalidations: Invalidations,
  client: ClientRefresh,
  hash: Buffer,
): Promise<ClientTokens | { failed: ErrorCode }> {
  const { tenantId, clientId, tokenSeconds, refreshSeconds } = client
  const token = await tx.first(
    build
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .innerJoin('app_clients', 'app_clients.id', 'client_id')
      .leftJoin('users', 'users.id', 'user_id')
      .innerJoin('tenants', 'tenants.id', 'refresh_tokens.tenant_id')
      .select([
        'session_id',
        'used_at',
        'refresh_tokens.expires_at as token_expires_at',
        'ended_at',
        'access_hash',
        'scopes',
        'users.status',
        'app_clients.status as client_status',
        'tenants.status as tenant_status',
        'tenants.expires_at',
        'marked_at',
      ])
      .where('hash', '=', hash)
      .where('client_id', '=', clientId)
      .forUpdate('refresh_tokens'),
  )
  if (!token) return { failed: 'session.invalid' }
  if (token.used_at) {
    await endSessions(tx, invalidations, tenantId, [token.session_id])
    return { failed: 'session.replaced' }
  }
  if (token.ended_at) return { failed: 'session.replaced' }
  if (token.token_expires_at.getTime() <= Date.now()) return { failed: 'session.expired' }
  if (!isSessionValid(token)) return { failed: 'session.invalid' }
  const granted = scopesOf(token.scopes)
  const scopes = client.scopes.length > 0 ? client.scopes : granted
  if (!isWithin(scopes, granted)) return { failed: 'oauth.scope' }
  const access = newToken()
  await tx.run(
    build
      .updateTable('refresh_tokens')
      .set({ used_at: sql`now()` })
      .where('hash', '=', hash),
  )
  await tx.run(
    build
      .updateTable('sessions')
      .where('id', '=', token.session_id)
      .set({
        access_hash: hashToken(access),
        access_expires_at: after(tokenSeconds),
        previous_access_hash: token.access_hash,
        access_scopes: scopes.join(' '),
        expires_at: after(Math.max(tokenSeconds, refreshSeconds)),
      }),
  )
  const refresh = await addRefreshToken(tx, tenantId, token.session_id, refreshSeconds)
  await invalidations.publish(tx, { kind: 'token-replaced', tenantId, sessionId: token.session_id })
  return { access, refresh, expiresIn: tokenSeconds, scopes, sessionId: token.session_id }
}

/** Ends the sessions of a client, for one user or for all. With the codes that have not been exchanged yet: each is a session to come. */
export async function endSessionsOfClient(
  tx: Transaction,
  invalidations: Invalidations,
  { tenantId, clientId }: { tenantId: TenantId; clientId: string },
  userId: string | undefined,
): Promise<void> {
  await tx.run(
    build
      .updateTable('sessions')
      .set({ ended_at: sql`now()` })
      .where('client_id', '=', clientId)
      .where('ended_at', 'is', null)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string)),
  )
  await tx.run(
    build
      .deleteFrom('authorization_codes')
      .where('client_id', '=', clientId)
      .$if(userId !== undefined, (query) => query.where('user_id', '=', userId as string)),
  )
  await invalidations.publish(tx, { kind: 'client-changed', tenantId, clientId })
}
