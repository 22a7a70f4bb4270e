/** Where somebody begins to type once a form is open. */

/** What can be filled in. */
const FIRST = 'input:not([type=hidden], [type=file], :disabled, [readonly]), textarea:not(:disabled), [contenteditable=true]'

/** Goes to the first field within the element, where there is a keyboard; on a phone it would cover half of the form. @param id Of a form, mostly */
export function focusFirstField(id: string): void {
  if (!matchMedia('(pointer: coarse)').matches) document.querySelector<HTMLElement>(`[id="${id}"] :is(${FIRST})`)?.focus()
}
