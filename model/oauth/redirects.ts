/** Where a browser may be sent with a code: addresses that were registered, and nothing else (RFC 9700, section 2.1). */

const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost'])

/** `https`, or `http` to the computer the browser runs on; no fragment, no user in it (RFC 6749, section 3.1.2). */
export function isRedirect(text: string): boolean {
  const url = parsed(text)
  if (!url || text.includes('#') || text.includes('*') || url.username || url.password) return false
  // What a browser would read differently than it is written here could be compared as one address and visited as another.
  if (/[^\x21-\x7e]|[\\"<>^`{|}]/.test(text) || !text.startsWith(`${url.protocol}//${url.host}`)) return false
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname))
}

/** The registered address that was asked for, letter by letter; only the port of a loopback address is free (RFC 8252, section 7.3). */
export function isRegistered(wanted: string, registered: readonly string[]): boolean {
  return (
    isRedirect(wanted) &&
    registered.some((known) => known === wanted || (isLoopbackAddress(known) && withoutPort(known) === withoutPort(wanted)))
  )
}

function isLoopbackAddress(text: string): boolean {
  return /^http:\/\/(127\.0\.0\.1|\[::1\])(?=[:/?]|$)/.test(text)
}

function withoutPort(text: string): string {
  return text.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1\])):\d{1,5}(?=[/?]|$)/, '$1')
}

function parsed(text: string): URL | undefined {
  return URL.canParse(text) ? new URL(text) : undefined
}
