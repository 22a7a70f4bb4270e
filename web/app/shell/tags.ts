/** The open pages of this browser tab. They survive a reload, and end with the session or with the role one acts in. */
import type { Location } from 'react-router'
import { create } from 'zustand'
import { HOME } from '../../kernel/navigation/menu-routes.ts'
import { noteVisit } from '../../kernel/navigation/recent-pages.ts'
import { useSessionStore, whoOf } from '../../kernel/session/session-store.ts'
import { staticRoutes } from '../pages.ts'
import type { OpenPages } from './open-pages.ts'
import * as rules from './open-pages.ts'

const KEY = 'open_pages'

const home: Location = { pathname: HOME, search: '', hash: '', state: null, key: 'home' }
const start: OpenPages<Location> = { tags: [{ path: HOME, at: home }], openings: {}, recent: [] }

export const useTags = create<OpenPages<Location>>(() => start)

const pinned = new Set(staticRoutes.filter(({ affix }) => affix).map(({ path }) => path))
/** Whether the tag of this page stays. */
export const isPinned = (path: string): boolean => pinned.has(path)

/** Gives the page a tag, and notes the visit. */
export function visitPage(at: Location): void {
  change((pages) => rules.visit(pages, at.pathname, at))
  const { session } = useSessionStore.getState()
  // Who looks as a role does is not at work there.
  if (session && session.user.acting !== 'preview') noteVisit(session.user.id, at.pathname)
}
/** Closes the tag of the page. */
export const closePage = (path: string): void => change((pages) => rules.close(pages, path, isPinned))
/** Closes all tags but this one and those that stay. */
export const closeOtherPages = (path: string): void => change((pages) => rules.closeOthers(pages, path, isPinned))
/** Closes all tags but those that stay. */
export const closeAllPages = (): void => change((pages) => rules.closeAll(pages, isPinned))
/** Has the page forget what it holds and begin anew. */
export const rebuildPage = (path: string): void => change((pages) => rules.rebuild(pages, path))

/** The whole address of a location. */
export const addressOf = ({ pathname, search, hash }: Location): string => pathname + search + hash

function change(by: (pages: OpenPages<Location>) => OpenPages<Location>): void {
  useTags.setState(by(useTags.getState()))
  const { session } = useSessionStore.getState()
  if (session)
    sessionStorage.setItem(
      KEY,
      JSON.stringify({ who: whoOf(session), open: useTags.getState().tags.map(({ at: { pathname, search } }) => ({ pathname, search })) }),
    )
}

// Signed out, or another role: all are closed, but for the page that is shown. The first session of this tab finds those from before a reload.
useSessionStore.subscribe(({ session }, { session: before }) => {
  const who = session && whoOf(session)
  if (who === (before && whoOf(before))) return
  if (who === undefined) {
    sessionStorage.removeItem(KEY)
    return useTags.setState({ ...start, openings: useTags.getState().openings })
  }
  if (before) return closeOtherPages(location.pathname)
  change((pages) => ({ ...pages, tags: [...start.tags, ...keptTags(who)] }))
})

function keptTags(who: string): OpenPages<Location>['tags'] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as { who: string; open: { pathname: string; search: string }[] } | null
    if (kept?.who !== who) return []
    return kept.open
      .filter(({ pathname }) => pathname !== HOME)
      .map(({ pathname, search }) => ({ path: pathname, at: { pathname, search, hash: '', state: null, key: `kept ${pathname}` } }))
  } catch {
    return []
  }
}
