/**
 * Turns the server's menu into what the sidebar shows and what the router opens (section 2 of the specification). Pure:
 * the same menu gives the same routes.
 */
import type { MenuNode } from '../../../model/contract/account/session.ts'
import { isExternal } from '../../../model/system/menu-catalogue.ts'

interface Titled {
  readonly name: string
  readonly fallbackTitle: string
  readonly renamed: boolean
}

export interface PageRoute extends Titled {
  readonly kind: 'page'
  readonly path: string
  readonly icon: string | undefined
  readonly noCache: boolean
  readonly hidden: boolean
}

/** Leads to another server, in a tab of its own. */
export interface LinkRoute extends Titled {
  readonly kind: 'link'
  readonly path: string
  readonly icon: string | undefined
  readonly hidden: boolean
}

/** Never a page itself. */
export interface GroupRoute extends Titled {
  readonly kind: 'group'
  readonly key: string
  readonly icon: string | undefined
  readonly noCache: boolean
  readonly children: readonly MenuRoute[]
}

export type MenuRoute = PageRoute | LinkRoute | GroupRoute

/** A route that exists without the server's menu; `roles` absent means open to all. */
export interface StaticRoute {
  readonly path: string
  readonly name: string
  readonly roles?: readonly string[]
  /** Its tag is pinned. */
  readonly affix?: true
}

/** What a page says of itself, whether the server's menu has it or not. */
export interface RouteMeta {
  /** The page whose entry is lit in the menu while this one is shown, and under which it stands in the breadcrumb: for pages that no menu shows. */
  readonly activeMenu?: string
  /** False: the breadcrumb does not name it. */
  readonly breadcrumb?: false
}

export const ADMINISTRATOR = 'ROLE_ADMIN'
export const HOME = '/workbench'
/** The one page below /home that is not the workbench. */
export const MY_NOTIFICATIONS = '/home/mynotification'

interface BuildOptions {
  /** The names of the cookie `routerNames`, when it is set. */
  readonly narrowTo?: readonly string[] | undefined
  /** Whether there is a page for this path; entries without one are left out, so that no link leads nowhere. */
  readonly hasPage: (path: string) => boolean
}

/** The menu as it is drawn: pages that there are, addresses elsewhere, and groups that have some. A page that stands twice is drawn once. */
export function buildMenu(nodes: readonly MenuNode[], { narrowTo, hasPage }: BuildOptions): MenuRoute[] {
  const seen = new Set<string>()
  const build = (list: readonly MenuNode[], isInGroup: boolean): MenuRoute[] =>
    list.flatMap((node): MenuRoute[] => {
      const facts = {
        name: node.name,
        fallbackTitle: node.menuName,
        renamed: node.isRenamed === 1,
        icon: node.icon || undefined,
        noCache: node.noCache === 1,
      }
      const hidden = node.hideInMenu !== 0
      if (node.routes && node.routes.length > 0) {
        const children = build(node.routes, true)
        if (children.length === 0 || hidden) return []
        return isInGroup && isHeadingOfOne(node.path, children)
          ? children
          : [{ kind: 'group', key: node.path || node.id, ...facts, children }]
      }
      if (isExternal(node.path)) {
        if (narrowTo && !narrowTo.some((name) => node.path.startsWith(name))) return []
        const { noCache: _noCache, ...shown } = facts
        return [{ kind: 'link', path: node.path, ...shown, hidden }]
      }
      const path = pathOf(node)
      // Another hidden page below /home is not the workbench and must not stand in its place.
      if (hidden && path !== node.path && path === HOME) return []
      if (!startsWithOne(path, node.path, narrowTo) || !hasPage(path) || seen.has(path)) return []
      seen.add(path)
      return [{ kind: 'page', path, ...facts, hidden }]
    })
  return build(nodes, false)
}

/**
 * Whether a group inside another only puts a heading over its one entry that shows, which then stands in its place. A group at the top
 * of the menu, or one whose entries stand below its address, shows with one entry as well (section 2 of the specification).
 */
