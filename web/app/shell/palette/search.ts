/** Fuzzy search over the menu (section 9 of the specification: weights, threshold and the length of a pattern). */
import Fuse from 'fuse.js'

export interface Findable {
  readonly title: string
  /** The groups above it, outermost first. */
  readonly groups: readonly string[]
  /** Its address; actions have none. */
  readonly path: string
  /** How its titles sound, where that is asked for. */
  readonly pinyin: readonly string[]
}

/** Characters; what is typed beyond them is not looked at. */
export const MAX_PATTERN_LENGTH = 32

export const options = {
  keys: [
    { name: 'title', weight: 0.7, getFn: ({ title, groups }: Findable) => [title, ...groups] },
    { name: 'pinyin', weight: 0.3 },
    { name: 'path', weight: 0.3 },
  ],
  threshold: 0.4,
  shouldSort: true,
}

/** How an entry is what somebody typed, the best first. */
const RANKS = ['is', 'begins', 'sounds', 'has', 'group', 'resembles'] as const
type Rank = (typeof RANKS)[number]

/** An entry says first how its own title sounds, whole and by first letters, then its groups (use-pages.ts). */
const OWN_SOUNDS = 2

function rankOf({ title, groups, path, pinyin }: Findable, text: string): Rank {
  const own = [title.toLowerCase(), ...pinyin.slice(0, OWN_SOUNDS)]
  const [name = ''] = own
  if (own.includes(text)) return 'is'
  if (name.startsWith(text)) return 'begins'
  if (own.some((sound) => sound.startsWith(text))) return 'sounds'
  if (own.some((sound) => sound.includes(text)) || path.toLowerCase().split('/').includes(text)) return 'has'
  const above = [...groups.map((group) => group.toLowerCase()), ...pinyin.slice(OWN_SOUNDS)]
  return above.some((sound) => sound.startsWith(text)) ? 'group' : 'resembles'
}

/** Whether what is found here stands before what is found there: nothing there is as much what was typed as the first of these. */
export function isBefore(these: readonly Findable[], those: readonly Findable[], typed: string): boolean {
  const [one, other] = [these[0], those[0]].map((entry) => entry && RANKS.indexOf(rankOf(entry, patternOf(typed).toLowerCase())))
  return one !== undefined && (other === undefined || one < other)
}

const patternOf = (typed: string) => typed.trim().slice(0, MAX_PATTERN_LENGTH)

/**
 * A search over the entries. The best match comes first: what is called so, what begins so, what sounds so from its beginning, what has it somewhere; of those that match
 * as well as each other, what was open last. What only resembles the text comes last, the more like it the sooner.
 * @param recent Paths of pages that were open, the last one first
 */
export function searchOver<Entry extends Findable>(entries: readonly Entry[], recent: readonly string[] = []): (text: string) => Entry[] {
  const fuse = new Fuse(entries, options)
  return (typed) => {
    const pattern = patternOf(typed)
    // Fuse finds everything for nothing.
    if (pattern === '') return []
    const text = pattern.toLowerCase()
    const found = fuse.search(pattern).map(({ item }) => {
      const rank = rankOf(item, text)
      const open = recent.indexOf(item.path)
      return { item, rank: RANKS.indexOf(rank), age: rank === 'resembles' || open < 0 ? recent.length : open }
    })
    return found.sort((one, other) => one.rank - other.rank || one.age - other.age).map(({ item }) => item)
  }
}
