/** The rows behind sessions: how one is opened, read, continued and ended. What of it is remembered is the affair of sessions.ts. */
import { sql } from 'kysely'
import type { ErrorCode } from '../../model/errors.ts'
import { meet, scopesOf } from '../../model/oauth/scopes.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import { callerOf } from '../kernel/authorization/caller.ts'
import { fail } from '../kernel/errors.ts'
import type { Events } from '../kernel/runtime/events.ts'
import type { GrantStore, RoleGrants } from '../kernel/authorization/grants.ts'
import { exceeds } from '../kernel/authorization/guard-roles.ts'
import { rolesOfClient, rolesOfUser } from '../kernel/authorization/user-identity.ts'
import { asksOf, hasFactor } from './second-factors/policy.ts'
import { hashToken, newToken } from './secrets.ts'
import { endSessions } from './session-end.ts'
import type { Lifetimes } from './session-times.ts'
import type { Tokens } from './session-tokens.ts'
import { addRefreshToken } from './session-tokens.ts'
import { accessEnds, earlier, refreshEnds, secondsTo, sessionEnds } from './session-times.ts'
import { newId } from '../kernel/ids.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import { build } from '../kernel/database/sql.ts'
import { isUsable } from '../tenancy/index.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'

export interface ClientDevice {
  address: string
  browser: string
}

/** A session beside another one: as which role, and whether only to look. */
export interface Acting {
  parentId: string
  roleId: string
  readOnly: boolean
}

/** An identity, and until when it holds if nothing happens: to the end of the token, the session or the tenant. */
export interface CachedIdentity {
  readonly identity: Identity
  readonly expiresAt: number
}

/**
 * The identity behind an access token, and how long it may be cached.
 * @throws Failure `session.invalid`, `session.replaced` or `session.expired`.
 */
export async function readSession(
  transactions: TransactionScopes,
  grants: GrantStore,
  settings: SettingStore,
  hash: Buffer,
): Promise<CachedIdentity> {
  const found = await transactions.inPlatform(
    'a token comes before its tenant is known',
    (tx) =>
      tx.first(
        build
          .selectFrom('sessions')
          .leftJoin('users', (on) => on.onRef('users.tenant_id', '=', 'sessions.tenant_id').onRef('users.id', '=', 'sessions.user_id'))
          .leftJoin('app_clients', (on) =>
            on.onRef('app_clients.tenant_id', '=', 'sessions.tenant_id').onRef('app_clients.id', '=', 'sessions.client_id'),
          )
          .innerJoin('tenants', 'tenants.id', 'sessions.tenant_id')
          .select([
            'sessions.tenant_id',
            'sessions.id',
            'user_id',
            'parent_id',
            'acting_role_id',
            'read_only',
            'username',
            'must_change_password',
            'access_expires_at',
            'sessions.expires_at as session_expires_at',
            'sessions.created_at',
            'ended_at',
            'users.status',
            'tenants.status as tenant_status',
            'tenants.expires_at',
            'marked_at',
            'tenant_code',
            'client_id',
            'client_code',
            'scopes',
            'access_scopes',
            'auth_scope',
            'app_clients.status as client_status',
            sql<boolean>`previous_access_hash = ${hash}`.as('replaced'),
            hasFactor.as('has_factor'),
          ])
          .where((where) => where.or([where('access_hash', '=', hash), where('previous_access_hash', '=', hash)])),
      ),
    'read',
  )
  if (!found) fail('session.invalid')
  const policy = await settings.of(found.tenant_id)
  // A shorter life counts for the sessions that are open already; an application's lives as long as its client says.
  const latest = found.client_id === null ? sessionEnds(policy, found.created_at) : found.session_expires_at
  const session = { ...found, session_expires_at: earlier(found.session_expires_at, latest) }
  const unusable = reasonAgainst(session)
  if (unusable) fail(unusable)
  const { tenant_id: tenantId, id: sessionId, client_id: clientId } = session
  // What a client does for itself is done under its own id.
  const userId = session.user_id ?? (clientId as string)
  const username = session.username ?? `${session.tenant_code}.${session.client_code ?? ''}`
  const bare: Identity = {
    tenantId,
    sessionId,
    userId,
    username,
    isPlatform: session.tenant_code === PLATFORM,
    roles: [],
    ...(session.must_change_password === 1 ? { limit: 'password' as const } : session.read_only ? { limit: 'read-only' as const } : {}),
    ...(session.parent_id === null ? {} : { parentId: session.parent_id }),
    // Scopes that the client has lost meanwhile are lost to its tokens, too.
    ...(clientId === null
      ? {}
      : { client: { id: clientId, scopes: meet(scopesOf(session.access_scopes ?? session.scopes), scopesOf(session.auth_scope)) } }),
  }
  const { roles, held } = await transactions.inTenant({ tenantId }, (tx) => rolesOf(tx, grants, bare, session), 'read')
  // In sessions that are open already, too, and in those of applications: nobody goes round it.
  const mustEnrol =
    session.user_id !== null && bare.limit !== 'password' && !session.has_factor && asksOf(policy['signIn.secondFactor'], held)
  const ends = [session.access_expires_at, session.session_expires_at, ...(session.expires_at ? [session.expires_at] : [])]
  return {
    identity: { ...bare, ...(mustEnrol ? { limit: 'enrol' as const } : {}), roles },
    expiresAt: Math.min(...ends.map((end) => end.getTime())),
  }
}

