import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { MenuSeed } from '../../../../seeds/menus.ts'
import { menus } from '../../../../seeds/menus.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const ME = '/api/uaa/users/getSysUser'
const AUTHORITY = '/api/account/sysuserdetail/queryCurrentAuthority'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

describe('what the browser loads when a session begins', () => {
  it('is the user in the form of the contract', async () => {
    const { data } = await admin.get<Record<string, unknown>>(ME)
    expect(data).toMatchObject({
      id: tenant.users['admin'],
      username: 'admin',
      nickname: tenant.canary,
      roles: ['ROLE_ADMIN'],
      timeZone: 'Asia/Shanghai',
      phone: expect.any(String),
      mobile: expect.any(String),
      email: expect.any(String),
      address: expect.any(String),
      profile: expect.any(String),
      avatar: expect.any(String),
      geographic: {
        province: { key: expect.any(String), label: expect.any(String) },
        city: { key: expect.any(String), label: expect.any(String) },
      },
    })
  })

  it('is the menu, the hidden buttons and the roles, at the top and below data', async () => {
    const answer = await (
      await tenant.signIn('editor')
    ).post<{ menu: Record<string, unknown>[] }>(AUTHORITY, { username: 'editor', userId: tenant.users['editor'] })
    const { menu } = answer.data
    expect(answer).toMatchObject({
      http: 200,
      menu,
      menuButton: expect.arrayContaining(['sysuser:delete', 'sysrole:add']),
      currentAuthority: ['ROLE_EDITOR'],
      data: { currentAuthority: ['ROLE_EDITOR'] },
    })
    const all = menu.flatMap(function walk(node): Record<string, unknown>[] {
      return [node, ...((node['routes'] ?? []) as Record<string, unknown>[]).flatMap(walk)]
    })
    expect(all.map((node) => node['name'])).toEqual(expect.arrayContaining(['admin', 'sysuser', 'sysorg']))
    expect(all.map((node) => node['name'])).not.toContain('systenant')
    for (const node of all) {
      expect(node).toMatchObject({
        id: expect.any(String),
        path: expect.stringMatching(/^\//),
        name: expect.any(String),
        menuName: expect.any(String),
        parentId: expect.any(String),
        hideInMenu: expect.any(Number),
        icon: expect.any(String),
        noCache: expect.any(Number),
        pageName: expect.any(String),
        isMenuPage: expect.any(Number),
      })
      expect(node['routes'], 'no empty list').not.toEqual([])
    }
    expect(all.find((node) => node['name'] === 'sysuser')).toMatchObject({ path: '/admin/sysuser', isMenuPage: 1 })
    const [root] = menu
    expect(menu.map((node) => node['parentId'])).toEqual(menu.map(() => '0'))
    expect(all.find((node) => node['name'] === 'sysuser')?.['parentId']).toBe(menu.find((node) => node['name'] === 'admin')?.['id'])
    expect((await admin.post<typeof answer.data>(AUTHORITY, { parentId: root?.['id'] })).data.menu.map((node) => node['id'])).toEqual([
      root?.['id'],
    ])
    const nested = all.find((node) => node['name'] === 'sysuser')
    expect(
      (await admin.post<typeof answer.data>(AUTHORITY, { parentId: nested?.['id'] })).data.menu.map((node) => [node['id'], node['name']]),
      'of one below a root',
    ).toEqual([[nested?.['id'], 'sysuser']])
    expect((await admin.post<typeof answer.data>(AUTHORITY, { parentId: 'nothing' })).data.menu).toEqual([])
    expect((await admin.post<typeof answer.data>(AUTHORITY, { parentId: '0' })).data.menu.length).toBeGreaterThan(1)
  })

  it('shows no page that is not there, not even to an administrator', async () => {
    interface Node {
      name: string
      hideInMenu: number
      routes?: Node[]
    }
    const shown = (nodes: readonly Node[]): string[] =>
      nodes.filter(({ hideInMenu }) => hideInMenu === 0).flatMap(({ name, routes }) => (routes ? shown(routes) : [name]))
    const ready = (entries: readonly MenuSeed[]): string[] =>
      entries.flatMap((entry) => (entry.children ? ready(entry.children) : entry.ready ? [entry.code] : []))
    const names = shown((await admin.post<{ menu: Node[] }>(AUTHORITY)).data.menu)
    expect(names.length).toBeGreaterThan(10)
    expect(names.filter((name) => !ready(menus).includes(name))).toEqual([])
  })

  it("is one's own and nobody else's", async () => {
    for (const body of [
      { userId: tenant.users['viewer'] },
      { username: 'viewer' },
      { userId: tenant.users['admin'], username: 'viewer' },
    ]) {
      expect(await admin.post(AUTHORITY, body)).toMatchObject({ http: 403, code: 403, data: null })
    }
    const withPost = (postCode: string) =>
      admin.post<{ menu: unknown[] }>(AUTHORITY, { postCode, userId: tenant.users['admin'] }).then((answer) => answer.data.menu.length)
    expect(await withPost(`post-${tenant.code}`)).toBeGreaterThan(1)
    expect(await withPost('post-nobody-holds')).toBe(0)
  })
})
