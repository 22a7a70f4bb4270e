/** What somebody looked at last in trends, and their favourite points, kept in this browser. Whoever else signs in here has their own. */

export interface KeptTrends {
  /** The address of what was shown last. */
  readonly last: string
  /** Points, the one chosen last first. */
  readonly recent: readonly string[]
  readonly favourites: readonly string[]
}

const KEY = 'trends'
const MAX_RECENT = 30
const MAX_FAVOURITES = 8
const MAX_PEOPLE = 5
const NOTHING: KeptTrends = { last: '', recent: [], favourites: [] }

/** What is kept of this person; nothing where that cannot be read. */
export function readKept(user: string): KeptTrends {
  return readAll().find(([name]) => name === user)?.[1] ?? NOTHING
}

/** Keeps more of this person, who is the last to be forgotten when others come. */
export function keep(user: string, more: Partial<KeptTrends>): KeptTrends {
  const { last, recent, favourites } = { ...readKept(user), ...more }
  const kept = { last, recent: recent.slice(0, MAX_RECENT), favourites: favourites.slice(0, MAX_FAVOURITES) }
  const others = readAll().filter(([name]) => name !== user)
  try {
    localStorage.setItem(KEY, JSON.stringify([[user, kept], ...others.slice(0, MAX_PEOPLE - 1)]))
  } catch {
    // No room left: then it is not kept.
  }
  return kept
}

/** Points that were chosen just now come first. */
export const withRecent = (recent: readonly string[], chosen: readonly string[]): readonly string[] => [...new Set([...chosen, ...recent])]

function readAll(): [string, KeptTrends][] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter(isKept) : []
  } catch {
    return []
  }
}

function isKept(entry: unknown): entry is [string, KeptTrends] {
  if (!Array.isArray(entry) || typeof entry[0] !== 'string') return false
  const { last, recent, favourites } = (entry[1] ?? {}) as Partial<Record<keyof KeptTrends, unknown>>
  const areTexts = (list: unknown) => Array.isArray(list) && list.every((one) => typeof one === 'string')
  return typeof last === 'string' && areTexts(recent) && areTexts(favourites)
}
