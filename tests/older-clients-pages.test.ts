/**
 * Calls as older clients of this family of APIs send them (docs/decisions/0092-older-clients.md), of pages that need the platform's operator or rows of their own: what
 * such a client has read comes back whole, with numbers where it has numbers and with what its tables and trees put beside it.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from './support/builders.ts'
import { PASSWORD, buildPlatform, buildTenant, buildUser, unique } from './support/builders.ts'
import type { Answer, Client, TokenAnswer } from './support/client.ts'
import { clientWith, postForm } from './support/client.ts'
import { wirePassword } from '../server/identity/secrets.ts'
import { storeBuiltIn } from '../server/seed/built-in.ts'
import type { TestServer } from './support/server.ts'
import { startServer } from './support/server.ts'
import { absentId } from './support/values.ts'

type Row = Record<string, unknown>

let server: TestServer
let tenant: BuiltTenant
let platform: BuiltTenant
/** Of the tenant and of the platform: as an older client, and as our own pages. */
let clients: Record<'older' | 'ours' | 'olderOperator' | 'operator', Client>

async function signInAs(client: string, { code }: BuiltTenant, username = 'admin'): Promise<Client> {
  const { data } = await postForm<TokenAnswer>(server.url, '/api/uaa/oauth/token', {
    ...{ scope: 'ui', grant_type: 'password', type: 'account', client_id: client },
    ...{ tenantCode: code, username, password: wirePassword(PASSWORD) },
  })
  return clientWith(server.url, data.access_token, data.refresh_token)
}

beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  tenant = await buildTenant(server, { users: [buildUser({ username: 'assigned' })] })
  await server.services.transactions.inPlatform('a test needs what comes with the product', (tx) => storeBuiltIn(tx))
  clients = {
    older: await signInAs('browser', tenant),
    ours: await signInAs('ui', tenant),
    olderOperator: await signInAs('browser', platform),
    operator: await signInAs('ui', platform),
  }
})
afterAll(() => server.stop())

const name = () => `x${unique()}`
const first = async (client: Client, path: string, query: Record<string, string>): Promise<Row> =>
  (await client.get<{ list: Row[] }>(path, query, { 'accept-language': 'en' })).data.list[0] ?? {}

const menu = () => ({
  ...{ menuName: 'Handbook', menuCode: name(), menuPath: `https://docs.example.com/${unique()}`, menuStatus: 1, parentId: 0 },
})
const menuOf = (menuCode: string) => first(clients.operator, '/api/admin/sysmenu/querySysMenu', { menuCode })
const addedMenu = async () => {
  const { menuCode, ...values } = menu()
  await clients.operator.post('/api/admin/sysmenu/addSysMenu', { menuCode, ...values })
  return menuOf(menuCode)
}

interface Line {
  readonly page: string
  readonly why: string
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  readonly body: () => Row | Promise<Row>
  /** Who has the page, if not the administrator of a tenant. */
  readonly who?: 'operator'
  /** The status of everybody else; absent: they are answered alike. */
  readonly others?: number
}

