/** The console, or what everybody may read without one: that there is no such page, or that it is not for them. */
import { useLocation } from 'react-router'
import { useSessionStore } from '../kernel/session/session-store.ts'
import { ERROR_PATHS, Forbidden, NotFound } from './error-pages.tsx'
import { loadedConsole } from './load-console.ts'
import { Waiting } from './waiting.tsx'

/** What stands at every address without a page of its own outside the console. Its file is there before the guard (guard.ts) lets anybody in. */
export function InConsole() {
  const { pathname } = useLocation()
  const isSignedIn = useSessionStore((state) => state.session !== undefined)
  if (!isSignedIn && ERROR_PATHS.has(pathname)) return pathname === '/401' ? <Forbidden /> : <NotFound />
  const Console = loadedConsole()?.Console
  return Console ? <Console /> : <Waiting />
}
