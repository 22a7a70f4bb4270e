/** Every way by which a role reaches somebody asks whether it may do more than whoever grants it: not the form of users alone. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { RoleSeed } from '../seeds/tenant.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser, unique } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { fingerprint } from './support/rows.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'

const [TO_USER, TO_ROLE, PREVIEW, COPY] = [
  '/admin/sysuser/authorizeRoleToUser',
  '/admin/sysrole/authorizeUserToRole',
  '/admin/sysrole/previewRole',
  '/admin/sysrole/copySysRole',
]

const granter: RoleSeed = {
  roleCode: 'GRANTER',
  roleName: 'granter',
  roleDescription: '',
  menus: ['sysuser'],
  urls: ['/admin/sysuser/querySysUser', '/admin/sysrole/querySysRole', TO_USER, TO_ROLE, PREVIEW, COPY],
  hiddenButtons: [],
  hiddenFields: [{ menu: 'sysuser', fields: ['email'] }],
}
const like = (roleCode: string, changes: Partial<RoleSeed>): RoleSeed => ({ ...granter, roleCode, roleName: roleCode, ...changes })
const stronger = [
  like('MORE_CALLS', { urls: [...granter.urls, '/admin/sysuser/deleteSysUser'] }),
  like('MORE_FIELDS', { hiddenFields: [] }),
]

let server: TestServer
let tenant: BuiltTenant
let client: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [granter, like('ALIKE', {}), ...stronger],
    users: [buildUser({ username: 'granter', roles: ['GRANTER'] }), buildUser({ username: 'somebody', roles: ['ALIKE'] })],
  })
  client = await tenant.signIn('granter')
})
afterAll(() => server.stop())

const ways = {
  [TO_USER]: (roleId: string | undefined) => ({ userId: tenant.users['somebody'], roleId: [tenant.roles['ALIKE'], roleId] }),
  [TO_ROLE]: (roleId: string | undefined) => ({ roleId, userId: [`${tenant.users['somebody']}|`] }),
  [PREVIEW]: (roleId: string | undefined) => ({ roleId }),
  [COPY]: (roleId: string | undefined) => ({ roleId, roleName: 'copy', roleCode: `R${unique()}` }),
}

describe.each(Object.entries(ways))('%s', (path, body) => {
  it.each([...stronger.map(({ roleCode }) => roleCode), 'ROLE_ADMIN'])('gives no %s, which may do more', async (roleCode) => {
    const before = await fingerprint(server, tenant.id)
    expect(await client.post(`/api${path}`, body(tenant.roles[roleCode]))).toMatchObject({ http: 403, errors: [{ field: 'roleId' }] })
    expect(await fingerprint(server, tenant.id), 'a refused call has stored something').toBe(before)
  })

  it('gives what the granter may do as well', async () => {
    expect(await client.post(`/api${path}`, body(tenant.roles['ALIKE']))).toMatchObject({ http: 200 })
  })
})
