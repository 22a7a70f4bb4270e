import { useLocation, useNavigate } from 'react-router'
import { signOut } from '../../kernel/session/account.ts'
import { signInPath } from '../../kernel/session/redirect.ts'
import { closeSession } from '../../kernel/session/session-store.ts'

/** Signs out; whoever signs in next comes back to this page. */
export function useLeave(): () => Promise<void> {
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return async () => {
    await signOut()
    await navigate(signInPath(pathname + search))
    closeSession()
  }
}
