/**
 * Calls as older clients of this family of APIs send them, page by page (docs/decisions/0092-older-clients.md): each is a line of a table, with what
 * such a client is answered and what everybody else is.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { build } from '../server/kernel/database/sql.ts'
import { newId } from '../server/kernel/ids.ts'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, unique, uniqueMobile } from './support/builders.ts'
import type { Answer, Client, TokenAnswer } from './support/client.ts'
import { call, clientWith, postForm } from './support/client.ts'
import { wirePassword } from '../server/identity/secrets.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import { absentId } from './support/values.ts'

const HIDES_DESCRIPTION = {
  roleCode: 'HIDES',
  roleName: 'HIDES',
  roleDescription: '',
  menus: 'all',
  urls: 'all',
  hiddenButtons: [],
  hiddenFields: [{ menu: 'sysorg', fields: ['orgDescription'] }],
} as const

let server: TestServer
let tenant: BuiltTenant
let older: Client
let ours: Client
let hider: Client
const ids: Record<string, string> = {}

async function signInAs(client: string, username: string): Promise<Client> {
  const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
    ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: client },
    ...{ tenantCode: tenant.code, username, password: wirePassword(PASSWORD) },
  })
  return clientWith(server.url, data.access_token, data.refresh_token)
}

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [HIDES_DESCRIPTION],
    users: [buildUser({ username: 'hider', roles: ['HIDES'] }), buildUser({ username: 'assigned' })],
  })
  ;[older, ours, hider] = await Promise.all([signInAs('browser', 'admin'), signInAs('ui', 'admin'), signInAs('browser', 'hider')])
  const first = async (path: string, query: Record<string, string> = {}) =>
    (await ours.get<{ list: Record<string, string>[] }>(path, query)).data.list[0] ?? {}
  Object.assign(ids, {
    url: (await first('/api/admin/sysurl/querySysUrl', { url: '/admin/sysuser/querySysUser' }))['id'],
    menu: (await first('/api/admin/sysmenu/querySysMenu', { menuCode: 'sysuser' }))['id'],
    param: (await first('/api/admin/sysparam/querySysParam', { paramKey: 'upload.maxMegabytes' }))['id'],
    name: (await first('/api/admin/sysparam/querySysParam', { paramKey: 'upload.maxMegabytes' }))['paramName'],
    value: (await first('/api/admin/sysparam/querySysParam', { paramKey: 'upload.maxMegabytes' }))['paramValue'],
    province: digits(),
    post: `post-${tenant.code}`,
    role: tenant.roles['ROLE_VIEWER'],
    root: tenant.organisations['root'],
    created: (await first('/api/admin/sysorg/querySysOrg', { orgName: 'root' }))['createTime'],
    user: tenant.users['assigned'],
  })
  const province = { regionName: name(), regionCode: ids['province'], regionType: 'province', parentId: '0' }
  expect((await ours.post('/api/admin/sysregion/addSysRegion', province)).http).toBe(200)
})
afterAll(() => server.stop())

const name = () => `x${unique()}`
const digits = () => String(Number.parseInt(unique(), 16)).padStart(10, '1')

/** Status in the body of the older client, and of HTTP for everybody else; `undefined` in `others` where both are answered alike. */
interface Line {
  readonly page: string
  readonly why: string
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  readonly body: () => Record<string, unknown>
  readonly others?: number
}
const ROW = { id: '7f', version: 3, url: '/x', description: 'x' }