/**
 * All roles the user holds, and those the session acts as. One that it was switched to is gone from it as soon as the user no
 * longer holds it, or (in a preview) as soon as it may do more than the user.
 */
async function rolesOf(
  tx: Transaction,
  grants: GrantStore,
  identity: Identity,
  { user_id, acting_role_id: acting }: { user_id: string | null; acting_role_id: string | null },
): Promise<{ held: RoleGrants[]; roles: RoleGrants[] }> {
  if (user_id === null) return { held: [], roles: await rolesOfClient(tx, grants, identity.userId) }
  const held = await rolesOfUser(tx, grants, identity.userId)
  if (acting === null) return { held, roles: held }
  if (identity.limit !== 'read-only') return { held, roles: held.filter((role) => role.id === acting) }
  const previewed = await grants.load(tx, [acting])
  return { held, roles: exceeds(callerOf({ ...identity, roles: held }, undefined), previewed) ? [] : previewed }
}

/** What a session stands on: its user and its client (null where it has none), and its tenant. */
export type SessionStatus = Parameters<typeof isUsable>[0] & { status: number | null; client_status: number | null }

function reasonAgainst(
  session: SessionStatus & { ended_at: Date | null; replaced: boolean; access_expires_at: Date; session_expires_at: Date },
): ErrorCode | undefined {
  // First, because whoever was disabled has no use for the advice to sign in again.
  if (!isSessionValid(session)) return 'session.invalid'
  if (session.replaced || session.ended_at) return 'session.replaced'
  return Math.min(session.access_expires_at.getTime(), session.session_expires_at.getTime()) <= Date.now() ? 'session.expired' : undefined
}

/** Whether user, client and tenant of a session are all in use. */
export function isSessionValid(session: SessionStatus): boolean {
  return (session.status ?? 1) === 1 && (session.client_status ?? 1) === 1 && isUsable(session)
}

/** Stores a new session of the user and returns its tokens. */
export async function openSession(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
  device: ClientDevice,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  return insertSession(tx, { tenantId, userId, device, lifetimes, expiresAt: sessionEnds(lifetimes, new Date()) })
}

/** A session beside the one it was opened from: it ends together with that one, at the latest when that one expires. */
export async function openActingSession(
  tx: Transaction,
  { tenantId, userId }: { tenantId: string; userId: string },
  acting: Acting,
  lifetimes: Lifetimes,
): Promise<Tokens> {
  const parent = await tx.first(
    build
      .selectFrom('sessions')
      .select(['address', 'browser', 'expires_at'])
      .where('id', '=', acting.parentId)
      .where('ended_at', 'is', null),
  )
  if (!parent) fail('session.replaced')
  const { expires_at: expiresAt, ...device } = parent
  return insertSession(tx, { tenantId, userId, device, lifetimes, expiresAt, acting })
}

interface NewSession {
  tenantId: string
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
  return {
    access,
    refresh: await addRefreshToken(tx, tenantId, id, earlier(refreshEnds(lifetimes), expiresAt)),
    expiresIn: secondsTo(ends),
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
  events: Events,
  tenantId: string,
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
    await endSessions(tx, events, tenantId, [token.session_id])
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
  return renewTokens(tx, events, tenantId, token.session_id, lifetimes)
}

/** New tokens for a session whose old ones are given up: each access token is replaced by the next. */
async function renewTokens(tx: Transaction, events: Events, tenantId: string, sessionId: string, lifetimes: Lifetimes): Promise<Tokens> {
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
  const refresh = await addRefreshToken(tx, tenantId, sessionId, earlier(refreshEnds(lifetimes), latest))
  await events.publish(tx, { kind: 'token-replaced', tenantId, sessionId })
  return { access, refresh, expiresIn: secondsTo(ends) }
}

/** Back to the session that was left: its old tokens may lie anywhere by now, so it gets new ones. */
export async function resumeParentSession(
  tx: Transaction,
  events: Events,
  tenantId: string,
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
  return renewTokens(tx, events, tenantId, sessionId, lifetimes)
}
