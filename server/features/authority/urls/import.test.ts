/** Descriptions of URLs from a workbook: the rows are the product's, so a file changes them and adds none. */
import excel from 'exceljs'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { urls } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importRows } from '../../../../tests/support/uploads.ts'

const HEADINGS = ['URL', 'Description']
const [USERS, ROLES] = ['/admin/sysuser/querySysUser', '/admin/sysrole/querySysRole']

let server: TestServer
let platform: BuiltTenant
let operator: Client
beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  operator = await platform.signIn('admin')
})
afterAll(() => server.stop())

const take = (rows: readonly string[][], client = operator) => importRows(server.url, client, urls, [HEADINGS, ...rows])
const errorsOf = (answer: ImportAnswer) =>
  (answer.data?.report ?? answer.report)?.errors.map(({ row, field, message }) => `${row} ${field}: ${message}`)
const list = async (query: Record<string, string> = {}) =>
  (
    await operator.get<{ list: { url: string; description: string }[]; total: number }>('/api/admin/sysurl/querySysUrl', {
      pageSize: '1000',
      ...query,
    })
  ).data
const describedAs = async (url: string) => (await list({ url })).list.find((row) => row.url === url)?.description

it('changes what is said about them, adds nothing, and can be taken back', async () => {
  const { total } = await list()
  const [users, roles] = [await describedAs(USERS), await describedAs(ROLES)]
  const answer = await take([
    [USERS, 'Who works here'],
    [ROLES, 'What they may do'],
  ])
  expect(answer.data.report).toMatchObject({ rows: 2, added: 0, changes: { changed: 2, unchanged: 0 }, errorTotal: 0 })
  expect([await describedAs(USERS), await describedAs(ROLES), (await list()).total]).toEqual(['Who works here', 'What they may do', total])
  const { rows } = await server.database.asOwner((client) =>
    client.query(`select verb, before, after from changes where operation_id = '${answer.data.report.importId}' order by position`),
  )
  expect(rows).toEqual([
    { verb: 'update', before: { description: users }, after: { description: 'Who works here' } },
    { verb: 'update', before: { description: roles }, after: { description: 'What they may do' } },
  ])
  expect((await operator.post<{ removed: number }>('/api/admin/imports/undoImport', { id: answer.data.report.importId })).data).toEqual({
    removed: 2,
  })
  expect([await describedAs(USERS), await describedAs(ROLES)]).toEqual([users, roles])
})

it('is not taken back over what somebody has changed since', async () => {
  const answer = await take([[USERS, 'First']])
  await take([[USERS, 'Second']])
  const refused = await operator.post('/api/admin/imports/undoImport', { id: answer.data.report.importId })
  expect([refused.http, refused.message]).toEqual([409, `The import cannot be undone, because records were changed since: ${USERS} (1)`])
  expect(await describedAs(USERS)).toBe('Second')
})

it('knows no URL that the product does not have, and none twice', async () => {
  expect(
    errorsOf(
      await take([
        ['/admin/nothing/there', 'x'],
        [USERS, 'a'],
        [USERS, 'b'],
        [ROLES, ''],
      ]),
    ),
  ).toEqual(['2 url: URL: nothing is called “/admin/nothing/there”', '4 url: URL: the same value stands in row 3 already'])
})

it('is for the platform alone, whose own calls no tenant is shown', async () => {
  const admin = await (await buildTenant(server)).signIn('admin')
  expect((await take([[USERS, 'x']], admin)).http).toBe(403)
  const shown = async (client: Client) =>
    (await client.get<{ list: { url: string }[] }>('/api/admin/sysurl/querySysUrl', { pageSize: '1000' })).data.list.map(({ url }) => url)
  expect(await shown(operator)).toContain('/admin/systenant/addSysTenant')
  expect((await shown(admin)).filter((url) => /^\/admin\/(systenant|syspackage|logsystem|isolation)\//.test(url))).toEqual([])
  expect(await shown(admin)).toContain(USERS)
})

it('has a template with the two columns', async () => {
  const response = await fetch(`${server.url}/api/admin/sysurl/exportSysUrl`, {
    method: 'POST',
    body: JSON.stringify({ isTemplate: 1 }),
    headers: { authorization: `Bearer ${operator.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
  })
  const book = new excel.Workbook()
  await book.xlsx.load(await response.arrayBuffer())
  expect((book.worksheets[0]?.getRow(1).values as string[]).slice(1)).toEqual(['URL *', 'Description *'])
})
