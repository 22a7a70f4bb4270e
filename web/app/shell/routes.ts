/** The routes of the open session: what the sidebar shows and which addresses are pages. */
import { useMemo } from 'react'
import { readCookie } from '../../kernel/cookies.ts'
import { textOr } from '../../kernel/i18n.ts'
import type { MenuRoute } from '../../kernel/menu-routes.ts'
import { buildMenu, pagesOf, permittedRoutes, routerNames, trailTo } from '../../kernel/menu-routes.ts'
import { useSession } from '../../kernel/session-store.ts'
import { hasPage, staticRoutes } from '../pages.ts'

export interface Routes {
  readonly menu: readonly MenuRoute[]
  readonly paths: ReadonlySet<string>
}

export function useRoutes(): Routes {
  const { user, authority } = useSession()
  return useMemo(() => {
    const menu = buildMenu(authority.menu, { narrowTo: routerNames(readCookie('routerNames')), hasPage })
    const open = permittedRoutes(staticRoutes, user.roles).map(({ path }) => path)
    return { menu, paths: new Set([...open, ...pagesOf(menu).map(({ path }) => path)]) }
  }, [user, authority])
}

export function titleOf({ name, fallbackTitle }: Pick<MenuRoute, 'name' | 'fallbackTitle'>): string {
  return textOr(`menu.${name}`, fallbackTitle)
}

/** The titles from the outermost group to the page. */
export function titlesTo(path: string, menu: readonly MenuRoute[]): string[] {
  const trail = trailTo(path, menu)
  if (trail.length > 0) return trail.map(titleOf)
  const known = staticRoutes.find((route) => route.path === path)
  return known ? [textOr(`menu.${known.name}`, known.name)] : []
}
