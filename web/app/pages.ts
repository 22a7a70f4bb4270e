/** Every page of the console by its address. An entry of the server's menu without a page here is not shown. */
import type { ComponentType } from 'react'
import type { StaticRoute } from '../kernel/menu-routes.ts'
import { HOME } from '../kernel/menu-routes.ts'

type LoadPage = () => Promise<{ default: ComponentType }>

const apiDocs: LoadPage = () => import('../features/monitor/api-docs/page.tsx')

const pages: Readonly<Record<string, LoadPage>> = {
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

export const hasPage = (path: string): boolean => Object.hasOwn(pages, path)

export const loaderOf = (path: string): LoadPage | undefined => (hasPage(path) ? pages[path] : undefined)
