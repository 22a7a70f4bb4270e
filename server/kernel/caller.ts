/** Who asks. Everything a request may do follows from here, and this follows from the session alone. */
import type { RoleGrants } from './grants.ts'
import { intersection, union } from './grants.ts'

export interface Caller {
  readonly tenantId: string
  readonly userId: string
  readonly username: string
  readonly sessionId: string
  /** Roles the user holds. */
  readonly roles: readonly RoleGrants[]
  /** Roles that decide for this request: those held, narrowed by the role header. */
  readonly active: readonly RoleGrants[]
  readonly urls: ReadonlySet<string>
  readonly hiddenFields: ReadonlySet<string>
  readonly hiddenButtons: ReadonlySet<string>
}

export type Identity = Pick<Caller, 'tenantId' | 'userId' | 'username' | 'sessionId' | 'roles'>

/** The caller with the roles that `wanted` names; all of them when it is absent. A role that is not held adds nothing. */
export function callerOf(identity: Identity, wanted: readonly string[] | undefined): Caller {
  const active = wanted ? identity.roles.filter((role) => wanted.includes(role.code)) : identity.roles
  // Of no role at all nothing would be hidden; narrowing to none must not uncover what the roles held hide.
  const hiding = active.length > 0 ? active : identity.roles
  return {
    ...identity,
    active,
    urls: union(active.map((role) => role.urls)),
    hiddenFields: intersection(hiding.map((role) => role.hiddenFields)),
    hiddenButtons: intersection(hiding.map((role) => role.hiddenButtons)),
  }
}

const ABSENT = new Set(['', 'undefined', 'null', 'guest', '[]'])

/** Role codes of the `RoleCode` header: comma-joined or a JSON list; `undefined` when it says nothing. */
export function rolesOfHeader(header: string | string[] | undefined): string[] | undefined {
  const text = (Array.isArray(header) ? header.join(',') : (header ?? '')).trim()
  if (ABSENT.has(text)) return undefined
  const codes = text.replace(/^\[|\]$/g, '').split(',').map((part) => part.trim().replace(/^"|"$/g, '')).filter((code) => !ABSENT.has(code))
  return codes.length > 0 ? codes : undefined
}
