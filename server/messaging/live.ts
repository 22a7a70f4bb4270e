/**
 * Open browsers are told at once when what they show may no longer be true. Each page holds one socket (live-socket.ts), bound
 * to a session by its token; every invalidation is judged by reading that session again, so a browser is told exactly what its
 * next request would find out.
 *
 * A feature whose pages should follow changes publishes an invalidation inside the transaction that makes them:
 *
 * @example await invalidations.publish(tx, { kind: 'news', tenantId, topic: 'jobs', userId })
 *
 * with its topic added to `INVALIDATION_TOPICS` (model/contract/live.ts). It reaches the pages of that user, or of everybody in the tenant who may
 * call `permission`, or of the audience of a notification, or of the whole tenant; `useInvalidation('jobs', …)` in web/kernel/realtime/live.ts hears them.
 */
import { createHash } from 'node:crypto'
import type { TenantId } from '../../model/brands.ts'
import type { ChannelName, InvalidationTopic, ServerMessage } from '../../model/contract/live.ts'
import type { Identity } from '../kernel/authorization/caller.ts'
import { rowsOf } from '../kernel/authorization/row-scope.ts'
import { isNarrowed } from '../kernel/database/row-scope.ts'
import type { Invalidation, Invalidations } from '../kernel/runtime/invalidations.ts'
import type { CachedIdentity, Sessions } from '../identity/index.ts'

/** A page on its socket, for what pushes values to it. */
export interface OpenPage {
  readonly identity: Identity
  /** Bytes that the page has not read yet. */
  readonly unread: number
  send(message: Extract<ServerMessage, { kind: 'values' | 'editors' }>): void
}

/** What one page is pushed on a channel, of what it names there; made for each socket. */
export interface ChannelSubscription {
  /** From now on these and no others. */
  watch(ids: readonly string[]): Promise<void>
  /** What the session may do was read again. */
  review(): void
  stop(): void
}

/** The channels that modules offer, by the name that pages subscribe by. */
export type Channels = Readonly<Partial<Record<ChannelName, (page: OpenPage) => ChannelSubscription>>>

/** A socket that has named its session. */
export interface Listener {
  readonly token: string
  /** Where its socket comes from. */
  readonly address: string
  readonly identity: Identity
  /** The stamp it was last told. */
  readonly stamp: string
  /** What it may do was read again. */
  renew(lease: CachedIdentity): void
  /** Its session can no longer be read: the reason ends the socket. */
  refuse(reason: unknown): void
  send(message: ServerMessage): void
  /** Its token was replaced by another; soon it has to name that one. */
  askAgain(): void
}

export interface Live {
  join(listener: Listener): void
  leave(listener: Listener): void
  /** How many sockets a session has. */
  count(sessionId: string): number
}

/** Sessions read at the same time after one invalidation; the others wait, so that requests find the database free. */
const AT_ONCE = 4

/** Who of these users belongs to the audience of a notification. */
export type AudienceOf = (tenantId: TenantId, notificationId: string, userIds: readonly string[]) => Promise<ReadonlySet<string>>

