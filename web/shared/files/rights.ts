/** Which buttons a page about files shows: what the server says may be called, minus what the role chose to hide on that page. */
import { mayUse } from '../../kernel/session/permissions.ts'
import { useSession } from '../../kernel/session/session-store.ts'

/** Whether a button of the page may be used, by its name: by the menu and by what the list allows. */
export function useFileRights(menu: string, allowed: readonly string[] | undefined): (button: string) => boolean {
  const { authority } = useSession()
  return (button) => mayUse(button, menu, allowed, authority.menuButton)
}
