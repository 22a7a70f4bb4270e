/** Why? names the places of data scopes: the first ones, and none that whoever asks does not see. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  const role = (roleCode: string, changes: Partial<RoleSeed> = {}): RoleSeed => ({
    ...{ roleCode, roleName: roleCode, roleDescription: '', hiddenButtons: [], hiddenFields: [] },
    ...{ menus: [], urls: ['/admin/why/query*'] },
    ...changes,
  })
  tenant = await buildTenant(server, {
    roles: [role('NARROW'), role('NO_PLACES', { hiddenFields: [{ menu: 'sites', fields: ['siteName'] }] }), role('PLACED', { urls: [] })],
    users: [
      buildUser({ username: 'narrow', roles: ['NARROW'], org: 'branch' }),
      buildUser({ username: 'noplaces', roles: ['NO_PLACES'] }),
      buildUser({ username: 'placed', roles: ['PLACED'], org: 'branch' }),
    ],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

it('names the first of the places that a role names, as far as whoever asks sees them', async () => {
  const added = async (call: string, body: object) => {
    const answer = await admin.post<{ id: string }>(`/api/acquisition/${call}`, body)
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200 })
    return answer.data.id
  }
  const code = unique()
  const { root, branch } = tenant.organisations
  const project = await added('project/addProject', { projectCode: code, projectName: `p ${code}`, projectStatus: 'active', orgId: root })
  const sites: string[] = []
  for (const number of [1, 2, 3, 4, 5, 6, 7])
    sites.push(await added('site/addSite', { siteCode: `${code}-${number}`, siteName: `s${number} ${code}`, projectId: project }))
  const give = async (role: string, scopes: object[]) =>
    expect(await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles[role], scopes })).toMatchObject({ http: 200 })
  await give('PLACED', [
    { table: '', kind: 'some', sites, projects: [project] },
    { table: 'users', kind: 'some', organisations: [branch] },
  ])
  await give('NARROW', [{ table: '', kind: 'some', organisations: [branch], sites: sites.slice(5) }])
  const scopesFor = async (name: string) => {
    const question = { userId: tenant.users['placed'] as string, kind: 'menu', item: 'sysuser' }
    const { data } = await (await tenant.signIn(name)).get<{ roles: { scopes: object[] }[] }>('/api/admin/why/queryWhy', question)
    return data.roles[0]?.scopes
  }
  const named = (number: number) => `s${number} ${code}`
  const ofUsers = { table: 'users', kind: 'some', named: 1, places: [expect.stringContaining('branch') as string] }
  const first = [`p ${code}`, ...[1, 2, 3, 4].map(named)]
  expect(await scopesFor('admin')).toEqual([{ table: '', kind: 'some', named: 8, places: first }, ofUsers])
  // Of eight places they see two sites, and neither the project nor the others.
  expect(await scopesFor('narrow')).toEqual([{ table: '', kind: 'some', named: 8, places: [6, 7].map(named) }, ofUsers])
  expect(await scopesFor('noplaces')).toEqual([{ table: '', kind: 'some', named: 8, places: [`p ${code}`] }, ofUsers])
})
