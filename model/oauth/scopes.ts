/**
 * What a token of an application may reach. A scope names paths of the API: `admin.sysuser` is everything below
 * `/admin/sysuser/`, `admin.sysuser.read` what only reads there, `*` everything. A scope takes away and never gives: the roles
 * behind the token have to hold the path as well.
 */

/** All that the roles behind the token may do. */
export const EVERYTHING = '*'
/** Who somebody is: the one thing an application needs that lets people sign in and nothing else. */
export const PROFILE = 'profile'
const PROFILE_PATH = '/uaa/users/getSysUser'

const READING = /^(query|get|export|download)/

export const SCOPE = /^(\*|profile|[a-z0-9_-]{1,40}\.[a-z0-9_-]{1,40}(\.read)?)$/i

/** `/admin/sysuser/querySysUser` → `admin.sysuser`; nothing for a path of another form. */
export function areaOf(path: string): string | undefined {
  const [, service, noun, call, ...more] = path.split('/')
  return service && noun && call && more.length === 0 ? `${service}.${noun}` : undefined
}

/** Whether one of the scopes reaches the path. */
export function reaches(scopes: readonly string[], path: string): boolean {
  const area = areaOf(path)
  const reads = READING.test(path.split('/').at(-1) ?? '')
  return scopes.some(
    (scope) =>
      scope === EVERYTHING ||
      (scope === PROFILE && path === PROFILE_PATH) ||
      (area !== undefined && (scope === area || (reads && scope === `${area}.read`))),
  )
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
