/** Where the two tokens of a session stand: the access token in a cookie, the refresh token in this browser's storage. */
import { readCookie, removeCookie, writeCookie } from './cookies.ts'

const COOKIE = 'token'
const REFRESH = 'refresh_token'

export function readToken(): string | undefined {
  return readCookie(COOKIE) || undefined
}

export function readRefreshToken(): string | undefined {
  return localStorage.getItem(REFRESH) ?? undefined
}

export function keepTokens(access: string, refresh: string | undefined): void {
  writeCookie(COOKIE, access)
  if (refresh) localStorage.setItem(REFRESH, refresh)
}

export function dropTokens(): void {
  removeCookie(COOKIE)
  localStorage.removeItem(REFRESH)
}
