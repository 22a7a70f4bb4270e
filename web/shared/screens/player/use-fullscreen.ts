/** Fills the display with the player alone, and gives it back. */
import type { RefObject } from 'react'
import { useCallback, useSyncExternalStore } from 'react'
import { t } from '../../../kernel/i18n/i18n.ts'
import { toast } from '../../../ui/toast.ts'

function subscribe(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Whether it fills the display, and what changes that. */
export function useFullscreen(element: RefObject<HTMLElement | null>): readonly [boolean, () => void] {
  const isFull = useSyncExternalStore(subscribe, () => document.fullscreenElement !== null)
  const toggle = useCallback(() => {
    if (!document.fullscreenEnabled) return toast.warning(t('shell.fullscreen-unsupported'))
    const change = document.fullscreenElement ? document.exitFullscreen() : element.current?.requestFullscreen()
    // Refused by the browser, for example because the window is not in front.
    change?.catch(() => toast.warning(t('shell.fullscreen-unsupported')))
  }, [element])
  return [isFull, toggle]
}
