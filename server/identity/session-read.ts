/** Reads the row behind an access token: whose session it is, whether it is still good, and with which roles. */
import { sql } from 'kysely'
import type { ErrorCode } from '../../model/errors.ts'
import { meet, scopesOf } from '../../model/oauth/scopes.ts'
import { PLATFORM } from '../../model/tenant/platform.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import { callerOf } from '../kernel/authorization/caller.ts'
import type { GrantStore, RoleGrants } from '../kernel/authorization/grants.ts'
import { exceeds } from '../kernel/authorization/guard-roles.ts'
import type { Home } from '../kernel/authorization/row-scope.ts'
import { homeOf } from '../kernel/authorization/row-scope.ts'
import { rolesOfClient, rolesOfUser } from '../kernel/authorization/user-identity.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction, TransactionScopes } from '../kernel/database/tenant.ts'
import { fail } from '../kernel/errors.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import { isUsable } from '../tenancy/index.ts'
import { asksOf, hasFactor } from './second-factors/policy.ts'
import { earlier, sessionEnds } from './session-times.ts'

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
          .leftJoin('screen_links', (on) =>
            on.onRef('screen_links.tenant_id', '=', 'sessions.tenant_id').onRef('screen_links.id', '=', 'sessions.screen_link_id'),
          )
          .innerJoin('tenants', 'tenants.id', 'sessions.tenant_id')
          .select([
            'sessions.tenant_id',
            'sessions.id',
            'user_id',
            'parent_id',
            'acting_role_id',
            'read_only',
            'dialect',
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
            'screen_link_id',
            'screen_id',
            'networks',
            'screen_links.role_id as link_role_id',
            'screen_links.expires_at as link_expires_at',
            'screen_links.revoked_at as link_revoked_at',
            sql<boolean>`previous_access_hash = ${hash}`.as('replaced'),
            hasFactor.as('has_factor'),
          ])
          .where((where) => where.or([where('access_hash', '=', hash), where('previous_access_hash', '=', hash)])),
      ),
    'read',
  )
  if (!found) fail('session.invalid')
  const policy = await settings.of(found.tenant_id)
  // A shorter life counts for the sessions that are open already; an application's lives as long as its client says, and a display's as its link does.
  const isPersons = found.client_id === null && found.screen_link_id === null
  const latest = isPersons ? sessionEnds(policy, found.created_at) : (found.link_expires_at ?? found.session_expires_at)
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
    ...limitOf(session),
    ...(session.parent_id === null ? {} : { parentId: session.parent_id }),
    ...(session.dialect === null ? {} : { dialect: session.dialect }),
    // Scopes that the client has lost meanwhile are lost to its tokens, too.
    ...(clientId === null
      ? {}
      : { client: { id: clientId, scopes: meet(scopesOf(session.access_scopes ?? session.scopes), scopesOf(session.auth_scope)) } }),
  }
  const { roles, held, home } = await transactions.inTenant({ tenantId }, (tx) => rolesOf(tx, grants, bare, session), 'read')
  // In sessions that are open already, too, and in those of applications: nobody goes round it.
  const mustEnrol =
    session.user_id !== null && bare.limit !== 'password' && !session.has_factor && asksOf(policy['signIn.secondFactor'], held)
  const ends = [session.access_expires_at, session.session_expires_at, ...(session.expires_at ? [session.expires_at] : [])]
  const expiresAt = Math.min(...ends.map((end) => end.getTime()))
  if (bare.screen !== undefined) {
    // It shows what its maker may see in that role, and they may see nothing before they have done what is asked of them.
    if (roles.length === 0 || mustEnrol || session.must_change_password === 1) fail('session.invalid')
    return { identity: { ...bare, ...(home ? { home } : {}), roles }, expiresAt: Math.min(expiresAt, Date.now() + MAX_DISPLAY_MEMORY_MS) }
  }
  return { identity: { ...bare, ...(mustEnrol ? { limit: 'enrol' as const } : {}), ...(home ? { home } : {}), roles }, expiresAt }
}

/** A link lasts for months: what it stands on is looked at again this often, should every invalidation have been missed. */
const MAX_DISPLAY_MEMORY_MS = 60 * 60_000

interface Limited {
  readonly must_change_password: number | null
  readonly read_only: boolean
  readonly screen_link_id: string | null
  readonly screen_id: string | null
  readonly networks: string[] | null
}

/** That of a display comes first: what is open to its maker before they have changed their password is not open to it. */
function limitOf({ screen_link_id: linkId, screen_id: id, networks, ...session }: Limited): Pick<Identity, 'limit' | 'screen'> {
  if (linkId !== null) return { limit: 'screen', screen: { id: id ?? fail('session.invalid'), linkId, networks: networks ?? [] } }
  if (session.must_change_password === 1) return { limit: 'password' }
  return session.read_only ? { limit: 'read-only' } : {}
}

/**
 * All roles the user holds, and those the session acts as. One that it was switched to, or that a link names, is gone from it as soon as the
 * user no longer holds it, or (in a preview) as soon as it may do more than the user.
 */
async function rolesOf(
  tx: Transaction,
  grants: GrantStore,
  identity: Identity,
  { user_id, acting_role_id, link_role_id }: { user_id: string | null; acting_role_id: string | null; link_role_id: string | null },
): Promise<{ held: RoleGrants[]; roles: RoleGrants[]; home?: Home | undefined }> {
  if (user_id === null) return { held: [], roles: await rolesOfClient(tx, grants, identity.userId) }
  const held = await rolesOfUser(tx, grants, identity.userId)
  const acting = link_role_id ?? acting_role_id
  if (acting === null) return { held, roles: held, home: await homeOf(tx, user_id, held) }
  if (identity.limit !== 'read-only') {
    const roles = held.filter((role) => role.id === acting)
    return { held, roles, home: await homeOf(tx, user_id, roles) }
  }
  const previewed = await grants.load(tx, [acting])
  const home = await homeOf(tx, user_id, [...held, ...previewed])
  const own = { ...identity, roles: held, ...(home ? { home } : {}) }
  return { held, roles: exceeds(callerOf(own, undefined), previewed) ? [] : previewed, home }
}

/** What a session stands on: its user and its client (null where it has none), and its tenant. */
export type SessionStatus = Parameters<typeof isUsable>[0] & { status: number | null; client_status: number | null }

function reasonAgainst(
  session: SessionStatus & {
    ended_at: Date | null
    replaced: boolean
    access_expires_at: Date
    session_expires_at: Date
    link_revoked_at: Date | null
  },
): ErrorCode | undefined {
  // First, because whoever was disabled has no use for the advice to sign in again.
  if (!isSessionValid(session) || session.link_revoked_at !== null) return 'session.invalid'
  if (session.replaced || session.ended_at) return 'session.replaced'
  return Math.min(session.access_expires_at.getTime(), session.session_expires_at.getTime()) <= Date.now() ? 'session.expired' : undefined
}

/** Whether user, client and tenant of a session are all in use. */
export function isSessionValid(session: SessionStatus): boolean {
  return (session.status ?? 1) === 1 && (session.client_status ?? 1) === 1 && isUsable(session)
}

/** Stores a new session of the user and returns its tokens. */
