/**
 * Sessions: opened by a sign-in, continued by refreshing, ended by sign-out, disabling, deletion or a stolen token.
 *
 * A token is 256 random bits; the database keeps its SHA-256. What a token stands for is remembered here for a short
 * while and forgotten by event, so that the next request after a change is judged by the new state.
 */
import { sql } from 'kysely'
import type { ErrorCode } from '../../model/errors.ts'
import type { Identity } from './caller.ts'
import { fail } from './errors.ts'
import type { Events } from './events.ts'
import type { GrantStore } from './grants.ts'
import { hashToken, newId, newToken } from './secrets.ts'
import { build } from './sql.ts'
import type { Doors, Transaction } from './tenant.ts'

export const ACCESS_SECONDS = 30 * 60
export const REFRESH_SECONDS = 7 * 24 * 3600

export interface Tokens {
  access: string
  refresh: string
  /** Seconds the access token lives. */
  expiresIn: number
}

export interface Device {
  address: string
  browser: string
}

export interface Sessions {
  /** The identity behind a bearer token. @throws Failure `session.invalid`, `session.replaced` or `session.expired`. */
  authenticate(token: string): Promise<Identity>
  /** The session a token stands for, if this server remembers it; costs nothing and proves nothing. */
  recall(token: string): string | undefined
  open(tx: Transaction, user: { tenantId: string; userId: string }, device: Device): Promise<Tokens>
  /** New tokens for a refresh token; a second use of the same one ends the session. */
  refresh(refreshToken: string): Promise<Tokens>
  end(tx: Transaction, caller: { tenantId: string; sessionId: string }): Promise<void>
  /** Ends all sessions of a user but `except`. */
  endAll(tx: Transaction, user: { tenantId: string; userId: string }, except?: string): Promise<void>
}

interface Remembered {
  identity: Identity
  /** When the access token or the tenant expires, whichever is first. */
  expiresAt: number
}

/** Most sessions remembered at once; about 1 KB each. The oldest goes first and is simply read again. */
const MOST = 20_000

export function openSessions(doors: Doors, events: Events, grants: GrantStore): Sessions {
  const known = new Map<string, Remembered>()
  /** What happened while sessions were being read: one list a reading, which then knows whether it was overtaken. */
  const readings = new Set<Known[]>()
  events.subscribe((event) => {
    for (const happened of readings) happened.push(event)
    for (const [key, { identity }] of known) {
      if (!event || concerns(event, identity)) known.delete(key)
    }
  })

  return {
    async authenticate(token) {
      const hash = hashToken(token)
      const key = hash.toString('base64url')
      const remembered = events.reliable ? known.get(key) : undefined
      // What has run out is read again: only the database knows which of the reasons it was.
      if (remembered && remembered.expiresAt > Date.now()) return remembered.identity
      const happened: Known[] = []
      readings.add(happened)
      const found = await readSession(doors, grants, hash).finally(() => readings.delete(happened))
      if (events.reliable && happened.every((event) => event && !concerns(event, found.identity))) {
        if (known.size >= MOST) known.delete(known.keys().next().value as string)
        known.set(key, found)
      }
      return found.identity
    },
    recall: (token) => known.get(hashToken(token).toString('base64url'))?.identity.sessionId,

    async open(tx, { tenantId, userId }, device) {
      const sessionId = newId()
      const access = newToken()
      await tx.run(build.insertInto('sessions').values({
        tenant_id: tenantId, id: sessionId, user_id: userId, ...device,
        access_hash: hashToken(access), access_expires_at: after(ACCESS_SECONDS),
        previous_access_hash: null, registered_at: null, ended_at: null,
      }))
      return { access, refresh: await addRefreshToken(tx, tenantId, sessionId), expiresIn: ACCESS_SECONDS }
    },

    async refresh(refreshToken) {
      const hash = hashToken(refreshToken)
      const owner = await doors.inPlatform('a refresh token comes before its tenant is known', (tx) =>
        tx.first(build.selectFrom('refresh_tokens').select('tenant_id').where('hash', '=', hash)), 'read')
      if (!owner) fail('session.invalid')
      const outcome = await doors.inTenant({ tenantId: owner.tenant_id }, (tx) => rotate(tx, events, owner.tenant_id, hash))
      return 'failed' in outcome ? fail(outcome.failed) : outcome
    },

    end: (tx, { tenantId, sessionId }) => endSession(tx, events, tenantId, sessionId),

    async endAll(tx, { tenantId, userId }, except) {
      await tx.run(build.updateTable('sessions').set({ ended_at: sql`now()` }).where('user_id', '=', userId).where('ended_at', 'is', null)
        .$if(except !== undefined, (query) => query.where('id', '!=', except as string)))
      await events.publish(tx, { kind: 'user-changed', tenantId, userId })
    },
  }
}

type Known = Parameters<Parameters<Events['subscribe']>[0]>[0]

