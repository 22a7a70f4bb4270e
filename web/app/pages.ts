/** Every page of the console by its address. An entry of the server's menu without a page here is not shown. */
import type { ComponentType, ReactElement } from 'react'
import { createElement } from 'react'
import { ExampleSources } from '../shared/examples/example-sources.ts'
import type { RouteMeta, StaticRoute } from '../kernel/navigation/menu-routes.ts'
import { DETAIL_PAGES } from './detail-pages.ts'
import { HOME, MY_NOTIFICATIONS } from '../kernel/navigation/menu-routes.ts'
import type { LazyWithPreload } from '../ui/lazy-with-preload.tsx'
import { lazyWithPreload } from '../ui/lazy-with-preload.tsx'
import { restrictedRoutes } from '../kernel/session/restricted-routes.ts'
import { ForRoles } from './for-roles.tsx'

type LoadPage = () => Promise<{ default: ComponentType }>

const apiDocs: LoadPage = () => import('../features/monitor/api-docs/page.tsx')

/** Groups of pages whose address, given by the specification, is another word than that of their area. */
const ADDRESSES: Readonly<Record<string, string>> = { office: 'personaloa', workflow: 'activiti' }

/** The address of a page: that of its folder, without its dashes. @example `features/acquisition/device-types/page.tsx` is `/acquisition/devicetypes` */
function addressOf(file: string): string {
  const [area = '', ...rest] = file.slice('../features/'.length, -'/page.tsx'.length).replaceAll('-', '').split('/')
  return ['', ADDRESSES[area] ?? area, ...rest].join('/')
}

/** Pages whose address is that of their folder. The others stand below. */
const inTheirFolder = Object.fromEntries(
  Object.entries(
    import.meta.glob<Awaited<ReturnType<LoadPage>>>([
      '../features/*/*/page.tsx',
      '!../features/{account,home,monitor,oauth,organisation,system,template}/**',
      '!../features/acquisition/readings/**',
      '!../features/admin/{backups,export-centre,logs,notifications,outbox}/**',
      '!../features/authority/{menu-grants,roles,urls}/**',
      '!../features/devtool/open-form/**',
      '!../features/file/{disk,manager,open-link}/**',
      '!../features/maintenance/{console,equipment}/**',
      '!../features/reports/{report-file,verify}/**',
      '!../features/screen/player/**',
      '!../features/tenant/{packages,tenants}/**',
    ]),
  ).map(([file, load]) => [addressOf(file), load]),
)

