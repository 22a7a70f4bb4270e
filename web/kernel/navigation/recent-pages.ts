/**
 * The pages somebody visited last, in this browser: their addresses without what was asked for there. They outlive the session, since
 * who comes back in the morning looks for them; whoever else signs in here has their own.
 */
import { create } from 'zustand'
import { HOME } from './menu-routes.ts'

export interface Visit {
  readonly path: string
  /** Milliseconds since 1970. */
  readonly at: number
}

const KEY = 'recent_pages'
/** More than are shown, since not all of them have to be in the menu, or still be. */
const MAX_RECENT_PAGES = 20
const MAX_PEOPLE = 5

type Kept = Readonly<Record<string, readonly Visit[]>>

export const useRecentPages = create<Kept>(() => read())

/** Notes that `user` looks at a page. */
export function noteVisit(user: string, path: string, at = Date.now()): void {
  if (path === HOME) return
  const before = read()
  const visits = [{ path, at }, ...(before[user] ?? []).filter((visit) => visit.path !== path)].slice(0, MAX_RECENT_PAGES)
  const others = Object.entries(before)
    .filter(([other]) => other !== user)
    .sort(([, a], [, b]) => (b[0]?.at ?? 0) - (a[0]?.at ?? 0))
    .slice(0, MAX_PEOPLE - 1)
  const kept = Object.fromEntries([[user, visits], ...others])
  try {
    localStorage.setItem(KEY, JSON.stringify(kept))
  } catch {
    // No room left: then they are known until the page is closed.
  }
  useRecentPages.setState(kept, true)
}

function read(): Kept {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}')
    const isKept =
      typeof kept === 'object' && kept !== null && Object.values(kept).every((visits) => Array.isArray(visits) && visits.every(isVisit))
    return isKept ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

function isVisit(value: unknown): value is Visit {
  const { path, at } = (value ?? {}) as Partial<Visit>
  return typeof path === 'string' && typeof at === 'number'
}
