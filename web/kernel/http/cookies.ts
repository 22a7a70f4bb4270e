/** Cookies of the browser that scripts may read: the token, the language and the state of the sidebar. */

export function readCookie(name: string): string | undefined {
  for (const pair of document.cookie.split('; ')) {
    const at = pair.indexOf('=')
    if (pair.slice(0, at) === name) return decodeCookie(pair.slice(at + 1))
  }
  return undefined
}

/** Without `days` the cookie ends with the browser session. */
export function writeCookie(name: string, value: string, days?: number): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const age = days === undefined ? '' : `; Max-Age=${days * 86400}`
  document.cookie = `${name}=${encodeURIComponent(value)}; Path=/; SameSite=Strict${age}${secure}`
}

/** Removes the cookie. */
export function removeCookie(name: string): void {
  writeCookie(name, '', 0)
}

/** The value as {@link writeCookie} was given it; as it stands where somebody else has written it. */
export function decodeCookie(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    return value
  }
}
