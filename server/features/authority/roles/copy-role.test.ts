/** A copy of a role may do what the role may, hides what it hides and sees what it sees; nobody gets more by it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'

const ROLE = '/api/admin/sysrole'
const COPY = `${ROLE}/copySysRole`
const CALLS = [
  '/admin/sysuser/querySysUser',
  '/admin/sysrole/querySysRole',
  '/admin/sysrole/addSysRole',
  '/admin/sysrole/copySysRole',
  '/admin/sysrole/queryDataScope',
]

const source: RoleSeed = {
  roleCode: 'SOURCE',
  roleName: 'source',
  roleDescription: '',
  menus: ['sysuser', 'sysrole'],
  urls: CALLS,
  hiddenButtons: ['sysuser:delete', 'sysuser:import'],
  hiddenFields: [{ menu: 'sysuser', fields: ['email', 'mobile'] }],
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [source, { ...source, roleCode: 'ADDS', roleName: 'adds', urls: ['/admin/sysrole/addSysRole'] }],
    users: [buildUser({ username: 'holder', org: 'branch', roles: ['SOURCE'] }), buildUser({ username: 'adds', roles: ['ADDS'] })],
  })
  admin = await tenant.signIn('admin')
  const scopes = [
    { table: '', kind: 'below' },
    { table: 'sites', kind: 'some', organisations: [tenant.organisations['branch']] },
  ]
  expect((await admin.post(`${ROLE}/authorizeDataScope`, { roleId: tenant.roles['SOURCE'], scopes })).http).toBe(200)
})
afterAll(() => server.stop())

async function copied(by: Client, roleId: string | undefined) {
  const roleCode = `R${unique()}`
  const answer = await by.post<{ id: string; version: number }>(COPY, { roleId, roleName: 'copy', roleCode, roleDescription: '' })
  expect(answer).toMatchObject({ http: 200, data: { version: 1 } })
  return { id: answer.data.id, roleCode }
}

/** What a role gives and hides, as the calls that change it tell. */
async function grantsOf({ id, roleCode }: { id: string; roleCode: string }) {
  const ask = async (path: string, query: Record<string, string>) => (await admin.get<string[]>(`/api${path}`, query)).data
  return {
    urls: (await ask('/admin/sysurl/queryUrlIdByRoleId', { roleId: id })).toSorted(),
    menus: (await ask('/admin/sysmenu/queryMenuIdByRoleId', { roleId: id })).toSorted(),
    buttons: await ask('/admin/sysmenu/queryMenuButtonByRoleCode', { roleCode }),
    fields: await ask('/admin/sysmenu/queryDataFieldByRoleCode', { roleCode }),
    scopes: await ask('/admin/sysrole/queryDataScope', { roleId: id }),
  }
}
const branch = () => [{ id: tenant.organisations['branch'], name: expect.any(String) as string }]
const SCOPES = () => [
  { table: '', kind: 'below', organisations: [], projects: [], sites: [] },
  { table: 'sites', kind: 'some', organisations: branch(), projects: [], sites: [] },
]

it('has the calls, menus, hidden buttons, hidden fields and scopes of the other role, and no holders', async () => {
  const copy = await copied(admin, tenant.roles['SOURCE'])
  const grants = await grantsOf(copy)
  expect(grants).toEqual(await grantsOf({ id: tenant.roles['SOURCE'] as string, roleCode: 'SOURCE' }))
  expect(grants).toMatchObject({
    buttons: ['sysuser:delete', 'sysuser:import'],
    fields: ['sysuser:email', 'sysuser:mobile'],
    scopes: SCOPES(),
  })
  expect([grants.urls.length, grants.menus.length]).toEqual([CALLS.length, 2])
  const stored = await server.database.asOwner(
    async (client) =>
      (
        await client.query<{ held: string; groups: string }>(
          `select (select count(*) from user_roles where role_id = $1) as held,
            (select string_agg(menu_code, ',' order by menu_code) from role_menus join menus on menus.id = menu_id where role_id = $1) as groups`,
          [copy.id],
        )
      ).rows[0],
  )
  expect(stored).toEqual({ held: '0', groups: 'admin,authority,sysrole,sysuser' })
})

it('made by somebody who sees some rows sees the same rows, and not the least that a new role begins with', async () => {
  const holder = await tenant.signIn('holder')
  const copy = await copied(holder, tenant.roles['SOURCE'])
  expect(await grantsOf(copy)).toMatchObject({ scopes: SCOPES(), fields: ['sysuser:email', 'sysuser:mobile'] })
})

it('of the administrator holds what the tenant may have, and is changed like any other', async () => {
  const copy = await copied(admin, tenant.roles['ROLE_ADMIN'])
  expect(await grantsOf(copy)).toEqual(await grantsOf({ id: tenant.roles['ROLE_ADMIN'] as string, roleCode: 'ROLE_ADMIN' }))
  expect((await admin.put(`${ROLE}/updateSysRole`, { id: copy.id, roleCode: `R${unique()}` })).http).toBe(200)
})

it('is refused without the right, of a role that is not there, and with a code that is taken', async () => {
  const values = { roleName: 'copy', roleCode: `R${unique()}` }
  const adds = await tenant.signIn('adds')
  expect((await adds.post(COPY, { ...values, roleId: tenant.roles['ADDS'] })).http).toBe(403)
  const other = await buildTenant(server)
  for (const roleId of [absentId(), other.roles['ROLE_VIEWER']]) expect((await admin.post(COPY, { ...values, roleId })).http).toBe(404)
  expect(await admin.post(COPY, { ...values, roleCode: 'SOURCE', roleId: tenant.roles['SOURCE'] })).toMatchObject({
    http: 409,
    errors: [{ field: 'roleCode' }],
  })
  expect(await admin.post(COPY, { roleId: tenant.roles['SOURCE'], roleName: 'copy' })).toMatchObject({
    http: 422,
    errors: [{ field: 'roleCode' }],
  })
})
