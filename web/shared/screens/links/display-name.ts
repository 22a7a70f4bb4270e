/** What this browser calls itself where it shows screens. */
import { newId } from '../../../kernel/new-id.ts'

const NAME = 'screen_display'
let own: string | undefined

/** The same for all pages of this browser, however often they are loaded; where nothing can be kept, for this page. It tells nothing of who is signed in. */
export function displayName(): string {
  own ??= kept()
  return own
}

function kept(): string {
  const name = newId()
  try {
    const before = localStorage.getItem(NAME)
    if (before !== null && /^[\w-]{8,36}$/.test(before)) return before
    localStorage.setItem(NAME, name)
  } catch {
    // The browser keeps nothing.
  }
  return name
}
