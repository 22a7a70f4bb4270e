import excel from 'exceljs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { roles } from '../../../../model/index.ts'
import { organisations, posts, userPosts, users } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { wirePassword } from '../../../identity/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { fingerprint } from '../../../../tests/support/rows.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importPath, importRows, upload } from '../../../../tests/support/uploads.ts'
import { workbookOf } from '../../../../tests/support/workbooks.ts'

type Listed = { list: Record<string, unknown>[]; total: number }
type Row = (string | number | boolean | null)[]

/** May import users and read nothing of their mobile numbers. */
const narrow: RoleSeed = {
  roleCode: 'ROLE_NARROW',
  roleName: 'Narrow',
  roleDescription: '',
  menus: 'all',
  hiddenButtons: [],
  hiddenFields: [{ menu: 'sysorg', fields: ['orgDescription'] }],
  urls: ['/admin/sysuser/importSysUser', '/admin/sysuser/querySysUser', '/admin/sysorg/importSysOrg'],
}
/** May do everything, and sees the name of nobody and nothing. */
const nameless: RoleSeed = {
  ...narrow,
  roleCode: 'ROLE_NAMELESS',
  roleName: 'Nameless',
  urls: 'all',
  hiddenFields: [
    { menu: 'sysuser', fields: ['username', 'nickname'] },
    { menu: 'sysorg', fields: ['orgName'] },
    { menu: 'syspost', fields: ['postName'] },
  ],
}
const blind: RoleSeed = { ...narrow, roleCode: 'ROLE_BLIND', roleName: 'Blind', hiddenFields: [{ menu: 'sysuser', fields: ['mobile'] }] }

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outstation-import-'))
  server = await startServer({ dataDir })
  tenant = await buildTenant(server, {
    roles: [narrow, blind, nameless],
    users: [
      buildUser({ username: 'nameless', roles: ['ROLE_NAMELESS'] }),
      buildUser({ username: 'narrow', roles: ['ROLE_NARROW'] }),
      buildUser({ username: 'blind', roles: ['ROLE_BLIND'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const USER_HEADINGS = ['User name', 'Nickname', 'E-mail', 'Country code', 'Mobile', 'Roles', 'Organisation', 'Status']
const orgOf = (where: BuiltTenant, name: string) => `${where.canary} ${name}`

function userRow(
  changes: Partial<Record<'name' | 'email' | 'mobile' | 'roles' | 'org' | 'status' | 'prefix', string | number | boolean>> = {},
): Row {
  const name = changes.name ?? `u${unique()}`
  return [
    name,
    `Nick ${name}`,
    changes.email ?? `${name}@example.com`,
    changes.prefix ?? '86',
    changes.mobile ?? uniqueMobile(),
    changes.roles ?? 'ROLE_OPERATOR',
    changes.org ?? orgOf(tenant, 'branch'),
    changes.status ?? 'Normal',
  ]
}

const importUsers = (rows: readonly Row[], fields: Record<string, string> = {}, client = admin, language = 'en') =>
  importRows(server.url, client, users, [USER_HEADINGS, ...rows], fields, language)
const find = async (of: typeof users | typeof organisations | typeof roles, query: Record<string, string>) =>
  (await admin.get<Listed>(`/api${of.api.base}/query${of.api.noun}`, { pageSize: 1000, ...query })).data.list
const errorsOf = (answer: ImportAnswer) =>
  (answer.data?.report ?? answer.report)?.errors.map(({ row, column, field, message }) => `${column}${row} ${field}: ${message}`)

async function unchanged<Result>(work: () => Promise<Result>): Promise<Result> {
  const before = await fingerprint(server, tenant.id)
  const result = await work()
  expect(await fingerprint(server, tenant.id)).toBe(before)
  return result
}

describe('who may', () => {
  it('refuses without a sign-in and without the right, before the file is read', async () => {
    const file = await workbookOf([USER_HEADINGS, userRow()])
    expect((await upload(server.url, undefined, importPath(users), file)).http).toBe(401)
    expect((await upload(server.url, await tenant.signIn('viewer'), importPath(users), file)).http).toBe(403)
    expect(readdirSync(dataDir)).not.toContain('uploads')
  })

  it('a file is smaller than 10 MB, and not empty', async () => {
    const send = (bytes: number, name = 'rows.xlsx') => upload(server.url, admin, importPath(users), Buffer.alloc(bytes, 1), { name })
    for (const bytes of [10 * 1024 * 1024, 10 * 1024 * 1024 + 1])
      expect(await send(bytes)).toMatchObject({ http: 413, message: 'File must smaller than 10MB!' })
    expect(await send(10 * 1024 * 1024 - 1, 'rows.csv'), 'small enough, and no workbook').toMatchObject({
      http: 422,
      message: 'Only Excel workbooks (.xlsx) can be imported',
    })
    expect(await send(0)).toMatchObject({ http: 422, message: 'The file cannot be empty!' })
  })

  it('takes files on import calls only', async () => {
    const file = await workbookOf([USER_HEADINGS, userRow()])
    expect(await upload(server.url, admin, '/api/admin/sysuser/addSysUser', file)).toMatchObject({
      http: 415,
      message: 'The Content-Type has to be application/json, application/x-www-form-urlencoded',
    })
  })

  it('refuses a role that may do more than the importer, and stores nothing', async () => {
    const client = await tenant.signIn('narrow')
    const answer = await unchanged(() =>
      importUsers([userRow({ roles: 'ROLE_ADMIN' }), userRow({ roles: 'ROLE_NARROW' })], { mode: 'all' }, client),
    )
    expect(answer.http).toBe(422)
    expect(errorsOf(answer)).toEqual(['F2 roleId: You cannot grant a role that may do more than you'])
  })

  it('does not know hidden fields: neither as columns nor when they are needed', async () => {
    const client = await tenant.signIn('blind')
    const refused = await unchanged(() => importUsers([userRow()], { mode: 'check' }, client))
    expect([refused.http, refused.message]).toEqual([403, 'Your role cannot see Mobile, which a new record needs'])
    const narrowed = await tenant.signIn('narrow')
    const answer = await importRows(
      server.url,
      narrowed,
      organisations,
      [
        ['Organisation', 'Type', 'Description'],
        [`o${unique()}`, 'Team', 'secret'],
      ],
      { mode: 'all' },
    )
    expect(answer.data.report.headings.unknown).toEqual(['Description'])
    const [stored] = await find(organisations, { id: '', orgDescription: 'secret' })
    expect(stored).toBeUndefined()
  })
})

describe('good rows', () => {
  it("stores users with their roles and organisation, in the caller's or any other of our languages", async () => {
    const name = `u${unique()}`
    // 昵称 is what the column was called once.
    const headings = ['username', '昵称', '電子郵件', 'prefix', 'Mobile *', '角色', 'organisation', '状态']
    const answer = await importRows(server.url, admin, users, [
      headings,
      [
        name,
        'Nick',
        `${name}@Example.com`,
        '+86',
        13912345678,
        `${tenant.roles['ROLE_VIEWER']},role_operator`,
        orgOf(tenant, 'team'),
        '停用',
      ],
    ])
    expect(answer.message).toBe('success')
    expect(answer.data.report).toMatchObject({ rows: 1, good: 1, added: 1, errorTotal: 0 })
    const [user] = await find(users, { username: name })
    expect(user).toMatchObject({
      username: name,
      nickname: 'Nick',
      prefix: '86',
      mobile: '13912345678',
      orgId: tenant.organisations['team'],
      status: 0,
    })
    expect(String(user?.['roleId']).split(',').sort()).toEqual([tenant.roles['ROLE_VIEWER'], tenant.roles['ROLE_OPERATOR']].sort())
  })

  it('gives everybody the initial password, to be changed at the first sign-in; without one nobody can sign in', async () => {
    const [first, second] = [`u${unique()}`, `u${unique()}`]
    expect(await importUsers([userRow({ name: first })], { initialPassword: wirePassword('12345678') })).toMatchObject({
      http: 422,
      errors: [{ field: 'initialPassword' }],
    })
    await importUsers([userRow({ name: first })], { initialPassword: wirePassword('first-word') })
    await importUsers([userRow({ name: second })])
    const rows = await server.database.asOwner((client) =>
      client.query<{ password_hash: string; must_change_password: number }>(
        `select password_hash, must_change_password from users where username in ('${first}', '${second}')`,
      ),
    )
    expect(rows.rows.map((row) => row.must_change_password)).toEqual([1, 1])
    expect(rows.rows.every((row) => row.password_hash.startsWith('$argon2id$'))).toBe(true)
  })

  it('counts notes and unknown columns and leaves them out', async () => {
    const name = `u${unique()}`
    const answer = await importRows(server.url, admin, users, [
      [...USER_HEADINGS, 'Shoe size', 'Created'],
      ['## alice', 'Alice'],
      [],
      [...userRow({ name }), '42', '2020-01-01'],
    ])
    expect(answer.data.report).toMatchObject({
      rows: 1,
      added: 1,
      comments: 1,
      headings: { unknown: ['Shoe size'], ignored: ['Created'], missing: [] },
    })
  })

  it('keeps each row in the history, under the import', async () => {
    const name = `u${unique()}`
    const {
      data: { report },
    } = await importUsers([userRow({ name })])
    const { rows } = await server.database.asOwner((client) =>
      client.query(
        `select table_name, verb, after ? 'password_hash' as secret from changes where operation_id = '${report.importId}' order by position`,
      ),
    )
    expect(rows).toEqual([
      { table_name: 'users', verb: 'add', secret: false },
      { table_name: 'user_roles', verb: 'add', secret: false },
    ])
  })
})

describe('rows with errors', () => {
  it("says row, column and reason in the caller's language, and stores nothing in a dry run", async () => {
    const taken = `u${unique()}`
    await importUsers([userRow({ name: taken })])
    const rows = [
      userRow({ name: 'ab' }),
      userRow({ email: 'nobody' }),
      userRow({ mobile: '12' }),
      userRow({ roles: 'ROLE_OPERATOR, nonsense' }),
      userRow({ org: orgOf(other, 'branch') }),
      userRow({ status: 'maybe' }),
      userRow({ name: taken.toUpperCase(), email: 'a@example.com' }),
      userRow({ name: 'twin1', email: 'b@example.com' }),
      userRow({ name: 'TWIN1', email: 'c@example.com' }),
      userRow({ prefix: '86', mobile: '99999999999' }),
      userRow(),
    ]
    const answer = await unchanged(() => importUsers(rows, { mode: 'check' }))
    expect(answer.data.report).toMatchObject({ rows: 11, good: 2, added: 0, badRows: 9, errorTotal: 9, importId: null })
    expect(errorsOf(answer)).toEqual([
      'A2 username: User name must have 3 to 64 characters',
      'C3 email: E-mail is not a valid e-mail address',
      'E4 mobile: Mobile is not a valid mobile number',
      'F5 roleId: Roles: nothing is called “nonsense”',
      `G6 orgId: Organisation: nothing is called “${orgOf(other, 'branch')}”`,
      'H7 status: Status is not one of the choices',
      'A8 username: User name is already in use',
      'A10 username: User name: the same value stands in row 9 already',
      'E11 mobile: Mobile is not a valid mobile number',
    ])
    const chinese = await importUsers(rows, { mode: 'check' }, admin, 'zh')
    expect(errorsOf(chinese)?.[3]).toBe('F5 roleId: 角色：找不到“nonsense”')
  })

  it('a number is taken together with its calling code', async () => {
    const [mobile, other] = [uniqueMobile(), uniqueMobile()]
    await importUsers([userRow({ mobile })])
    const answer = await unchanged(() =>
      importUsers(
        [
          userRow({ mobile }),
          userRow({ prefix: '43', mobile }),
          userRow({ mobile: other }),
          userRow({ prefix: '43', mobile: other }),
          userRow({ mobile: other }),
          userRow({ prefix: '999' }),
        ],
        { mode: 'check' },
      ),
    )
    expect(errorsOf(answer)).toEqual([
      'E2 mobile: Mobile is already in use',
      'E6 mobile: Mobile: the same value stands in row 4 already',
      'D7 prefix: Country code is not a valid country code',
    ])
  })

  it('all or nothing stores nothing while one row is wrong; good rows only leaves that row out', async () => {
    const [right, wrong] = [`u${unique()}`, `u${unique()}`]
    const rows = [userRow({ name: right }), userRow({ name: wrong, email: 'nobody' })]
    const refused = await unchanged(() => importUsers(rows, { mode: 'all' }))
    expect([refused.http, refused.message, refused.errors]).toEqual([
      422,
      'Nothing was imported. Rows with errors: 1',
      [{ field: 'email', message: 'C3: E-mail is not a valid e-mail address' }],
    ])
    const taken = await importUsers(rows, { mode: 'good' })
    expect(taken.data.report).toMatchObject({ rows: 2, good: 1, added: 1, badRows: 1 })
    expect(await find(users, { username: right })).toHaveLength(1)
    expect(await find(users, { username: wrong })).toHaveLength(0)
  })

  it('tells which needed columns are missing', async () => {
    const file = [
      ['User name', 'Nickname'],
      ['somebody', 'Some'],
    ] as const
    const checked = await importRows(server.url, admin, users, file, { mode: 'check' })
    expect(checked.data.report.headings.missing).toEqual(['E-mail', 'Country code', 'Mobile', 'Roles', 'Organisation', 'Status'])
    const refused = await unchanged(() => importRows(server.url, admin, users, file))
    expect([refused.http, refused.message]).toEqual([422, 'Columns are missing: E-mail, Country code, Mobile, Roles, Organisation, Status'])
  })

  it('gives the file back with a column of errors, which can be corrected and imported again', async () => {
    const answer = await importUsers([userRow(), userRow({ email: 'nobody' })], { mode: 'check' })
    expect(answer.data.file?.name).toBe('rows (errors).xlsx')
    const back = Buffer.from(answer.data.file?.content ?? '', 'base64')
    const again = (await upload(server.url, admin, importPath(users), back, { fields: { mode: 'check' } })) as ImportAnswer
    expect(again.data.report).toMatchObject({ rows: 2, good: 1, headings: { unknown: [], ignored: [] } })
    expect(errorsOf(again)).toEqual(errorsOf(answer))
    const only = await importUsers([userRow(), userRow({ email: 'nobody' })], { mode: 'good' })
    const rest = (await upload(server.url, admin, importPath(users), Buffer.from(only.data.file?.content ?? '', 'base64'), {
      fields: { mode: 'check' },
    })) as ImportAnswer
    expect(rest.data.report).toMatchObject({ rows: 1, good: 0 })
  })

  it('refuses a second record of the same name as ambiguous, and takes the path instead', async () => {
    const [left, right, both] = [`l${unique()}`, `r${unique()}`, `b${unique()}`]
    await importRows(server.url, admin, organisations, [
      ['Organisation', 'Type', 'Parent organisation'],
      [left, 'Company', ''],
      [right, 'Company', ''],
      [both, 'Team', left],
      [both, 'Team', right],
    ])
    const answer = await importUsers([userRow({ org: both }), userRow({ org: `${right}/${both}` })], { mode: 'check' })
    expect(errorsOf(answer)).toEqual([
      `G2 orgId: Organisation: several records are called “${both}”. Please write the code or the whole path`,
    ])
  })
})

describe('trees', () => {
  const HEADINGS = ['Organisation', 'Type', 'Parent organisation', 'Order']

  it('takes parents from the database and from the same file, in any order', async () => {
    const [a, b, c] = [`a${unique()}`, `b${unique()}`, `c${unique()}`]
    const answer = await importRows(server.url, admin, organisations, [
      HEADINGS,
      [c, 'team', `${a}/${b}`, 3],
      [b, 'Department', a, 2],
      [a, 'Company', orgOf(tenant, 'root'), 1],
    ])
    expect(answer.data.report).toMatchObject({ rows: 3, added: 3 })
    const below = await find(organisations, { id: tenant.organisations['root'] as string })
    const byName = new Map(below.map((row) => [row['orgName'], row]))
    expect(byName.get(c)?.['parentId']).toBe(byName.get(b)?.['id'])
    expect(byName.get(b)?.['parentId']).toBe(byName.get(a)?.['id'])
    expect(byName.get(a)?.['parentId']).toBe(tenant.organisations['root'])
  })

  it('finds circles, and children whose parent is wrong', async () => {
    const [a, b, c, d] = [`a${unique()}`, `b${unique()}`, `c${unique()}`, `d${unique()}`]
    const answer = await unchanged(() =>
      importRows(
        server.url,
        admin,
        organisations,
        [HEADINGS, [a, 'Team', b, null], [b, 'Team', a, null], [c, 'nonsense', null, null], [d, 'Team', c, null]],
        { mode: 'good' },
      ),
    )
    expect(answer.http).toBe(422)
    expect(errorsOf(answer)).toEqual([
      'C2 parentId: A record cannot be placed below itself',
      'C3 parentId: A record cannot be placed below itself',
      'B4 orgType: Type is not one of the choices',
      'C5 parentId: Parent organisation: row 4, which it names, has errors',
    ])
  })
})

describe('undo', () => {
  const undo = (client: Client, id: string | null) => client.post<{ removed: number }>('/api/admin/imports/undoImport', { id })

  it('removes exactly what the import added, once', async () => {
    const stranger = await other.signIn('admin')
    const { total } = (await admin.get<Listed>('/api/admin/sysuser/querySysUser')).data
    const {
      data: { report },
    } = await importUsers([userRow(), userRow(), userRow()])
    expect((await undo(stranger, report.importId)).http).toBe(404)
    const done = await undo(admin, report.importId)
    expect([done.http, done.data]).toEqual([200, { removed: 3 }])
    expect((await admin.get<Listed>('/api/admin/sysuser/querySysUser')).data.total).toBe(total)
    expect((await undo(admin, report.importId)).message).toBe('This import has been undone already')
  })

  it('is refused when a row was changed or is in use since, and says which', async () => {
    const [name, org] = [`u${unique()}`, `o${unique()}`]
    const imported = await importUsers([userRow({ name }), userRow()])
    const [user] = await find(users, { username: name })
    await admin.put('/api/admin/sysuser/updateSysUser', { id: user?.['id'], nickname: 'Changed' })
    const changed = await unchanged(() => undo(admin, imported.data.report.importId))
    expect([changed.http, changed.message]).toEqual([409, `The import cannot be undone, because records were changed since: ${name} (1)`])

    const orgs = await importRows(server.url, admin, organisations, [
      ['Organisation', 'Type'],
      [org, 'Team'],
      [`x${org}`, 'Team'],
    ])
    await importUsers([userRow({ org })])
    const used = await unchanged(() => undo(admin, orgs.data.report.importId))
    expect([used.http, used.message]).toEqual([409, `The import cannot be undone, because records are in use: ${org} (1)`])
  })

  it('is refused below a child of somebody else, and takes a tree with its own children', async () => {
    const [a, b] = [`a${unique()}`, `b${unique()}`]
    const {
      data: { report },
    } = await importRows(server.url, admin, organisations, [
      ['Organisation', 'Type', 'Parent organisation'],
      [b, 'Team', a],
      [a, 'Team', ''],
    ])
    const [node] = await find(organisations, { orgName: a })
    const child = await admin.post<{ id: string }>('/api/admin/sysorg/addSysOrg', {
      orgName: 'child',
      orgType: 'team',
      parentId: node?.['id'],
    })
    expect((await undo(admin, report.importId)).message).toBe(`The import cannot be undone, because records are in use: ${a} (1)`)
    await admin.post('/api/admin/sysorg/deleteSysOrg', { id: [child.data.id] })
    expect((await undo(admin, report.importId)).data).toEqual({ removed: 2 })
  })

  it('needs the right to import and the right to delete', async () => {
    const client = await tenant.signIn('narrow')
    const {
      data: { report },
    } = await importUsers([userRow({ roles: 'ROLE_NARROW' })], {}, client)
    expect((await undo(client, report.importId)).http).toBe(403)
    expect((await undo(await tenant.signIn('viewer'), report.importId)).http).toBe(404)
    const { data } = await client.get<{ list: { id: string; mayUndo: boolean; username: string }[] }>('/api/admin/imports/queryImports', {
      noun: 'users',
    })
    expect(data.list.find(({ id }) => id === report.importId)).toMatchObject({
      mayUndo: false,
      username: 'narrow',
      noun: 'users',
      rows: 1,
      added: 1,
      status: 'done',
    })
    expect((await (await tenant.signIn('viewer')).get('/api/admin/imports/queryImports')).data).toEqual({ list: [] })
  })

  it('is refused without the names that its reader does not see, here and wherever imports are told', async () => {
    const [org, name] = [`o${unique()}`, `u${unique()}`]
    const orgs = await importRows(server.url, admin, organisations, [
      ['Organisation', 'Type'],
      [org, 'Team'],
    ])
    await importUsers([userRow({ org, name })])
    const client = await tenant.signIn('nameless')
    const refused = await unchanged(() => undo(client, orgs.data.report.importId))
    expect([refused.http, refused.message]).toEqual([
      409,
      expect.stringMatching(/^The import cannot be undone, because records are in use: [0-9a-f]{8} \(1\)$/),
    ])
    const { data } = await client.get<{ list: { username: string }[] }>('/api/admin/imports/queryImports')
    expect(data.list.length).toBeGreaterThan(1)
    expect(new Set(data.list.map(({ username }) => username))).toEqual(new Set(['']))
    // A second main post is refused, and the one that is there is not named.
    const [post, postName] = [`p${unique()}`, `first ${unique()}`]
    await importRows(server.url, admin, posts, [
      ['postCode', 'postName'],
      [post, postName],
      [`x${post}`, 'second'],
    ])
    const rows = (code: string) => [
      ['userId', 'postId', 'postType', 'status'],
      [name, code, 1, 1],
    ]
    expect((await importRows(server.url, admin, userPosts, rows(post))).http).toBe(200)
    expect(errorsOf(await importRows(server.url, admin, userPosts, rows(`x${post}`)))?.join()).toContain(postName)
    const [user] = await find(users, { username: name })
    // What is hidden names nothing in a file either, and is offered by no template.
    expect(errorsOf(await importRows(server.url, client, userPosts, rows(`x${post}`)))?.join()).toMatch(/A2 userId/)
    const template = async (asking: Client) => {
      const response = await fetch(`${server.url}/api/admin/sysuserpost/exportSysUserPost?isTemplate=1`, {
        method: 'POST',
        headers: { authorization: `Bearer ${asking.token}` },
      })
      const book = await new excel.Workbook().xlsx.load(await response.arrayBuffer())
      return JSON.stringify(book.worksheets.map((sheet) => sheet.getSheetValues()))
    }
    for (const hidden of [name, postName]) {
      expect(await template(admin)).toContain(hidden)
      expect(await template(client)).not.toContain(hidden)
    }
    const byIds = (code: string) => [
      ['userId', 'postId', 'postType', 'status'],
      [String(user?.['id']), code, 1, 1],
    ]
    expect(errorsOf(await importRows(server.url, client, userPosts, byIds(`x${post}`)))).toEqual([
      expect.stringMatching(/^C2 postType: .*…/),
    ])
  })

  it('ends the sessions of the users it removes', async () => {
    const name = `u${unique()}`
    const {
      data: { report },
    } = await importUsers([userRow({ name })], { initialPassword: wirePassword('correct-horse') })
    const theirs = await tenant.signIn(name)
    expect((await undo(admin, report.importId)).http).toBe(200)
    expect((await theirs.get('/api/uaa/users/getSysUser')).http).toBe(401)
  })
})

it('leaves no uploaded file behind, whatever happened', () => {
  expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
})
