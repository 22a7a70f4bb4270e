/** Where the access token of a session stands: in a cookie that scripts read. The refresh token is in one that they do not. */
import { readCookie, removeCookie, writeCookie } from './cookies.ts'

const COOKIE = 'token'
/** Where earlier versions kept the refresh token: it is used once more, and is not there afterwards. */
const FORMER = 'refresh_token'

/** The access token of this browser; undefined where nobody is signed in. */
export function readToken(): string | undefined {
  return readCookie(COOKIE) || undefined
}

/** The refresh token as earlier releases kept it; undefined where there is none. */
export function readFormerRefreshToken(): string | undefined {
  return localStorage.getItem(FORMER) ?? undefined
}

/** Keeps the access token for all pages of this browser. */
export function keepToken(access: string): void {
  writeCookie(COOKIE, access)
  localStorage.removeItem(FORMER)
}

/** Without the access token nothing asks for another one. */
export function dropToken(): void {
  removeCookie(COOKIE)
  localStorage.removeItem(FORMER)
}