const taken: Line[] = [
  ...[0, '0', '', null].map((parentId) => ({
    page: 'sysorg',
    why: `a root is ${JSON.stringify(parentId)}`,
    method: 'post' as const,
    path: '/api/admin/sysorg/addSysOrg',
    body: () => ({ orgName: name(), orgType: 'team', parentId }),
    ...(parentId === null ? { others: 422 } : {}),
  })),
  {
    page: 'syspost',
    why: 'a code is a number, and the tree is told in words of its own',
    method: 'post',
    path: '/api/admin/syspost/addSysPost',
    body: () => ({ postName: name(), postCode: Number(digits()), parentId: 0, parentIdCn: '', expanded: true }),
    others: 422,
  },
  {
    page: 'sysdict',
    why: 'a root is 0',
    method: 'post',
    path: '/api/admin/sysdict/addSysDict',
    body: () => ({ dictName: 'x', dictValue: 'x', dictType: name(), dictSequence: 1, parentId: 0 }),
  },
  ...[0, null].map((parentRegionCode) => ({
    page: 'sysregion',
    why: `a root is ${JSON.stringify(parentRegionCode)}, by code`,
    method: 'post' as const,
    path: '/api/admin/sysregion/addSysRegion',
    body: () => ({ regionName: name(), regionCode: digits(), regionType: 'region', parentRegionCode }),
  })),
  {
    page: 'sysregion',
    why: 'codes are numbers',
    method: 'post',
    path: '/api/admin/sysregion/addSysRegion',
    body: () => ({
      regionName: name(),
      regionCode: Number(digits()),
      regionType: 'city',
      parentRegionCode: Number(ids['province']),
      children: [],
    }),
    others: 422,
  },
  {
    page: 'sysparam',
    why: 'a parameter of the product comes back as it was read',
    method: 'put',
    path: '/api/admin/sysparam/updateSysParam',
    body: () => ({
      ...{ id: ids['param'], paramName: ids['name'], paramKey: 'upload.maxMegabytes', paramValue: ids['value'] },
      _index: 4,
    }),
    others: 422,
  },
  {
    page: 'sysorg',
    why: 'a row comes back whole, as it was read',
    method: 'put',
    path: '/api/admin/sysorg/updateSysOrg',
    body: () => ({ id: ids['root'], orgTypeCn: 'x', createTime: ids['created'], orgDescription: 'whole' }),
    others: 422,
  },
  {
    page: 'sysrole',
    why: 'URLs of a role come with the last row of the table',
    method: 'post',
    path: '/api/admin/sysurl/authorizeUrlToRole',
    body: () => ({ ...ROW, roleId: ids['role'], urlId: [ids['url']] }),
    others: 422,
  },
  {
    page: 'sysurl',
    why: 'roles of a URL come with its row',
    method: 'post',
    path: '/api/admin/sysurl/authorizeRoleToUrl',
    body: () => ({ ...ROW, urlId: ids['url'], roleId: [ids['role']] }),
    others: 422,
  },
  {
    page: 'sysrole',
    why: 'menus are ticked along with their buttons',
    method: 'post',
    path: '/api/admin/sysmenu/authorizeMenuButtonToRole',
    body: () => ({ roleCode: 'ROLE_VIEWER', roleId: ids['role'], menuId: [], menuButton: [ids['menu'], 'sysuser:delete'] }),
    others: 422,
  },
  {
    page: 'sysuser',
    why: 'a post is given by its code',
    method: 'post',
    path: '/api/admin/sysuserpost/addSysUserPost',
    body: () => ({ userId: ids['user'], postCode: ids['post'], postType: 1, status: 1 }),
  },
  {
    page: 'sysuser',
    why: 'nobody is chosen yet',
    method: 'get',
    path: '/api/admin/sysuserpost/querySysUserPost',
    body: () => ({ userId: '00000001' }),
    others: 422,
  },
  {
    page: 'notification',
    why: 'the publisher is oneself, and moments are of ISO 8601',
    method: 'post',
    path: '/api/notification/notification/addNotification',
    body: () => ({
      ...{ title: name(), content: '<p>x</p>', type: 'message', priority: 'low', username: [], publisher: 'admin' },
      ...{ startTime: '2026-01-31T16:00:00.000Z', endTime: '2036-02-01T00:00:00+08:00' },
    }),
    others: 422,
  },
  {
    page: 'sysuser',
    why: 'a new one with numbers for texts, and with fields of its table',
    method: 'post',
    path: '/api/admin/sysuser/addSysUser',
    body: () => ({
      ...newUser(tenant, { prefix: 86, mobile: Number(uniqueMobile()), nickname: name() }),
      ...{ version: 1, statusCn: 'x', orgIdCn: 'x', createTime: '2001-01-01 00:00:00' },
    }),
    others: 422,
  },
  {
    page: 'appclient',
    why: 'a new one with fields of its table, and without a secret of its own choice',
    method: 'post',
    path: '/api/uaa/appclient/addAppClient',
    body: () => ({
      ...{ clientCode: name(), clientDescription: 'x', clientType: 'confidential', authType: 'client_credentials', authScope: 'profile' },
      ...{ fallbackUrl: 'https://example.com/', tokenSeconds: 600, refreshSeconds: 600, firstParty: 0, status: 1 },
      ...{ roleId: [ids['role']], version: 1, statusCn: 'x', createTime: '2001-01-01 00:00:00' },
    }),
    others: 422,
  },
  {
    page: 'chart',
    why: 'products are asked for with whatever such a client sends along',
    method: 'get',
    path: '/api/chart/chart/queryProduct',
    body: () => ({ currentPage: '1', pageSize: '10', type: 'bar' }),
  },
]