const taken: Line[] = [
  {
    page: 'sysmenu',
    why: 'a root is 0',
    method: 'post',
    path: '/api/admin/sysmenu/addSysMenu',
    body: menu,
    who: 'operator',
  },
  {
    page: 'sysmenu',
    why: 'a new one with what the tree and the table put beside it',
    method: 'post',
    path: '/api/admin/sysmenu/addSysMenu',
    body: () => ({ ...menu(), parentId: '0', menuStatusCn: 'x', createTime: '', children: [], expanded: true, level: 1 }),
    who: 'operator',
    others: 422,
  },
  {
    page: 'sysmenu',
    why: 'an own entry comes back whole, as it was read',
    method: 'put',
    path: '/api/admin/sysmenu/updateSysMenu',
    body: addedMenu,
    who: 'operator',
    others: 422,
  },
  {
    page: 'sysmenu',
    why: 'an entry of the product comes back whole, as it was read',
    method: 'put',
    path: '/api/admin/sysmenu/updateSysMenu',
    body: () => menuOf('sysuser'),
    who: 'operator',
    others: 422,
  },
  {
    page: 'sysmenu',
    why: 'the tree is asked for from the root',
    method: 'get',
    path: '/api/admin/sysmenu/querySysMenuTree',
    body: () => ({ parentId: '0', menuName: '' }),
  },
  {
    page: 'datapermission',
    why: 'the fields of a page that a role does not see come with the row of the table',
    method: 'post',
    path: '/api/admin/sysmenu/authorizeMenuDataToRole',
    body: () => ({ roleCode: 'ROLE_VIEWER', menuCode: 'sysuser', dataField: 'email, mobile', key: 1001, menuName: 'x', editable: true }),
    others: 422,
  },
  {
    page: 'datapermission',
    why: 'the fields of a page are read by its code',
    method: 'get',
    path: '/api/admin/sysmenu/queryDataFieldByMenuCode',
    body: () => ({ menuCode: 'sysuser', currentPage: '1', pageSize: '10' }),
  },
  {
    page: 'datapermission',
    why: 'what a role does not see is taken away by role and page',
    method: 'post',
    path: '/api/admin/sysmenu/deleteDataField',
    body: async () => {
      const row = { roleCode: 'ROLE_VIEWER', menuCode: 'sysuser' }
      await clients.ours.post('/api/admin/sysmenu/authorizeMenuDataToRole', { ...row, dataField: 'email' })
      return row
    },
  },
  {
    page: 'mynotification',
    why: 'filters are blank, and one says who asks',
    method: 'get',
    path: '/api/notification/notification/queryMyNotification',
    body: () => ({ currentPage: '1', pageSize: '10', title: '', type: '', priority: '', username: 'admin', userId: '1' }),
  },
  {
    page: 'workbench',
    why: 'the newest are asked for by their number',
    method: 'get',
    path: '/api/notification/notification/queryHeadNotification',
    body: () => ({ currentPage: '1', pageSize: '6' }),
  },
  {
    page: 'workbench',
    why: 'the menu is asked for from the root, which is a number',
    method: 'post',
    path: '/api/account/sysuserdetail/queryCurrentAuthority',
    body: () => ({ username: 'admin', userId: tenant.users['admin'], parentId: 0 }),
    others: 422,
  },
  {
    page: 'onlinesysuser',
    why: 'filters are blank, and numbers where ids are',
    method: 'get',
    path: '/api/admin/sysuser/queryOnlineSysUser',
    body: () => ({ currentPage: '1', pageSize: '10', username: '', nickname: '', mobile: '', status: '', orgId: '7', roleId: '' }),
    others: 422,
  },
  {
    page: 'onlinesysuser',
    why: 'a session is registered with what the client knows of it',
    method: 'post',
    path: '/api/admin/sysuser/registerNewSession',
    body: () => ({ username: 'admin', browser: 'Chrome', address: '127.0.0.1', loginTime: 1_767_225_600_000 }),
    others: 422,
  },
  {
    page: 'sysuser',
    why: 'roles of a user come with the row',
    method: 'post',
    path: '/api/admin/sysuser/authorizeRoleToUser',
    body: () => ({ id: 7, username: 'assigned', userId: tenant.users['assigned'], roleId: [tenant.roles['ROLE_VIEWER']], postCode: '' }),
    others: 422,
  },
  {
    page: 'profile',
    why: 'what is shown of oneself comes back whole, with a number of a telephone',
    method: 'put',
    path: '/api/account/sysuserdetail/updateSysUserDetail',
    body: () => ({
      id: tenant.users['admin'],
      nickname: 'Me',
      phone: 5_550_100,
      username: 'admin',
      roles: ['ROLE_ADMIN'],
      introduction: 'x',
    }),
    others: 422,
  },
  {
    page: 'systenant',
    why: 'the mark of a tenant comes with its row',
    method: 'put',
    path: '/api/admin/systenant/updateSysTenantByMark',
    body: () => ({ id: [tenant.id], mark: 0, tenantCode: tenant.code, contact: 'x' }),
    who: 'operator',
    others: 422,
  },
  {
    page: 'syslog',
    why: 'the mark of an entry comes with its row',
    method: 'put',
    path: '/api/admin/syslog/updateSysLogByMark',
    body: async () => {
      await server.services.journal.flush()
      const { id, title } = await first(clients.ours, '/api/admin/syslog/querySysLog', {})
      return { id: [id], mark: 1, title, operation: 'x' }
    },
    others: 422,
  },
  {
    page: 'logsystem',
    why: 'filters are blank',
    method: 'get',
    path: '/api/admin/logsystem/queryLogSystem',
    body: () => ({ currentPage: '1', pageSize: '10', title: '', userId: '' }),
    who: 'operator',
  },
  {
    page: 'upload-download',
    why: 'a folder has the number that the tree gave it, and the root is 0',
    method: 'post',
    path: '/api/file/file/addFolder',
    body: () => ({ id: 1000, originalFilename: name(), parentId: 0, isLeaf: false, fileType: '' }),
    others: 422,
  },
]