function concerns(event: NonNullable<Known>, { tenantId, userId, sessionId }: Identity): boolean {
  if (event.kind === 'catalogue-changed') return true
  if (event.tenantId !== tenantId) return false
  if (event.kind === 'session-ended') return event.sessionId === sessionId
  return event.kind === 'user-changed' ? event.userId === userId : true
}

async function readSession(doors: Doors, grants: GrantStore, hash: Buffer): Promise<Remembered> {
  const session = await doors.inPlatform('a token comes before its tenant is known', (tx) => tx.first(build.selectFrom('sessions')
    .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'sessions.tenant_id').onRef('users.id', '=', 'sessions.user_id'))
    .innerJoin('tenants', 'tenants.id', 'sessions.tenant_id')
    .select(['sessions.tenant_id', 'sessions.id', 'user_id', 'username', 'access_expires_at', 'ended_at', 'users.status', 'tenants.status as tenant_status', 'expires_at',
      sql<boolean>`previous_access_hash = ${hash}`.as('replaced')])
    .where((where) => where.or([where('access_hash', '=', hash), where('previous_access_hash', '=', hash)]))), 'read')
  if (!session) fail('session.invalid')
  const unusable = reasonAgainst(session)
  if (unusable) fail(unusable)
  const { tenant_id: tenantId, id: sessionId, user_id: userId, username } = session
  const roles = await doors.inTenant({ tenantId }, async (tx) => {
    const held = await tx.all(build.selectFrom('user_roles').select('role_id').where('user_id', '=', userId))
    return grants.load(tx, held.map((row) => row.role_id))
  }, 'read')
  return { identity: { tenantId, sessionId, userId, username, roles }, expiresAt: Math.min(session.access_expires_at.getTime(), session.expires_at?.getTime() ?? Infinity) }
}

function reasonAgainst(session: { replaced: boolean; ended_at: Date | null; access_expires_at: Date; status: number; tenant_status: number; expires_at: Date | null }): ErrorCode | undefined {
  if (session.replaced || session.ended_at) return 'session.replaced'
  if (session.access_expires_at.getTime() <= Date.now()) return 'session.expired'
  return session.status === 1 && isUsable(session) ? undefined : 'session.invalid'
}

function isUsable(tenant: { tenant_status: number; expires_at: Date | null }): boolean {
  return tenant.tenant_status === 1 && (!tenant.expires_at || tenant.expires_at.getTime() > Date.now())
}

async function addRefreshToken(tx: Transaction, tenantId: string, sessionId: string): Promise<string> {
  const token = newToken()
  await tx.run(build.insertInto('refresh_tokens').values({
    tenant_id: tenantId, hash: hashToken(token), session_id: sessionId, expires_at: after(REFRESH_SECONDS), used_at: null,
  }))
  return token
}

/** Marks the token used and gives new ones. Losing a race for the same token counts as a second use. */
async function rotate(tx: Transaction, events: Events, tenantId: string, hash: Buffer): Promise<Tokens | { failed: ErrorCode }> {
  const token = await tx.first(build.selectFrom('refresh_tokens')
    .innerJoin('sessions', 'sessions.id', 'session_id').innerJoin('users', 'users.id', 'user_id').innerJoin('tenants', 'tenants.id', 'refresh_tokens.tenant_id')
    .select(['session_id', 'used_at', 'refresh_tokens.expires_at as token_expires_at', 'ended_at', 'access_hash', 'users.status', 'tenants.status as tenant_status', 'tenants.expires_at'])
    .where('hash', '=', hash).forUpdate('refresh_tokens'))
  if (!token) return { failed: 'session.invalid' }
  if (token.used_at) {
    await endSession(tx, events, tenantId, token.session_id)
    return { failed: 'session.replaced' }
  }
  if (token.ended_at) return { failed: 'session.replaced' }
  if (token.token_expires_at.getTime() <= Date.now()) return { failed: 'session.expired' }
  if (token.status !== 1 || !isUsable(token)) return { failed: 'session.invalid' }
  const access = newToken()
  await tx.run(build.updateTable('refresh_tokens').set({ used_at: sql`now()` }).where('hash', '=', hash))
  await tx.run(build.updateTable('sessions').where('id', '=', token.session_id).set({
    access_hash: hashToken(access), access_expires_at: after(ACCESS_SECONDS), previous_access_hash: token.access_hash, last_seen_at: sql`now()`,
  }))
  const refresh = await addRefreshToken(tx, tenantId, token.session_id)
  await events.publish(tx, { kind: 'session-ended', tenantId, sessionId: token.session_id })
  return { access, refresh, expiresIn: ACCESS_SECONDS }
}

async function endSession(tx: Transaction, events: Events, tenantId: string, sessionId: string): Promise<void> {
  await tx.run(build.updateTable('sessions').set({ ended_at: sql`now()` }).where('id', '=', sessionId).where('ended_at', 'is', null))
  await events.publish(tx, { kind: 'session-ended', tenantId, sessionId })
}

function after(seconds: number): Date {
  return new Date(Date.now() + seconds * 1000)
}