const refused: Line[] = [
  {
    page: 'sysorg',
    why: 'a slip of the pen',
    method: 'post',
    path: '/api/admin/sysorg/addSysOrg',
    body: () => ({ orgName: name(), orgType: 'team', parentId: 0, orgDescripton: 'x' }),
  },
  {
    page: 'sysorg',
    why: 'another spelling',
    method: 'put',
    path: '/api/admin/sysorg/updateSysOrg',
    body: () => ({ id: ids['root'], org_name: 'x' }),
  },
  {
    page: 'sysorg',
    why: 'a change of what cannot be changed',
    method: 'put',
    path: '/api/admin/sysorg/updateSysOrg',
    body: () => ({ id: ids['root'], createTime: '2020-01-01 00:00:00' }),
  },
  {
    page: 'sysparam',
    why: 'another name of a parameter of the product',
    method: 'put',
    path: '/api/admin/sysparam/updateSysParam',
    body: () => ({ id: ids['param'], paramName: 'mine', paramValue: ids['value'] }),
    others: 409,
  },
  {
    page: 'sysuser',
    why: 'a password that a change does not take',
    method: 'put',
    path: '/api/admin/sysuser/updateSysUser',
    body: () => ({ id: ids['user'], nickname: 'x', password: wirePassword('another') }),
  },
  {
    page: 'sysuser',
    why: 'a password that is no MD5',
    method: 'post',
    path: '/api/admin/sysuser/addSysUser',
    body: () => newUser(tenant, { password: 'plain' }),
  },
  {
    page: 'sysuser',
    why: 'a name that is taken',
    method: 'post',
    path: '/api/admin/sysuser/addSysUser',
    body: () => newUser(tenant, { username: 'admin' }),
    others: 409,
  },
  {
    page: 'sysuser',
    why: 'a post of no such code',
    method: 'post',
    path: '/api/admin/sysuserpost/addSysUserPost',
    body: () => ({ userId: ids['user'], postCode: 'none', postType: 2, status: 1 }),
  },
  {
    page: 'sysorg',
    why: 'a row that is gone',
    method: 'put',
    path: '/api/admin/sysorg/updateSysOrg',
    body: () => ({ id: absentId(), orgDescription: 'x' }),
    others: 404,
  },
  {
    page: 'sysorg',
    why: 'a condition that a deletion does not take',
    method: 'post',
    path: '/api/admin/sysorg/deleteSysOrg',
    body: () => ({ id: ids['root'], orgType: 'team' }),
  },
  {
    page: 'appclient',
    why: 'a secret of their own choice',
    method: 'post',
    path: '/api/uaa/appclient/addAppClient',
    body: () => ({
      ...{ clientCode: 'app', clientDescription: 'x', clientType: 'confidential', authType: 'client_credentials', authScope: 'profile' },
      ...{ fallbackUrl: 'https://example.com/', tokenSeconds: 600, refreshSeconds: 600, firstParty: 0, status: 1, clientSecret: 'mine' },
    }),
  },
]

const ask = (client: Client, { method, path, body }: Line, headers: Record<string, string> = {}): Promise<Answer> =>
  client[method](path, body() as Record<string, string>, headers)
const titled = (lines: readonly Line[]) => lines.map((line): [string, Line] => [`${line.page}: ${line.why}`, line])

