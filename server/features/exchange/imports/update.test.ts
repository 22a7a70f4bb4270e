/** Imports that change what is there: export, edit, import; what is shown before, refused, and taken back. */
import { randomInt } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { alarmRules, devices, dictionaries, organisations, points, posts, regions, roles, users } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import { XLSX } from '../../../../model/workbook-parts.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { buildRule } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { rowsOfFile } from '../../../../tests/support/files.ts'
import { hiderOf, hiding } from '../../../../tests/support/hiding.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importPath, importRows, upload } from '../../../../tests/support/uploads.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { partsOf, sheetOf, zipped } from '../../../../tests/support/workbooks.ts'
import { storeBuiltIn } from '../../../seed/built-in.ts'
import { membersOf } from '../../../exchange/imports/values.ts'
import { translatorFor } from '../../../kernel/http/language.ts'

/** Imports users and may change none. */
const adder: RoleSeed = {
  roleCode: 'ADDER',
  roleName: 'Adder',
  roleDescription: '',
  menus: ['sysuser'],
  urls: ['/admin/sysuser/importSysUser', '/admin/sysuser/querySysUser'],
  hiddenButtons: [],
  hiddenFields: [],
}
/** Changes users, and may do no more than that. */
const clerk: RoleSeed = { ...adder, roleCode: 'CLERK', roleName: 'Clerk', urls: ['/admin/sysuser/*'] }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await startServer()
  await buildPlatform(server)
  await server.services.transactions.inPlatform('a test needs what comes with the product', (tx) => storeBuiltIn(tx))
  tenant = await buildTenant(server, {
    roles: [adder, clerk, hiding(users, 'nickname')],
    users: [
      buildUser({ username: 'adder', roles: ['ADDER'] }),
      buildUser({ username: 'clerk', roles: ['CLERK'] }),
      buildUser({ username: 'colleague', roles: ['CLERK'] }),
      buildUser({ username: 'hider', roles: [hiderOf(users, 'nickname')] }),
    ],
  })
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const translate = translatorFor('en')
type Rows = Parameters<typeof importRows>[3]
type Fields = Record<string, string>

async function exported(of: Resource, filter: object = {}, language = 'en'): Promise<string[][]> {
  const { base, noun } = of.api
  const response = await fetch(`${server.url}/api${base}/export${noun}`, {
    method: 'POST',
    body: JSON.stringify(filter),
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': language },
  })
  expect(response.status).toBe(200)
  return (await rowsOfFile(Buffer.from(await response.arrayBuffer()), XLSX)) as string[][]
}

const take = (of: Resource, rows: Rows, fields: Fields = {}, client = admin, language = 'en') =>
  importRows(server.url, client, of, rows, { kind: 'update', ...fields }, language)
const userRow = async (username: string) =>
  (await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(users).query, { username })).data.list.find(
    (row) => row['username'] === username,
  ) as Record<string, unknown>
const messagesOf = ({ data, report = data?.report }: ImportAnswer) =>
  report?.errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)
const differencesOf = ({ data }: ImportAnswer) =>
  data.report.changes?.differences.map(({ row, name, field, before, after }) => [row, name, field, before, after])

/** A user of their own for a test. */
async function person(values: object = {}): Promise<string> {
  const username = `p${unique()}`
  await addRow(admin, users, { username, nickname: 'Before', address: 'Pier 3', ...values })
  return username
}

