/** The rules of the tags bar: which pages are open, and which of them keep their state. Pure. */

/** A page that was visited and not closed. `At` is where exactly it stands: its address with everything in it. */
export interface Tag<At> {
  readonly path: string
  readonly at: At
}

export interface OpenPages<At> {
  readonly tags: readonly Tag<At>[]
  /** By path; another number builds the page anew. */
  readonly openings: Readonly<Record<string, number>>
  /** Paths, the one visited last at the end. */
  readonly recent: readonly string[]
}

export type IsPinned = (path: string) => boolean

/** More pages than these are not kept alive, however many tags are open: each holds its rows. */
export const MAX_KEPT = 10

/** The open pages after a visit: this one has a tag, and is the latest. */
export function visit<At>(pages: OpenPages<At>, path: string, at: At): OpenPages<At> {
  const known = pages.tags.some((tag) => tag.path === path)
  const tags = known ? pages.tags.map((tag) => (tag.path === path ? { path, at } : tag)) : [...pages.tags, { path, at }]
  return { ...pages, tags, recent: [...pages.recent.filter((one) => one !== path), path] }
}

/** The open pages without this one, unless it is pinned. */
export function close<At>(pages: OpenPages<At>, path: string, isPinned: IsPinned): OpenPages<At> {
  return isPinned(path) ? pages : keep(pages, (one) => one !== path)
}

/** Of the open pages this one and those that are pinned. */
export function closeOthers<At>(pages: OpenPages<At>, path: string, isPinned: IsPinned): OpenPages<At> {
  return keep(pages, (one) => one === path || isPinned(one))
}

/** Of the open pages those that are pinned. */
export function closeAll<At>(pages: OpenPages<At>, isPinned: IsPinned): OpenPages<At> {
  return keep(pages, isPinned)
}

/** The page forgets what it holds. */
export function rebuild<At>(pages: OpenPages<At>, path: string): OpenPages<At> {
  return { ...pages, openings: { ...pages.openings, [path]: (pages.openings[path] ?? 0) + 1 } }
}

/** Where to go when the page that is shown was closed: the one visited before it. */
export function lastVisited<At>(pages: OpenPages<At>): Tag<At> | undefined {
  const path = pages.recent.findLast((one) => pages.tags.some((tag) => tag.path === one))
  return pages.tags.find((tag) => tag.path === path) ?? pages.tags.at(-1)
}

/** The pages that exist beside the one that is shown, with their state. */
export function keptPages<At>({ tags, recent }: OpenPages<At>, mayKeep: (path: string) => boolean): readonly Tag<At>[] {
  const latest = new Set(recent.filter(mayKeep).slice(-MAX_KEPT))
  return tags.filter(({ path }) => latest.has(path))
}

function keep<At>(pages: OpenPages<At>, stays: (path: string) => boolean): OpenPages<At> {
  return { ...pages, tags: pages.tags.filter(({ path }) => stays(path)), recent: pages.recent.filter(stays) }
}
