/** What the session of a display stands on: the call that opens it, the token of the page, and what the tab remembers. */
import { openScreenLink } from '../../../../model/contract/screen/links.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { holdOwnToken } from '../../../kernel/http/token.ts'
import { displayName } from '../../../shared/screens/player/upkeep.ts'
import type { DisplayHost, OpenedScreen } from './display-session.ts'

/** In the storage of the tab, which ends with it. */
const KEPT = 'show'

interface Kept {
  /** The link that it was opened with. */
  readonly token: string
  readonly screen: OpenedScreen
}

/** The host of the display behind a link. */
export function displayHost(token: string): DisplayHost {
  return {
    open: (password) =>
      ask(
        openScreenLink,
        { token, display: displayName(), ...(password === undefined ? {} : { password }) },
        { quiet: true, ownsSession: true },
      ),
    refusalOf: (error) => (error instanceof ApiError ? { status: error.status, message: error.message } : { status: 0, message: '' }),
    hold: holdOwnToken,
    recall() {
      const kept = readKept()
      return kept?.token === token ? kept.screen : undefined
    },
    remember(screen) {
      if (screen) sessionStorage.setItem(KEPT, JSON.stringify({ token, screen } satisfies Kept))
      else sessionStorage.removeItem(KEPT)
    },
    after(ms, work) {
      const timer = setTimeout(work, ms)
      return () => clearTimeout(timer)
    },
    now: () => Date.now(),
    random: () => Math.random(),
  }
}

function readKept(): Kept | undefined {
  try {
    return (JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as Kept | null) ?? undefined
  } catch {
    return undefined
  }
}
