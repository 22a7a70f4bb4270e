/** Going from one's whole session to one role, to the preview of a role, and back; the page follows without being loaded anew. */
import type { QueryClient } from '@tanstack/react-query'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { leaveRole, previewRole, switchRole } from './account.ts'
import { ApiError } from '../http/api.ts'
import { nameTokenAgain } from '../realtime/live.ts'
import { HOME, menuPaths } from '../navigation/menu-routes.ts'
import { reopenSession, useSessionStore } from './session-store.ts'

interface Acting {
  readonly switchTo: (roleCode: string) => Promise<void>
  readonly preview: (roleId: string) => Promise<void>
  readonly leave: () => Promise<void>
}

/** Ways into another role, into a preview and back; rows that were loaded are asked for again. */
export function useActing(): Acting {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()

  async function go(change: Promise<void>): Promise<void> {
    try {
      await change
    } catch (failure) {
      if (failure instanceof ApiError) return // told already
      throw failure
    }
    const { authority } = await reopenSession()
    nameTokenAgain()
    // A page that the role does not have is left for the one that everybody has.
    const isLeft = useSessionStore.getState().onceOpen.has(pathname) && !menuPaths(authority.menu).has(pathname)
    if (!isLeft) return forgetAnswers(queries)
    // It is not asked for anything any more, or it would be told what it may not have.
    queries.clear()
    await navigate(HOME)
  }

  return { switchTo: (code) => go(switchRole(code)), preview: (id) => go(previewRole(id)), leave: () => go(leaveRole()) }
}

/** What was read with other rights is asked for again where it is shown, and forgotten everywhere else. */
export async function forgetAnswers(queries: QueryClient): Promise<void> {
  queries.removeQueries({ type: 'inactive' })
  await queries.invalidateQueries()
}