/** The open pages of this server: each invalidation is judged by the session of the page and then pushed to it. */
export function openLive(invalidations: Invalidations, sessions: Sessions, audienceOf: AudienceOf): Live {
  const listeners = new Set<Listener>()

  invalidations.subscribe((invalidation) => {
    if (invalidation === undefined) {
      // Missed while the link between the servers was down: once it is up again, everybody is looked at.
      if (invalidations.reliable) void review([...listeners], false)
      return
    }
    if (isOfNoSession(invalidation)) return
    const concerned = [...listeners].filter(({ identity }) => isFor(invalidation, identity))
    if (invalidation.kind === 'news' && invalidation.notificationId !== undefined)
      void pushToAudience(invalidation.tenantId, invalidation.notificationId, invalidation.topic, concerned)
    else if (invalidation.kind === 'news') for (const listener of concerned) listener.send({ kind: 'news', topic: invalidation.topic })
    else if (invalidation.kind === 'token-replaced') for (const listener of concerned) listener.askAgain()
    else void review(concerned, invalidation.kind === 'catalogue-changed')
  })

  /** Asked once for all the sockets of this server. Should that fail, a page finds out when it asks the next time. */
  async function pushToAudience(
    tenantId: TenantId,
    notificationId: string,
    topic: InvalidationTopic,
    concerned: readonly Listener[],
  ): Promise<void> {
    if (concerned.length === 0) return
    const audience = await audienceOf(tenantId, notificationId, [...new Set(concerned.map(({ identity }) => identity.userId))]).catch(
      () => new Set<string>(),
    )
    for (const listener of concerned) if (audience.has(listener.identity.userId)) listener.send({ kind: 'news', topic })
  }

  /** Reads the session of each again. @param always Tells also those who may do what they could before. */
  async function review(concerned: readonly Listener[], always: boolean): Promise<void> {
    const waiting = concerned.values()
    const next = async () => {
      for (const listener of waiting) {
        const before = listener.stamp
        await sessions.lease(listener.token, listener.address).then(
          (lease) => {
            listener.renew(lease)
            if (always || listener.stamp !== before) listener.send({ kind: 'authority-changed', stamp: listener.stamp })
          },
          (reason: unknown) => listener.refuse(reason),
        )
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, next))
  }

  return {
    join: (listener) => void listeners.add(listener),
    leave: (listener) => void listeners.delete(listener),
    count: (sessionId) => [...listeners].filter(({ identity }) => identity.sessionId === sessionId).length,
  }
}

/** Of invalidations that say nothing about what a session may do or a page shows; channels hear them by themselves. */
type OfNoSession = Extract<Invalidation, { kind: 'values-written' | 'work-scheduled' | 'template-editors' }>
const isOfNoSession = (invalidation: Invalidation): invalidation is OfNoSession =>
  ['values-written', 'work-scheduled', 'template-editors'].includes(invalidation.kind)

function isFor(invalidation: Exclude<Invalidation, OfNoSession>, identity: Identity): boolean {
  const { tenantId, userId, sessionId, roles, client, screen } = identity
  if (invalidation.kind === 'catalogue-changed') return true
  if (invalidation.tenantId !== tenantId) return false
  switch (invalidation.kind) {
    case 'session-ended':
    case 'token-replaced':
      return invalidation.sessionId === sessionId
    case 'client-changed':
      return invalidation.clientId === client?.id
    case 'link-ended':
      return invalidation.linkId === screen?.linkId
    // Its points may be others.
    case 'screen-published':
      return invalidation.screenId === screen?.id
    case 'user-changed':
      return invalidation.userId === userId
    // A device may have moved into the rows that somebody sees, or out of them; whoever sees all does not ask.
    case 'registry-changed':
      return isNarrowed(rowsOf(userId, identity.home, roles))
    // What sessions may do does not depend on it; a running job says so every second, and its owner's pages hear of it by an invalidation.
    case 'job-changed':
      return false
    case 'news':
      // What is told to somebody is not told to the displays that show what they may see.
      if (screen && (invalidation.userId !== undefined || invalidation.notificationId !== undefined)) return false
      return (
        (invalidation.userId ?? userId) === userId &&
        (invalidation.permission === undefined || roles.some(({ urls }) => urls.has(invalidation.permission as string)))
      )
    default:
      return true
  }
}

const stamps = new WeakMap<Identity, string>()

/** Two identities with the same stamp may do and see the same; it tells nothing about what that is. */
export function stampOf(identity: Identity): string {
  let stamp = stamps.get(identity)
  if (stamp === undefined) {
    const roles = [...identity.roles]
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .map(({ id, code, scopes: _, ...sets }) => [id, code, ...Object.values(sets).map((set: ReadonlySet<string>) => [...set].sort())])
    const { username, limit = '', isPlatform } = identity
    stamp = createHash('sha256')
      .update(JSON.stringify([username, limit, isPlatform, roles, rowsOf(identity.userId, identity.home, identity.roles).key]))
      .digest('base64url')
      .slice(0, 22)
    stamps.set(identity, stamp)
  }
  return stamp
}
