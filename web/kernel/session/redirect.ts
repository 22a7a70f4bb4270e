/** Where a redirect parameter may lead: a path of this console and nowhere else. */

const NOWHERE = 'https://console.invalid'

/** The path to go to, or `/`. Refuses other origins in every spelling a browser understands (`//x`, `/\x`, `/%09/x` …). */
export function safeRedirect(wanted: string | null): string {
  if (!wanted || !/^\/(?![/\\])/.test(wanted) || hasControlCharacter(wanted)) return '/'
  const url = new URL(wanted, NOWHERE)
  if (url.origin !== NOWHERE || url.pathname.startsWith('//') || url.pathname === '/login') return '/'
  return url.pathname + url.search + url.hash
}

/** Browsers drop tabs and line ends out of an address, which could turn a path into a host. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character.charCodeAt(0) < 32)
}

/** Pages that say what is not there or not allowed: nobody wants to come back to one. */
const DEAD_ENDS: ReadonlySet<string> = new Set(['/401', '/404'])

/** The address of the sign-in page that leads back to `from`; home from pages that lead nowhere. */
export function signInPath(from: string): string {
  const [pathname = ''] = from.split(/[?#]/)
  return from === '/' || DEAD_ENDS.has(pathname) ? '/login' : `/login?redirect=${encodeURIComponent(from)}`
}