describe('what was exported can be imported again as it is', () => {
  beforeAll(async () => {
    const device = await buildDevice(server, tenant)
    await buildRule(server, device, { message_en: '=1+1', on_delay: 3 })
    for (const noun of [organisations, posts, regions, dictionaries] as const) {
      const { id } = await addRow(admin, noun)
      await addRow(admin, noun, { parentId: id })
    }
  })

  it.each([users, devices, points, alarmRules, regions, organisations, posts, dictionaries].map((of) => [of.name, of] as const))(
    '%s: nothing is new, in each of our languages, and nothing is written',
    async (_name, of) => {
      for (const language of ['en', 'zh', 'zh-TW']) {
        const rows = await exported(of, {}, language)
        const answer = await importRows(server.url, admin, of, rows, { kind: 'both', mode: 'all' }, language)
        expect(messagesOf(answer), language).toEqual([])
        expect(answer.data.report, language).toMatchObject({
          rows: rows.length - 1,
          importId: null,
          changes: { changed: 0, unchanged: rows.length - 1 },
        })
      }
    },
  )

  it('and a number, a choice and a text that somebody edited are the only changes', async () => {
    const [headings = [], first = [], ...others] = await exported(alarmRules)
    const edit: Record<string, string> = { 'On-delay (s)': '7', Priority: 'Low', Description: 'Edited' }
    const at = Object.keys(edit).map((heading) => headings.indexOf(heading))
    expect(at).not.toContain(-1)
    const edited = first.map((cell, index) => edit[headings[index] as string] ?? cell)
    const answer = await take(alarmRules, [headings, edited, ...others], { mode: 'all' })
    expect(answer.data.report).toMatchObject({ changes: { changed: 1, unchanged: others.length, differenceTotal: 3 } })
    expect((await exported(alarmRules))[1]).toEqual(edited)
  })
})

describe('what the check shows', () => {
  it('is each field before and after, and stores nothing; the workbook has all of it', async () => {
    const [one, two] = [await person(), await person()]
    const before = await userRow(one)
    const rows = [
      ['username', 'nickname', 'address'],
      [one.toUpperCase(), 'After', ''],
      [two, 'Before', 'Pier 3'],
    ]
    const answer = await take(users, rows, { mode: 'check' })
    expect(answer.data.report).toMatchObject({ good: 2, changes: { changed: 1, unchanged: 1, differenceTotal: 1 } })
    expect(differencesOf(answer)).toEqual([[2, one, 'nickname', 'Before', 'After']])
    expect(await rowsOfFile(Buffer.from(answer.data.file?.content ?? '', 'base64'), XLSX)).toEqual([
      ['Row', 'Record', 'Column', 'Before', 'After'],
      ['2', one, 'Nickname', 'Before', 'After'],
    ])
    expect(await userRow(one)).toEqual(before)
  })

  it('has nothing of a field that the caller does not see, and leaves it as it is', async () => {
    // Who sees less than somebody changes nothing of them.
    const name = await person({ roleId: [tenant.roles[hiderOf(users, 'nickname')]] })
    const rows = [
      ['username', 'nickname', 'address'],
      [name, 'Guessed', 'Pier 4'],
    ]
    const hider = await tenant.signIn('hider')
    const checked = await take(users, rows, { mode: 'check' }, hider)
    expect(checked.data.report.headings.unknown).toEqual(['nickname'])
    expect(JSON.stringify(checked.data)).not.toContain('Before')
    await take(users, rows, {}, hider)
    expect(await userRow(name)).toMatchObject({ nickname: 'Before', address: 'Pier 4' })
  })

  it('holds for the import: what somebody changes after the check is not overwritten', async () => {
    const name = await person()
    const rows = [
      ['username', 'nickname'],
      [name, 'Mine'],
    ]
    const { basis = '' } = (await take(users, rows, { mode: 'check' })).data.report.changes ?? {}
    await admin.put(pathsOf(users).update, { id: (await userRow(name))['id'], nickname: 'Theirs' })
    expect(await take(users, rows, { basis })).toMatchObject({ http: 409, message: translate('error.import.overtaken') })
    expect(await userRow(name)).toMatchObject({ nickname: 'Theirs' })
    const again = (await take(users, rows, { mode: 'check' })).data.report.changes
    expect((await take(users, rows, { basis: again?.basis ?? '' })).data.report).toMatchObject({ changes: { changed: 1 } })
  })
})

