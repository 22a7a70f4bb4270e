import { useLocation, useNavigate } from 'react-router'
import { signOut } from '../../kernel/session/account.ts'
import { signInPath } from '../../kernel/session/redirect.ts'
import { closeSession, useSession } from '../../kernel/session/session-store.ts'
import { hasKept } from '../../shared/maintenance/rounds/has-kept.ts'

/** Signs out; whoever signs in next comes back to this page. What was found on rounds and has not arrived stays here for the one who found it: they are asked first. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const { user } = useSession()
  const { pathname, search } = useLocation()
  return async () => {
    if (hasKept(user.id)) {
      // What cannot be loaded now is kept all the same.
      const unsent = await import('./unsent-rounds.ts').catch(() => undefined)
      if (unsent && !(await unsent.wantsToLeave(user.id))) return
    }
    await signOut()
    await navigate(signInPath(pathname + search))
    closeSession()
  }
}
