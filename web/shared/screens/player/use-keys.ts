/** The keys of the player. Whoever writes, or stands on a part that has these keys itself, keeps them. */
import type { RefObject } from 'react'
import { useEffect, useEffectEvent } from 'react'

export type PlayerKey = 'before' | 'next' | 'fullscreen' | 'playback' | 'pause' | 'help' | 'compare' | 'close'

const KEYS: Readonly<Record<string, PlayerKey>> = {
  ArrowLeft: 'before',
  ArrowRight: 'next',
  f: 'fullscreen',
  p: 'playback',
  ' ': 'pause',
  '?': 'help',
  c: 'compare',
  Escape: 'close',
}
const OWN = 'input, select, textarea, [contenteditable="true"], [role="tab"], [role="slider"], [role="listbox"], [role="grid"]'

/** The key of the player that was pressed; undefined where it is none, or not for the player. */
export function playerKey(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'target' | 'defaultPrevented'>,
): PlayerKey | undefined {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return undefined
  const key = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key]
  if (key === undefined || key === 'close') return key
  const target = event.target instanceof Element ? event.target : undefined
  if (target?.closest(OWN)) return undefined
  // The space bar presses the button that has the focus.
  return key === 'pause' && target?.closest('button, a, summary') ? undefined : key
}

/** Calls with each key of the player that is pressed; true from the function keeps it from the browser. @param element Where it counts, unless the whole page is the player's */
export function usePlayerKeys(element: RefObject<HTMLElement | null>, isAlone: boolean, onKey: (key: PlayerKey) => boolean): void {
  const pressed = useEffectEvent((event: KeyboardEvent) => {
    const key = playerKey(event)
    if (key !== undefined && onKey(key)) event.preventDefault()
  })
  useEffect(() => {
    const on: HTMLElement | Window | null = isAlone ? window : element.current
    const listener = (event: Event) => pressed(event as KeyboardEvent)
    on?.addEventListener('keydown', listener)
    return () => on?.removeEventListener('keydown', listener)
  }, [element, isAlone])
}