describe('a cell', () => {
  it('that is empty leaves the value, one that says so empties it, and what is needed stays', async () => {
    const name = await person()
    const headings = ['username', 'nickname', 'address']
    await take(users, [headings, [name, 'After', '']])
    expect(await userRow(name)).toMatchObject({ nickname: 'After', address: 'Pier 3' })
    await take(users, [headings, [name, '', '（清空）']])
    expect(await userRow(name)).toMatchObject({ nickname: 'After', address: null })
    expect(messagesOf(await take(users, [headings, [name, '(clear)', '']]))).toEqual(['2 nickname: Nickname cannot be empty'])
  })

  it('may say a choice by the word that it had before', () => {
    expect(membersOf('orgType', organisations.fields.orgType).get('班組')).toBe('team')
  })

  it('that takes the value of another record, names one twice or none, is at fault', async () => {
    const [one, two] = [await person(), await person()]
    const { email } = await userRow(two)
    const answer = await take(
      users,
      [
        ['username', 'email'],
        [one, String(email).toUpperCase()],
        [two, String(email)],
        [two, ''],
        ['nobody-of-this-name', ''],
        ['', 'somebody@example.com'],
      ],
      { mode: 'check' },
    )
    expect(messagesOf(answer)).toEqual([
      '2 email: E-mail is already in use',
      '3 email: E-mail: the same value stands in row 2 already',
      '4 username: User name: the same value stands in row 3 already',
      '5 username: User name: nothing is called “nobody-of-this-name”',
      '6 username: User name cannot be empty',
    ])
  })
})

describe('who may not change a record by hand', () => {
  it('changes none by a file', async () => {
    const rows = [
      ['username', 'nickname'],
      ['colleague', 'Changed'],
      ['admin', 'Changed'],
    ]
    expect((await take(users, rows, {}, await tenant.signIn('adder'))).http).toBe(403)
    const answer = await take(users, rows, { mode: 'check' }, await tenant.signIn('clerk'))
    expect(answer.data.report).toMatchObject({ good: 1, badRows: 1 })
    expect(messagesOf(answer)).toEqual([`3 username: ${translate('error.user.exceeds')}`])
  })

  it('and nothing that came with the product', async () => {
    const [headings = [], first = []] = await exported(regions, { regionType: 'province' })
    const edited = first.map((cell, at) => (headings[at] === 'Type' ? 'City' : cell))
    expect(messagesOf(await take(regions, [headings, edited]))).toEqual([
      '2 regionCode: This record came with the product and cannot be changed',
    ])
  })
})

it('adds what is missing and changes what is there, in one operation of the history, and all of it can be taken back', async () => {
  const [one, added] = [await person({ roleId: [tenant.roles['ROLE_VIEWER']] }), `n${unique()}`]
  const row = await userRow(one)
  const headings = ['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status']
  const same = (name: string, mobile: string, roleId: string) => [
    name,
    'After',
    `${name}@example.com`,
    '86',
    mobile,
    roleId,
    `${tenant.canary} team`,
    '1',
  ]
  const rows = [
    headings,
    same(one, String(row['mobile']), 'ROLE_EDITOR,ROLE_VIEWER'),
    same(added, `138${String(Date.now()).slice(-8)}`, 'ROLE_VIEWER'),
  ]
  const { report } = (await importRows(server.url, admin, users, rows, { kind: 'both' })).data
  expect(report).toMatchObject({ added: 1, changes: { changed: 1, unchanged: 0 } })
  expect((await userRow(one))['roleId']).toContain(tenant.roles['ROLE_EDITOR'])
  const { rows: kept } = await server.database.asOwner((client) =>
    client.query<{ verb: string; before: unknown }>(
      `select verb, before from changes where operation_id = '${report.importId}' and table_name = 'users' order by position`,
    ),
  )
  expect(kept.map(({ verb }) => verb)).toEqual(['add', 'update'])
  expect((await admin.post<{ removed: number }>('/api/admin/imports/undoImport', { id: report.importId })).data).toEqual({ removed: 2 })
  const { version: _, ...before } = row
  expect(await userRow(one)).toMatchObject(before)
  expect(await userRow(added)).toBeUndefined()
})

