/** Tenants from a workbook: each with a first administrator whose password is told once, and gone again while nobody uses it. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { tenants } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildPlatform, buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { signIn } from '../../../../tests/support/client.ts'
import { rowsOfFile } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { startServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importRows } from '../../../../tests/support/uploads.ts'
import { XLSX } from '../../../documents/index.ts'

const HEADINGS = ['Tenant code', 'Tenant name', 'Contact', 'E-mail', 'Status', 'User quota']

let server: TestServer
let platform: BuiltTenant
let operator: Client
beforeAll(async () => {
  server = await startServer()
  platform = await buildPlatform(server)
  operator = await platform.signIn('admin')
})
afterAll(() => server.stop())

const take = (rows: readonly (string | number)[][], fields: Record<string, string> = {}, client = operator) =>
  importRows(server.url, client, tenants, [HEADINGS, ...rows], fields)
const row = (code: string) => [code, `Works ${code}`, 'Ada', `it@${code}.example`, 'Normal', 20]
const passwordsIn = async (answer: ImportAnswer) =>
  ((await rowsOfFile(Buffer.from(answer.data.handed?.content ?? '', 'base64'), XLSX)) as string[][]).slice(1)
const undo = (answer: ImportAnswer) =>
  operator.post<{ removed: number }>('/api/admin/imports/undoImport', { id: answer.data.report.importId })
const thereAre = async (code: string) =>
  (await operator.get<{ total: number }>('/api/admin/systenant/querySysTenant', { tenantCode: code })).data.total

it('makes whole tenants, whose administrators sign in with the passwords that are told once', async () => {
  const [one, two] = [`i${unique()}`, `i${unique()}`]
  const answer = await take([row(one), row(two)])
  expect(answer.data.report).toMatchObject({ rows: 2, added: 2, errorTotal: 0 })
  const passwords = await passwordsIn(answer)
  expect(passwords.map(([code, username]) => [code, username])).toEqual([
    [one, 'admin'],
    [two, 'admin'],
  ])
  expect(new Set(passwords.map(([, , password]) => password)).size).toBe(2)
  for (const [code = '', username = '', password = ''] of passwords) {
    const admin = await signIn(server.url, code, username, password)
    expect((await admin.get<{ tenantName: string }>('/api/uaa/users/getSysUser')).data.tenantName).toBe(`Works ${code}`)
    // Somebody else knows the password: nothing else before another is chosen.
    expect((await admin.get('/api/admin/sysuser/querySysUser')).http).toBe(403)
  }
  const kept = await server.database.asOwner(async (client) =>
    JSON.stringify([
      (await client.query('select * from changes')).rows,
      (await client.query('select * from imports')).rows,
      (await client.query('select * from users')).rows,
    ]),
  )
  for (const [, , password = ''] of passwords) expect(kept).not.toContain(password)
})

it('is for the operator alone, and a check makes nothing', async () => {
  const code = `i${unique()}`
  const tenant = await buildTenant(server)
  expect((await take([row(code)], {}, await tenant.signIn('admin'))).http).toBe(403)
  const checked = await take([row(code), row(platform.code), [`${code}x`, '', 'Ada', 'nobody', 'Normal', 0]], { mode: 'check' })
  expect(checked.data).toMatchObject({ handed: null, report: { good: 1, badRows: 2, importId: null } })
  expect(checked.data.report.errors.map(({ row: at, field }) => `${at} ${field}`)).toEqual([
    '3 tenantCode',
    '4 tenantName',
    '4 tenantEmail',
    '4 userQuota',
  ])
  expect(await thereAre(code)).toBe(0)
})

it("gives networks for Modbus devices that are nobody else's, neither in the file nor before", async () => {
  const [head, rows] = [
    [...HEADINGS, 'Networks of Modbus devices'],
    ['10.77.0.0/16', '10.77.1.0/24', '10.78.0.0'].map((networks) => [...row(`i${unique()}`), networks]),
  ]
  const check = async () => (await importRows(server.url, operator, tenants, [head, ...rows], { mode: 'check' })).data.report
  expect(await check()).toMatchObject({ good: 2, errors: [{ row: 3, field: 'modbusNetworks' }] })
  const { data } = await operator.post<{ id: string }>('/api/admin/systenant/addSysTenant', {
    tenantCode: `i${unique()}`,
    tenantName: 'Has it',
    status: 1,
    modbusNetworks: '10.78.0.0/15',
  })
  const report = await check()
  expect(report).toMatchObject({ good: 1, badRows: 2 })
  expect(report.errors[1]?.message).toBe('Networks of Modbus devices: 10.78.0.0 overlaps with 10.78.0.0/15 of the tenant Has it')
  expect((await operator.put('/api/admin/systenant/updateSysTenant', { id: data.id, modbusNetworks: null })).http).toBe(200)
})

it('is taken back as a whole while nobody has signed in, and not afterwards', async () => {
  const [one, two] = [`i${unique()}`, `i${unique()}`]
  const fresh = await take([row(one), row(two)])
  const undone = await undo(fresh)
  expect([undone.http, undone.data]).toEqual([200, { removed: 2 }])
  expect(await thereAre(one)).toBe(0)

  const used = await take([row(one), row(two)])
  const [, [code = '', username = '', password = ''] = []] = await passwordsIn(used)
  await signIn(server.url, code, username, password)
  const refused = await undo(used)
  expect([refused.http, refused.message]).toEqual([409, `The import cannot be undone, because records are in use: Works ${two} (1)`])
  expect([await thereAre(one), await thereAre(two)]).toEqual([1, 1])
})