const loaders: Readonly<Record<string, LoadPage>> = {
  ...inTheirFolder,
  [HOME]: () => import('../features/home/workbench/page.tsx'),
  '/help': () => import('../features/home/help/page.tsx'),
  '/home/mynotification': () => import('../features/home/my-notifications/page.tsx'),
  '/profile/index': () => import('../features/account/profile/page.tsx'),
  '/admin/sysuser': () => import('../features/organisation/users/page.tsx'),
  '/admin/onlinesysuser': () => import('../features/organisation/online-users/page.tsx'),
  '/admin/sysorg': () => import('../features/organisation/organisations/page.tsx'),
  '/admin/syspost': () => import('../features/organisation/posts/page.tsx'),
  '/admin/sysuserpost': () => import('../features/organisation/user-posts/page.tsx'),
  '/admin/sysregistration': () => import('../features/organisation/registrations/page.tsx'),
  '/admin/sysmenu': () => import('../features/system/menus/page.tsx'),
  '/admin/sysdict': () => import('../features/system/dictionaries/page.tsx'),
  '/admin/sysregion': () => import('../features/system/regions/page.tsx'),
  '/admin/sysparam': () => import('../features/system/parameters/page.tsx'),
  '/admin/exportcentre': () => import('../features/admin/export-centre/page.tsx'),
  '/admin/logsystem': () => import('../features/admin/backups/page.tsx'),
  '/admin/notification': () => import('../features/admin/notifications/page.tsx'),
  '/admin/outbox': () => import('../features/admin/outbox/page.tsx'),
  '/admin/syslog': () => import('../features/admin/logs/page.tsx'),
  '/admin/appclient': () => import('../features/oauth/app-clients/page.tsx'),
  '/acquisition/device': () => import('../features/acquisition/devices/detail/page.tsx'),
  '/acquisition/run': () => import('../features/acquisition/runs/detail/page.tsx'),
  '/acquisition/trends': () => import('../features/acquisition/readings/page.tsx'),
  '/authority/sysrole': () => import('../features/authority/roles/page.tsx'),
  '/authority/sysurl': () => import('../features/authority/urls/page.tsx'),
  '/authority/datapermission': () => import('../features/authority/menu-grants/page.tsx'),
  '/tenant/systenant': () => import('../features/tenant/tenants/page.tsx'),
  '/tenant/package': () => import('../features/tenant/packages/page.tsx'),
  '/file/upload-download': () => import('../features/file/manager/page.tsx'),
  '/file/networkdisk': () => import('../features/file/disk/page.tsx'),
  '/bigscreen/maintenanceconsole': () => import('../features/maintenance/console/page.tsx'),
  '/reports/equipmentdetail': () => import('../features/maintenance/equipment/detail/page.tsx'),
  '/maintenance/workorder': () => import('../features/maintenance/work-orders/detail/page.tsx'),
  '/maintenance/round': () => import('../features/maintenance/rounds/detail/page.tsx'),
  '/maintenance/fault': () => import('../features/maintenance/faults/detail/page.tsx'),
  '/reports/equipmentarchive': () => import('../features/maintenance/equipment/page.tsx'),
  '/template/guide': () => import('../features/template/guide/page.tsx'),
  '/template/icon': () => import('../features/template/icon/page.tsx'),
  '/template/charts': () => import('../features/template/charts/page.tsx'),
  '/template/error-log': () => import('../features/monitor/error-log/page.tsx'),
  '/template/tabs': () => import('../features/template/tabs/page.tsx'),
  '/template/error/401': () => import('./examples/error-401.tsx'),
  '/template/error/404': () => import('./examples/error-404.tsx'),
  '/template/tables/inlinetable': () => import('../features/template/inline-table/page.tsx'),
  '/template/tables/dragtable': () => import('../features/template/drag-table/page.tsx'),
  '/template/tables/complextable': () => import('../features/template/complex-table/page.tsx'),
  '/template/excel': () => import('../features/template/excel/page.tsx'),
  '/template/zip': () => import('../features/template/zip/page.tsx'),
  '/template/upload-excel': () => import('../features/template/upload-excel/page.tsx'),
  '/template/editor': () => import('../features/template/editor/page.tsx'),
  '/template/image-upload': () => import('../features/template/image-upload/page.tsx'),
  '/template/trees': () => import('../features/template/trees/page.tsx'),
  '/template/maps': () => import('../features/template/maps/page.tsx'),
  '/template/numbers': () => import('../features/template/numbers/page.tsx'),
  '/template/printing': () => import('../features/template/printing/page.tsx'),
  '/template/clipboard': () => import('../features/template/clipboard/page.tsx'),
  '/template/theme': () => import('../features/template/theme/page.tsx'),
  '/template/i18n': () => import('../features/template/i18n/page.tsx'),
  '/permission/page': () => import('../features/template/permission-page/page.tsx'),
  '/permission/directive': () => import('../features/template/permission-directive/page.tsx'),
  '/permission/role': () => import('../features/template/permission-role/page.tsx'),
  '/admin/Test': () => import('../features/template/test/page.tsx'),
  '/monitors/apidocs': apiDocs,
  '/docs': apiDocs,
}

/**
 * The routes of section 2 of the specification that need no entry in the server's menu, open to every role: what their lists may
 * show is the server's to decide. Those that stand in a group have its path before their name.
 */