it('many rows at once are changed like one, links and rules included', async () => {
  const names = await Promise.all(Array.from({ length: 25 }, () => person()))
  const headings = ['username', 'nickname', 'roleId']
  const { report } = (await take(users, [headings, ...names.map((name) => [name, `New ${name}`, 'ROLE_EDITOR'])])).data
  expect(report).toMatchObject({ changes: { changed: 25 } })
  for (const name of names)
    expect(await userRow(name)).toMatchObject({ nickname: `New ${name}`, roleId: tenant.roles['ROLE_EDITOR'], version: 2 })
  const broken = await take(users, [['username', 'prefix'], ...names.map((name) => [name, '86']), [names[0] as string, '1']], {
    mode: 'check',
  })
  expect(broken.data.report.badRows).toBe(1)
})

it('a parent is found by its code where names are not enough, and not where name and code differ', async () => {
  const twice = `Twin ${unique()}`
  const code = () => String(randomInt(1e11, 2e11))
  const [first, second, child] = [code(), code(), code()]
  for (const regionCode of [first, second]) await addRow(admin, regions, { regionName: twice, regionCode, regionType: 'province' })
  const headings = ['regionName', 'regionCode', 'regionType', 'parentId', 'parentRegionCode']
  const row = (name: string, parentCode: string) => [headings, ['Below', child, 'City', name, parentCode]]
  expect(messagesOf(await take(regions, row('Elsewhere', second), { kind: 'add' }))?.[0]).toContain(
    `the code ${second} name different records`,
  )
  expect((await take(regions, row(twice, ''), { kind: 'add' })).http).toBe(422)
  expect((await take(regions, row(twice, second), { kind: 'add' })).data.report).toMatchObject({ added: 1 })
  const { list } = (await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(regions).query, { regionCode: child })).data
  expect(list[0]).toMatchObject({ parentRegionCode: second })
})

it('a record of a tree does not come to stand below itself, by moves of several rows', async () => {
  const [a, b] = [`A${unique()}`, `B${unique()}`]
  for (const postCode of [a, b]) await addRow(admin, posts, { postName: postCode, postCode })
  const answer = await take(
    posts,
    [
      ['postCode', 'parentId'],
      [a, b],
      [b, a],
    ],
    { mode: 'check' },
  )
  expect(answer.data.report).toMatchObject({ good: 0, badRows: 2 })
})

it('headings are found on a sheet behind a cover, and it is said where', async () => {
  const name = await person()
  const cover = sheetOf([['Users of our plant'], ['Status', 'final'], [], ['Printed by somebody']])
  const data = sheetOf([[null], ['As of January', null], ['username', 'nickname'], [name, 'Behind']])
  const parts = partsOf(cover)
  const book = await zipped({
    ...parts,
    'xl/worksheets/sheet2.xml': data,
    'xl/workbook.xml': String(parts['xl/workbook.xml']).replace('</sheets>', '<sheet name="People" sheetId="2" r:id="s2"/></sheets>'),
    'xl/_rels/workbook.xml.rels': String(parts['xl/_rels/workbook.xml.rels']).replace(
      '</Relationships>',
      '<Relationship Id="s2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet2.xml"/></Relationships>',
    ),
  })
  const { data: imported } = (await upload(server.url, admin, importPath(users), book, { fields: { kind: 'update' } })) as ImportAnswer
  expect(imported.report).toMatchObject({ source: { sheet: 'People', row: 3 }, changes: { changed: 1 } })
  expect(await userRow(name)).toMatchObject({ nickname: 'Behind' })
})

it('rows are added unless something else is asked for', async () => {
  const row = [
    ['roleCode', 'roleName'],
    ['ROLE_VIEWER', 'Viewer'],
  ]
  const answer = await importRows(server.url, admin, roles, row, { mode: 'check' })
  expect(messagesOf(answer)).toEqual(['2 roleCode: Role code is already in use'])
  expect(answer.data.report.changes).toBeUndefined()
})
