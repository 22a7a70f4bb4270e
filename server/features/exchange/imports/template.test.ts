import excel from 'exceljs'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { organisations, roles, users } from '../../../../model/index.ts'
import type { Resource } from '../../../../model/resource.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique, uniqueMobile } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importPath, importRows, upload } from '../../../../tests/support/uploads.ts'

let server: TestServer
let tenant: BuiltTenant
let empty: BuiltTenant
let dataDir: string
beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'outstation-import-'))
  server = await startServer({ dataDir })
  tenant = await buildTenant(server)
  empty = await buildTenant(server)
})
afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

async function exported(client: Client, of: Resource, query: string, language = 'en'): Promise<Buffer> {
  const response = await fetch(`${server.url}/api${of.api.base}/export${of.api.noun}?${query}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${client.token}`, 'accept-language': language },
  })
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  ])
  return Buffer.from(await response.arrayBuffer())
}

async function opened(bytes: Buffer): Promise<excel.Workbook> {
  const book = new excel.Workbook()
  await book.xlsx.load(bytes as unknown as excel.Buffer)
  return book
}

it("a template has the headings of the caller's language, marks what is needed, and offers what can be chosen", async () => {
  const client = await tenant.signIn('admin')
  const [sheet, notes] = (await opened(await exported(client, users, 'isTemplate=1', 'zh'))).worksheets as [
    excel.Worksheet,
    excel.Worksheet,
  ]
  expect((sheet.getRow(1).values as string[]).slice(1)).toEqual([
    '用户名 *',
    '姓名 *',
    '邮箱 *',
    '国家/地区代码 *',
    '手机号 *',
    '角色 *',
    '所属组织 *',
    '状态 *',
    '省份',
    '城市',
    '街道地址',
    '个人简介',
  ])
  expect(String(sheet.getCell('A2').value)).toMatch(/^## /)
  expect(sheet.getCell('H3').dataValidation).toMatchObject({ type: 'list', showErrorMessage: true })
  expect(sheet.getCell('G3').dataValidation.type).toBe('list')
  expect(sheet.getCell('G3').dataValidation.showErrorMessage).not.toBe(true)
  const lists = notes.columns.map((column) => (column.values ?? []).slice(1) as string[]).filter((values) => values.length > 1)
  expect(lists).toContainEqual(['状态', '正常', '停用'])
  expect(lists.find(([heading]) => heading === '所属组织')).toContain(`${tenant.canary} root/${tenant.canary} branch`)
  expect(JSON.stringify(lists)).not.toContain(empty.canary)
})

it('a template that is filled in is imported, its example is not', async () => {
  const client = await tenant.signIn('admin')
  const book = await opened(await exported(client, users, 'isTemplate=1', 'tw'))
  const name = `u${unique()}`
  const sheet = book.worksheets[0] as excel.Worksheet
  sheet.getRow(3).values = [
    name,
    'Nick',
    `${name}@example.com`,
    '86',
    uniqueMobile(),
    'ROLE_VIEWER,ROLE_OPERATOR',
    `${tenant.canary} root/${tenant.canary} branch`,
    '正常',
  ]
  const answer = (await upload(
    server.url,
    client,
    importPath(users),
    Buffer.from((await book.xlsx.writeBuffer()) as ArrayBuffer),
  )) as ImportAnswer
  expect([answer.message, answer.report?.errors]).toEqual(['success', undefined])
  expect(answer.data.report).toMatchObject({ rows: 1, added: 1, comments: 1, headings: { unknown: [], ignored: [], missing: [] } })
})

it('what is exported can be imported into an empty tenant and gives the same rows', async () => {
  const [from, to] = [await tenant.signIn('admin'), await empty.signIn('admin')]
  await importRows(server.url, from, roles, [
    ['roleName', 'roleCode', 'roleDescription'],
    ['Laboratory', 'ROLE_LABORATORY', '=1+1'],
    ['Yard "A"', 'ROLE_YARD', ' <&> '],
  ])
  await importRows(server.url, from, organisations, [
    ['orgName', 'orgType', 'orgDescription', 'orgSequence', 'parentId'],
    ['Works', 'company', 'one\ttwo'.replace('\t', ' '), 7, ''],
    ['Hall 1', 'team', '', '', 'Works'],
    ['Hall 2', 'team', '', 2, 'Hall 1'],
  ])
  await importRows(server.url, from, users, [
    ['username', 'nickname', 'email', 'prefix', 'mobile', 'roleId', 'orgId', 'status'],
    [`exp${unique()}`, '0012', `e${unique()}@example.com`, '44', '07911123456', 'Laboratory,ROLE_YARD', 'Hall 2', 0],
  ])

  const shown = async (client: Client, of: Resource, filter: Record<string, string>) => {
    const { data } = await client.get<{ list: Record<string, unknown>[] }>(`/api${of.api.base}/query${of.api.noun}`, {
      pageSize: 1000,
      ...filter,
    })
    const flat = (rows: Record<string, unknown>[]): Record<string, unknown>[] =>
      rows.flatMap(({ children = [], ...row }) => [row, ...flat(children as Record<string, unknown>[])])
    const fields = [
      'roleName',
      'roleCode',
      'roleDescription',
      'orgName',
      'orgType',
      'orgDescription',
      'orgSequence',
      'parentIdCn',
      'username',
      'nickname',
      'email',
      'prefix',
      'mobile',
      'roleIdCn',
      'orgIdCn',
      'status',
    ]
    return flat(data.list)
      .map((row) => JSON.stringify(fields.map((name) => row[name] ?? null)))
      .sort()
  }
  for (const [of, filter] of [
    [roles, { roleCode: 'ROLE_LABORATORY' }],
    [roles, { roleCode: 'ROLE_YARD' }],
    [organisations, {}],
    [users, { username: 'exp' }],
  ] as const) {
    const query = new URLSearchParams(filter).toString()
    const file = await exported(from, of, query, 'zh')
    const answer = (await upload(server.url, to, importPath(of), file, { fields: { mode: 'good' }, language: 'en' })) as ImportAnswer
    expect([of.name, answer.message, answer.report?.errors]).toEqual([of.name, 'success', undefined])
    const expected = await shown(from, of, filter)
    const stored = new Set(await shown(to, of, filter))
    expect(expected.filter((row) => !stored.has(row))).toEqual([])
    expect(answer.data.report).toMatchObject({ rows: expected.length, added: expected.length, headings: { unknown: [], missing: [] } })
  }
})
