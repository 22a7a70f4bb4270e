import { useEffect } from 'react'
import { closeOverlay, openOverlay, useOverlays } from './overlays.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const PALETTE_KEYS = isApple ? '⌘K' : 'Ctrl K'

/** Ctrl K (⌘K) opens the command palette from anywhere in the console, and closes it again. */
export function usePaletteKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(isApple ? event.metaKey : event.ctrlKey) || event.altKey || event.shiftKey) return
      event.preventDefault()
      if (useOverlays.getState().palette) closeOverlay('palette')
      else openOverlay('palette')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
