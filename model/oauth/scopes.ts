/**
 * What a token of an application may reach. A scope names paths of the API: `admin.sysuser` is everything below
 * `/admin/sysuser/`, `admin.sysuser.read` what only reads there, `*` everything. A scope takes away and never gives: the roles
 * behind the token have to hold the path as well.
 */

/** All that the roles behind the token may do. */
export const EVERYTHING = '*'
/** That people sign in to an application by their account here, and the application learns which one that is (OpenID Connect Core 1.0, section 3.1.2.1). */
export const OPENID = 'openid'
/** Who somebody is: the one thing an application needs that lets people sign in and nothing else. */
export const PROFILE = 'profile'
/** What `openid` tells more of (OpenID Connect Core 1.0, section 5.4). */
export const EMAIL = 'email'
export const PHONE = 'phone'

/** Calls that have a scope for themselves; they only read, by whatever method. */
const OWN_SCOPES = new Map([
  ['/uaa/users/getSysUser', PROFILE],
  ['/uaa/oauth/userinfo', OPENID],
])

const READING = /^(query|get|export|download)/

export const SCOPE = /^(\*|openid|profile|email|phone|[a-z0-9_-]{1,40}\.[a-z0-9_-]{1,40}(\.read)?)$/i

/** The scope that is for this call alone; nothing for most. */
export const ownScopeOf = (path: string): string | undefined => OWN_SCOPES.get(path)

/** `/admin/sysuser/querySysUser` → `admin.sysuser`; nothing for a path of another form. */
export function areaOf(path: string): string | undefined {
  const [, service, noun, call, ...more] = path.split('/')
  return service && noun && call && more.length === 0 ? `${service}.${noun}` : undefined
}

/** Whether one of the scopes reaches the path. */
export function reaches(scopes: readonly string[], path: string): boolean {
  const area = areaOf(path)
  const reads = isReading(path)
  return scopes.some(
    (scope) =>
      scope === EVERYTHING || scope === ownScopeOf(path) || (area !== undefined && (scope === area || (reads && scope === `${area}.read`))),
  )
}

const isReading = (path: string) => READING.test(path.split('/').at(-1) ?? '')

/** The least scope that reaches a call which roles are given. @example `/admin/sysuser/querySysUser` → `admin.sysuser.read` */
export function leastScopeFor(path: string): string {
  const area = areaOf(path)
  return area === undefined ? EVERYTHING : isReading(path) ? `${area}.read` : area
}

/** Whether whoever has the outer scope has the inner one. */
export function contains(outer: string, inner: string): boolean {
  return outer === EVERYTHING || outer === inner || inner === `${outer}.read`
}

/** Whether each scope is in one of those. */
export function isWithin(scopes: readonly string[], those: readonly string[]): boolean {
  return scopes.every((scope) => those.some((outer) => contains(outer, scope)))
}

/** What both lists reach. */
export function meet(some: readonly string[], others: readonly string[]): string[] {
  return [
    ...new Set(some.flatMap((one) => others.flatMap((other) => (contains(one, other) ? [other] : contains(other, one) ? [one] : [])))),
  ]
}

/** Scopes as they travel and are kept: joined by blanks (RFC 6749, section 3.3). */
export function scopesOf(text: string | null | undefined): string[] {
  return [...new Set((text ?? '').split(/\s+/).filter(Boolean))]
}
