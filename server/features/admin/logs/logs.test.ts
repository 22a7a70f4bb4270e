/** The log of operations: what is kept of each kind of call, for whom, and what of it is shown to whom. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { userPosts } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser, newUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { call, requestToken } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { absentId, addRow } from '../../../../tests/support/values.ts'

interface LogRow {
  id: string
  title: string
  subject: string | null
  logType: string
  logTypeCn: string
  username: string
  orgName: string
  result: string
  url: string
  address: string
  method: string
  duration: number
  marked: number
}
interface Detail {
  row: LogRow
  operationId: string
  error: string | null
  parameters: { name: string; label: string; value: string }[] | null
  differences: {
    noun: string
    rowId: string
    name: string
    verb: string
    visible: boolean
    changes: { field: string; fromCn: string; toCn: string }[]
  }[]
  more: number
}

const LIST = '/api/admin/syslog/querySysLog'
const DETAIL = '/api/admin/syslog/querySysLogDetail'
const USERS = '/api/admin/sysuser'

/** Roles that see everything but this; each has one user of the same name. */
const HIDDEN: Readonly<Record<string, RoleSeed['hiddenFields']>> = {
  NO_ROLES: [
    { menu: 'sysuser', fields: ['roleId'] },
    { menu: 'sysurl', fields: ['roleId'] },
  ],
  NO_ROLE_NAMES: [
    { menu: 'sysrole', fields: ['roleName'] },
    { menu: 'sysurl', fields: ['url'] },
    { menu: 'syspost', fields: ['postName'] },
  ],
  NO_NAMES: [{ menu: 'sysuser', fields: ['username', 'nickname'] }],
}

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  const noMobile = {
    roleCode: 'NO_MOBILE',
    roleName: 'x',
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields: [{ menu: 'sysuser', fields: ['mobile'] }],
  } as const
  const noUsers = {
    roleCode: 'NO_USERS',
    roleName: 'y',
    roleDescription: '',
    menus: 'all',
    urls: ['/admin/syslog/query*'],
    hiddenButtons: [],
    hiddenFields: [],
  } as const
  const hiders = Object.entries(HIDDEN).map(([code, hiddenFields]): RoleSeed => ({
    roleCode: code,
    roleName: `${code} name`,
    roleDescription: '',
    menus: 'all',
    urls: 'all',
    hiddenButtons: [],
    hiddenFields,
  }))
  tenant = await buildTenant(server, {
    roles: [noMobile, noUsers, ...hiders],
    users: [
      buildUser({ username: 'nomobile', roles: ['NO_MOBILE'] }),
      buildUser({ username: 'nousers', roles: ['NO_USERS'] }),
      ...Object.keys(HIDDEN).map((code) => buildUser({ username: code, roles: [code] })),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

async function logged(client: Client, query: Record<string, string | number> = {}): Promise<LogRow[]> {
  await server.services.journal.flush()
  return (await client.get<{ list: LogRow[] }>(LIST, { pageSize: 200, ...query })).data.list
}

/** The newest entry of a call. */
async function entry(url: string, client = admin): Promise<{ row: LogRow; detail: Detail }> {
  const [row] = await logged(client, { url })
  if (!row) throw new Error(`there is no entry for ${url}`)
  return { row, detail: (await client.get<Detail>(DETAIL, { id: row.id })).data }
}

describe('the log', () => {
  it('asks for a sign-in and a permission, and shows nothing of another tenant', async () => {
    const ids = (await logged(admin)).map((row) => row.id)
    expect(ids.length).toBeGreaterThan(0)
    for (const path of [
      LIST,
      DETAIL,
      '/api/admin/syslog/queryHistory',
      '/api/admin/syslog/verifyLog',
      '/api/admin/syslog/querySysLogOperationType',
    ]) {
      expect(await call(server.url, 'GET', path)).toMatchObject({ http: 401, code: 50008 })
      expect(await (await tenant.signIn('viewer')).get(path)).toMatchObject({ http: 403 })
    }
    const stranger = await other.signIn('admin')
    expect((await logged(stranger)).map((row) => row.id).filter((id) => ids.includes(id))).toEqual([])
    expect((await stranger.get(DETAIL, { id: ids[0] as string })).http).toBe(404)
    expect(await stranger.put('/api/admin/syslog/updateSysLogByMark', { id: ids })).toMatchObject({ http: 404 })
  })

  it('keeps who did what, from where, with which parameters and how it ended, and no password', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    const { row, detail } = await entry('/admin/sysuser/addSysUser')
    expect(row).toMatchObject({
      title: 'users',
      logType: 'add',
      username: 'admin',
      orgName: `${tenant.canary} root`,
      result: 'ok',
      method: 'POST',
      address: '127.0.0.1',
      marked: 0,
    })
    expect(detail.error).toBeNull()
    const parameters = Object.fromEntries((detail.parameters ?? []).map(({ name, value }) => [name, value]))
    expect(parameters).toMatchObject({ username: values['username'], mobile: values['mobile'] })
    expect(parameters).not.toHaveProperty('password')
    expect(detail.differences).toMatchObject([{ noun: 'users', rowId: id, name: values['username'], verb: 'add', visible: true }])
    expect(detail.differences[0]?.changes.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['username', 'mobile', 'roleId', 'orgId']),
    )
    expect(JSON.stringify(detail)).not.toContain(values['password'])
  })

  it('keeps a changed field with its value before and after, linked rows by name', async () => {
    const values = newUser(tenant, { status: 1 })
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    await admin.put(`${USERS}/updateSysUser`, { id, status: 0, orgId: tenant.organisations['team'], roleId: [tenant.roles['ROLE_VIEWER']] })
    const { detail } = await entry('/admin/sysuser/updateSysUser')
    expect(detail.differences).toHaveLength(1)
    const changes = Object.fromEntries(detail.differences[0]?.changes.map((change) => [change.field, change]) ?? [])
    expect(changes).toMatchObject({
      status: { from: 1, to: 0, fromCn: 'Normal', toCn: 'Disabled' },
      orgId: { fromCn: `${tenant.canary} branch`, toCn: `${tenant.canary} team`, to: tenant.organisations['team'] },
      roleId: { links: true, from: [tenant.roles['ROLE_OPERATOR']], to: [tenant.roles['ROLE_VIEWER']] },
    })
    expect(Object.keys(changes).sort()).toEqual(['orgId', 'roleId', 'status'])
  })

  it('keeps sign-ins that succeeded and failed, and sign-outs, but no renewals and no reads', async () => {
    await requestToken(server.url, tenant.code, 'editor', PASSWORD)
    await requestToken(server.url, tenant.code, 'editor', 'wrong-password')
    await requestToken(server.url, tenant.code, 'nobody-here', 'wrong-password')
    const editor = await tenant.signIn('editor')
    await editor.get(`${USERS}/querySysUser`)
    await call(server.url, 'POST', '/api/uaa/oauth/token', {
      body: { grant_type: 'refresh_token', client_id: 'ui', refresh_token: editor.refreshToken },
    })
    await call(server.url, 'POST', '/api/uaa/users/signOut', { headers: { authorization: `Bearer ${editor.token}` } })
    const signIns = await logged(admin, { logType: 'sign-in' })
    expect(
      signIns
        .filter((row) => row.username === 'editor')
        .map((row) => row.result)
        .sort(),
    ).toEqual(['ok', 'ok', 'refused'])
    expect(signIns.find((row) => row.username === 'nobody-here')).toMatchObject({ title: 'session', result: 'refused' })
    const failed = await admin.get<Detail>(DETAIL, { id: signIns.find((row) => row.username === 'nobody-here')?.id as string })
    expect(failed.data.error).toBe('Tenant, user name or password is wrong')
    expect((await logged(admin, { logType: 'query' })).filter((row) => row.result === 'ok')).toEqual([])
  })

  it('keeps calls that were refused and that failed, with the reason', async () => {
    const viewer = await tenant.signIn('viewer')
    await viewer.post(`${USERS}/deleteSysUser?id=${absentId()}`)
    expect((await entry('/admin/sysuser/deleteSysUser')).row).toMatchObject({ logType: 'delete', result: 'refused', username: 'viewer' })
    await viewer.get('/api/admin/sysrole/querySysRole')
    expect((await entry('/admin/sysrole/querySysRole')).row).toMatchObject({ logType: 'query', result: 'refused', username: 'viewer' })
    await admin.put(`${USERS}/updateSysUser`, { id: absentId(), nickname: 'x' })
    const { row, detail } = await entry('/admin/sysuser/updateSysUser')
    expect(row).toMatchObject({ result: 'failed' })
    expect(detail).toMatchObject({ error: 'The record does not exist', differences: [] })
  })

  it('shows no value of a field that the caller does not see, in parameters or in differences', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    const blind = await tenant.signIn('nomobile')
    const { detail } = await entry('/admin/sysuser/addSysUser', blind)
    expect(detail.differences[0]?.rowId).toBe(id)
    expect(JSON.stringify(detail)).not.toContain(String(values['mobile']))
    expect(detail.parameters?.map(({ name }) => name)).toContain('email')
    // A change of nothing but what is hidden is no change to them.
    await admin.put(`${USERS}/updateSysUser`, { id, mobile: String(values['mobile']).replace(/^139/, '138') })
    expect((await entry('/admin/sysuser/updateSysUser', blind)).detail).toMatchObject({ differences: [] })
  })

  it('shows none in the parameters of calls that are about no noun either, however deep', async () => {
    const mobile = `139${Date.now() % 100_000_000}`
    expect(
      (
        await admin.post('/api/account/listview/addListView', {
          page: 'users',
          viewName: unique(),
          state: { filters: { mobile, createTimeStart: '2026-01-01 00:00:00' }, look: {} },
        })
      ).http,
    ).toBe(200)
    const { detail: seen } = await entry('/account/listview/addListView')
    expect(JSON.stringify(seen.parameters)).toContain(mobile)
    const { detail } = await entry('/account/listview/addListView', await tenant.signIn('nomobile'))
    expect(JSON.stringify(detail)).not.toContain(mobile)
    expect(JSON.stringify(detail.parameters)).toContain('createTimeStart')
    await requestToken(server.url, tenant.code, 'editor', PASSWORD)
    const nameless = await tenant.signIn('NO_NAMES')
    const signedIn = await entry('/uaa/oauth/token', nameless)
    expect(signedIn.detail.parameters?.map(({ name }) => name)).toContain('tenantCode')
    expect(signedIn.detail.parameters?.map(({ name }) => name)).not.toContain('username')
  })

  it('names nobody to whoever does not see the names of users, in the list or in a search', async () => {
    await requestToken(server.url, tenant.code, 'editor', PASSWORD)
    const nameless = await tenant.signIn('NO_NAMES')
    const rows = await logged(nameless)
    expect(rows.length).toBeGreaterThan(3)
    expect(rows.filter((row) => 'username' in row)).toEqual([])
    expect((await logged(nameless, { username: 'no such name' })).length, 'a filter by it is none').toBeGreaterThan(3)
    expect(await logged(admin, { username: 'no such name' })).toEqual([])
  })

  it('names the record that was changed, to whoever sees its name and something of the change', async () => {
    const values = newUser(tenant)
    const { id } = (await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)).data
    await admin.put(`${USERS}/updateSysUser`, { id, mobile: String(values['mobile']).replace(/^139/, '138') })
    await admin.post(`${USERS}/deleteSysUser?id=${id}`)
    const subjects = async (client: Client) => (await logged(client, { title: 'users' })).slice(0, 3).map(({ subject }) => subject)
    expect(await subjects(admin)).toEqual([values['username'], values['username'], values['username']])
    expect(await subjects(await tenant.signIn('nomobile')), 'the change is hidden').toEqual([values['username'], null, values['username']])
    for (const name of ['NO_NAMES', 'nousers']) expect(await subjects(await tenant.signIn(name)), name).toEqual([null, null, null])
  })

  it('names a record whose name only the view makes that it is read from', async () => {
    const { id } = await addRow(admin, userPosts)
    const { list } = (await admin.get<{ list: { postName: string }[] }>('/api/admin/sysuserpost/querySysUserPost', { id })).data
    const [latest] = await logged(admin, { title: 'user-posts' })
    expect(latest?.subject).toBe(list[0]?.postName)
    expect(latest?.subject).toBeTruthy()
  })

  it('tells somebody who may not list a noun only that there was a change', async () => {
    await admin.post(`${USERS}/addSysUser`, newUser(tenant))
    const { detail } = await entry('/admin/sysuser/addSysUser', await tenant.signIn('nousers'))
    expect(detail.parameters).toBeNull()
    expect(detail.differences).toMatchObject([{ noun: 'users', visible: false, changes: [] }])
  })

  it('filters by each of its columns, and is in the order of time', async () => {
    const rows = await logged(admin)
    expect(rows.length).toBeGreaterThan(8)
    expect((await logged(admin, { result: 'refused' })).every((row) => row.result === 'refused')).toBe(true)
    expect((await logged(admin, { username: 'VIEW' })).every((row) => row.username === 'viewer')).toBe(true)
    expect((await logged(admin, { title: 'session' })).map((row) => row.title)).toContain('session')
    expect(await logged(admin, { address: '10.1.2.3' })).toEqual([])
    expect(await logged(admin, { createTimeStart: '2100-01-01 00:00:00' })).toEqual([])
    expect(await admin.get(LIST, { logType: 'nonsense' })).toMatchObject({ http: 422, errors: [{ field: 'logType' }] })
  })

  it('marks entries and takes the mark away, all or none', async () => {
    const [first, second] = (await logged(admin)).map((row) => row.id) as [string, string]
    const mark = (body: object) => admin.put('/api/admin/syslog/updateSysLogByMark', body)
    expect(await mark({ id: [first, absentId()] })).toMatchObject({ http: 404 })
    expect(await logged(admin, { marked: 1 })).toEqual([])
    expect(await mark({ id: `${first},${second}` })).toMatchObject({ http: 200 })
    expect((await logged(admin, { marked: 1 })).map((row) => row.id).sort()).toEqual([first, second].sort())
    expect(await mark({ id: [first, second], mark: 0 })).toMatchObject({ http: 200 })
    expect(await logged(admin, { marked: 1 })).toEqual([])
  })

  it('is exported under both of its names, with the filters and without hidden fields', async () => {
    for (const path of ['/api/admin/syslog/exportSysLog', '/api/admin/syslog/exportExcelSysLog']) {
      const answer = await fetch(`${server.url}${path}?result=refused`, {
        method: 'POST',
        headers: { authorization: `Bearer ${admin.token}` },
      })
      expect(answer.status, path).toBe(200)
      expect(answer.headers.get('content-type')).toContain('spreadsheetml')
      expect((await answer.arrayBuffer()).byteLength).toBeGreaterThan(1000)
    }
    expect((await entry('/admin/syslog/exportExcelSysLog')).row).toMatchObject({ title: 'logs', logType: 'export', result: 'ok' })
  })

  it('names the kinds of operations in the language of the caller', async () => {
    const { data } = await admin.get<{ list: { name: string; value: string }[] }>(
      '/api/admin/syslog/querySysLogOperationType',
      {},
      { 'accept-language': 'zh-CN' },
    )
    expect(data.list).toEqual(
      expect.arrayContaining([
        { name: '新增', value: 'add' },
        { name: '登录', value: 'sign-in' },
      ]),
    )
  })
})

