/** Who asks. Everything a request may do follows from here, and this follows from the session alone. */
import type { TenantId } from '../../../model/brands.ts'
import { reaches } from '../../../model/oauth/scopes.ts'
import type { Language } from '../../../model/labels/index.ts'
import type { RoleGrants } from './grants.ts'
import { union } from './grants.ts'
import { everyField, hiddenBy } from './hiding.ts'
import type { RowScope } from '../database/row-scope.ts'
import type { Home } from './row-scope.ts'
import { rowsOf } from './row-scope.ts'

/** The application a token was given to. It reaches what the roles may do and its scopes name. */
export interface ActingClient {
  readonly id: string
  /** Scopes of the token, as far as the client still has them. */
  readonly scopes: readonly string[]
}

/**
 * Why a session may do less than its roles allow. `read-only`: it only looks. `password`: it may change its password, `enrol`: it may set
 * up a second factor, `screen`: it shows one screen on a display at which nobody signs in, and none of the three may do anything else. Routes
 * say whether they are open to it all the same (`allowedWith`).
 */
export const LIMITS = ['read-only', 'password', 'enrol', 'screen'] as const
export type Limit = (typeof LIMITS)[number]

/** Those of sessions that somebody has signed in to. What people may do for themselves is open to these, and to no display. */
export const LIMITS_OF_PEOPLE = ['read-only', 'password', 'enrol'] as const satisfies readonly Limit[]

/** What the session of a link shows, and from where; it stands on the link, which may end at any time. */
export interface ShownByLink {
  readonly id: string
  readonly linkId: string
  /** Networks in CIDR notation that it may be shown from; none: from everywhere. */
  readonly networks: readonly string[]
}

/**
 * A kind of client that is spoken with otherwise than our own console: those that name themselves `browser` at the sign-in, as older ones of
 * this family of APIs do (docs/decisions/0092-older-clients.md). It changes words and shapes, and nothing of what somebody may do.
 */
export type Dialect = 'browser'

export interface Caller {
  readonly tenantId: TenantId
  readonly userId: string
  readonly username: string
  readonly sessionId: string
  /** The application that asks, for its user or (its id is then `userId`) for itself; absent in our own console. */
  readonly client?: ActingClient
  /** Whether this is somebody of the tenant that runs the platform. */
  readonly isPlatform: boolean
  /** Absent: the session may do all its roles allow. */
  readonly limit?: Limit
  /** The session that was left for this one, by a role switch or for a preview. */
  readonly parentId?: string
  /** Absent: our own console, and programs. */
  readonly dialect?: Dialect
  /** The one screen of a session that is limited to it. */
  readonly screen?: ShownByLink
  /** Roles the user holds; in a session that was switched to a role, or previews one, that role alone. */
  readonly roles: readonly RoleGrants[]
  /** Roles that decide for this request: those held, narrowed by the role header. */
  readonly active: readonly RoleGrants[]
  readonly urls: ReadonlySet<string>
  readonly hiddenFields: ReadonlySet<string>
  readonly hiddenButtons: ReadonlySet<string>
  /** The organisation the user belongs to, where the scope of a role may depend on it. */
  readonly home?: Home
  /** Which rows of the tenant are in scope. */
  readonly rows: RowScope
  /** In which rows that came with the product are named. */
  readonly language: Language
}

export type Identity = Pick<
  Caller,
  | 'tenantId'
  | 'userId'
  | 'username'
  | 'sessionId'
  | 'client'
  | 'isPlatform'
  | 'limit'
  | 'parentId'
  | 'dialect'
  | 'screen'
  | 'roles'
  | 'home'
>

/** The caller with the roles that `wanted` names; all of them when it is absent. A role that is not held adds nothing. */
export function callerOf(identity: Identity, wanted: readonly string[] | undefined, language: Language = 'en'): Caller {
  const usable = identity.limit === 'password' || identity.limit === 'enrol' ? [] : identity.roles
  const active = wanted ? usable.filter((role) => wanted.includes(role.code)) : usable
  return {
    ...identity,
    language,
    active,
    // Whoever holds no role at all sees no field: of none of them can it be said that a role shows it.
    hiddenFields: identity.roles.length > 0 ? hiddenBy('hiddenFields', active, identity.roles) : everyField(),
    // Setting all roles aside widens nothing.
    rows: rowsOf(identity.userId, identity.home, active.length > 0 ? active : identity.roles),
    urls: withinScopes(union(active.map((role) => role.urls)), identity.client),
    hiddenButtons: hiddenBy('hiddenButtons', active, identity.roles),
  }
}

function withinScopes(urls: ReadonlySet<string>, client: ActingClient | undefined): ReadonlySet<string> {
  return client ? new Set([...urls].filter((url) => reaches(client.scopes, url))) : urls
}

const ABSENT = new Set(['', 'undefined', 'null', 'guest', '[]'])

/** Role codes of the `RoleCode` header: comma-joined or a JSON list; `undefined` when it says nothing. */
export function rolesOfHeader(header: string | string[] | undefined): string[] | undefined {
  const text = (Array.isArray(header) ? header.join(',') : (header ?? '')).trim()
  if (ABSENT.has(text)) return undefined
  const codes = text
    .replace(/^\[|\]$/g, '')
    .split(',')
    .map((part) => part.trim().replace(/^"|"$/g, ''))
    .filter((code) => !ABSENT.has(code))
  return codes.length > 0 ? codes : undefined
}
