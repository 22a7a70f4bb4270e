/** What a package takes away no role gives, from the next request on; what it gives back is granted as before. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'

const PATH = '/api/admin/syspackage'
const USERS = '/api/admin/sysuser/querySysUser'
const ROLES = '/api/admin/sysrole/querySysRole'

interface Catalogue {
  menus: { id: string; code: string; children?: Catalogue['menus'] }[]
  urls: { id: string; url: string }[]
}

let server: TestServer
let platform: BuiltTenant
let tenant: BuiltTenant
let operator: Client
let admin: Client
let catalogue: Catalogue
beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  tenant = await buildTenant(server)
  operator = await platform.signIn('admin')
  admin = await tenant.signIn('admin')
  catalogue = (await operator.get<Catalogue>(`${PATH}/queryCatalogueSysPackage`)).data
})
afterAll(() => server.stop())

const flat = (menus: Catalogue['menus']): Catalogue['menus'] => menus.flatMap((menu) => [menu, ...flat(menu.children ?? [])])
const menuId = (...codes: string[]) => codes.map((code) => flat(catalogue.menus).find((menu) => menu.code === code)?.id as string)
const urlId = (...urls: string[]) => urls.map((wanted) => catalogue.urls.find(({ url }) => url === wanted)?.id as string)
const newPackage = async () => (await operator.post<{ id: string }>(`${PATH}/addSysPackage`, { packageName: `P ${unique()}` })).data.id
const fill = (id: string, menus: string[], urls: string[]) =>
  operator.post(`${PATH}/authorizeSysPackage`, { id, menuId: menus, urlId: urls })
const setPackage = (packageId: string | null, id = tenant.id) => operator.put('/api/admin/systenant/updateSysTenant', { id, packageId })
const menusOf = async (client: Client) => JSON.stringify((await client.post('/api/account/sysuserdetail/queryCurrentAuthority', {})).data)

it("offers what tenants can have, and nothing of the platform's own", () => {
  expect(flat(catalogue.menus).map(({ code }) => code)).toEqual(expect.arrayContaining(['sysuser', 'sysrole', 'admin']))
  expect(flat(catalogue.menus).map(({ code }) => code)).not.toContain('systenant')
  expect(catalogue.urls.map(({ url }) => url)).toContain('/admin/sysuser/querySysUser')
  expect(catalogue.urls.filter(({ url }) => /systenant|syspackage|isolation/.test(url))).toEqual([])
})

it("cuts every role to the package at once, the administrator's too, and touches no row of the tenant", async () => {
  const id = await newPackage()
  expect(await fill(id, menuId('sysuser'), urlId('/admin/sysuser/querySysUser'))).toMatchObject({ http: 200, data: { menus: 2, urls: 1 } })
  const roleRows = () =>
    server.database.asOwner(async (client) =>
      JSON.stringify((await client.query(`select * from role_urls where tenant_id = '${tenant.id}' order by 2, 3`)).rows),
    )
  const before = await roleRows()
  expect((await admin.get(ROLES)).http).toBe(200)
  expect((await setPackage(id)).http).toBe(200)
  expect((await admin.get(ROLES)).http).toBe(403)
  const users = await admin.get<{ allowed: string[] }>(USERS)
  expect(users).toMatchObject({ http: 200, data: { allowed: ['query'] } })
  expect(await menusOf(admin)).toContain('"sysuser"')
  expect(await menusOf(admin)).not.toContain('"sysrole"')

  // Back in the package: there as it was granted, for whom it was granted.
  expect((await fill(id, menuId('sysuser', 'sysrole'), urlId('/admin/sysuser/querySysUser', '/admin/sysrole/querySysRole'))).http).toBe(200)
  expect((await admin.get(ROLES)).http).toBe(200)
  expect((await (await tenant.signIn('viewer')).get(ROLES)).http, 'never granted to the viewer').toBe(403)
  expect(await roleRows()).toBe(before)
  expect((await setPackage(null)).http).toBe(200)
  expect((await admin.get<{ allowed: string[] }>(USERS)).data.allowed).toContain('add')
})

it('cannot be got around by granting what is outside of it', async () => {
  const id = await newPackage()
  const inside = [
    '/admin/sysuser/querySysUser',
    '/admin/sysrole/querySysRole',
    '/admin/sysrole/addSysRole',
    '/admin/sysurl/querySysUrl',
    '/admin/sysurl/authorizeUrlToRole',
    '/admin/sysrole/authorizeUrlToRole',
  ].filter((url) => catalogue.urls.some((known) => known.url === url))
  await fill(id, menuId('sysuser', 'sysrole'), urlId(...inside))
  await setPackage(id)
  const role = await admin.post<{ id: string }>('/api/admin/sysrole/addSysRole', { roleName: 'R', roleCode: `R_${unique()}` })
  expect(role.http).toBe(200)
  const grant = inside.find((url) => url.endsWith('authorizeUrlToRole')) as string
  const before = await fingerprint(server, tenant.id)
  const answer = await admin.post(`/api${grant}`, { roleId: role.data.id, urlId: urlId('/admin/sysuser/deleteSysUser') })
  expect(answer.http).toBeGreaterThanOrEqual(403)
  expect(answer.http).toBeLessThan(500)
  expect(await fingerprint(server, tenant.id)).toBe(before)
  expect((await admin.post(`/api${grant}`, { roleId: role.data.id, urlId: urlId('/admin/sysuser/querySysUser') })).http).toBe(200)
  await setPackage(null)
})

it('counts for its own tenants alone, and not for the platform', async () => {
  const other = await buildTenant(server)
  const elsewhere = await other.signIn('admin')
  const id = await newPackage()
  await fill(id, [], [])
  await setPackage(id)
  expect((await admin.get(USERS)).http).toBe(403)
  expect((await elsewhere.get(USERS)).http).toBe(200)
  expect((await setPackage(id, platform.id)).http).toBe(409)
  await setPackage(null)
})

it('is deleted only when no tenant has it', async () => {
  const id = await newPackage()
  await fill(id, menuId('sysuser'), [])
  await setPackage(id)
  expect((await operator.post(`${PATH}/deleteSysPackage?id=${id}`)).http).toBe(409)
  await setPackage(null)
  expect((await operator.post(`${PATH}/deleteSysPackage?id=${id}`)).http).toBe(200)
})

it('takes only what is in the catalogue for tenants', async () => {
  const id = await newPackage()
  const absent = '00000000-0000-7000-8000-000000000000'
  expect(await fill(id, [absent], [])).toMatchObject({ http: 422, errors: [{ field: 'menuId' }] })
  expect(await fill(id, [], [absent])).toMatchObject({ http: 422, errors: [{ field: 'urlId' }] })
  expect((await fill(absent, [], [])).http).toBe(404)
  const platformUrl = await server.database.asOwner(
    async (client) => (await client.query('select id from urls where platform_only limit 1')).rows[0].id as string,
  )
  expect((await fill(id, [], [platformUrl])).http).toBe(422)
  expect((await operator.get<{ menuId: string[] }>(`${PATH}/queryContentsSysPackage`, { id })).data).toEqual({ menuId: [], urlId: [] })
})
