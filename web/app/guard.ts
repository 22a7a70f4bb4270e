/** Who may open which address (sections 2 and 4 of the specification), asked on each navigation. */
import { redirect, replace } from 'react-router'
import { ApiError } from '../kernel/http/api.ts'
import { t } from '../kernel/i18n/i18n.ts'
import { ADMINISTRATOR, HOME, menuPaths } from '../kernel/navigation/menu-routes.ts'
import { safeRedirect, signInPath } from '../kernel/session/redirect.ts'
import { SessionRefused } from '../kernel/session/session.ts'
import { closeSession, ensureSession, isSessionOpen, useSessionStore } from '../kernel/session/session-store.ts'
import { dropToken, readToken } from '../kernel/http/token.ts'
import { ERROR_PATHS } from './error-pages.tsx'
import { loadConsole, loadedConsole } from './load-console.ts'
import { fileOf, prefetchPage } from './pages.ts'
import { toast } from '../ui/toast.ts'

/** The document is being left: the browser breaks off its calls, which says nothing about the session. */
let isLeaving = false
addEventListener('pagehide', () => {
  isLeaving = true
})
addEventListener('pageshow', () => {
  isLeaving = false
})

/**
 * Whether the session is open and nothing is left to ask: then the router need not draw that it waits, which would draw every link
 * of the console twice for a change of page (bench/console.ts). What the page is made of is on its way from here on, and so is what it
 * shows first: a page that was there before shows what it has.
 */
export function mayGoOn(address: URL): boolean {
  const { session } = useSessionStore.getState()
  if (!readToken() || !session) return false
  const { pathname } = address
  if (fileOf(pathname)?.isLoaded() === false) {
    // The log is not to be full of what was refused.
    if (menuPaths(session.authority.menu).has(pathname)) loadedConsole()?.askFirst(address)
    void prefetchPage(pathname)
  }
  return true
}

/** Lets nobody into the console without an open session, but for what says what is the matter: that everybody may read, without the console. */
export async function openConsole(asked: { request: Request }): Promise<Response | null> {
  const isOpen = ERROR_PATHS.has(new URL(asked.request.url).pathname)
  if (isOpen && !readToken()) {
    closeSession()
    return null
  }
  const [answer] = await Promise.all([requireSession(asked), loadConsole()])
  return isOpen ? null : answer
}

async function requireSession({ request }: { request: Request }): Promise<Response | null> {
  const address = new URL(request.url)
  const { pathname, search } = address
  const away = () => redirect(signInPath(pathname + search))
  if (!readToken()) {
    closeSession()
    return away()
  }
  // The page is on its way while the server says who asks.
  const page = prefetchPage(pathname)
  const isFirst = !isSessionOpen()
  try {
    // An administrator may have the rows of every list; of others the menu says so, and the log is not to be full of what was refused. Whatever
    // does not come, the page asks for again, and says what is the matter.
    let asked: Promise<void> | undefined
    const ask = () => {
      asked ??= loadConsole()
        .then(({ askFirst }) => askFirst(address))
        .catch(() => undefined)
    }
    const { user, authority } = await ensureSession((roles) => {
      if (isFirst && roles.includes(ADMINISTRATOR)) ask()
    })
    if (!isFirst) return null
    if (menuPaths(authority.menu).has(pathname) && !user.mustChangePassword && !user.mustEnrol) ask()
    // The first page and what is around it are drawn in one go; later ones have the console to wait in.
    await Promise.all([page, asked])
    return null
  } catch (failure) {
    // Otherwise whoever loads a page twice in a row would be signed out.
    if (isLeaving) return new Promise(() => undefined)
    dropToken()
    closeSession()
    toast.error(reasonOf(failure))
    return away()
  }
}

/** For a page outside the console that needs to know who asks, in which roles and by which clock: the session is opened, and the console is not loaded. */
export async function openOutside({ request }: { request: Request }): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const away = () => redirect(signInPath(pathname + search))
  if (!readToken()) return away()
  try {
    const { user } = await ensureSession()
    // What comes before everything else is asked in the console.
    return user.mustChangePassword || user.mustEnrol ? redirect(HOME) : null
  } catch (failure) {
    if (isLeaving) return new Promise(() => undefined)
    dropToken()
    closeSession()
    toast.error(reasonOf(failure))
    return away()
  }
}

/** For pages outside the console: whether the token is good turns out with their first call. */
export function requireToken({ request }: { request: Request }): Response | null {
  const { pathname, search } = new URL(request.url)
  return readToken() ? null : redirect(signInPath(pathname + search))
}

/** Somebody signed in has no use for the sign-in page. */
export function skipWhenSignedIn(): Response | null {
  return readToken() ? redirect('/') : null
}

/** Where a sign-in elsewhere comes back to: on to the page that was wanted, by way of the sign-in page if it came to nothing. */
export function takeOn({ request }: { request: Request }): Response {
  const wanted = safeRedirect(new URL(request.url).searchParams.get('redirect'))
  return replace(readToken() ? wanted : signInPath(wanted))
}

function reasonOf(failure: unknown): string {
  if (failure instanceof SessionRefused) return t(`session.${failure.reason}`)
  if (failure instanceof ApiError && failure.message) return failure.message
  return t('session.has-error')
}
