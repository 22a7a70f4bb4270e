/** The tenant code of the last sign-in here: the same person mostly comes back. */
const KEY = 'last_tenant'

/** The code of the tenant that was signed in to last in this browser; empty where there is none. */
export function lastTenant(): string {
  return localStorage.getItem(KEY) ?? ''
}

/** Remembers the code for the next sign-in in this browser. */
export function keepTenant(code: string): void {
  localStorage.setItem(KEY, code.trim())
}
