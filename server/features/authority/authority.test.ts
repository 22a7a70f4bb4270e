/** The calls that grant: what they change, what they answer, and what they refuse. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import texts from '../../../model/labels/en/authority.ts'
import type { RoleSeed } from '../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../tests/support/builders.ts'
import type { Client } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { sharedServer } from '../../../tests/support/server.ts'
import { absentId } from '../../../tests/support/values.ts'

const USERS = '/api/admin/sysuser/querySysUser'
const plain = (roleCode: string, changes: Partial<RoleSeed> = {}): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: ['sysuser'],
  urls: ['/admin/sysuser/querySysUser'],
  hiddenButtons: [],
  hiddenFields: [],
  ...changes,
})

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let postCode: string
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      plain('NO_ROLES', { urls: ['/admin/why/query*'], menus: [], hiddenFields: [{ menu: 'sysuser', fields: ['roleId'] }] }),
      plain('NO_NAMES', {
        urls: ['/admin/why/query*'],
        menus: [],
        hiddenFields: [
          { menu: 'sysuser', fields: ['username', 'nickname'] },
          { menu: 'sysrole', fields: ['roleName', 'roleCode'] },
        ],
      }),
      plain('PLAIN'),
      plain('SECOND'),
      plain('NOTHING', { menus: [], urls: [] }),
      plain('ELSEWHERE', { menus: ['sysurl'], urls: ['/admin/sysrole/querySysRole'] }),
    ],
    users: [
      buildUser({ username: 'noroles', roles: ['NO_ROLES'] }),
      buildUser({ username: 'nonames', roles: ['NO_NAMES'] }),
      buildUser({ username: 'plain', roles: ['PLAIN'] }),
      buildUser({ username: 'nothing', roles: ['NOTHING'] }),
      buildUser({ username: 'padded', roles: ['ROLE_VIEWER', 'NOTHING', 'ELSEWHERE'] }),
      buildUser({ username: 'wider', roles: ['ROLE_VIEWER', 'PLAIN'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  postCode = `post-${tenant.code}`
})
afterAll(() => server.stop())

const menuId = (code: string) =>
  server.database.asOwner(
    async (client) => (await client.query<{ id: string }>('select id from menus where menu_code = $1', [code])).rows[0]?.id as string,
  )
const urlId = (url: string) =>
  server.database.asOwner(
    async (client) => (await client.query<{ id: string }>('select id from urls where url = $1', [url])).rows[0]?.id as string,
  )
const changesOf = (row: string | undefined, table: string) =>
  server.database.asOwner(
    async (client) =>
      (
        await client.query<{ verb: string; before: object; after: object; user_id: string }>(
          'select verb, before, after, user_id from changes where row_id = $1 and table_name = $2 order by position',
          [row, table],
        )
      ).rows,
  )

describe('URLs of a role', () => {
  it('are replaced as a whole, take effect at the next call, and are kept in the history with who did it', async () => {
    const client = await tenant.signIn('plain')
    expect((await client.get(USERS)).http).toBe(200)
    const [users, roles] = [await urlId('/admin/sysuser/querySysUser'), await urlId('/admin/sysrole/querySysRole')]
    expect(await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: tenant.roles['PLAIN'], urlId: [roles] })).toMatchObject({
      http: 200,
      data: { added: 1, removed: 1 },
    })
    expect((await client.get(USERS)).http).toBe(403)
    expect((await client.get('/api/admin/sysrole/querySysRole')).http).toBe(200)
    expect((await admin.get('/api/admin/sysurl/queryUrlIdByRoleId', { roleId: tenant.roles['PLAIN'] as string })).data).toEqual([roles])
    expect((await admin.get<string[]>('/api/admin/sysurl/queryRoleIdByUrlId', { urlId: roles })).data).toContain(tenant.roles['PLAIN'])
    const kept = await changesOf(tenant.roles['PLAIN'], 'role_urls')
    expect(kept.map(({ verb, user_id }) => [verb, user_id])).toEqual([
      ['delete', tenant.users['admin']],
      ['add', tenant.users['admin']],
    ])
    expect(kept[0]?.before).toMatchObject({ url_id: users })
    expect(kept[1]?.after).toMatchObject({ url_id: roles })
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: tenant.roles['PLAIN'], urlId: `${users},` })
    expect((await client.get(USERS)).http).toBe(200)
  })

  it('and roles of a URL: the administrator keeps it', async () => {
    const url = await urlId('/admin/sysorg/addSysOrg')
    expect(await admin.post('/api/admin/sysurl/authorizeRoleToUrl', { urlId: url, roleId: [tenant.roles['PLAIN']] })).toMatchObject({
      http: 200,
    })
    expect((await admin.get<string[]>('/api/admin/sysurl/queryRoleIdByUrlId', { urlId: url })).data.sort()).toEqual(
      [tenant.roles['PLAIN'], tenant.roles['ROLE_ADMIN']].sort(),
    )
    expect(await admin.post('/api/admin/sysurl/authorizeRoleToUrl', { urlId: url, roleId: [tenant.roles['ROLE_ADMIN']] })).toMatchObject({
      http: 200,
      data: { added: 0, removed: 1 },
    })
  })

  it('are listed with their roles and found by page and role', async () => {
    const { data } = await admin.get<{ list: Record<string, string>[]; total: number; allowed: string[] }>(
      '/api/admin/sysurl/querySysUrl',
      { menuCode: 'sysuser', roleId: tenant.roles['PLAIN'] as string },
    )
    expect(data.list).toMatchObject([{ url: '/admin/sysuser/querySysUser', menuCode: 'sysuser' }])
    expect(data.list[0]?.['roleIdCn']).toContain('PLAIN')
    expect(data.allowed).toEqual(expect.arrayContaining(['authorize', 'query']))
    const theirs = JSON.stringify((await (await other.signIn('admin')).get('/api/admin/sysurl/querySysUrl', { pageSize: 1000 })).data)
    for (const id of Object.values(tenant.roles)) expect(theirs).not.toContain(id)
  })

  it('only the platform describes one, and a new start leaves what it wrote', async () => {
    const id = await urlId('/admin/sysorg/addSysOrg')
    expect((await admin.put('/api/admin/sysurl/updateSysUrl', { id, description: 'mine' })).http).toBe(403)
  })
})

describe('menus, buttons and fields of a role', () => {
  it('a menu brings its groups along; leaves are told', async () => {
    const [user, group] = [await menuId('sysuser'), await menuId('admin')]
    expect(await admin.post('/api/admin/sysmenu/authorizeMenuToRole', { roleId: tenant.roles['SECOND'], menuId: [user] })).toMatchObject({
      http: 200,
    })
    expect((await admin.get('/api/admin/sysmenu/queryMenuIdByRoleId', { roleId: tenant.roles['SECOND'] as string })).data).toEqual([user])
    const stored = await server.database.asOwner(async (client) =>
      (await client.query<{ menu_id: string }>('select menu_id from role_menus where role_id = $1', [tenant.roles['SECOND']])).rows.map(
        (row) => row.menu_id,
      ),
    )
    expect(stored.sort()).toEqual([user, group].sort())
  })

  it('a hidden button is not among what is allowed, and its call is refused when the URL is not granted', async () => {
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', {
      roleId: tenant.roles['PLAIN'],
      urlId: [await urlId('/admin/sysuser/querySysUser'), await urlId('/admin/sysuser/deleteSysUser')],
    })
    const client = await tenant.signIn('plain')
    const allowed = async () => (await client.get<{ allowed: string[] }>(USERS)).data.allowed
    expect(await allowed()).toEqual(['delete', 'query'])
    expect(
      await admin.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode: 'PLAIN', menuButton: ['sysuser:delete'] }),
    ).toMatchObject({ http: 200, data: { added: 1, removed: 0 } })
    expect(await allowed()).toEqual(['query'])
    expect((await admin.get('/api/admin/sysmenu/queryMenuButtonByRoleCode', { roleCode: 'PLAIN' })).data).toEqual(['sysuser:delete'])
    expect((await client.post('/api/account/sysuserdetail/queryCurrentAuthority')).data).toMatchObject({ menuButton: ['sysuser:delete'] })
    await admin.post('/api/admin/sysurl/authorizeUrlToRole', {
      roleId: tenant.roles['PLAIN'],
      urlId: [await urlId('/admin/sysuser/querySysUser')],
    })
    expect((await client.post('/api/admin/sysuser/deleteSysUser', { id: tenant.users['viewer'] })).http).toBe(403)
    expect(await admin.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode: 'PLAIN', menuButton: [] })).toMatchObject({
      http: 200,
      data: { removed: 1 },
    })
    expect(
      (await admin.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode: 'PLAIN', menuButton: ['sysuser:fly'] })).errors,
    ).toMatchObject([{ field: 'menuButton' }])
  })

  it('a field that is hidden is gone at the next call; a role has one row a page', async () => {
    const client = await tenant.signIn('plain')
    const fields = async () => (await client.get<{ fields: string[] }>(USERS)).data.fields
    expect(await fields()).toContain('mobile')
    const hide = { roleCode: 'PLAIN', menuCode: 'sysuser', dataField: 'mobile,email', isNew: 1 }
    expect((await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', hide)).http).toBe(200)
    expect(await fields()).not.toContain('mobile')
    expect(await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', hide)).toMatchObject({
      http: 409,
      message: texts['error.data-permission.duplicate'],
      errors: [{ field: 'roleCode' }],
    })
    const { data } = await admin.get<{ list: object[]; count: number }>('/api/admin/sysmenu/queryDataFieldByMenuCode', {
      menuCode: 'sysuser',
    })
    expect(data.list).toContainEqual({ key: tenant.roles['PLAIN'], roleCode: 'PLAIN', roleName: 'PLAIN', dataField: 'email,mobile' })
    expect(data.count).toBe(data.list.length)
    expect((await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', { ...hide, isNew: 0, dataField: 'email' })).data).toEqual({
      added: 0,
      removed: 1,
    })
    expect(await fields()).toContain('mobile')
    expect((await admin.post('/api/admin/sysmenu/deleteDataField', { roleCode: 'PLAIN', menuCode: 'sysuser' })).http).toBe(200)
    expect((await admin.post('/api/admin/sysmenu/deleteDataField', { roleCode: 'PLAIN', menuCode: 'sysuser' })).http).toBe(404)
    for (const dataField of ['mobile;email', 'mobile email', 'password', 'nothing', '']) {
      expect(await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', { ...hide, dataField }), dataField).toMatchObject({
        http: 422,
        errors: [{ field: 'dataField' }],
      })
    }
  })

  it('who ticks nothing is told to tick something', async () => {
    const [roleId, userId, urlIds] = [tenant.roles['PLAIN'], tenant.users['plain'], await urlId('/admin/sysuser/querySysUser')]
    for (const [path, body, field] of [
      ['sysmenu/authorizeMenuToRole', { roleId, menuId: [] }, 'menuId'],
      ['sysurl/authorizeUrlToRole', { roleId, urlId: [] }, 'urlId'],
      ['sysurl/authorizeRoleToUrl', { urlId: urlIds, roleId: [] }, 'roleId'],
      ['sysuser/authorizeRoleToUser', { userId, roleId: [] }, 'roleId'],
    ] as const)
      expect(await admin.post(`/api/admin/${path}`, body), path).toMatchObject({
        http: 422,
        errors: [{ field, message: texts['authority.tick-something'] }],
      })
  })

  it('the administrator role holds everything, whatever is asked', async () => {
    const roleId = tenant.roles['ROLE_ADMIN']
    const answers = [
      await admin.post('/api/admin/sysmenu/authorizeMenuToRole', { roleId, menuId: [await menuId('sysuser')] }),
      await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId, urlId: [await urlId('/admin/sysuser/querySysUser')] }),
      await admin.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode: 'ROLE_ADMIN', menuButton: ['sysuser:delete'] }),
      await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', { roleCode: 'ROLE_ADMIN', menuCode: 'sysuser', dataField: 'mobile' }),
    ]
    for (const answer of answers) expect(answer).toMatchObject({ http: 409, message: texts['error.role.administrator'] })
  })
})

describe('what there is to choose from', () => {
  it('users and roles by name, the own ones alone', async () => {
    const names = async (username: string) =>
      (await admin.get<{ value: string }[]>('/api/admin/sysuser/queryUsername', { username })).data.map(({ value }) => value)
    expect(await names('LAI')).toEqual(['plain'])
    expect(await names('%')).toEqual([])
    expect(await names('')).toEqual(Object.keys(tenant.users).sort())
    expect((await admin.get('/api/admin/sysrole/queryRoleNameCheckbox')).data).toContainEqual({
      value: tenant.roles['PLAIN'],
      label: 'PLAIN',
    })
    const codes = (await admin.get<{ value: string }[]>('/api/admin/sysrole/queryRoleCode')).data
    expect(codes).toContainEqual({ name: 'PLAIN', value: 'PLAIN' })
    expect(codes.map(({ value }) => value).sort()).toEqual(Object.keys(tenant.roles).sort())
  })

  it('buttons: every kind, those of a page, and all below their pages', async () => {
    const kinds = (await admin.get<{ value: string }[]>('/api/admin/sysmenu/queryMenuButtonCheckbox')).data
    expect(kinds).toContainEqual({ value: 'delete', label: 'Delete' })
    expect(new Set(kinds.map(({ value }) => value)).size).toBe(kinds.length)
    expect((await admin.get('/api/admin/sysmenu/queryCheckedMenuButton', { menuCode: 'sysuser' })).data).toEqual(
      expect.arrayContaining(['add', 'update', 'delete']),
    )
    expect((await admin.get('/api/admin/sysmenu/queryCheckedMenuButton', { menuCode: 'nothing' })).data).toEqual([])
    interface Node {
      value: string
      button?: string
      children?: Node[]
    }
    const flat = (nodes: Node[]): Node[] => nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
    const tree = async (client: Client) => flat((await client.get<Node[]>('/api/admin/sysmenu/querySysMenuButtonTree')).data)
    expect(await tree(admin)).toContainEqual(expect.objectContaining({ value: 'sysuser:delete', button: 'delete', title: 'Delete' }))
  })

  it('the fields that each role does not see', async () => {
    const hide = { roleCode: 'SECOND', menuCode: 'sysuser', dataField: 'mobile', isNew: 1 }
    expect((await admin.post('/api/admin/sysmenu/authorizeMenuDataToRole', hide)).http).toBe(200)
    expect(JSON.stringify((await admin.get('/api/admin/sysmenu/queryDataFieldByRoleCode', { roleCode: 'SECOND' })).data)).toContain(
      'mobile',
    )
    expect((await admin.post('/api/admin/sysmenu/deleteDataField', { roleCode: 'SECOND', menuCode: 'sysuser' })).http).toBe(200)
    expect(JSON.stringify((await admin.get('/api/admin/sysmenu/queryDataFieldByRoleCode', { roleCode: 'SECOND' })).data)).not.toContain(
      'mobile',
    )
  })
})

describe('roles of a user and users of a role', () => {
  it('directly and for a post; a post out of use gives nothing', async () => {
    const client = await tenant.signIn('nothing')
    expect((await client.get(USERS)).http).toBe(403)
    const give = (roleId: (string | undefined)[]) =>
      admin.post('/api/admin/sysuser/authorizeRoleToUser', { userId: tenant.users['nothing'], roleId, postCode })
    expect(await give([tenant.roles['PLAIN']]), 'nobody has a role for a post they do not have').toMatchObject({
      http: 422,
      errors: [{ field: 'postCode' }],
    })
    const userPost = (sql: string) => server.database.asOwner((owner) => owner.query(sql, [tenant.id, tenant.users['nothing']]))
    await userPost(`insert into user_posts (tenant_id, user_id, post_id, post_type) select $1, $2, id, 1 from posts where tenant_id = $1`)
    expect(await give([tenant.roles['PLAIN']])).toMatchObject({ http: 200, data: { added: 1, removed: 0 } })
    expect((await client.get(USERS)).http).toBe(200)
    const names = async (query: Record<string, string>) =>
      (
        await admin.get<{ name: string }[]>('/api/admin/sysrole/queryRoleName', {
          userId: tenant.users['nothing'] as string,
          assign: '1',
          ...query,
        })
      ).data.map(({ name }) => name)
    expect([await names({}), await names({ postCode })]).toEqual([['NOTHING'], ['PLAIN']])
    const narrowed = async (query = {}) =>
      (
        await client.post<{ currentAuthority: string[] }>('/api/account/sysuserdetail/queryCurrentAuthority', query)
      ).data.currentAuthority.sort()
    expect([await narrowed(), await narrowed({ postCode })]).toEqual([['NOTHING', 'PLAIN'], ['PLAIN']])
    await userPost('update user_posts set status = 0 where tenant_id = $1 and user_id = $2')
    expect((await (await tenant.signIn('nothing')).get(USERS)).http).toBe(403)
    await userPost('update user_posts set status = 1 where tenant_id = $1 and user_id = $2')
    await userPost('delete from user_posts where tenant_id = $1 and user_id = $2')
    await userPost(`insert into user_posts (tenant_id, user_id, post_id, post_type) select $1, $2, id, 1 from posts where tenant_id = $1`)
    expect((await (await tenant.signIn('nothing')).get(USERS)).http, 'a post that comes back brings no roles along').toBe(403)
  })

  it('the holders of a role are replaced as a whole, from the tree that names them', async () => {
    const tree = async (query: Record<string, string>) =>
      JSON.stringify((await admin.get('/api/admin/sysorg/queryOrgUserTree', { roleId: tenant.roles['SECOND'] as string, ...query })).data)
    const [viewer, first] = [tenant.users['viewer'], tenant.users['admin']]
    expect(await tree({})).toContain(`"${viewer}|"`)
    expect(await tree({})).toContain(`"${first}|${postCode}"`)
    expect(
      await admin.post('/api/admin/sysrole/authorizeUserToRole', {
        roleId: tenant.roles['SECOND'],
        userId: [[tenant.organisations['team'], `${viewer}|`], [`${first}|${postCode}`]],
      }),
    ).toMatchObject({ http: 200, data: { added: 2, removed: 0 } })
    const held = await tree({ assign: '1' })
    expect([held.includes(`${viewer}|"`), held.includes(`${first}|${postCode}"`), held.includes(`${first}|"`)]).toEqual([true, true, false])
    expect(await tree({ assign: '0' })).not.toContain(`${viewer}|"`)
    expect(
      await admin.post('/api/admin/sysrole/authorizeUserToRole', { roleId: tenant.roles['SECOND'], userId: [`${first}|${postCode}`] }),
    ).toMatchObject({ data: { added: 0, removed: 1 } })
    expect(await admin.post('/api/admin/sysrole/authorizeUserToRole', { roleId: tenant.roles['SECOND'], userId: [] })).toMatchObject({
      http: 422,
      errors: [{ field: 'userId', message: texts['authority.choose-user'] }],
    })
    for (const userId of ['x', `${viewer}|none`, `${absentId()}|`, `${other.users['viewer']}|`])
      expect(
        (await admin.post('/api/admin/sysrole/authorizeUserToRole', { roleId: tenant.roles['SECOND'], userId: [userId] })).http,
        userId,
      ).toBe(422)
  })

  it('of another tenant answer like those that nobody has', async () => {
    for (const [theirs, nobody] of [
      [other.users['viewer'], absentId()],
      [other.roles['ROLE_VIEWER'], absentId()],
    ]) {
      const ask = async (id: string | undefined) =>
        JSON.stringify([
          (await admin.post('/api/admin/sysuser/authorizeRoleToUser', { userId: id, roleId: [tenant.roles['PLAIN']] })).http,
          (await admin.post('/api/admin/sysuser/authorizeRoleToUser', { userId: tenant.users['plain'], roleId: [id] })).http,
          (await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: id, urlId: [await urlId('/admin/sysuser/querySysUser')] }))
            .http,
          (await admin.get('/api/admin/sysrole/queryRoleName', { userId: id as string, assign: '1' })).data,
          (await admin.get('/api/admin/why/queryWhy', { userId: id as string, kind: 'menu', item: 'sysuser' })).http,
        ])
      expect(await ask(theirs)).toBe(await ask(nobody))
    }
  })
})

describe('why?', () => {
  const why = async (userId: string | undefined, kind: string, item: string) =>
    (
      await admin.get<{
        verdict: string
        reason: string
        roles: { roleCode: string; effect: string }[]
        steps: { step: string; ok: boolean }[]
      }>('/api/admin/why/queryWhy', { userId: userId as string, kind, item })
    ).data

  it('agrees with what the server does, of every kind', async () => {
    const viewer = tenant.users['viewer']
    expect(await why(viewer, 'url', '/admin/sysuser/querySysUser')).toMatchObject({
      verdict: 'allowed',
      reason: 'granted',
      roles: [{ roleCode: 'ROLE_VIEWER', effect: 'grants' }],
    })
    expect(await why(viewer, 'url', '/admin/sysuser/deleteSysUser')).toMatchObject({
      verdict: 'denied',
      reason: 'not-granted',
      roles: [{ effect: 'grants-not' }],
    })
    expect(await why(viewer, 'menu', 'sysuser')).toMatchObject({ verdict: 'allowed' })
    expect(await why(viewer, 'menu', 'sysrole')).toMatchObject({ verdict: 'denied', reason: 'not-granted' })
    expect(await why(viewer, 'field', 'sysuser:mobile')).toMatchObject({
      verdict: 'denied',
      reason: 'hidden',
      roles: [{ effect: 'hides' }],
    })
    expect(await why(viewer, 'field', 'sysuser:username')).toMatchObject({ verdict: 'allowed', reason: 'shown' })
    expect(await why(viewer, 'button', 'sysuser:add')).toMatchObject({ verdict: 'denied', reason: 'hidden' })
    expect(await why(tenant.users['plain'], 'button', 'sysuser:delete')).toMatchObject({ verdict: 'denied', reason: 'call-not-granted' })
    expect(await why(tenant.users['admin'], 'button', 'sysuser:delete')).toMatchObject({ verdict: 'allowed', reason: 'shown' })
    for (const [kind, item] of [
      ['menu', 'nothing'],
      ['url', '/nothing'],
      ['button', 'sysuser:fly'],
      ['field', 'sysuser:password'],
    ]) {
      expect(
        (await admin.get('/api/admin/why/queryWhy', { userId: viewer as string, kind: kind as string, item: item as string })).http,
      ).toBe(404)
    }
  })

  it('a role that does not open the page uncovers nothing, and has no say', async () => {
    for (const [name, sees, others] of [
      [
        'padded',
        false,
        [
          ['ELSEWHERE', 'no-say'],
          ['NOTHING', 'no-say'],
        ],
      ],
      ['wider', true, [['PLAIN', 'shows']]],
    ] as const) {
      const client = await tenant.signIn(name)
      const { data } = await client.get<{ fields: string[]; allowed: string[]; list: object[] }>(USERS)
      expect(data.list.length).toBeGreaterThan(0)
      for (const field of ['mobile', 'email']) {
        expect([data.fields.includes(field), data.list.some((row) => Object.hasOwn(row, field))], `${name} ${field}`).toEqual([sees, sees])
        expect(await why(tenant.users[name], 'field', `sysuser:${field}`)).toMatchObject({
          verdict: sees ? 'allowed' : 'denied',
          reason: sees ? 'shown' : 'hidden',
        })
      }
      const {
        data: { menuButton },
      } = await client.post<{ menuButton: string[] }>('/api/account/sysuserdetail/queryCurrentAuthority', {})
      expect(menuButton.includes('sysuser:add'), name).toBe(!sees)
      expect((await why(tenant.users[name], 'button', 'sysuser:add')).reason === 'hidden', name).toBe(!sees)
      const { roles } = await why(tenant.users[name], 'field', 'sysuser:mobile')
      expect(roles.map(({ roleCode, effect }) => [roleCode, effect]).sort()).toEqual([...others, ['ROLE_VIEWER', 'hides']].sort())
    }
  })

  it('says so when the user is disabled or a grant lies outside of what the tenant may have', async () => {
    await server.database.asOwner((client) =>
      client.query('update users set status = 0 where tenant_id = $1 and id = $2', [tenant.id, tenant.users['plain']]),
    )
    expect(await why(tenant.users['plain'], 'menu', 'sysuser')).toMatchObject({
      verdict: 'denied',
      reason: 'user-disabled',
      steps: [
        { step: 'user', ok: false },
        { step: 'tenant', ok: true },
        { step: 'catalogue', ok: true },
        { step: 'package', ok: true },
        { step: 'roles', ok: true },
      ],
    })
    await server.database.asOwner((client) =>
      client.query('update users set status = 1 where tenant_id = $1 and id = $2', [tenant.id, tenant.users['plain']]),
    )
  })

  it('tells nobody what they do not see: who holds which roles, and what people and roles are called', async () => {
    const ask = async (name: string) => {
      const client = await tenant.signIn(name)
      const item = '/admin/sysuser/querySysUser'
      return [
        await client.get('/api/admin/why/queryWhy', { userId: tenant.users['plain'] as string, kind: 'url', item }),
        await client.get('/api/admin/why/queryHolders', { kind: 'url', item }),
      ]
    }
    for (const answer of await ask('noroles')) expect(answer).toMatchObject({ http: 403 })
    for (const answer of await ask('nonames')) {
      expect(answer.http).toBe(200)
      for (const name of ['"plain"', 'PLAIN', 'SECOND']) expect(JSON.stringify(answer.data)).not.toContain(name)
    }
    expect(JSON.stringify((await ask('admin')).map(({ data }) => data))).toMatch(/"plain".*PLAIN/)
  })

  it('who has this?', async () => {
    const { data } = await admin.get<{ list: { username: string; roles: string[] }[]; total: number }>('/api/admin/why/queryHolders', {
      kind: 'menu',
      item: 'sysrole',
      pageSize: 100,
    })
    expect(data.list.map(({ username }) => username).sort()).toEqual(['admin', 'editor'])
    expect(data.total).toBe(2)
  })
})
