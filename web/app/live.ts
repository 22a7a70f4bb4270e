/** What the console does about what its socket hears (web/kernel/realtime/live.ts). */
import type { QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { leaveRole } from '../kernel/session/account.ts'
import { forgetAnswers } from '../kernel/session/acting.ts'
import { t } from '../kernel/i18n/i18n.ts'
import { listenFor, openLive } from '../kernel/realtime/live.ts'
import { signInPath } from '../kernel/session/redirect.ts'
import { SessionRefused } from '../kernel/session/session.ts'
import { closeSession, followSession, reopenSession, useSessionStore } from '../kernel/session/session-store.ts'
import { askToSignInAgain } from '../kernel/http/sign-in-again.ts'
import { dropToken } from '../kernel/http/token.ts'
import { toast } from '../ui/toast.ts'

/** Keeps menus, buttons, columns and rows as the session's rights are now, and leaves the console when the session ends. */
export function useLive(queries: QueryClient): void {
  const userId = useSessionStore(({ session }) => session?.user.id)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()

  const leave = useEffectEvent(async () => {
    dropToken()
    await navigate(signInPath(pathname + search))
    closeSession()
  })

  const follow = useEffectEvent(async () => {
    try {
      const following = followSession()
      // The rows are asked for at the same moment: they need not wait for the menu. But in a post they wait to hear its roles.
      if (useSessionStore.getState().menuChoice?.postCode !== undefined) await following
      await Promise.all([following, forgetAnswers(queries)])
    } catch (failure) {
      const { session } = useSessionStore.getState()
      // The role this session acted as is gone, but not the session it was opened from.
      if (!(failure instanceof SessionRefused && session?.user.acting)) return // the socket says what is the matter, or comes back and compares
      await leaveRole()
      await reopenSession()
      toast.warning(t('acting.lost'))
      await forgetAnswers(queries)
    }
  })

  useEffect(() => {
    if (userId === undefined) return
    let following: Promise<void> | undefined
    let again = false
    /** One after the other: what changes while the page is asking is asked for once more afterwards. */
    const changed = () => {
      again = following !== undefined
      following ??= follow()
        .catch(() => undefined)
        .finally(() => {
          following = undefined
          if (again) changed()
        })
    }
    // Another zone is another text of everything that has a time.
    const deaf = listenFor('clock', changed)
    const close = openLive({
      stamp: () => useSessionStore.getState().session?.authority.stamp,
      onChanged: changed,
      onEnded: (why) => {
        if (why === 'ended') return void askToSignInAgain()
        if (why === 'closed') toast.error(t('live.account-closed'))
        void leave()
      },
    })
    return () => {
      deaf()
      close()
    }
  }, [userId])
}
