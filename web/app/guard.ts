/** Who may open which address (sections 2 and 4 of the specification), asked on each navigation. */
import { redirect } from 'react-router'
import { ApiError } from '../kernel/api.ts'
import { t } from '../kernel/i18n.ts'
import { signInPath } from '../kernel/redirect.ts'
import { SessionRefused } from '../kernel/session.ts'
import { closeSession, ensureSession } from '../kernel/session-store.ts'
import { dropTokens, readToken } from '../kernel/token.ts'
import { prefetchPage } from './pages.ts'
import { toast } from '../ui/toast.ts'

/** Lets nobody into the console without an open session. */
export async function requireSession({ request }: { request: Request }): Promise<Response | null> {
  const { pathname, search } = new URL(request.url)
  const away = () => redirect(signInPath(pathname + search))
  if (!readToken()) {
    closeSession()
    return away()
  }
  // The page is on its way while the server says who asks.
  prefetchPage(pathname)
  try {
    await ensureSession()
    return null
  } catch (failure) {
    dropTokens()
    closeSession()
    toast.error(reasonOf(failure))
    return away()
  }
}

/** Somebody signed in has no use for the sign-in page. */
export function skipWhenSignedIn(): Response | null {
  return readToken() ? redirect('/') : null
}

function reasonOf(failure: unknown): string {
  if (failure instanceof SessionRefused) return t(`session.${failure.reason}`)
  if (failure instanceof ApiError && failure.message) return failure.message
  return t('session.has-error')
}