const refused: Line[] = [
  {
    page: 'sysmenu',
    why: 'another route of a page of the product',
    method: 'put',
    path: '/api/admin/sysmenu/updateSysMenu',
    body: async () => ({ id: (await menuOf('sysuser'))['id'], menuPath: '/elsewhere' }),
    who: 'operator',
    others: 409,
  },
  {
    page: 'datapermission',
    why: 'a condition that taking away does not take',
    method: 'post',
    path: '/api/admin/sysmenu/deleteDataField',
    body: () => ({ roleCode: 'ROLE_VIEWER', menuCode: 'sysuser', dataField: 'email' }),
  },
  {
    page: 'mynotification',
    why: 'one that is gone',
    method: 'post',
    path: '/api/notification/notification/readNotification',
    body: () => ({ id: absentId() }),
    others: 404,
  },
  {
    page: 'sysuser',
    why: 'a password for somebody who is gone',
    method: 'post',
    path: '/api/admin/sysuser/resetPassword',
    body: () => ({ id: absentId() }),
    others: 404,
  },
  {
    page: 'upload-download',
    why: 'another name of a file that is gone',
    method: 'post',
    path: '/api/file/file/updateFileName',
    body: () => ({ id: absentId(), originalFilename: 'x' }),
    others: 404,
  },
]

const ask = async (client: Client, { method, path, body }: Line, headers: Record<string, string> = {}): Promise<Answer> =>
  client[method](path, (await body()) as Record<string, string>, headers)
const sides = ({ who }: Line) =>
  who === 'operator' ? ([clients.olderOperator, clients.operator] as const) : ([clients.older, clients.ours] as const)
const titled = (lines: readonly Line[]) => lines.map((line): [string, Line] => [`${line.page}: ${line.why}`, line])

describe('an older client', () => {
  it.each(titled(taken))('is understood on %s', async (_title, line) => {
    const [older, ours] = sides(line)
    const other = await ask(ours, line)
    expect(other.http, JSON.stringify(other)).toBe(line.others ?? 200)
    const answer = await ask(older, line)
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, code: 200, status: 200, message: 'success' })
  })

  it.each(titled(refused))('is told in its body what is refused on %s, and nobody else is', async (_title, line) => {
    const [older, ours] = sides(line)
    const status = line.others ?? 422
    const [answer, other] = [await ask(older, line), await ask(ours, line)]
    expect(answer, JSON.stringify(answer)).toMatchObject({ http: 200, status, data: null })
    expect(answer).not.toHaveProperty('code')
    expect(other, JSON.stringify(other)).toMatchObject({ http: status, code: status, status, data: null })
  })

  it('keeps the names of the product in the other languages when a row comes back as it was read', async () => {
    const nameIn = async (language: string) =>
      (
        await clients.operator.get<{ list: Row[] }>(
          '/api/admin/sysmenu/querySysMenu',
          { menuCode: 'syspost' },
          { 'accept-language': language },
        )
      ).data.list[0]?.['menuName']
    const before = await Promise.all(['zh-CN', 'zh-TW', 'en'].map(nameIn))
    expect(new Set(before).size).toBeGreaterThan(1)
    const row = await menuOf('syspost')
    expect(row['menuName']).toBe(before[2])
    const path = '/api/admin/sysmenu/updateSysMenu'
    const sent = await clients.olderOperator.put(path, { ...row, menuSequence: 77 }, { 'accept-language': 'en' })
    expect(sent).toMatchObject({ http: 200, status: 200 })
    expect(await Promise.all(['zh-CN', 'zh-TW', 'en'].map(nameIn))).toEqual(before)
    expect((await menuOf('syspost'))['menuSequence']).toBe(77)
    // Another name is one's own, in every language.
    await clients.olderOperator.put(path, { id: row['id'], menuName: 'Mine' }, { 'accept-language': 'en' })
    expect(await Promise.all(['zh-CN', 'zh-TW', 'en'].map(nameIn))).toEqual(['Mine', 'Mine', 'Mine'])
  })
})
