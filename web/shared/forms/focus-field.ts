import { idOfField } from './field-id.ts'

const FOCUSABLE = 'input:not([type=hidden], :disabled), textarea:not(:disabled), button:not(:disabled), [contenteditable=true], [tabindex]'
/** Milliseconds that a tab may take to come to the front, and a part of the form to be loaded. */
const PATIENCE_MS = 1500

/** Brings the focus into a field as soon as it can be seen: to its control, or to the first in it that takes one. Returns how to give that up. */
export function focusField(formId: string, field: string, cell?: { readonly row: number; readonly column: string }): () => void {
  const own = idOfField(formId, field)
  const until = performance.now() + PATIENCE_MS
  let frame = 0
  const look = () => {
    const element = (cell && document.getElementById(`${own}-${cell.row}-${cell.column}`)) ?? document.getElementById(own)
    const target = element?.matches(FOCUSABLE) ? element : element?.querySelector<HTMLElement>(FOCUSABLE)
    target?.focus()
    if (target && target === document.activeElement) element?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
    else if (performance.now() < until) frame = requestAnimationFrame(look)
  }
  look()
  return () => cancelAnimationFrame(frame)
}
