/** Every page of the console by its address. An entry of the server's menu without a page here is not shown. */
import type { ComponentType, ReactElement } from 'react'
import { createElement, lazy } from 'react'
import type { StaticRoute } from '../kernel/menu-routes.ts'
import { HOME } from '../kernel/menu-routes.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

const apiDocs: LoadPage = () => import('../features/monitor/api-docs/page.tsx')

const loaders: Readonly<Record<string, LoadPage>> = {
  [HOME]: () => import('../features/home/workbench/page.tsx'),
  '/admin/sysuser': () => import('../features/organisation/users/page.tsx'),
  '/admin/sysorg': () => import('../features/organisation/organisations/page.tsx'),
  '/authority/sysrole': () => import('../features/authority/roles/page.tsx'),
  '/monitors/apidocs': apiDocs,
  '/docs': apiDocs,
}

/** Routes that need no entry in the server's menu (section 2 of the specification). */
export const staticRoutes: readonly StaticRoute[] = [
  { path: HOME, name: 'workbench' },
  { path: '/docs', name: 'apidocs' },
  { path: '/authority/sysrole', name: 'sysrole' },
]

export const pages: ReadonlyMap<string, ReactElement> = new Map(
  Object.entries(loaders).map(([path, load]) => [path, createElement(lazy(load))]),
)

export const hasPage = (path: string): boolean => pages.has(path)

/** Begins to load a page before it is shown. */
export function prefetchPage(path: string): void {
  if (hasPage(path)) void loaders[path]?.()
}
