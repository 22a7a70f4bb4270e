/** Asks the browser for files, or for a folder with all that is in it. */
import type { Dropped } from './found.ts'
import { chosenOf } from './found.ts'

/** Must be called while a click is handled. Gives nothing to whoever asked when nothing is chosen. */
export function pickFiles(what: 'files' | 'folder', take: (chosen: Dropped) => void): void {
  const input = document.createElement('input')
  input.type = 'file'
  input.multiple = true
  input.webkitdirectory = what === 'folder'
  input.hidden = true
  input.addEventListener('change', () => {
    take(chosenOf(input.files ?? []))
    input.remove()
  })
  input.addEventListener('cancel', () => input.remove())
  document.body.append(input)
  input.click()
}
