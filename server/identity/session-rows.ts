/** The rows behind sessions: how one is opened and continued; session-read.ts reads them, session-end.ts ends them. What of it is remembered is the affair of sessions.ts. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { ErrorCode } from '../../model/errors.ts'
import { fail } from '../kernel/errors.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { hashToken, newToken } from './secrets.ts'
import { endSessions } from './session-end.ts'
import { isSessionValid } from './session-read.ts'
import type { Lifetimes } from './session-times.ts'
import type { Tokens } from './session-tokens.ts'
import { addRefreshToken } from './session-tokens.ts'
import { accessEnds, earlier, refreshEnds, secondsTo, sessionEnds } from './session-times.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Dialect } from '../kernel/authorization/caller.ts'

export interface ClientDevice {
  address: string
  browser: string
  /** As the client named itself; absent where that makes no difference. */
  dialect?: Dialect | null
}

/** A session beside another one: as which role, and whether only to look. */
export interface Acting {
  parentId: string
  roleId: string
  readOnly: boolean
}

/** The tokens of a new session of the user on this device. */
export async function openSession(
  tx: Transaction,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  device: ClientDevice,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  return insertSession(tx, { tenantId, userId, device, lifetimes, expiresAt: sessionEnds(lifetimes, new Date()) })
}

/** A session beside the one it was opened from: it ends together with that one, at the latest when that one expires. */
export async function openActingSession(
  tx: Transaction,
  { tenantId, userId }: { tenantId: TenantId; userId: string },
  acting: Acting,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  const parent = await tx.first(
    build
      .selectFrom('sessions')
      .select(['address', 'browser', 'dialect', 'expires_at'])
      .where('id', '=', acting.parentId)
      .where('ended_at', 'is', null),
  )
  if (!parent) fail('session.replaced')
  const { expires_at: expiresAt, ...device } = parent
  return insertSession(tx, { tenantId, userId, device, lifetimes, expiresAt, acting })
}

interface NewSession {
  tenantId: TenantId
  userId: string
  device: ClientDevice
  lifetimes: Lifetimes
  expiresAt: Date
  acting?: Acting
}

async function insertSession(tx: Transaction, { tenantId, userId, device, lifetimes, expiresAt, acting }: NewSession): Promise<Tokens> {
  const id = newId()
  const access = await newAccess(tx, acting?.roleId)
  const ends = earlier(accessEnds(lifetimes), expiresAt)
  await tx.run(
    build.insertInto('sessions').values({
      tenant_id: tenantId,
      id,
      user_id: userId,
      ...device,
      expires_at: expiresAt,
      parent_id: acting?.parentId ?? null,
      acting_role_id: acting?.roleId ?? null,
      read_only: acting?.readOnly ?? false,
      access_hash: hashToken(access),
      access_expires_at: ends,
      previous_access_hash: null,
      registered_at: null,
      ended_at: null,
    }),
  )
  const refreshUntil = earlier(refreshEnds(lifetimes), expiresAt)
  return {
    access,
    refresh: await addRefreshToken(tx, tenantId, id, refreshUntil),
    expiresIn: secondsTo(ends),
    refreshExpiresIn: secondsTo(refreshUntil),
  }
}

/** The token of a session that acts as a role begins with its code (docs: the specification, section 4). */
async function newAccess(tx: Transaction, roleId: string | null | undefined): Promise<string> {
  if (!roleId) return newToken()
  const role = await tx.first(build.selectFrom('roles').select('role_code').where('id', '=', roleId))
  return role ? `${role.role_code}-token.${newToken()}` : fail('row.not-found')
}

/**
 * New tokens for a refresh token, which is used up (refresh token rotation, RFC 9700, section 4.14). Losing a race for the same token
 * counts as a second use.
 */
export async function rotate(
  tx: Transaction,
  invalidations: Invalidations,
  tenantId: TenantId,
  hash: Buffer,
  lifetimes: Lifetimes,
): Promise<Tokens | { failed: ErrorCode }> {
  const token = await tx.first(
    build
      .selectFrom('refresh_tokens')
      .innerJoin('sessions', 'sessions.id', 'session_id')
      .innerJoin('users', 'users.id', 'user_id')
      .innerJoin('tenants', 'tenants.id', 'refresh_tokens.tenant_id')
      .select([
        'session_id',
        'used_at',
        'sessions.created_at',
        'refresh_tokens.expires_at as token_expires_at',
        'ended_at',
        'users.status',
        'tenants.status as tenant_status',
        'tenants.expires_at',
        'marked_at',
      ])
      .where('hash', '=', hash)
      .where('client_id', 'is', null)
      .forUpdate('refresh_tokens'),
  )
  if (!token) return { failed: 'session.invalid' }
  if (token.used_at) {
    await endSessions(tx, invalidations, tenantId, [token.session_id])
    return { failed: 'session.replaced' }
  }
  if (token.ended_at) return { failed: 'session.replaced' }
  if (earlier(token.token_expires_at, sessionEnds(lifetimes, token.created_at)).getTime() <= Date.now())
    return { failed: 'session.expired' }
  if (!isSessionValid({ ...token, client_status: null })) return { failed: 'session.invalid' }
  await tx.run(
    build
      .updateTable('refresh_tokens')
      .set({ used_at: sql`now()` })
      .where('hash', '=', hash),
  )
  return renewTokens(tx, invalidations, tenantId, token.session_id, lifetimes)
}

/** New tokens for a session whose old ones are given up: each access token is replaced by the next. */
async function renewTokens(
  tx: Transaction,
  invalidations: Invalidations,
  tenantId: TenantId,
  sessionId: string,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  const session = await tx.first(
    build
      .selectFrom('sessions')
      .select(['access_hash', 'acting_role_id', 'expires_at', 'created_at'])
      .where('id', '=', sessionId)
      .where('ended_at', 'is', null)
      .forUpdate(),
  )
  if (!session) fail('session.replaced')
  const access = await newAccess(tx, session.acting_role_id)
  const latest = earlier(session.expires_at, sessionEnds(lifetimes, session.created_at))
  const ends = earlier(accessEnds(lifetimes), latest)
  await tx.run(
    build
      .updateTable('sessions')
      .where('id', '=', sessionId)
      .set({ access_hash: hashToken(access), access_expires_at: ends, previous_access_hash: session.access_hash }),
  )
  const refreshUntil = earlier(refreshEnds(lifetimes), latest)
  const refresh = await addRefreshToken(tx, tenantId, sessionId, refreshUntil)
  await invalidations.publish(tx, { kind: 'token-replaced', tenantId, sessionId })
  return { access, refresh, expiresIn: secondsTo(ends), refreshExpiresIn: secondsTo(refreshUntil) }
}

/** Back to the session that was left: its old tokens may lie anywhere by now, so it gets new ones. */
export async function resumeParentSession(
  tx: Transaction,
  invalidations: Invalidations,
  tenantId: TenantId,
  sessionId: string,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  await tx.run(
    build
      .updateTable('refresh_tokens')
      .set({ used_at: sql`now()` })
      .where('session_id', '=', sessionId)
      .where('used_at', 'is', null),
  )
  return renewTokens(tx, invalidations, tenantId, sessionId, lifetimes)
}
