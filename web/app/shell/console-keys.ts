/** Keys that mean something anywhere in the console. The sheet of shortcuts shows what stands here. */
import { useEffect } from 'react'
import type { LabelKey } from '../../kernel/i18n/i18n.ts'
import type { Overlay } from '../../kernel/navigation/overlays.ts'
import { closeOverlay, openOverlay, useOverlays } from '../../kernel/navigation/overlays.ts'

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent)

export const PALETTE_KEYS = isApple ? '⌘K' : 'Ctrl K'

interface ConsoleKey {
  readonly shown: string
  readonly label: LabelKey
  /** Opened by it, and closed again. */
  readonly overlay: Overlay
  readonly isMeant: (event: KeyboardEvent) => boolean
}

export const CONSOLE_KEYS: readonly ConsoleKey[] = [
  {
    shown: PALETTE_KEYS,
    label: 'palette.open',
    overlay: 'palette',
    isMeant: (event) => event.key.toLowerCase() === 'k' && (isApple ? event.metaKey : event.ctrlKey) && !event.altKey && !event.shiftKey,
  },
  {
    shown: '?',
    label: 'keys.title',
    overlay: 'shortcuts',
    // Where somebody writes it is a letter.
    isMeant: (event) => event.key === '?' && !event.ctrlKey && !event.metaKey && !event.altKey && !isWriting(event.target),
  },
]

const isWriting = (target: EventTarget | null) =>
  target instanceof Element && target.closest('input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable=true]') !== null

/** Hears the keys of the console, wherever the focus is. */
export function useConsoleKeys(): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const meant = CONSOLE_KEYS.find(({ isMeant }) => isMeant(event))
      if (!meant) return
      event.preventDefault()
      if (useOverlays.getState()[meant.overlay]) closeOverlay(meant.overlay)
      else openOverlay(meant.overlay)
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
}