describe('an older client', () => {
  it.each(titled(taken))('is understood on %s', async (_title, line) => {
    const other = line.others && (await ask(ours, line))
    if (other) expect(other.http, JSON.stringify(other)).toBe(line.others)
    const answer = await ask(older, line)
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, code: 200, status: 200, message: 'success' })
  })

  it.each(titled(refused))('is told in its body what is refused on %s, and nobody else is', async (_title, line) => {
    const status = line.others ?? 422
    const sentences = await Promise.all(
      ['en', 'zh-CN', 'zh-TW'].map(async (language) => {
        const headers = { 'accept-language': language }
        const [answer, other] = [await ask(older, line, headers), await ask(ours, line, headers)]
        expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, status, data: null })
        expect(answer).not.toHaveProperty('code')
        expect(other, JSON.stringify(other)).toMatchObject({ http: status, code: status, status, data: null })
        // What stands at the field stands in the sentence, which is all that such a client shows.
        for (const { message } of answer.errors ?? []) expect(answer.message).toContain(message)
        return answer.message
      }),
    )
    expect(new Set(sentences).size, sentences.join(' | ')).toBe(3)
  })

  it('keeps what was meant and nothing else of what it sends', async () => {
    const orgName = name()
    const added = await older.post<{ id: string }>('/api/admin/sysorg/addSysOrg', {
      ...{ orgName, orgType: 'team', parentId: 0, version: 9, createTime: '2001-01-01 00:00:00' },
      ...{ tenantId: absentId(), tenant_id: absentId(), built_in: true },
    })
    expect(added, JSON.stringify(added)).toMatchObject({ status: 200, data: { version: 1 } })
    const { data } = await ours.get<{ list: Record<string, unknown>[] }>('/api/admin/sysorg/querySysOrg', { orgName })
    expect(data.list).toEqual([expect.objectContaining({ orgName, parentId: '0', version: 1 })])
    expect(data.list[0]?.['createTime']).not.toBe('2001-01-01 00:00:00')
  })

  it('adds somebody who signs in with the password it gave, and an application whose secret it is told once', async () => {
    const user = newUser(tenant, { nickname: name(), version: 1, statusCn: 'x' })
    expect(await older.post('/api/admin/sysuser/addSysUser', user)).toMatchObject({ http: 200, status: 200 })
    expect((await signInAs('browser', user['username'] as string)).token).toMatch(/^\S{20,}$/)
    const app = taken.find(({ path }) => path.endsWith('/addAppClient')) as Line
    const added = await ask(older, app)
    const secret = (added.data as { clientSecret?: string }).clientSecret
    expect(secret, JSON.stringify(added)).toMatch(/^\S{20,}$/)
    const listed = await older.get<{ list: object[] }>('/api/uaa/appclient/queryAppClient', { pageSize: 100 })
    expect(listed.data.list.length).toBeGreaterThan(0)
    expect(JSON.stringify(listed)).not.toContain(secret)
  })

  it('learns and changes nothing of a hidden field: it is ignored like one that does not exist', async () => {
    const body = { id: ids['root'], orgSequence: 7 }
    const path = '/api/admin/sysorg/updateSysOrg'
    await ours.put(path, { id: ids['root'], orgDescription: 'hidden text' })
    const [hidden, wrong, unknown] = [
      await hider.put(path, { ...body, orgDescription: 'overwritten' }),
      await hider.put(path, { ...body, orgDescription: 'x'.repeat(10_000) }),
      await hider.put(path, { ...body, noSuchThing: 'overwritten' }),
    ]
    for (const { http, status } of [hidden, wrong, unknown]) expect([http, status]).toEqual([200, 200])
    // A slip of a name that is hidden is nobody's name.
    expect((await hider.put(path, { ...body, orgDescripton: 'x' })).status).toBe(200)
    const { data } = await ours.get<{ list: Record<string, unknown>[] }>('/api/admin/sysorg/querySysOrg', { orgName: 'root' })
    expect(data.list.find(({ id }) => id === ids['root'])).toMatchObject({ orgDescription: 'hidden text', orgSequence: 7 })
  })

  it('has the lists of a few calls as it wants them, and everybody else as before', async () => {
    const list = expect.arrayContaining([expect.objectContaining({})])
    for (const [path, query] of [
      ['/api/notification/notification/queryNotificationType', {}],
      ['/api/notification/notification/queryNotificationPriority', {}],
      ['/api/admin/sysorg/queryOrgUserTree', {}],
      ['/api/admin/sysorg/queryModelOrgUserTree', {}],
    ] as const) {
      expect((await older.get(path, query)).data, path).toEqual(list)
      expect((await ours.get(path, query)).data, path).toMatchObject({ list })
    }
    const dictType = name()
    const entry = { dictName: 'x', dictValue: 'x', dictType, dictSequence: 1 }
    const parent = await ours.post<{ id: string }>('/api/admin/sysdict/addSysDict', { ...entry, parentId: '0' })
    await ours.post('/api/admin/sysdict/addSysDict', { ...entry, dictName: 'member', dictValue: 'm', parentId: parent.data.id })
    for (const [path, query] of [
      ['/api/admin/sysurl/queryUrlIdByRoleId', { roleId: ids['role'] as string }],
      ['/api/admin/sysdict/queryDictByDictType', { dictType }],
    ] as const) {
      const { data } = await ours.get<unknown[]>(path, query)
      expect(data.length, path).toBeGreaterThan(0)
      expect(JSON.parse(String((await older.get(path, query))['text'])), path).toEqual(data)
    }
  })

  it('has all names of users to choose from, for it asks once', async () => {
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      const kept = await tx.first(build.selectFrom('users').selectAll().where('username', '=', 'assigned'))
      const others = Array.from({ length: 101 }, (_, at) => ({
        ...kept,
        ...{ id: newId(), username: `name-${at}`, email: `${at}@x.example`, mobile: String(13_900_000_000 + at) },
      }))
      await tx.run(build.insertInto('users').values(others as never))
    })
    const path = '/api/admin/sysuser/queryUsername'
    expect((await older.get<object[]>(path, { username: 'name-' })).data.length).toBe(101)
    expect((await ours.get<object[]>(path, { username: 'name-' })).data.length).toBe(100)
  })

  it('knows regions by their codes, in the tree as in the rows', async () => {
    interface Node {
      id: string
      value: string
      label: string
      parentId: string
      children?: Node[]
    }
    const [city, path] = [digits(), '/api/admin/sysregion/querySysRegionTree']
    const added = { regionName: name(), regionCode: city, regionType: 'city', parentRegionCode: ids['province'] }
    expect((await older.post('/api/admin/sysregion/addSysRegion', added)).status).toBe(200)
    const provinceOf = async (client: Client, label?: string) =>
      (await client.get<{ list: Node[] }>(path)).data.list.find((node) => node.value === ids['province'] || node.label === label)
    const theirs = await provinceOf(older)
    expect(theirs).toMatchObject({ id: ids['province'], value: ids['province'], parentId: '0' })
    expect(theirs?.children).toContainEqual(expect.objectContaining({ id: city, value: city, parentId: ids['province'] }))
    // Everybody else knows them by their ids.
    const own = await provinceOf(ours, theirs?.label)
    expect(own?.children?.map(({ parentId }) => parentId)).toContain(own?.id)
    expect(own?.id).not.toBe(ids['province'])
  })

  it('keeps the status of HTTP where it is not a wish that is refused', async () => {
    const viewer = await signInAs('browser', 'viewer')
    const [org, users] = ['/api/admin/sysorg', '/api/admin/sysuser']
    const answers: [string, Answer, number][] = [
      ['no right', await viewer.post(`${org}/addSysOrg`, {}), 403],
      ['no session', await call(server.url, 'POST', `${org}/addSysOrg`, { body: {} }), 401],
      ['a bad token', await clientWith(server.url, 'x'.repeat(43)).post(`${org}/addSysOrg`, {}), 401],
      ['a wrong password', await postForm(server.url, '/api/uaa/oauth/token', wrongSignIn()), 401],
      ['no such call', await older.post('/api/admin/nothing', {}), 404],
      ['a body that is none', await older.post(`${org}/addSysOrg`, [1]), 400],
      ['a list', await older.get(`${users}/querySysUser`, { status: 'maybe' }), 422],
      ['a file', await older.post(`${users}/exportSysUser`, { status: 'maybe' }), 422],
    ]
    for (const [why, answer, status] of answers) expect([why, answer.http, answer.status]).toEqual([why, status, status])
    expect(answers[2]?.[1].code).toBe(50008)
  })

  function wrongSignIn() {
    return {
      ...{ grant_type: 'password', client_id: 'browser', tenantCode: tenant.code },
      ...{ username: 'viewer', password: wirePassword('wrong') },
    }
  }

  it('is one for as long as its session goes on, and nobody else of the same person is', async () => {
    const gone = (token: string) => clientWith(server.url, token).put('/api/admin/sysorg/updateSysOrg', { id: absentId() })
    const first = await signInAs('browser', 'admin')
    const renewed = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
      ...{ grant_type: 'refresh_token', client_id: 'browser', refresh_token: first.refreshToken },
    })
    expect((await gone(renewed.data.access_token)).http).toBe(200)
    const acting = await clientWith(server.url, renewed.data.access_token).post<TokenAnswer>('/api/account/sysuserdetail/switchRole', {
      roleCode: 'ROLE_ADMIN',
    })
    expect(acting, JSON.stringify(acting)).toMatchObject({ http: 200 })
    expect((await gone(acting.data.access_token)).http).toBe(200)
    expect((await gone(ours.token)).http).toBe(404)
  })

  it('stands in the log with what became of its call', async () => {
    const orgName = name()
    await older.post('/api/admin/sysorg/addSysOrg', { orgName, orgType: 'no such type', parentId: 0 })
    await server.services.journal.flush()
    const rows = await server.services.transactions.inTenant(
      { tenantId: tenant.id },
      (tx) => tx.all(build.selectFrom('logs').select(['result', 'error', 'parameters']).where('url', '=', '/admin/sysorg/addSysOrg')),
      'read',
    )
    expect(rows.filter(({ parameters }) => JSON.stringify(parameters).includes(orgName))).toEqual([
      expect.objectContaining({ result: 'failed', error: 'request.invalid' }),
    ])
  })
})
