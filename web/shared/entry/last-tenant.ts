/** The tenant code of the last sign-in here: the same person mostly comes back. */
const KEY = 'last_tenant'

export function lastTenant(): string {
  return localStorage.getItem(KEY) ?? ''
}

export function keepTenant(code: string): void {
  localStorage.setItem(KEY, code.trim())
}
