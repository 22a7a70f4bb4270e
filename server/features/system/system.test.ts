/** Posts, menus, dictionaries, regions and parameters: what is special about each, over HTTP. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../tests/support/builders.ts'
import { PASSWORD, buildPlatform, buildTenant, newUser, unique } from '../../../tests/support/builders.ts'
import type { Client } from '../../../tests/support/client.ts'
import { call, requestToken, signIn } from '../../../tests/support/client.ts'
import type { TestServer } from '../../../tests/support/server.ts'
import { startServer } from '../../../tests/support/server.ts'
import { syncCatalogue } from '../../seed/catalogue.ts'
import { storeBuiltIn } from '../../seed/built-in.ts'
import { features } from '../../modules.ts'
import { wirePassword } from '../../identity/index.ts'

interface Row extends Record<string, unknown> {
  id: string
  version: number
  children?: Row[]
}
interface Listed {
  list: Row[]
  total: number
}

let server: TestServer
let platform: BuiltTenant
let tenant: BuiltTenant
let other: BuiltTenant
let operator: Client
let admin: Client
beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  tenant = await buildTenant(server)
  other = await buildTenant(server)
  await server.services.transactions.inPlatform('a test needs what comes with the product', (tx) => storeBuiltIn(tx))
  operator = await platform.signIn('admin')
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const all = (rows: readonly Row[]): Row[] => rows.flatMap((row) => [row, ...all(row.children ?? [])])
const rowsOf = async (client: Client, path: string, query: Record<string, string | number> = {}, language = 'en') =>
  all((await client.get<Listed>(path, { pageSize: 10_000, ...query }, { 'accept-language': language })).data.list)

describe('posts of users', () => {
  const PATH = '/api/admin/sysuserpost'
  const addPost = (values: Record<string, unknown> = {}) =>
    admin
      .post<{ id: string }>('/api/admin/syspost/addSysPost', { postName: 'Chief', postCode: `p-${unique()}`, parentId: '0', ...values })
      .then(({ data }) => data.id)
  const addUser = () => admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', newUser(tenant)).then(({ data }) => data.id)
  const give = (client: Client, values: Record<string, unknown>) =>
    client.post<{ id: string }>(`${PATH}/addSysUserPost`, { postType: 2, status: 1, ...values })

  it('there is one main post and the refusal names it; part-time posts are many, each once', async () => {
    const [first, second, userId] = [await addPost({ postName: 'Director' }), await addPost(), await addUser()]
    const main = await give(admin, { userId, postId: first, postType: 1 })
    expect(main.http).toBe(200)
    expect(await give(admin, { userId, postId: second, postType: 1 })).toMatchObject({
      http: 409,
      errors: [{ field: 'postType', message: expect.stringContaining('Director') }],
    })
    const partTime = await give(admin, { userId, postId: second })
    expect(await give(admin, { userId, postId: second })).toMatchObject({ http: 409, errors: [{ field: 'postId' }] })
    expect(await admin.put(`${PATH}/updateSysUserPost`, { id: partTime.data.id, postType: 1 })).toMatchObject({
      http: 409,
      errors: [{ field: 'postType' }],
    })
    expect(await admin.put(`${PATH}/updateSysUserPost`, { id: main.data.id, postType: 2 })).toMatchObject({ http: 200 })
    expect(await admin.put(`${PATH}/updateSysUserPost`, { id: partTime.data.id, postType: 1 })).toMatchObject({ http: 200 })
    expect(await admin.post(`/api/admin/syspost/deleteSysPost?id=${first}`)).toMatchObject({ http: 409 })
  })

  it('of two main posts given at the same moment one stays', async () => {
    const userId = await addUser()
    const posts = await Promise.all(Array.from({ length: 4 }, () => addPost()))
    const answers = await Promise.all(posts.map((postId) => give(admin, { userId, postId, postType: 1 })))
    expect(answers.map(({ http }) => http).sort()).toEqual([200, 409, 409, 409])
  })

  it('shows the path of a post, and finds by it; the navigation bar gets the codes of those in use', async () => {
    const above = await addPost({ postName: 'Plant manager' })
    const [postCode, userId] = [`p-${unique()}`, await addUser()]
    const postId = await addPost({ postName: 'Shift leader', postCode, parentId: above })
    const { data } = await give(admin, { userId, postId })
    const [row] = await rowsOf(admin, `${PATH}/querySysUserPost`, { userId, postName: 'manager / Shift' })
    expect(row).toMatchObject({ id: data.id, postCode, postName: 'Plant manager / Shift leader', postTypeCn: 'Part-time' })
    const tree = await admin.get<Row[]>(`${PATH}/querySysUserPostTree`, { userId })
    expect(tree.data).toMatchObject([{ value: postCode, title: 'Shift leader', parentId: above }])
    await admin.put(`${PATH}/updateSysUserPost`, { id: data.id, status: 0 })
    expect((await admin.get(`${PATH}/querySysUserPostTree`, { userId })).data).toEqual([])
    // Whoever may not list posts of users sees their own alone.
    const viewer = await tenant.signIn('viewer')
    expect((await viewer.get(`${PATH}/querySysUserPostTree`, { userId })).http).toBe(403)
    expect((await viewer.get(`${PATH}/querySysUserPostTree`)).http).toBe(200)
  })

  it('are given to nobody who may do more', async () => {
    const [postId, adminId] = [await addPost(), tenant.users['admin'] as string]
    const url = (
      await server.database.asOwner((client) => client.query<{ id: string }>("select id from urls where url like '/admin/sysuserpost/%'"))
    ).rows
    await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
      for (const { id } of url)
        await tx.run({
          compile: () => ({
            sql: `insert into role_urls (tenant_id, role_id, url_id) values ('${tenant.id}', '${tenant.roles['ROLE_EDITOR'] as string}', '${id}') on conflict do nothing`,
            parameters: [],
            query: {} as never,
            queryId: {} as never,
          }),
        })
      await server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id })
    })
    const editor = await tenant.signIn('editor')
    expect(await give(editor, { userId: adminId, postId })).toMatchObject({ http: 403 })
    const held = await give(admin, { userId: adminId, postId })
    expect(held.http).toBe(200)
    expect(await editor.put(`${PATH}/updateSysUserPost`, { id: held.data.id, status: 0 })).toMatchObject({ http: 403 })
    expect(await editor.post(`${PATH}/deleteSysUserPost?id=${held.data.id}`)).toMatchObject({ http: 403 })
    expect(await give(editor, { userId: tenant.users['viewer'], postId })).toMatchObject({ http: 200 })
  })
})

describe('menus', () => {
  const PATH = '/api/admin/sysmenu'
  const link = (values: Record<string, unknown> = {}) => ({
    menuName: 'Handbook',
    menuCode: `link-${unique()}`,
    menuPath: `https://docs.example.com/${unique()}`,
    menuStatus: 1,
    parentId: '0',
    ...values,
  })
  const menuNamed = async (client: Client, code: string, language = 'en') =>
    (await rowsOf(client, `${PATH}/querySysMenu`, { menuCode: code }, language)).find((row) => row['menuCode'] === code)
  const nodesOf = async (client: Client, language = 'en') => {
    const { data } = await client.post<{ menu: Row[] }>(
      '/api/account/sysuserdetail/queryCurrentAuthority',
      {},
      { 'accept-language': language },
    )
    const walk = (rows: Row[]): Row[] => rows.flatMap((row) => [row, ...walk((row['routes'] ?? []) as Row[])])
    return walk(data.menu)
  }

  it('are read by every tenant in its language, and written by the operator alone', async () => {
    expect(await menuNamed(admin, 'sysuser', 'zh-CN')).toMatchObject({ menuName: '用户管理', menuOrigin: 'product' })
    expect(await menuNamed(admin, 'sysuser')).toMatchObject({ menuName: 'Users', menuButton: expect.arrayContaining(['add', 'update']) })
    for (const answer of [
      await admin.post(`${PATH}/addSysMenu`, link()),
      await admin.put(`${PATH}/updateSysMenu`, { id: (await menuNamed(admin, 'sysuser'))?.id, menuName: 'Mine' }),
      await admin.post(`${PATH}/deleteSysMenu?id=${(await menuNamed(admin, 'sysuser'))?.id ?? ''}`),
      await admin.post(`${PATH}/restoreSysMenu`, { id: (await menuNamed(admin, 'sysuser'))?.id }),
    ])
      expect(answer.http).toBe(403)
  })

  it('an own link is in the menu of every administrator at once, and only http leads anywhere', async () => {
    for (const menuPath of [
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://example.com',
      '//example.com',
      'https://',
      'sysuser',
      '/a b',
    ]) {
      expect(await operator.post(`${PATH}/addSysMenu`, link({ menuPath })), menuPath).toMatchObject({
        http: 422,
        errors: [{ field: 'menuPath' }],
      })
    }
    const values = link()
    const added = await operator.post<{ id: string }>(`${PATH}/addSysMenu`, values)
    expect(added.http).toBe(200)
    expect(await operator.post(`${PATH}/addSysMenu`, link({ menuPath: values.menuPath }))).toMatchObject({
      http: 409,
      errors: [{ field: 'menuPath' }],
    })
    expect(await operator.post(`${PATH}/addSysMenu`, link({ parentId: added.data.id }))).toMatchObject({
      http: 422,
      errors: [{ field: 'parentId' }],
    })
    expect((await nodesOf(admin)).find((node) => node['name'] === values.menuCode)).toMatchObject({
      path: values.menuPath,
      menuName: 'Handbook',
      isRenamed: 1,
    })
    expect((await admin.get<Row[]>(`${PATH}/querySysMenuTree`)).data.map((node) => node['title'])).toContain('Handbook')
    expect(JSON.stringify((await (await tenant.signIn('viewer')).get(`${PATH}/querySysMenuTree`)).data)).not.toContain('Handbook')
    await operator.post(`${PATH}/deleteSysMenu?id=${added.data.id}`)
    expect((await nodesOf(admin)).map((node) => node['name'])).not.toContain(values.menuCode)
  })

  it('what the operator changes of a page stays through an update of the product, and can be taken back', async () => {
    const row = (await menuNamed(operator, 'sysdict')) as Row
    for (const [field, value] of [
      ['menuPath', '/elsewhere'],
      ['menuCode', 'mydict'],
      ['menuComponent', '/x'],
    ] as const) {
      expect(await operator.put(`${PATH}/updateSysMenu`, { id: row.id, [field]: value }), field).toMatchObject({
        http: 409,
        errors: [{ field }],
      })
    }
    expect(await operator.post(`${PATH}/deleteSysMenu?id=${row.id}`)).toMatchObject({ http: 409 })
    expect(
      await operator.put(`${PATH}/updateSysMenu`, { id: row.id, menuName: '词表 Words', menuButton: ['add', 'export'], menuSequence: 77 }),
    ).toMatchObject({ http: 200 })
    for (const language of ['zh-CN', 'zh-TW', 'en'])
      expect((await nodesOf(admin, language)).find((node) => node['name'] === 'sysdict')).toMatchObject({
        menuName: '词表 Words',
        isRenamed: 1,
      })
    const shown = async () => (await nodesOf(admin)).find((node) => node['name'] === 'sysdict')?.['hideInMenu']
    expect(await shown()).toBe(0)
    expect(await operator.put(`${PATH}/updateSysMenu`, { id: row.id, menuStatus: 0 })).toMatchObject({ http: 200 })
    expect(await shown()).toBe(1)
    const elsewhere = features.map((feature) => ({
      ...feature,
      routes: feature.routes.map((route) => ({ ...route, summary: `${route.summary}.` })),
    }))
    await server.services.transactions.inPlatform('a test updates the product', (tx) => syncCatalogue(tx, elsewhere))
    expect(await menuNamed(operator, 'sysdict')).toMatchObject({ menuName: '词表 Words', menuSequence: 77, menuButton: ['add', 'export'] })
    expect(await operator.post(`${PATH}/restoreSysMenu`, { id: row.id })).toMatchObject({ http: 200 })
    expect(await menuNamed(operator, 'sysdict', 'zh-CN')).toMatchObject({
      menuName: '数据字典',
      menuButton: row['menuButton'],
      menuSequence: row['menuSequence'],
    })
    expect(await shown()).toBe(0)
  })
})

describe('trees to choose from', () => {
  it.each([
    ['syspost', 'SysPost', 'postName'],
    ['sysdict', 'SysDict', 'dictName'],
    ['sysregion', 'SysRegion', 'regionName'],
    ['sysorg', 'SysOrg', 'orgName'],
  ])('%s has a node for every row, below its parent', async (base, noun, title) => {
    const { data } = await admin.get<Listed | Row[]>(`/api/admin/${base}/query${noun}Tree`)
    const nodes = all(Array.isArray(data) ? data : data.list)
    const rows = all(
      (await admin.get<Listed>(`/api/admin/${base}/query${noun}`, { pageSize: 10_000, createTimeStart: '2000-01-01 00:00:00' })).data.list,
    )
    const linesOf = (list: readonly Row[], name: string) =>
      list.map((row) => `${row.id} ${String(row[name])} ${String(row['parentId'])}`).sort()
    expect(nodes.length).toBeGreaterThan(0)
    expect(linesOf(nodes, 'title')).toEqual(linesOf(rows, title))
    expect(nodes[0]).toMatchObject({ value: nodes[0]?.id, label: nodes[0]?.['title'] })
  })

  it('the types of organisations and regions, in the language of the caller', async () => {
    const types = async (path: string) =>
      (await admin.get<{ list: unknown[] }>(`/api/admin/${path}`, {}, { 'accept-language': 'zh-CN' })).data.list
    expect(await types('sysorg/queryOrgType')).toEqual([
      { name: '集团', value: 'group' },
      { name: '公司', value: 'company' },
      { name: '部门', value: 'department' },
      { name: '班组', value: 'team' },
    ])
    expect(await types('sysregion/queryRegionType')).toEqual([
      { name: '大区', value: 'region' },
      { name: '省级', value: 'province' },
      { name: '市级', value: 'city' },
      { name: '区县级', value: 'district' },
    ])
  })
})

describe('dictionaries', () => {
  const PATH = '/api/admin/sysdict'
  const named = async (client: Client, type: string, value: string, language = 'en') =>
    (await rowsOf(client, `${PATH}/querySysDict`, { dictType: type, dictValue: value }, language)).find(
      (row) => row['dictValue'] === value && row['parentId'] !== '0',
    ) as Row
  const add = (client: Client, values: Record<string, unknown>) =>
    client.post<{ id: string }>(`${PATH}/addSysDict`, {
      dictName: 'Name',
      dictType: 'x',
      dictValue: `v${unique()}`,
      parentId: '0',
      ...values,
    })

  it('of the product are read in every language, found by each of their names, and changed by nobody', async () => {
    const male = await named(admin, 'sex', 'male')
    expect(male).toMatchObject({ builtIn: 1, dictName: 'Male', parentIdCn: 'Sex' })
    expect(await named(admin, 'sex', 'male', 'zh-TW')).toMatchObject({ dictName: '男', parentIdCn: '性別' })
    expect((await rowsOf(admin, `${PATH}/querySysDict`, { dictName: '优先级' })).map((row) => row['dictName'])).toEqual(['Priorities'])
    for (const client of [admin, operator]) {
      expect(await client.put(`${PATH}/updateSysDict`, { id: male.id, dictName: 'Boy' })).toMatchObject({ http: 409 })
      expect(await client.post(`${PATH}/deleteSysDict?id=${male.id}`)).toMatchObject({ http: 409 })
    }
    expect((await admin.get(`${PATH}/queryDictByDictType`, { dictType: 'priority' }, { 'accept-language': 'zh-CN' })).data).toEqual([
      { name: '高', value: 'high' },
      { name: '中', value: 'medium' },
      { name: '低', value: 'low' },
    ])
  })

  it('a tenant adds below them for itself alone, with the type of the one above, each value once', async () => {
    const above = (await named(admin, 'priority', 'low'))['parentId']
    expect(await add(admin, { parentId: above, dictType: 'whatever', dictValue: 'urgent', dictName: 'Urgent' })).toMatchObject({
      http: 200,
    })
    expect(await named(admin, 'priority', 'urgent')).toMatchObject({ dictType: 'priority', builtIn: 0 })
    expect(
      JSON.stringify((await (await other.signIn('admin')).get(`${PATH}/queryDictByDictType`, { dictType: 'priority' })).data),
    ).not.toContain('urgent')
    expect(await add(admin, { parentId: above, dictType: 'priority', dictValue: 'HIGH' })).toMatchObject({
      http: 409,
      errors: [{ field: 'dictValue' }],
    })
    expect(await add(admin, { dictType: 'priority' })).toMatchObject({ http: 409, errors: [{ field: 'dictType' }] })
    expect(await admin.put(`${PATH}/updateSysDict`, { id: (await named(admin, 'priority', 'urgent')).id, dictType: 'sex' })).toMatchObject({
      http: 422,
      errors: [{ field: 'dictType' }],
    })
  })

  it('a type that is renamed takes its members along', async () => {
    const [type, renamed] = [`t${unique()}`, `t${unique()}`]
    const root = (await add(admin, { dictType: type, dictValue: type })).data.id
    const child = (await add(admin, { dictType: type, parentId: root, dictValue: 'a' })).data.id
    await add(admin, { dictType: type, parentId: child, dictValue: 'b' })
    expect(await admin.put(`${PATH}/updateSysDict`, { id: root, dictType: renamed })).toMatchObject({ http: 200 })
    expect((await rowsOf(admin, `${PATH}/querySysDict`, { dictType: renamed })).map((row) => row['dictValue']).sort()).toEqual(
      ['a', 'b', type].sort(),
    )
  })
})

describe('regions', () => {
  const PATH = '/api/admin/sysregion'
  const region = (values: Record<string, unknown>) => ({
    regionName: 'Field 7',
    regionCode: `8${Math.floor(Date.now() / 7) % 100_000_000}`.padEnd(9, '0'),
    regionType: 'district',
    ...values,
  })

  it('of China are there by their official codes, named in three languages', async () => {
    const [guangzhou] = await rowsOf(admin, `${PATH}/querySysRegion`, { regionCode: '440100' })
    expect(guangzhou).toMatchObject({
      regionName: 'Guangzhou',
      parentRegionCode: '440000',
      parentIdCn: 'Guangdong',
      regionTypeCn: 'City',
      builtIn: 1,
    })
    expect(await rowsOf(admin, `${PATH}/querySysRegion`, { regionName: '廣州' }, 'zh-TW')).toMatchObject([{ regionName: '廣州市' }])
    expect((await admin.get<Listed>(`${PATH}/querySysRegion`)).data.total).toBe(34)
    expect(await admin.post(`${PATH}/deleteSysRegion?regionCode=440100`)).toMatchObject({ http: 409 })
  })

  it('are named by code: above what they stand, and what is deleted', async () => {
    const values = region({ parentRegionCode: '440100' })
    expect(await admin.post(`${PATH}/addSysRegion`, values)).toMatchObject({ http: 200 })
    expect(await rowsOf(admin, `${PATH}/querySysRegion`, { regionCode: String(values.regionCode) })).toMatchObject([
      { parentRegionCode: '440100', builtIn: 0 },
    ])
    expect(await admin.post(`${PATH}/addSysRegion`, region({ regionCode: '440000', parentId: '0' }))).toMatchObject({
      http: 409,
      errors: [{ field: 'regionCode' }],
    })
    expect(await admin.post(`${PATH}/addSysRegion`, region({ regionCode: '9999990', parentRegionCode: '999999' }))).toMatchObject({
      http: 422,
      errors: [{ field: 'parentRegionCode' }],
    })
    expect(await admin.post(`${PATH}/addSysRegion`, region({ regionCode: '9999990' }))).toMatchObject({
      http: 422,
      errors: [{ field: 'parentId' }],
    })
    for (const regionCode of ['12345', '1234567890123456789012', '12a456'])
      expect(await admin.post(`${PATH}/addSysRegion`, region({ regionCode, parentId: '0' })), regionCode).toMatchObject({
        http: 422,
        errors: [{ field: 'regionCode' }],
      })
    expect(await (await other.signIn('admin')).post(`${PATH}/deleteSysRegion?regionCode=${String(values.regionCode)}`)).toMatchObject({
      http: 404,
    })
    const code = String(values.regionCode)
    expect(await admin.post(`${PATH}/deleteSysRegion`)).toMatchObject({
      http: 422,
      errors: [{ field: 'regionCode', message: expect.stringMatching(/cannot be empty$/) }],
    })
    expect(await admin.post(`${PATH}/deleteSysRegion`, { regionCode: code, id: '01a20000-0000-7000-8000-000000000000' })).toMatchObject({
      http: 422,
      errors: [{ field: 'regionCode' }],
    })
    expect(await admin.post(`${PATH}/deleteSysRegion?regionCode=${code}`)).toMatchObject({ http: 200, data: { deleted: 1 } })
  })

  it.each(['sysorg/addSysOrg', 'sysdict/addSysDict', 'syspost/addSysPost'])(
    '%s says that the parent is missing, and takes 0 for the root',
    async (path) => {
      const parentError = async (body: Record<string, unknown>) =>
        (await admin.post(`/api/admin/${path}`, body)).errors?.find(({ field }) => field === 'parentId')?.message
      expect(await parentError({})).toMatch(/cannot be empty$/)
      expect(await parentError({ parentId: 'x' })).toMatch(/not a valid choice$/)
      for (const root of ['0', 0, '']) expect(await parentError({ parentId: root })).toBeUndefined()
    },
  )
})

describe('parameters', () => {
  const PATH = '/api/admin/sysparam'
  const known = async (key: string, client = admin) =>
    (await rowsOf(client, `${PATH}/querySysParam`, { paramKey: key })).find((row) => row['paramKey'] === key) as Row
  const set = async (key: string, paramValue: unknown, client = admin) =>
    client.put(`${PATH}/updateSysParam`, { id: (await known(key, client)).id, paramValue })
  const reset = async (key: string) => admin.post(`${PATH}/resetSysParam`, { id: (await known(key)).id })

  it('those the system reads are there, typed, and stay', async () => {
    expect(await known('signIn.maxAttempts')).toMatchObject({ paramName: 'Attempts before an account is locked', paramValue: '5' })
    expect(await known('backup.keep')).toBeUndefined()
    expect(await known('backup.keep', operator)).toMatchObject({ paramValue: '14' })
    for (const [key, value] of [
      ['signIn.maxAttempts', '0'],
      ['signIn.maxAttempts', 'five'],
      ['signIn.maxAttempts', ''],
      ['log.queries', 'maybe'],
      ['password.needs', 'lower,emoji'],
    ] as const) {
      expect(await set(key, value), `${key}=${value}`).toMatchObject({ http: 422, errors: [{ field: 'paramValue' }] })
    }
    const { id } = await known('signIn.maxAttempts')
    expect(await admin.post(`${PATH}/deleteSysParam?id=${id}`)).toMatchObject({ http: 409 })
    expect(await admin.put(`${PATH}/updateSysParam`, { id, paramKey: 'mine' })).toMatchObject({
      http: 409,
      errors: [{ field: 'paramKey' }],
    })
    expect(await admin.put(`${PATH}/updateSysParam`, { id, paramName: 'mine', paramKey: 'signIn.maxAttempts' })).toMatchObject({
      http: 409,
      errors: [{ field: 'paramName' }],
    })
    // A client that sends back what it read changes the value, and the name stays in every language.
    const { paramKey, paramName } = await known('signIn.maxAttempts')
    expect(await admin.put(`${PATH}/updateSysParam`, { id, paramKey, paramName, paramValue: '6' })).toMatchObject({ http: 200 })
    expect(await known('signIn.maxAttempts')).toMatchObject({ paramName: 'Attempts before an account is locked', paramValue: '6' })
    expect(await set('signIn.maxAttempts', '5')).toMatchObject({ http: 200 })
    expect(await admin.post(`${PATH}/addSysParam`, { paramName: 'x', paramKey: 'backup.keep', paramValue: '1' })).toMatchObject({
      http: 409,
      errors: [{ field: 'paramKey' }],
    })
    expect(
      await admin.post(`${PATH}/addSysParam`, { paramName: 'Own', paramKey: `plant.${unique()}`, paramValue: 'line one\nline two' }),
    ).toMatchObject({ http: 200 })
  })

  it('lock-out follows them at once, for this tenant alone', async () => {
    await admin.post('/api/admin/sysuser/addSysUser', newUser(tenant, { username: `guess-${unique()}` }))
    const username = String((await rowsOf(admin, '/api/admin/sysuser/querySysUser', { username: 'guess-' }))[0]?.['username'])
    expect(await set('signIn.maxAttempts', '2')).toMatchObject({ http: 200 })
    // So many wrong ones ask for a picture, too, which is no matter here.
    await set('signIn.captchaAfter', '0')
    const guesses = []
    for (let guess = 0; guess < 3; guess += 1) guesses.push((await requestToken(server.url, tenant.code, username, 'wrong')).http)
    expect(guesses).toEqual([401, 401, 429])
    const theirs = []
    for (let guess = 0; guess < 3; guess += 1) theirs.push((await requestToken(server.url, other.code, 'editor', 'wrong')).http)
    expect(theirs).toEqual([401, 401, 401])
    await reset('signIn.maxAttempts')
    expect((await requestToken(server.url, tenant.code, username, PASSWORD)).http).toBe(200)
    await reset('signIn.captchaAfter')
  })

  it('the length of sessions follows them, for those that are open, too', async () => {
    await set('session.accessMinutes', '2')
    const short = await requestToken(server.url, tenant.code, 'viewer', PASSWORD)
    expect(short.data.expires_in).toBe(120)
    const old = await tenant.signIn('viewer')
    await server.database.asOwner((client) =>
      client.query("update sessions set created_at = created_at - interval '3 hours' where tenant_id = $1 and user_id = $2", [
        tenant.id,
        tenant.users['viewer'],
      ]),
    )
    expect((await old.get('/api/uaa/users/getSysUser')).http).toBe(200)
    await set('session.absoluteHours', '2')
    expect(await old.get('/api/uaa/users/getSysUser')).toMatchObject({ http: 401, code: 50014 })
    await reset('session.absoluteHours')
    await reset('session.accessMinutes')
    expect((await requestToken(server.url, tenant.code, 'viewer', PASSWORD)).data.expires_in).toBe(1800)
  })

  it('former passwords are refused, as many as they say, and old ones have to be changed', async () => {
    const values = newUser(tenant)
    const {
      data: { id },
    } = await admin.post<{ id: string }>('/api/admin/sysuser/addSysUser', values)
    const change = async (from: string, to: string) =>
      (await signIn(server.url, tenant.code, String(values['username']), from)).put('/api/account/sysuserdetail/updatePassword', {
        id,
        password: wirePassword(from),
        newPassword: wirePassword(to),
      })
    await set('password.history', '3')
    expect(await change(PASSWORD, PASSWORD)).toMatchObject({ http: 422, errors: [{ field: 'newPassword' }] })
    expect((await change(PASSWORD, 'second-one')).http).toBe(200)
    expect((await change('second-one', 'third-one')).http).toBe(200)
    expect(await change('third-one', PASSWORD)).toMatchObject({ http: 422, errors: [{ field: 'newPassword' }] })
    await set('password.history', '2')
    expect((await change('third-one', PASSWORD)).http).toBe(200)
    await set('password.maxAgeDays', '30')
    await server.database.asOwner((client) =>
      client.query("update users set password_changed_at = now() - interval '31 days' where id = $1", [id]),
    )
    const late = await signIn(server.url, tenant.code, String(values['username']), PASSWORD)
    expect((await late.get('/api/admin/sysorg/querySysOrg')).http).toBe(403)
    expect((await late.get('/api/admin/sysparam/queryPublicParam')).data).toMatchObject({
      password: { history: 2, maxAgeDays: 30 },
      upload: { maxMegabytes: 10 },
    })
    await reset('password.maxAgeDays')
    await reset('password.history')
  })

  it('are asked for by nobody who is not signed in', async () => {
    expect(await call(server.url, 'GET', `${PATH}/queryPublicParam`)).toMatchObject({ http: 401, code: 50008 })
    expect((await (await tenant.signIn('viewer')).get(`${PATH}/querySysParam`)).http).toBe(403)
  })
})
