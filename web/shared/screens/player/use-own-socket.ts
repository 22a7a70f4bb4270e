/** The page's socket, where no console has opened it: outside of the shell, and on displays of links. */
import { useEffect, useEffectEvent } from 'react'
import { askToSignInAgain } from '../../../kernel/http/sign-in-again.ts'
import { openLive } from '../../../kernel/realtime/live.ts'
import { followSession, useSessionStore } from '../../../kernel/session/session-store.ts'

interface OwnSocket {
  readonly isOwn: boolean
  readonly isKiosk: boolean
  /** What the session may do has changed. */
  readonly onChanged: () => void
  readonly onEnded: (() => void) | undefined
}

/** Keeps the socket open while the player is shown, where it is the player's to open. */
export function useOwnSocket({ isOwn, isKiosk, onChanged, onEnded }: OwnSocket): void {
  const changed = useEffectEvent(() => {
    onChanged()
    // Which roles are named with each call, and the zone of the clock.
    if (!isKiosk) void followSession().catch(() => undefined)
  })
  const ended = useEffectEvent((why: 'closed' | 'left' | 'ended') => {
    onChanged()
    if (onEnded) onEnded()
    else if (why === 'ended') void askToSignInAgain()
    else location.reload()
  })
  useEffect(() => {
    if (!isOwn) return
    return openLive({
      stamp: () => useSessionStore.getState().session?.authority.stamp,
      onChanged: () => changed(),
      onEnded: (why) => ended(why),
    })
  }, [isOwn])
}
