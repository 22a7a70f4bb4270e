/** Where the access token of a session stands: in a cookie that scripts read. The refresh token is in one that they do not. */
import { decodeCookie, readCookie, removeCookie, writeCookie } from './cookies.ts'

const COOKIE = 'token'
/** Where earlier versions kept the refresh token: it is used once more, and is not there afterwards. */
const FORMER = 'refresh_token'

/** Of a page with a session of its own: that of a display, which is no sign-in of this browser. */
let own: { token: string | undefined } | undefined

/**
 * From now on this page asks with a token of its own, or with none, whoever is signed in in this browser; it stands in memory alone. A page that was loaded
 * anew is as any other.
 */
export function holdOwnToken(token: string | undefined): void {
  own = { token }
}

/** Whether the page has a session of its own. */
export const holdsOwnToken = (): boolean => own !== undefined

/** The access token of this browser, or of the page where it has one of its own; undefined where nobody is signed in. */
export function readToken(): string | undefined {
  return own ? own.token : readCookie(COOKIE) || undefined
}

/**
 * The access token as the browser has it now, which {@link readToken} gives from then on. What a tab has read of its cookies it may remember for a
 * moment after another has changed them; nobody remembers for the cookie store, and what one has written oneself one reads.
 */
export async function readTokenAnew(): Promise<string | undefined> {
  if (own) return own.token
  // Where there is none (no secure context), nor are there locks.
  const { cookieStore } = globalThis as { cookieStore?: Pick<CookieStore, 'get'> }
  if (!cookieStore) return readToken()
  const stored = decodeCookie((await cookieStore.get(COOKIE))?.value ?? '') || undefined
  if (stored && stored !== readToken()) keepToken(stored)
  return stored
}

/** The refresh token as earlier releases kept it; undefined where there is none. */
export function readFormerRefreshToken(): string | undefined {
  return localStorage.getItem(FORMER) ?? undefined
}

/** Keeps the access token for all pages of this browser. */
export function keepToken(access: string): void {
  if (own) return holdOwnToken(access)
  writeCookie(COOKIE, access)
  localStorage.removeItem(FORMER)
}

/** Without the access token nothing asks for another one. */
export function dropToken(): void {
  if (own) return holdOwnToken(undefined)
  removeCookie(COOKIE)
  localStorage.removeItem(FORMER)
}