describe('the history of a record', () => {
  interface Entry {
    id: string
    time: string
    user: string | null
    verb: string
    changes: { field: string; label: string; from: unknown; to: unknown; fromCn: string; toCn: string }[]
  }
  const historyOf = (client: Client, noun: string, id: string) =>
    client.get<{ list: Entry[]; before: string | null }>('/api/admin/syslog/queryHistory', { noun, id })

  it('tells every change, the latest first, by whom, from what to what', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    await (await tenant.signIn('editor')).put(`${USERS}/updateSysUser`, { id, nickname: 'second', roleId: [tenant.roles['ROLE_OPERATOR']] })
    await admin.put(`${USERS}/updateSysUser`, { id, roleId: [tenant.roles['ROLE_OPERATOR'], tenant.roles['ROLE_VIEWER']] })
    await admin.post(`${USERS}/deleteSysUser?id=${id}`)
    const { data } = await historyOf(admin, 'users', id)
    const nameless = await historyOf(await tenant.signIn('NO_NAMES'), 'users', id)
    expect(nameless.data.list.flatMap(({ user }) => user ?? [])).toEqual([])
    expect(data.list.map(({ verb, user }) => [verb, user])).toEqual([
      ['delete', `${tenant.canary} · admin`],
      ['update', `${tenant.canary} · admin`],
      ['update', 'editor'],
      ['add', `${tenant.canary} · admin`],
    ])
    expect(data.list[1]?.changes).toMatchObject([{ field: 'roleId', label: 'Roles', from: [], to: [tenant.roles['ROLE_VIEWER']] }])
    expect(data.list[2]?.changes).toEqual([
      {
        field: 'nickname',
        label: 'Nickname',
        links: false,
        from: values['nickname'],
        to: 'second',
        fromCn: values['nickname'],
        toCn: 'second',
      },
    ])
    expect(JSON.stringify(data)).not.toMatch(/argon2|password/i)
    expect(data.before).toBeNull()
  })

  it('names a linked row that has been deleted since', async () => {
    const name = `org ${unique()}`
    const { data: org } = await admin.post<{ id: string }>('/api/admin/sysorg/addSysOrg', {
      orgName: name,
      orgType: 'team',
      parentId: tenant.organisations['root'],
    })
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, newUser(tenant, { orgId: org.id }))
    await admin.put(`${USERS}/updateSysUser`, { id, orgId: tenant.organisations['branch'] })
    expect((await admin.post(`/api/admin/sysorg/deleteSysOrg?id=${org.id}`)).http).toBe(200)
    expect((await historyOf(admin, 'users', id)).data.list[0]?.changes).toMatchObject([
      { field: 'orgId', fromCn: name, toCn: `${tenant.canary} branch` },
    ])
  })

  it('needs the right to list the noun, and tells nothing of a hidden field or of another tenant', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, values)
    expect(await historyOf(await tenant.signIn('nousers'), 'users', id)).toMatchObject({ http: 403 })
    const seen = await historyOf(await tenant.signIn('nomobile'), 'users', id)
    expect(seen.data.list).toHaveLength(1)
    expect(JSON.stringify(seen)).not.toContain(String(values['mobile']))
    expect((await historyOf(await other.signIn('admin'), 'users', id)).data.list).toEqual([])
    expect(await admin.get('/api/admin/syslog/queryHistory', { noun: 'sessions', id })).toMatchObject({
      http: 422,
      errors: [{ field: 'noun' }],
    })
  })

  it('tells what a role was granted, whoever has it granted', async () => {
    const { data: role } = await admin.post<{ id: string }>('/api/admin/sysrole/addSysRole', {
      roleCode: `R_${unique()}`,
      roleName: unique(),
    })
    const url = '/admin/sysorg/addSysOrg'
    const {
      data: {
        list: [row],
      },
    } = await admin.get<{ list: { id: string }[] }>('/api/admin/sysurl/querySysUrl', { url })
    expect((await admin.post('/api/admin/sysurl/authorizeUrlToRole', { roleId: role.id, urlId: [row?.id] })).http).toBe(200)
    const [latest] = (await historyOf(admin, 'roles', role.id)).data.list
    expect(latest).toMatchObject({
      user: `${tenant.canary} · admin`,
      verb: 'update',
      changes: [{ field: 'urls', links: true, from: [], to: [row?.id], toCn: url }],
    })
    expect((await entry('/admin/sysurl/authorizeUrlToRole')).detail.differences).toMatchObject([{ noun: 'roles', rowId: role.id }])
    // Who holds a call is told by the field of the URL, and hidden with it; its path is a field as well.
    expect(JSON.stringify((await historyOf(await tenant.signIn('NO_ROLES'), 'roles', role.id)).data)).not.toContain(String(row?.id))
    expect(JSON.stringify((await historyOf(await tenant.signIn('NO_ROLE_NAMES'), 'roles', role.id)).data)).not.toContain(url)
  })

  it('tells no link that is hidden, and no hidden name of what is linked', async () => {
    const postCode = `post-${tenant.code}`
    const {
      data: {
        list: [post],
      },
    } = await admin.get<{ list: { id: string }[] }>('/api/admin/syspost/querySysPost', { postCode })
    const {
      data: { id },
    } = await admin.post<{ id: string }>(`${USERS}/addSysUser`, newUser(tenant))
    await admin.put(`${USERS}/updateSysUser`, { id, roleId: [tenant.roles['NO_MOBILE']] })
    const update = '/admin/sysuser/updateSysUser'
    expect((await admin.post('/api/admin/sysuserpost/addSysUserPost', { userId: id, postId: post?.id, postType: 2, status: 1 })).http).toBe(
      200,
    )
    expect((await admin.post(`${USERS}/authorizeRoleToUser`, { userId: id, roleId: [tenant.roles['NO_USERS']], postCode })).http).toBe(200)
    const fieldsOf = async (client: Client) =>
      (await historyOf(client, 'users', id)).data.list.flatMap(({ changes }) => changes.map(({ field }) => field))
    expect(await fieldsOf(admin)).toEqual(expect.arrayContaining(['roleId', 'postRoles', 'nickname']))

    const noRoles = await tenant.signIn('NO_ROLES')
    expect(await fieldsOf(noRoles)).toContain('nickname')
    const hidden = [
      await historyOf(noRoles, 'users', id),
      (await entry(update, noRoles)).detail,
      (await entry('/admin/sysuser/authorizeRoleToUser', noRoles)).detail.differences,
    ]
    for (const answer of hidden)
      for (const role of ['NO_MOBILE', 'NO_USERS', 'ROLE_OPERATOR']) expect(JSON.stringify(answer)).not.toContain(tenant.roles[role])

    const noNames = await tenant.signIn('NO_ROLE_NAMES')
    expect(await fieldsOf(noNames)).toEqual(expect.arrayContaining(['roleId', 'postRoles']))
    const named = JSON.stringify([
      (await historyOf(noNames, 'users', id)).data,
      (await entry(update, noNames)).detail.differences,
      (await entry('/admin/sysuser/authorizeRoleToUser', noNames)).detail.differences,
    ])
    for (const name of [`${tenant.canary} post`, '"x"', '"y', 'Operator']) expect(named).not.toContain(name)
  })

  it('is an operation of a noun for whoever may read it', async () => {
    const allowed = async (client: Client) => (await client.get<{ allowed: string[] }>(`${USERS}/querySysUser`)).data.allowed
    expect(await allowed(admin)).toContain('history')
    expect(await allowed(await tenant.signIn('viewer'))).not.toContain('history')
  })
})
