import type { KeyboardEvent } from 'react'
import { useEffect, useRef } from 'react'

const STEPS: Readonly<Record<string, (at: number, last: number) => number>> = {
  ArrowRight: (at, last) => (at === last ? 0 : at + 1),
  ArrowLeft: (at, last) => (at === 0 ? last : at - 1),
  Home: () => 0,
  End: (_, last) => last,
}

/** Props that make a row of controls one stop of the Tab key, with the arrows going on inside it (ARIA Authoring Practices, toolbar). */
export function useRoving() {
  const ref = useRef<HTMLDivElement>(null)
  const current = useRef<Element>(null)
  const controls = () => [...(ref.current?.querySelectorAll<HTMLElement>(':is(button, select, input):not(:disabled)') ?? [])]

  // After each rendering, since controls come, go, and are switched off.
  useEffect(() => {
    const all = controls()
    const stop = all.find((control) => control === current.current) ?? all[0]
    for (const control of all) control.tabIndex = control === stop ? 0 : -1
  })

  function onKeyDown(event: KeyboardEvent): void {
    const step = STEPS[event.key]
    const all = controls()
    const at = all.findIndex((control) => control === event.target)
    if (!step || at < 0 || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const next = all[step(at, all.length - 1)]
    current.current = next ?? null
    for (const control of all) control.tabIndex = control === next ? 0 : -1
    next?.focus()
  }

  return { ref, onKeyDown }
}