const specified: readonly StaticRoute[] = [
  { path: '/authority/sysrole', name: 'sysrole' },
  { path: '/authority/sysurl', name: 'sysurl' },
  { path: '/authority/datapermission', name: 'datapermission' },
  { path: '/admin/sysmenu', name: 'sysmenu' },
  { path: '/admin/sysdict', name: 'sysdict' },
  { path: '/admin/sysregion', name: 'sysregion' },
  { path: '/admin/sysparam', name: 'sysparam' },
  { path: '/admin/appclient', name: 'appclient' },
  { path: '/admin/onlinesysuser', name: 'onlinesysuser' },
  { path: '/admin/Test', name: 'test' },
  { path: '/tenant/systenant', name: 'systenant' },
  { path: '/file/upload-download', name: 'upload-download' },
]

/** The other addresses of {@link specified}: the specification writes the pages of these groups with a slash before them. */
export const shortAddresses: readonly { readonly path: string; readonly to: string }[] = specified.map(({ path }) => ({
  path: path.slice(path.lastIndexOf('/')),
  to: path,
}))

/** Routes that need no entry in the server's menu. */
export const staticRoutes: readonly StaticRoute[] = [
  { path: HOME, name: 'workbench', affix: true },
  { path: '/profile/index', name: 'profile' },
  { path: '/docs', name: 'apidocs' },
  { path: '/help', name: 'help' },
  // The bell leads everybody there.
  { path: MY_NOTIFICATIONS, name: 'mynotification' },
  // Whoever exports finds the file, with or without the entry.
  { path: '/admin/exportcentre', name: 'exportcentre' },
  // Whoever is asked is led there by a notification, whatever their menu.
  { path: '/personaloa/mytaskdetails', name: 'mytaskdetails' },
  { path: '/personaloa/myprocessdetails', name: 'myprocessdetails' },
  // Whoever scans a label is led on to the machine.
  { path: '/maintenance/scan', name: 'scan' },
  ...specified,
  { path: '/template/guide', name: 'guide' },
  { path: '/template/icon', name: 'icon' },
  { path: '/template/error/401', name: 'error401' },
  { path: '/template/error/404', name: 'error404' },
  // The badge leads everybody to their own errors.
  { path: '/template/error-log', name: 'errorlog' },
  { path: '/template/clipboard', name: 'clipboard' },
  // Their roles are asked when they show (for-roles.tsx): 401 tells more than 404.
  ...restrictedRoutes.map(({ path, name }) => ({ path, name })),
]

const routeMeta: Readonly<Record<string, RouteMeta>> = {
  // The breadcrumb begins at home anyway.
  [HOME]: { breadcrumb: false },
  ...Object.fromEntries(Object.entries(DETAIL_PAGES).map(([path, activeMenu]) => [path, { activeMenu }])),
}

/** What the router knows of a path besides its page; empty where there is nothing. */
export const metaOf = (path: string): RouteMeta => routeMeta[path] ?? {}

/** Pages of the template group, which show what they are made of. */
const showsSource = /^\/(template|permission|admin\/Test)/
const loadSources = () => import('./example-sources.ts').then(({ sources }) => sources)

const restricted = new Set(restrictedRoutes.map(({ path }) => path))

const parts: ReadonlyMap<string, LazyWithPreload<object>> = new Map(
  Object.entries(loaders).map(([path, load]) => [path, lazyWithPreload(load)]),
)

export const pages: ReadonlyMap<string, ReactElement> = new Map(
  [...parts].map(([path, part]): [string, ReactElement] => {
    const page = createElement(part)
    if (!showsSource.test(path)) return [path, page]
    const example = createElement(ExampleSources, { value: loadSources }, page)
    return [path, restricted.has(path) ? createElement(ForRoles, { path, children: example }) : example]
  }),
)

/** Whether there is a page at this path. */
export const hasPage = (path: string): boolean => pages.has(path)

/** The file of a page: whether it is there, and how to let it come. */
export const fileOf = (path: string): Pick<LazyWithPreload<object>, 'preload' | 'isLoaded'> | undefined => parts.get(path)

/** Begins to load a page before it is shown. */
export async function prefetchPage(path: string): Promise<void> {
  await fileOf(path)?.preload()
}
