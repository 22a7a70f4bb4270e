/** Rights do not grow by themselves: nobody grants or touches more than they hold, and one administrator stays. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import texts from '../model/labels/en/errors.ts'
import { roles, userPosts } from '../model/index.ts'
import type { RoleSeed } from '../seeds/tenant.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, newUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { importRows } from './support/uploads.ts'

const [ADD, UPDATE, DELETE] = ['/api/admin/sysuser/addSysUser', '/api/admin/sysuser/updateSysUser', '/api/admin/sysuser/deleteSysUser']
const [ADD_ROLE, UPDATE_ROLE, DELETE_ROLE] = [
  '/api/admin/sysrole/addSysRole',
  '/api/admin/sysrole/updateSysRole',
  '/api/admin/sysrole/deleteSysRole',
]
const EVERY_USER_CALL = [
  '/admin/sysuser/querySysUser',
  '/admin/sysuser/addSysUser',
  '/admin/sysuser/updateSysUser',
  '/admin/sysuser/deleteSysUser',
]

/** May do all with users; sees no posts and no button to delete, has one menu. */
const clerk: RoleSeed = {
  roleCode: 'CLERK',
  roleName: 'clerk',
  roleDescription: '',
  menus: ['sysuser'],
  urls: EVERY_USER_CALL,
  hiddenButtons: ['sysuser:delete'],
  hiddenFields: [{ menu: 'sysuser', fields: ['postCode'] }],
}
const like = (roleCode: string, changes: Partial<RoleSeed>): RoleSeed => ({ ...clerk, roleCode, roleName: roleCode, ...changes })
/** Each may do one thing more than the clerk. */
const stronger = [
  like('MORE_URLS', { urls: [...EVERY_USER_CALL, '/admin/sysorg/addSysOrg'] }),
  like('MORE_MENUS', { menus: ['sysuser', 'sysrole'] }),
  like('MORE_FIELDS', { hiddenFields: [] }),
  like('MORE_BUTTONS', { hiddenButtons: [] }),
]
const weaker = [
  like('SAME', {}),
  like('LESS', { urls: EVERY_USER_CALL.slice(0, 1), hiddenFields: [{ menu: 'sysuser', fields: ['postCode', 'email'] }] }),
]

