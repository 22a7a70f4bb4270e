/**
 * Sessions: opened by a sign-in, continued by refreshing, ended by sign-out, disabling, deletion or a stolen token.
 *
 * A token is 256 random bits; the database keeps its SHA-256. What a token stands for is remembered here for a short
 * while and forgotten by invalidation, so that the next request after a change is judged by the new state.
 */
import QuickLRU from 'quick-lru'
import type { TenantId } from '../../model/brands.ts'
import type { ErrorCode } from '../../model/errors.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import type { ClientGrant, ClientRefresh, ClientTokens } from './client-sessions.ts'
import { endSessionsOfClient, openForClient, rotateForClient } from './client-sessions.ts'
import { fail } from '../kernel/errors.ts'
import type { Invalidation, Invalidations } from '../kernel/runtime/invalidations.ts'
import type { GrantStore } from '../kernel/authorization/grants.ts'
import type { Clock } from '../kernel/runtime/clock.ts'
import type { DisplayGrant } from './display-sessions.ts'
import { openForDisplay } from './display-sessions.ts'
import { isWithinNetworks } from '../kernel/network/networks.ts'
import { hashToken } from './secrets.ts'
import { openSessionActivity } from './session-activity.ts'
import type { Acting, ClientDevice } from './session-rows.ts'
import type { CachedIdentity } from './session-read.ts'
import type { Tokens } from './session-tokens.ts'
import { endOthers, endSessions, invalidateSessionLists } from './session-end.ts'
import { openActingSession, openSession, resumeParentSession, rotate } from './session-rows.ts'
import { readSession } from './session-read.ts'
import type { SettingStore } from '../kernel/runtime/settings.ts'
import { build } from '../kernel/database/sql.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'

export type { CachedIdentity } from './session-read.ts'
export type { ClientDevice } from './session-rows.ts'
export type { Tokens } from './session-tokens.ts'

type Whose = Pick<Identity, 'tenantId' | 'userId'>
type Which = Pick<Identity, 'tenantId' | 'sessionId' | 'parentId'>

export interface Sessions {
  /**
   * The identity behind a bearer token.
   * @param address Where the request comes from. A display that may be shown from some networks only is unknown elsewhere, and where nothing is said
   * @throws Failure `session.invalid`, `session.replaced` or `session.expired`.
   */
  authenticate(token: string, address?: string): Promise<Identity>
  /** The same for somebody who is not doing anything just now, such as an open page that listens. */
  lease(token: string, address?: string): Promise<CachedIdentity>
  /**
   * Whose token this is or was, if this server has ever seen it at work: also while nothing is remembered of the session, because
   * a role of it was changed or the database is away. Costs nothing and proves nothing; for counting calls.
   */
  recall(token: string): string | undefined
  open(tx: Transaction, user: Whose, device: ClientDevice): Promise<Tokens>
  /** A session beside the caller's, as one role: to work in it, or only to look. */
  act(tx: Transaction, caller: Whose & Which, as: Omit<Acting, 'parentId'>): Promise<Tokens>
  /** Ends a session that acts as a role and gives new tokens for the one it was opened from. */
  leave(tx: Transaction, caller: Which): Promise<Tokens>
  /** New tokens for a refresh token; a second use of the same one ends the session. */
  refresh(refreshToken: string): Promise<Tokens>
  /** Signs out: the session ends, whatever was opened from it, and what it was opened from. */
  end(tx: Transaction, caller: Which): Promise<void>
  endEach(tx: Transaction, tenantId: TenantId, ids: readonly string[]): Promise<void>
  /** Ends all sessions of a user but `except`. */
  endAll(tx: Transaction, user: Whose, except?: string): Promise<void>
  /** A session for an application client: of a user who let it in, or (without one) its own. */
  openFor(tx: Transaction, grant: ClientGrant, device: ClientDevice): Promise<ClientTokens>
  /** New tokens for a client's refresh token, or why there are none; a second use of the same one ends the session. */
  refreshFor(client: ClientRefresh, refreshToken: string): Promise<ClientTokens | { failed: ErrorCode }>
  /** Ends all sessions of a client, or those it has for one user. */
  endAllOfClient(tx: Transaction, client: { tenantId: TenantId; clientId: string }, userId?: string): Promise<void>
  /** A session for a display, of whoever made its link; it ends with the link. Gives its id and its token. */
  openForDisplay(tx: Transaction, link: DisplayGrant, device: ClientDevice): Promise<{ readonly id: string; readonly access: string }>
  /** Stores what has been seen and stops. */
  close(): Promise<void>
}

/** Most sessions, and most owners of tokens, remembered at once; about 1 KB and 150 bytes each. Up to twice as many stay for a while; the least recently used go, and are simply read again. */
const MAX_CACHED = 20_000

