/** Whether the page's one socket (live.ts) stands: for pages that must never show as live what is not. */
import { useSyncExternalStore } from 'react'

let lostAt: number | undefined
const listeners = new Set<() => void>()

/** When the connection was lost, milliseconds since 1970; undefined while there is one. */
export const connectionLostAt = (): number | undefined => lostAt

/** For the socket: that it stands now, or does no more. */
export function noteConnection(isOpen: boolean): void {
  if (isOpen === (lostAt === undefined)) return
  lostAt = isOpen ? undefined : Date.now()
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** The same, followed. */
export const useConnectionLostAt = (): number | undefined => useSyncExternalStore(subscribe, connectionLostAt)

let closely = 0

/** Has silence noticed within seconds, as a display needs it that nobody touches; until the function it gives back is called. */
export function listenClosely(): () => void {
  closely += 1
  return () => {
    closely -= 1
  }
}

/** Whether some part of the page wants that. */
export const listensClosely = (): boolean => closely > 0
