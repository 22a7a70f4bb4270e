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

/** A search over the entries. The best match comes first. */
export function searchOver<Entry extends Findable>(entries: readonly Entry[]): (text: string) => Entry[] {
  const fuse = new Fuse(entries, options)
  return (text) => {
    const pattern = text.trim().slice(0, MAX_PATTERN_LENGTH)
    // Fuse finds everything for nothing.
    return pattern === '' ? [] : fuse.search(pattern).map(({ item }) => item)
  }
}