/** Sessions by token, cached in memory and dropped by invalidation; with what opens, renews and ends them. @param maxCached As {@link MAX_CACHED}. */
export function openSessions(
  transactions: TransactionScopes,
  invalidations: Invalidations,
  grants: GrantStore,
  settings: SettingStore,
  clock: Clock,
  maxCached = MAX_CACHED,
): Sessions {
  const known = new QuickLRU<string, CachedIdentity>({ maxSize: maxCached })
  const owners = new QuickLRU<string, string>({ maxSize: maxCached })
  const seen = openSessionActivity(transactions, clock)
  /** What happened while sessions were being read: one list a reading, which then knows whether it was overtaken. */
  const readings = new Set<(OfSessions | undefined)[]>()
  invalidations.subscribe((invalidation) => {
    if (invalidation && isOfNoSession(invalidation)) return
    for (const happened of readings) happened.push(invalidation)
    for (const [key, { identity }] of known) {
      if (!invalidation || concerns(invalidation, identity)) known.delete(key)
    }
  })

  async function lease(token: string, address?: string): Promise<CachedIdentity> {
    const found = await remember(token)
    const { screen } = found.identity
    if (screen && screen.networks.length > 0 && !isWithinNetworks(screen.networks, address)) fail('session.invalid')
    return found
  }

  async function remember(token: string): Promise<CachedIdentity> {
    const hash = hashToken(token)
    const key = hash.toString('base64url')
    const remembered = invalidations.reliable ? known.get(key) : undefined
    // What has run out is read again: only the database knows which of the reasons it was.
    if (remembered && remembered.expiresAt > Date.now()) return remembered
    const happened: (OfSessions | undefined)[] = []
    readings.add(happened)
    const found = await readSession(transactions, grants, settings, hash).finally(() => readings.delete(happened))
    owners.set(key, ownerOf(found.identity))
    if (invalidations.reliable && happened.every((invalidation) => invalidation && !concerns(invalidation, found.identity))) {
      known.set(key, found)
    }
    return found
  }

  return {
    lease,
    async authenticate(token, address) {
      const { identity } = await lease(token, address)
      seen.touch(identity)
      return identity
    },
    recall(token) {
      const key = hashToken(token).toString('base64url')
      return owners.get(key)
    },

    async open(tx, user, device) {
      const tokens = await openSession(tx, user, device, await settings.within(tx, user.tenantId))
      await invalidateSessionLists(tx, invalidations, user.tenantId)
      return tokens
    },

    async act(tx, { tenantId, userId, sessionId, parentId }, { roleId, readOnly }) {
      // From one role to another there is no step in between: what was acted as before is left.
      if (parentId !== undefined) await endSessions(tx, invalidations, tenantId, [sessionId], 'token-replaced')
      return openActingSession(
        tx,
        { tenantId, userId },
        { parentId: parentId ?? sessionId, roleId, readOnly },
        await settings.within(tx, tenantId),
      )
    },

    async leave(tx, { tenantId, sessionId, parentId }) {
      if (parentId === undefined) fail('session.not-acting')
      await endSessions(tx, invalidations, tenantId, [sessionId], 'token-replaced')
      return resumeParentSession(tx, invalidations, tenantId, parentId, await settings.within(tx, tenantId))
    },

    async refresh(refreshToken) {
      const hash = hashToken(refreshToken)
      const owner = await transactions.inPlatform(
        'a refresh token comes before its tenant is known',
        (tx) => tx.first(build.selectFrom('refresh_tokens').select('tenant_id').where('hash', '=', hash)),
        'read',
      )
      if (!owner) fail('session.invalid')
      const outcome = await transactions.inTenant({ tenantId: owner.tenant_id }, async (tx) =>
        rotate(tx, invalidations, owner.tenant_id, hash, await settings.within(tx, owner.tenant_id)),
      )
      return 'failed' in outcome ? fail(outcome.failed) : outcome
    },

    end: (tx, { tenantId, sessionId, parentId }) => endSessions(tx, invalidations, tenantId, [parentId ?? sessionId]),
    endEach: (tx, tenantId, ids) => endSessions(tx, invalidations, tenantId, ids),
    endAll: (tx, user, except) => endOthers(tx, invalidations, user, except),
    openFor: openForClient,
    refreshFor: (client, refreshToken) =>
      transactions.inTenant(client, (tx) => rotateForClient(tx, invalidations, client, hashToken(refreshToken))),
    endAllOfClient: (tx, client, userId) => endSessionsOfClient(tx, invalidations, client, userId),
    openForDisplay,
    close: () => seen.close(),
  }
}

/** Displays are many with one maker: each counts for itself. */
const ownerOf = ({ tenantId, userId, sessionId, screen }: Identity) => `${tenantId}/${userId}${screen ? `/${sessionId}` : ''}`

/** What sessions may depend on: a kind that concerns no tenant has to be left out here. */
type OfNoSession = Extract<Invalidation, { kind: 'news' | 'values-written' | 'work-scheduled' | 'template-editors' }>
type OfSessions = Exclude<Invalidation, OfNoSession>

const isOfNoSession = (invalidation: Invalidation): invalidation is OfNoSession =>
  ['news', 'values-written', 'work-scheduled', 'template-editors'].includes(invalidation.kind)

/** Whether what is remembered of an identity may no longer be true. */
function concerns(invalidation: OfSessions, { tenantId, userId, sessionId, client, screen }: Identity): boolean {
  if (invalidation.kind === 'catalogue-changed') return true
  if (invalidation.tenantId !== tenantId || invalidation.kind === 'job-changed') return false
  if (invalidation.kind === 'session-ended' || invalidation.kind === 'token-replaced') return invalidation.sessionId === sessionId
  if (invalidation.kind === 'client-changed') return invalidation.clientId === client?.id
  if (invalidation.kind === 'link-ended') return invalidation.linkId === screen?.linkId
  if (invalidation.kind === 'screen-published') return invalidation.screenId === screen?.id
  return invalidation.kind === 'user-changed' ? invalidation.userId === userId : true
}
