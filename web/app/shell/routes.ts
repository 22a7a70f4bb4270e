/** The routes of the open session: what the sidebar shows and which addresses are pages. */
import { useMemo } from 'react'
import { readCookie } from '../../kernel/http/cookies.ts'
import { t, textOr } from '../../kernel/i18n/i18n.ts'
import type { MenuRoute } from '../../kernel/navigation/menu-routes.ts'
import { HOME, buildMenu, crumbsTo, pagesOf, permittedRoutes, routerNames, trailTo } from '../../kernel/navigation/menu-routes.ts'
import { useSession, useSessionStore } from '../../kernel/session/session-store.ts'
import { ERROR_PATHS } from '../error-pages.tsx'
import { hasPage, metaOf, staticRoutes } from '../pages.ts'

export interface Routes {
  readonly menu: readonly MenuRoute[]
  readonly paths: ReadonlySet<string>
  /** Pages that are built anew at each visit. */
  readonly uncached: ReadonlySet<string>
  /** Addresses that were pages at some time in this session. */
  readonly onceOpen: ReadonlySet<string>
}

/** The menu and the pages that are open to the user. */
export function useRoutes(): Routes {
  const { user, authority } = useSession()
  const onceOpen = useSessionStore((state) => state.onceOpen)
  return useMemo(() => {
    const menu = buildMenu(authority.menu, { narrowTo: routerNames(readCookie('routerNames')), hasPage })
    const open = permittedRoutes(staticRoutes, user.roles).map(({ path }) => path)
    const ofMenu = pagesOf(menu)
    const uncached = new Set(ofMenu.filter(({ noCache }) => noCache).map(({ path }) => path))
    return { menu, paths: new Set([...open, ...ofMenu.map(({ path }) => path)]), uncached, onceOpen }
  }, [user, authority, onceOpen])
}

/** The title of an entry of the menu, in the reader's language unless the tenant has renamed it. */
export function titleOf({ name, fallbackTitle, renamed }: Pick<MenuRoute, 'name' | 'fallbackTitle' | 'renamed'>): string {
  return renamed ? fallbackTitle : textOr(`menu.${name}`, fallbackTitle)
}

/** The title of a page. The first page is called what it is (section 2 of the specification), whatever its menu entry says. */
export function titleAt(path: string, menu: readonly MenuRoute[]): string | undefined {
  if (path === HOME) return t('shell.home')
  if (ERROR_PATHS.has(path)) return t(path === '/401' ? 'forbidden.title' : 'not-found.title')
  const route = trailTo(path, menu).at(-1)
  if (route) return titleOf(route)
  const known = staticRoutes.find((one) => one.path === path)
  return known && textOr(`menu.${known.name}`, known.name)
}

/** A step of the breadcrumb after home; `path` where it leads to another page. */
export interface Step {
  readonly title: string
  readonly path?: string | undefined
}

/** What the breadcrumb says after home, the page itself last. */
export function stepsTo(path: string, menu: readonly MenuRoute[]): Step[] {
  const meta = metaOf(path)
  if (trailTo(path, menu).length > 0) return crumbsTo(path, menu, meta).map(({ route, path: to }) => ({ title: titleOf(route), path: to }))
  const title = titleAt(path, menu)
  return title === undefined || meta.breadcrumb === false ? [] : [{ title }]
}
