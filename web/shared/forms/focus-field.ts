import { idOfField } from './field-id.ts'

const FOCUSABLE = 'input:not([type=hidden], :disabled), textarea:not(:disabled), button:not(:disabled), [contenteditable=true], [tabindex]'

/** Brings the focus into a field: to its control, or to the first in it that takes one. */
export function focusField(formId: string, field: string, cell?: { readonly row: number; readonly column: string }): void {
  const place = cell ? `${idOfField(formId, field)}-${cell.row}-${cell.column}` : idOfField(formId, field)
  const element = document.getElementById(place) ?? document.getElementById(idOfField(formId, field))
  const target = element?.matches(FOCUSABLE) ? element : element?.querySelector<HTMLElement>(FOCUSABLE)
  target?.focus()
  element?.closest('[data-field]')?.scrollIntoView({ block: 'nearest' })
}