/** Makes roles and says what they hide; does not see what the clerk does not see. */
const maker: RoleSeed = {
  ...clerk,
  roleCode: 'MAKER',
  roleName: 'maker',
  urls: ['/admin/sysrole/addSysRole', '/admin/sysrole/importSysRole', '/admin/sysmenu/authorizeMenuButtonToRole'],
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [clerk, maker, ...stronger, ...weaker],
    users: [
      buildUser({ username: 'maker', roles: ['MAKER'] }),
      buildUser({ username: 'clerk', roles: ['CLERK'] }),
      ...[...stronger, ...weaker].map((role) => buildUser({ username: role.roleCode, roles: [role.roleCode] })),
    ],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

async function unchanged<Result>(work: () => Promise<Result>, of = tenant): Promise<Result> {
  const before = await fingerprint(server, of.id)
  const result = await work()
  expect(await fingerprint(server, of.id), 'a refused call has stored something').toBe(before)
  return result
}

describe('granting', () => {
  it('refuses roles that may do more in any one way, on adding and on changing, for others and for oneself', async () => {
    const client = await tenant.signIn('clerk')
    await unchanged(async () => {
      for (const { roleCode } of [...stronger, { roleCode: 'ROLE_ADMIN' }]) {
        const roleId = [tenant.roles[roleCode]]
        for (const id of [tenant.users['SAME'], tenant.users['clerk']]) {
          expect(await client.put(UPDATE, { id, roleId }), roleCode).toMatchObject({ http: 403, errors: [{ field: 'roleId' }] })
          expect(await client.put(UPDATE, { id, roleId: [tenant.roles['CLERK'], ...roleId] }), roleCode).toMatchObject({ http: 403 })
        }
        expect(await client.post(ADD, newUser(tenant, { roleId })), roleCode).toMatchObject({ http: 403, errors: [{ field: 'roleId' }] })
      }
    })
  })

  it('lets through what the granter holds as well', async () => {
    const client = await tenant.signIn('clerk')
    for (const role of ['LESS', 'SAME', 'CLERK']) {
      expect((await client.put(UPDATE, { id: tenant.users['SAME'], roleId: [tenant.roles[role]] })).http, role).toBe(200)
    }
    await client.put(UPDATE, { id: tenant.users['SAME'], roleId: [tenant.roles['SAME']] })
    expect((await client.post(ADD, newUser(tenant, { roleId: [tenant.roles['SAME']] }))).http).toBe(200)
  })

  it('a role that somebody makes hides what its maker does not see, and they uncover none of it', async () => {
    const client = await tenant.signIn('maker')
    expect((await client.post(ADD_ROLE, { roleCode: 'MADE', roleName: 'made' })).http).toBe(200)
    expect(
      (
        await importRows(server.url, client, roles, [
          ['roleName', 'roleCode'],
          ['brought', 'BROUGHT'],
        ])
      ).http,
    ).toBe(200)
    for (const roleCode of ['MADE', 'BROUGHT']) {
      expect((await admin.get('/api/admin/sysmenu/queryMenuButtonByRoleCode', { roleCode })).data, roleCode).toEqual(['sysuser:delete'])
      expect((await admin.get('/api/admin/sysmenu/queryDataFieldByRoleCode', { roleCode })).data, roleCode).toEqual(['sysuser:postCode'])
      const shows = (menuButton: string[]) => client.post('/api/admin/sysmenu/authorizeMenuButtonToRole', { roleCode, menuButton })
      await unchanged(async () => expect(await shows([])).toMatchObject({ http: 403, errors: [{ field: 'menuButton' }] }))
      expect((await shows(['sysuser:delete', 'sysuser:add'])).http, 'hiding more is no grant').toBe(200)
    }
  })

  it('an editor makes no administrator, of nobody', async () => {
    const editor = await tenant.signIn('editor')
    const roleId = [tenant.roles['ROLE_ADMIN']]
    await unchanged(async () => {
      expect(await editor.post(ADD, newUser(tenant, { roleId }))).toMatchObject({ http: 403, errors: [{ field: 'roleId' }] })
      expect(await editor.post(ADD, newUser(tenant, { roleId: [tenant.roles['ROLE_VIEWER'], ...roleId] }))).toMatchObject({ http: 403 })
      for (const name of ['viewer', 'editor'])
        expect(await editor.put(UPDATE, { id: tenant.users[name], roleId })).toMatchObject({ http: 403 })
    })
    expect((await editor.post(ADD, newUser(tenant, { roleId: [tenant.roles['ROLE_VIEWER']] }))).http).toBe(200)
  })

  it('counts the roles in use, not those that are held', async () => {
    await unchanged(async () => {
      expect(
        (await admin.put(UPDATE, { id: tenant.users['viewer'], roleId: [tenant.roles['ROLE_ADMIN']] }, { rolecode: 'NOBODY' })).http,
      ).toBe(403)
    })
  })
})

describe('touching', () => {
  it('somebody who may do more is refused in every way', async () => {
    const [editor, client] = [await tenant.signIn('editor'), await tenant.signIn('clerk')]
    await unchanged(async () => {
      const id = tenant.users['admin']
      for (const change of [
        { status: 0 },
        { email: 'mine@example.com' },
        { username: 'mine' },
        { roleId: [tenant.roles['ROLE_VIEWER']] },
        { orgId: tenant.organisations['team'] },
        { mobile: '13900000000' },
      ]) {
        expect(await editor.put(UPDATE, { id, ...change }), JSON.stringify(change)).toMatchObject({ http: 403 })
      }
      expect((await editor.post(DELETE, { id })).http).toBe(403)
      for (const { roleCode } of stronger) {
        expect((await client.put(UPDATE, { id: tenant.users[roleCode], email: 'mine@example.com' })).http, roleCode).toBe(403)
        expect((await client.post(DELETE, { id: tenant.users[roleCode] })).http, roleCode).toBe(403)
        expect((await client.post(DELETE, { id: [tenant.users['LESS'], tenant.users[roleCode]] })).http, roleCode).toBe(403)
      }
    })
    expect((await client.put(UPDATE, { id: tenant.users['LESS'], email: `less-${tenant.code}@example.com` })).http).toBe(200)
  })

  it('oneself: not away, not out of use', async () => {
    // Not only administrators, of whom one has to stay anyway.
    for (const [name, client] of [
      ['admin', admin],
      ['clerk', await tenant.signIn('clerk')],
    ] as const) {
      await unchanged(async () => {
        const id = tenant.users[name]
        expect(await client.post(DELETE, { id }), name).toMatchObject({ http: 409 })
        expect(await client.post(DELETE, { id: [tenant.users['LESS'], id] }), name).toMatchObject({ http: 409 })
        expect(await client.put(UPDATE, { id, status: 0 }), name).toMatchObject({ http: 409, errors: [{ field: 'status' }] })
      })
    }
  })
})

describe('the last administrator', () => {
  /** Somebody who may do everything an administrator may, and is none; and a second administrator. */
  const deputy: RoleSeed = {
    roleCode: 'DEPUTY',
    roleName: 'deputy',
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [],
  }
  const build = () =>
    buildTenant(server, {
      roles: [deputy],
      users: [buildUser({ username: 'deputy', roles: ['DEPUTY'] }), buildUser({ username: 'second' })],
    })

  it('stays: cannot be deleted, disabled or stripped of the role, by oneself or by others', async () => {
    const other = await build()
    const [first, deputies] = [await other.signIn('admin'), await other.signIn('deputy')]
    expect((await deputies.post(DELETE, { id: other.users['second'] })).http, 'one of two may go').toBe(200)
    await unchanged(async () => {
      const id = other.users['admin']
      expect(await deputies.post(DELETE, { id })).toMatchObject({ http: 409 })
      expect(await deputies.post(DELETE, { id: [other.users['viewer'], id] })).toMatchObject({ http: 409 })
      expect(await deputies.put(UPDATE, { id, status: 0 })).toMatchObject({ http: 409 })
      for (const client of [first, deputies])
        expect(await client.put(UPDATE, { id, roleId: [other.roles['DEPUTY']] })).toMatchObject({ http: 409 })
    }, other)
  })

  it('counts roles of posts: the last one through a post stays, and the post with it', async () => {
    const other = await build()
    const [deputies, postCode] = [await other.signIn('deputy'), `post-${other.code}`]
    const id = other.users['admin'] as string
    expect(
      (await deputies.post('/api/admin/sysuser/authorizeRoleToUser', { userId: id, roleId: [other.roles['ROLE_ADMIN']], postCode })).http,
    ).toBe(200)
    expect((await deputies.post(DELETE, { id: other.users['second'] })).http).toBe(200)
    expect((await deputies.put(UPDATE, { id, roleId: [other.roles['DEPUTY']] })).http, 'the role of the post is enough').toBe(200)
    const { data } = await deputies.get<{ list: { id: string }[] }>('/api/admin/sysuserpost/querySysUserPost', { userId: id })
    const post = data.list[0]?.id
    expect(post).toBeDefined()
    await unchanged(async () => {
      expect(await deputies.post('/api/admin/sysuser/authorizeRoleToUser', { userId: id, roleId: [], postCode })).toMatchObject({
        http: 409,
      })
      expect(
        await deputies.post('/api/admin/sysrole/authorizeUserToRole', {
          roleId: other.roles['ROLE_ADMIN'],
          userId: [`${other.users['deputy']}|${postCode}`],
        }),
      ).toMatchObject({ http: 422 })
      expect(await deputies.put('/api/admin/sysuserpost/updateSysUserPost', { id: post, status: 0 })).toMatchObject({ http: 409 })
      expect(await deputies.post('/api/admin/sysuserpost/deleteSysUserPost', { id: post })).toMatchObject({ http: 409 })
      expect(await deputies.post(DELETE, { id })).toMatchObject({ http: 409 })
    }, other)
  })

  it('stays when the import that brought the post is taken back', async () => {
    const other = await build()
    const [deputies, postCode] = [await other.signIn('deputy'), `post-${other.code}`]
    const imported = await importRows(server.url, deputies, userPosts, [
      ['userId', 'postId', 'postType', 'status'],
      ['second', postCode, 2, 1],
    ])
    expect([imported.http, imported.report?.errors]).toEqual([200, undefined])
    expect(
      (
        await deputies.post('/api/admin/sysuser/authorizeRoleToUser', {
          userId: other.users['second'],
          roleId: [other.roles['ROLE_ADMIN']],
          postCode,
        })
      ).http,
    ).toBe(200)
    for (const name of ['admin', 'second'])
      expect((await deputies.put(UPDATE, { id: other.users[name], roleId: [other.roles['DEPUTY']] })).http).toBe(200)
    const undo = () => deputies.post('/api/admin/imports/undoImport', { id: imported.data.report.importId })
    await unchanged(async () => expect(await undo()).toMatchObject({ http: 409, message: texts['error.administrator.last'] }), other)
    expect((await deputies.put(UPDATE, { id: other.users['admin'], roleId: [other.roles['ROLE_ADMIN']] })).http).toBe(200)
    expect((await undo()).http).toBe(200)
  })

  it('a disabled administrator is none', async () => {
    const other = await build()
    const deputies = await other.signIn('deputy')
    expect((await deputies.put(UPDATE, { id: other.users['second'], status: 0 })).http).toBe(200)
    await unchanged(async () => expect((await deputies.post(DELETE, { id: other.users['admin'] })).http).toBe(409), other)
  })

  it.each<[string, (client: Client, id: string, of: BuiltTenant) => Promise<{ http: number }>]>([
    ['deleted', (client, id) => client.post(DELETE, { id })],
    ['disabled', (client, id) => client.put(UPDATE, { id, status: 0 })],
    ['stripped', (client, id, of) => client.put(UPDATE, { id, roleId: [of.roles['DEPUTY']] })],
  ])('of two that are %s at the same moment exactly one goes', async (_name, remove) => {
    for (let round = 0; round < 4; round += 1) {
      const other = await build()
      const deputies = await other.signIn('deputy')
      const answers = await Promise.all([other.users['admin'], other.users['second']].map((id) => remove(deputies, id as string, other)))
      expect(answers.map((answer) => answer.http).sort()).toEqual([200, 409])
    }
  })
})

describe('roles', () => {
  it('the built-in role keeps its code and stays', async () => {
    const id = tenant.roles['ROLE_ADMIN']
    await unchanged(async () => {
      expect(await admin.put(UPDATE_ROLE, { id, roleCode: 'OTHER' })).toMatchObject({ http: 409, errors: [{ field: 'roleCode' }] })
      expect((await admin.put(UPDATE_ROLE, { id, roleCode: 'role_admin' })).http).toBe(409)
      // Somebody always holds it, so it would stay anyway; that is not the reason to give.
      expect(await admin.post(DELETE_ROLE, { id })).toMatchObject({ http: 409, message: texts['error.role.built-in'] })
      expect(await admin.post(DELETE_ROLE, { id: [tenant.roles['LESS'], id] })).toMatchObject({
        http: 409,
        message: texts['error.role.built-in'],
      })
      expect(await admin.post(ADD_ROLE, { roleCode: 'Role_Admin', roleName: 'x' }), 'nor is there a second').toMatchObject({
        http: 409,
        errors: [{ field: 'roleCode' }],
      })
      expect((await admin.put(UPDATE_ROLE, { id: tenant.roles['LESS'], roleCode: 'ROLE_ADMIN' })).http).toBe(409)
    })
    expect((await admin.put(UPDATE_ROLE, { id, roleName: 'Head', roleCode: 'ROLE_ADMIN' })).http).toBe(200)
  })

  it('a role that is held cannot be deleted, and a new one gives nothing', async () => {
    await unchanged(async () => expect((await admin.post(DELETE_ROLE, { id: tenant.roles['CLERK'] })).http).toBe(409))
    const { data } = await admin.post<{ id: string }>(ADD_ROLE, { roleCode: 'EMPTY', roleName: 'empty' })
    const values = newUser(tenant, { roleId: [data.id] })
    await admin.post(ADD, values)
    const client = await tenant.signIn(String(values['username']))
    for (const path of EVERY_USER_CALL.slice(0, 1)) expect((await client.get(`/api${path}`)).http).toBe(403)
    expect((await client.post('/api/account/sysuserdetail/queryCurrentAuthority')).data).toMatchObject({
      menu: [],
      currentAuthority: ['EMPTY'],
    })
  })
})
