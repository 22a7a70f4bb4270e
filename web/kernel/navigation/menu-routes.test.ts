import { describe, expect, it } from 'vitest'
import type { MenuNode } from '../../../model/contract/account/session.ts'
import { buildMenu, crumbsTo, pagesOf, pathOf, permittedRoutes, routerNames, shownRoutes, trailTo } from './menu-routes.ts'

function node(path: string, more: Partial<MenuNode> = {}): MenuNode {
  const name = path.split('/').at(-1) ?? ''
  return {
    id: path,
    path,
    component: '',
    name,
    menuName: name,
    isRenamed: 0,
    icon: '',
    hideInMenu: 0,
    noCache: 0,
    pageName: '',
    isMenuPage: 1,
    parentId: '0',
    ...more,
  }
}

const everyPage = { hasPage: () => true }
const admin = node('/admin', { icon: 'setting', routes: [node('/admin/sysuser'), node('/admin/sysorg', { noCache: 1 })] })

describe('the routes of a menu', () => {
  it('makes an entry with entries a group and a leaf a page', () => {
    expect(buildMenu([admin], everyPage)).toMatchObject([
      {
        kind: 'group',
        name: 'admin',
        icon: 'setting',
        noCache: false,
        children: [
          { kind: 'page', path: '/admin/sysuser', noCache: false },
          { kind: 'page', path: '/admin/sysorg', noCache: true },
        ],
      },
    ])
  })

  it('shows a group that has one entry', () => {
    expect(buildMenu([node('/admin', { routes: [node('/admin/sysuser')] })], everyPage)).toMatchObject([{ kind: 'group', children: [{}] }])
  })

  it('puts the one entry of a heading in its place, in the breadcrumb as well', () => {
    const devices = node('/acquisition/devices')
    const heading = (routes: MenuNode[], path = '/acquisition/registry') =>
      buildMenu([node('/acquisition', { routes: [node(path, { routes }), node('/acquisition/trends')] })], everyPage)
    const one = heading([devices, node('/acquisition/device', { hideInMenu: 1 })])
    expect(shownRoutes(one)).toMatchObject([
      { kind: 'group', children: [{ path: '/acquisition/devices' }, { path: '/acquisition/trends' }] },
    ])
    expect(trailTo('/acquisition/devices', one).map(({ name }) => name)).toEqual(['acquisition', 'devices'])
    expect(pagesOf(one).map(({ path }) => path)).toContain('/acquisition/device')
    const headed = { kind: 'group', children: [{ kind: 'group' }, { path: '/acquisition/trends' }] }
    expect(heading([devices, node('/acquisition/points')])).toMatchObject([headed])
    expect(heading([node('/acquisition/error/404')], '/acquisition/error'), 'entries below its own address').toMatchObject([headed])
  })

  it('takes the menu path and the page name for the path of a leaf', () => {
    expect(pathOf(node('/activiti/taskdetails', { pageName: '/:id' }))).toBe('/activiti/taskdetails/:id')
    expect(pathOf(node('/activiti/taskdetails/', { pageName: 'index' }))).toBe('/activiti/taskdetails/index')
    expect(pathOf(node('admin/sysuser'))).toBe('/admin/sysuser')
  })

  it('shows what begins with /home as the workbench, once', () => {
    const menu = buildMenu([node('/home/other', { hideInMenu: 1 }), node('/home/workbench')], everyPage)
    expect(menu).toMatchObject([{ path: '/workbench', name: 'workbench', hidden: false }])
    expect(pathOf(node('/home/mynotification')), 'it has a page of its own').toBe('/home/mynotification')
  })

  it('keeps hidden pages out of the sidebar and in the router', () => {
    const menu = buildMenu([node('/admin', { routes: [node('/admin/sysuser'), node('/admin/detail', { hideInMenu: 1 })] })], everyPage)
    expect(pagesOf(shownRoutes(menu)).map(({ path }) => path)).toEqual(['/admin/sysuser'])
    expect(pagesOf(menu).map(({ path }) => path)).toEqual(['/admin/sysuser', '/admin/detail'])
  })

  it('drops a hidden group and a group whose pages are all hidden', () => {
    expect(buildMenu([{ ...admin, hideInMenu: 1 }], everyPage)).toEqual([])
    expect(shownRoutes(buildMenu([node('/a', { routes: [node('/a/b', { hideInMenu: 1 })] })], everyPage))).toEqual([])
  })

  it('drops entries without a page, and groups left empty', () => {
    expect(pagesOf(buildMenu([admin, node('/tenant')], { hasPage: (path) => path === '/admin/sysorg' })).map(({ path }) => path)).toEqual([
      '/admin/sysorg',
    ])
    expect(buildMenu([admin], { hasPage: () => false })).toEqual([])
  })

  it('narrows to the names of the cookie', () => {
    const menu = buildMenu([node('/home/workbench'), admin], { ...everyPage, narrowTo: routerNames('["/admin/sysu"]') })
    expect(pagesOf(menu).map(({ path }) => path)).toEqual(['/admin/sysuser'])
    expect(pagesOf(buildMenu([node('/home/workbench'), admin], { ...everyPage, narrowTo: ['home'] })).map(({ path }) => path)).toEqual([
      '/workbench',
    ])
  })

  it('narrows entries that lead to another server as well', () => {
    const out = node('https://example.org/help', { name: 'help' })
    expect(buildMenu([admin, out], { ...everyPage, narrowTo: ['/admin'] })).toMatchObject([{ kind: 'group', name: 'admin' }])
    expect(buildMenu([admin, out], { ...everyPage, narrowTo: ['https://example.org'] })).toMatchObject([{ kind: 'link', name: 'help' }])
  })

  it('takes a cookie that is no list of names for absent', () => {
    for (const cookie of [undefined, '', 'admin', '{}', '[1]']) expect(routerNames(cookie)).toBeUndefined()
  })

  it('finds the way to a page', () => {
    expect(trailTo('/admin/sysorg', buildMenu([admin], everyPage)).map(({ name }) => name)).toEqual(['admin', 'sysorg'])
    expect(trailTo('/nowhere', buildMenu([admin], everyPage))).toEqual([])
  })
})

