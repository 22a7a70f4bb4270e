/**
 * Turns the server's menu into what the sidebar shows and what the router opens (section 2 of the specification). Pure:
 * the same menu gives the same routes.
 */
export interface MenuNode {
  readonly id: string
  readonly path: string
  readonly component: string | null
  /** The menu code; `menu.<name>` is the key of its title. */
  readonly name: string
  readonly menuName: string
  readonly icon: string | null
  /** 0: shown. */
  readonly hideInMenu: number
  /** 1: not kept alive. */
  readonly noCache: number
  readonly pageName: string | null
  readonly isMenuPage?: unknown
  readonly parentId: string
  readonly routes?: readonly MenuNode[]
}

export interface PageRoute {
  readonly kind: 'page'
  readonly path: string
  readonly name: string
  readonly fallbackTitle: string
  readonly icon: string | undefined
  readonly noCache: boolean
  readonly hidden: boolean
}

/** Never a page itself and never left out for having one entry only. */
export interface GroupRoute {
  readonly kind: 'group'
  readonly key: string
  readonly name: string
  readonly fallbackTitle: string
  readonly icon: string | undefined
  readonly noCache: boolean
  readonly children: readonly MenuRoute[]
}

export type MenuRoute = PageRoute | GroupRoute

/** A route that exists without the server's menu; `roles` absent means open to all. */
export interface StaticRoute {
  readonly path: string
  readonly name: string
  readonly roles?: readonly string[]
}

export const ADMINISTRATOR = 'ROLE_ADMIN'
export const HOME = '/workbench'

interface BuildOptions {
  /** The names of the cookie `routerNames`, when it is set. */
  readonly narrowTo?: readonly string[] | undefined
  /** Whether there is a page for this path; entries without one are left out, so that no link leads nowhere. */
  readonly hasPage: (path: string) => boolean
}

export function buildMenu(nodes: readonly MenuNode[], { narrowTo, hasPage }: BuildOptions): MenuRoute[] {
  const seen = new Set<string>()
  const build = (list: readonly MenuNode[]): MenuRoute[] => list.flatMap((node): MenuRoute[] => {
    const facts = {
      name: node.name, fallbackTitle: node.menuName, icon: node.icon ?? undefined, noCache: Number(node.noCache) === 1,
    }
    const hidden = Number(node.hideInMenu) !== 0
    if (node.routes && node.routes.length > 0) {
      const children = build(node.routes)
      return children.length > 0 && !hidden ? [{ kind: 'group', key: node.path || node.id, ...facts, children }] : []
    }
    const path = pathOf(node)
    // Another hidden page below /home is not the workbench and must not stand in its place.
    if (hidden && path !== node.path && path === HOME) return []
    if (!startsWithOne(path, node.path, narrowTo) || !hasPage(path) || seen.has(path)) return []
    seen.add(path)
    return [{ kind: 'page', path, ...facts, hidden }]
  })
  return build(nodes)
}

/** A leaf's path is the menu path and its page name; everything below /home is the workbench. */
export function pathOf(node: Pick<MenuNode, 'path' | 'pageName'>): string {
  const whole = `${node.path.replace(/\/+$/, '')}${node.pageName ? `/${node.pageName.replace(/^\/+/, '')}` : ''}`
  const path = whole.startsWith('/') ? whole : `/${whole}`
  return path.startsWith('/home') ? HOME : path
}

function startsWithOne(path: string, menuPath: string, names: readonly string[] | undefined): boolean {
  if (!names) return true
  return names.some((name) => {
    const start = name.startsWith('/') ? name : `/${name}`
    return path.startsWith(start) || menuPath.startsWith(start)
  })
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
  return routes.flatMap((route) => (route.kind === 'page' ? [route] : pagesOf(route.children)))
}

/** The entries the sidebar shows. */
export function shownRoutes(routes: readonly MenuRoute[]): MenuRoute[] {
  return routes.flatMap((route): MenuRoute[] => {
    if (route.kind === 'page') return route.hidden ? [] : [route]
    const children = shownRoutes(route.children)
    return children.length > 0 ? [{ ...route, children }] : []
  })
}

/** The groups above a page, and the page: what a breadcrumb says. */
export function trailTo(path: string, routes: readonly MenuRoute[]): MenuRoute[] {
  for (const route of routes) {
    if (route.kind === 'page') {
      if (route.path === path) return [route]
    } else {
      const rest = trailTo(path, route.children)
      if (rest.length > 0) return [route, ...rest]
    }
  }
  return []
}
