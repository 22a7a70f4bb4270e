/** Whom a process model names, as a tree of organisations with their people. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PersonNode } from '../../../../model/contract/organisation/organisations.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const TREE = '/api/admin/sysorg/queryModelOrgUserTree'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let modelId: string
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [] }
  tenant = await buildTenant(server, {
    roles: [
      {
        ...role,
        roleCode: 'BLIND',
        roleName: 'blind',
        urls: ['/admin/sysorg/*', '/activiti/model/*'],
        hiddenFields: [{ menu: 'model', fields: ['referUserId'] }],
      },
    ],
    users: [
      buildUser({ username: 'named', roles: [] }),
      buildUser({ username: 'other', roles: [] }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  const key = `p_${unique()}`
  const added = await admin.post<{ id: string }>('/api/activiti/model/addModel', {
    name: key,
    key,
    category: 'test',
    orgId: tenant.organisations['root'],
    referUserId: [tenant.users['named']],
  })
  expect(added.http, JSON.stringify(added)).toBe(200)
  modelId = added.data.id
})
afterAll(() => server.stop())

const leaves = (nodes: readonly PersonNode[]): string[] =>
  nodes.flatMap(({ id, children = [] }) => (id.includes('|') ? [id.split('|')[0] as string] : leaves(children)))

async function peopleFor(query: Record<string, string>, as = admin): Promise<string[]> {
  const { data, http } = await as.get<{ list: PersonNode[] }>(TREE, query)
  expect(http).toBe(200)
  return [...new Set(leaves(data.list))]
}

it('has those whom the model names, or the others, or everybody', async () => {
  const [named, other] = [tenant.users['named'], tenant.users['other']]
  expect(await peopleFor({ modelId, assign: '1' })).toEqual([named])
  const rest = await peopleFor({ modelId, assign: '0' })
  expect(rest).toContain(other)
  expect(rest).not.toContain(named)
  expect(await peopleFor({})).toEqual(expect.arrayContaining([named, other]))
  expect(await peopleFor({ modelId, assign: '1', search: 'other' })).toEqual([])
})

it('says nothing of a model to whoever does not see whom models name, nor to another tenant', async () => {
  const blind = await tenant.signIn('blind')
  expect(await peopleFor({ modelId, assign: '1' }, blind)).toEqual([])
  expect(await peopleFor({ modelId, assign: '0' }, blind)).toEqual([])
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect(await peopleFor({ modelId, assign: '1' }, stranger)).toEqual([])
})