describe('the breadcrumb of a page', () => {
  const menu = buildMenu(
    [node('/acquisition', { routes: [node('/acquisition/devices'), node('/acquisition/device', { hideInMenu: 1 })] })],
    everyPage,
  )
  const steps = (...asked: Parameters<typeof crumbsTo>) => crumbsTo(...asked).map(({ route, path }) => [route.name, path])

  it('names its groups and the page', () => {
    expect(steps('/acquisition/devices', menu)).toEqual([
      ['acquisition', undefined],
      ['devices', undefined],
    ])
  })

  it('leads back to the page under which it stands', () => {
    expect(steps('/acquisition/device', menu, { activeMenu: '/acquisition/devices' })).toEqual([
      ['acquisition', undefined],
      ['devices', '/acquisition/devices'],
      ['device', undefined],
    ])
  })

  it('leaves out a page that says so', () => {
    expect(steps('/acquisition/devices', menu, { breadcrumb: false })).toEqual([['acquisition', undefined]])
    expect(steps('/acquisition/device', menu, { activeMenu: '/acquisition/devices', breadcrumb: false })).toEqual([
      ['acquisition', undefined],
      ['devices', '/acquisition/devices'],
    ])
  })
})

describe('the static routes', () => {
  const routes = [
    { path: '/open', name: 'open' },
    { path: '/editors', name: 'editors', roles: ['ROLE_EDITOR'] },
    { path: '/admins', name: 'admins', roles: ['ROLE_ADMIN'] },
  ]
  const paths = (roles: string[]) => permittedRoutes(routes, roles).map(({ path }) => path)

  it('are all open to an administrator', () => expect(paths(['ROLE_ADMIN'])).toEqual(['/open', '/editors', '/admins']))
  it('are filtered by role for others', () => expect(paths(['ROLE_EDITOR', 'X'])).toEqual(['/open', '/editors']))
  it('are open to all where they name no role', () => expect(paths(['X'])).toEqual(['/open']))
})