function isHeadingOfOne(path: string, children: readonly MenuRoute[]): boolean {
  return shownRoutes(children).length === 1 && !children.some((child) => child.kind === 'group' || child.path.startsWith(`${path}/`))
}

/** A leaf's path is the menu path and its page name; what stands below /home is the workbench, but for one page. */
export function pathOf(node: Pick<MenuNode, 'path' | 'pageName'>): string {
  const whole = `${node.path.replace(/\/+$/, '')}${node.pageName ? `/${node.pageName.replace(/^\/+/, '')}` : ''}`
  const path = whole.startsWith('/') ? whole : `/${whole}`
  return path.startsWith('/home') && path !== MY_NOTIFICATIONS ? HOME : path
}

function startsWithOne(path: string, menuPath: string, names: readonly string[] | undefined): boolean {
  if (!names) return true
  return names.some((name) => {
    const start = name.startsWith('/') ? name : `/${name}`
    return path.startsWith(start) || menuPath.startsWith(start)
  })
}

/** The addresses of all pages of a menu, shown or not. */
export function menuPaths(nodes: readonly MenuNode[]): Set<string> {
  return new Set(nodes.flatMap((node) => (node.routes && node.routes.length > 0 ? [...menuPaths(node.routes)] : [pathOf(node)])))
}

/** The list in the cookie `routerNames`; anything that is no list of names counts as absent. */
export function routerNames(cookie: string | undefined): string[] | undefined {
  if (!cookie) return undefined
  try {
    const names: unknown = JSON.parse(cookie)
    return Array.isArray(names) && names.every((name) => typeof name === 'string') ? names : undefined
  } catch {
    return undefined
  }
}

/** An administrator has every route; others those without roles and those that name one of theirs. */
export function permittedRoutes(routes: readonly StaticRoute[], roles: readonly string[]): StaticRoute[] {
  if (roles.includes(ADMINISTRATOR)) return [...routes]
  return routes.filter((route) => !route.roles || route.roles.some((role) => roles.includes(role)))
}

/** Every page below these entries, hidden ones too. */
export function pagesOf(routes: readonly MenuRoute[]): PageRoute[] {
  return routes.flatMap((route) => (route.kind === 'page' ? [route] : route.kind === 'group' ? pagesOf(route.children) : []))
}

/** The entries the sidebar shows. */
export function shownRoutes(routes: readonly MenuRoute[]): MenuRoute[] {
  return routes.flatMap((route): MenuRoute[] => {
    if (route.kind !== 'group') return route.hidden ? [] : [route]
    const children = shownRoutes(route.children)
    return children.length > 0 ? [{ ...route, children }] : []
  })
}

/** The groups above a page, and the page. */
export function trailTo(path: string, routes: readonly MenuRoute[]): MenuRoute[] {
  for (const route of routes) {
    if (route.kind === 'page') {
      if (route.path === path) return [route]
    } else if (route.kind === 'group') {
      const rest = trailTo(path, route.children)
      if (rest.length > 0) return [route, ...rest]
    }
  }
  return []
}

/** A step of the breadcrumb; `path` where it leads somewhere. */
export interface Crumb {
  readonly route: MenuRoute
  readonly path?: string
}

/** The steps of the breadcrumb of a page of the menu: its groups, the page that {@link RouteMeta.activeMenu} names, and itself. */
export function crumbsTo(path: string, routes: readonly MenuRoute[], { activeMenu, breadcrumb }: RouteMeta = {}): Crumb[] {
  const own = trailTo(path, routes)
  const shown = breadcrumb === false ? own.slice(0, -1) : own
  if (activeMenu === undefined) return shown.map((route) => ({ route }))
  const above = trailTo(activeMenu, routes).map((route) => (route.kind === 'page' ? { route, path: route.path } : { route }))
  return [
    ...above,
    ...shown
      .slice(-1)
      .filter((route) => route.kind === 'page')
      .map((route) => ({ route })),
  ]
}
