import { useSyncExternalStore } from 'react'
import { t } from '../../kernel/i18n/i18n.ts'
import { toast } from '../../ui/toast.ts'

/** Fills the screen with the console, or gives it back. */
export function toggleFullscreen(): void {
  if (!document.fullscreenEnabled) return toast.warning(t('shell.fullscreen-unsupported'))
  const change = document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()
  // Refused by the browser, for example because the window is not in front.
  change.catch(() => toast.warning(t('shell.fullscreen-unsupported')))
}

/** Whether the console fills the screen. */
export function useFullscreen(): boolean {
  return useSyncExternalStore(watch, () => document.fullscreenElement !== null)
}

function watch(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}
