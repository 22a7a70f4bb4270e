/** An exported file says by what its rows are narrowed, in words and in the language of whoever asks, and no more than they see. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { devices, users } from '../model/index.ts'
import type { Resource } from '../model/resource.ts'
import { CSV } from '../server/documents/index.ts'
import type { BuiltTenant } from './support/builders.ts'
import { buildTenant, buildUser } from './support/builders.ts'
import type { Client } from './support/client.ts'
import { aboutFile, rowsOfFile, unzip } from './support/files.ts'
import type { TestServer } from './support/server.ts'
import { sharedServer } from './support/server.ts'
import type { Imported } from './support/uploads.ts'
import { importPath, upload } from './support/uploads.ts'

const all = { roleDescription: '', menus: 'all', urls: 'all', hiddenButtons: [] } as const

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      { ...all, roleCode: 'NAMELESS', roleName: 'NAMELESS', hiddenFields: [{ menu: 'sysorg', fields: ['orgName'] }] },
      { ...all, roleCode: 'BLIND', roleName: 'BLIND', hiddenFields: [{ menu: 'sysuser', fields: ['mobile'] }] },
    ],
    users: [buildUser({ username: 'nameless', roles: ['NAMELESS'] }), buildUser({ username: 'blind', roles: ['BLIND'] })],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

async function fileOf(client: Client, of: Resource, body: Record<string, unknown>, { verb = 'export', language = 'en' } = {}) {
  const answer = await fetch(`${server.url}/api${of.api.base}/${verb}${of.api.noun}`, {
    method: 'POST',
    body: JSON.stringify(body),
    headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': language },
  })
  expect(answer.status).toBe(200)
  return { bytes: Buffer.from(await answer.arrayBuffer()), type: answer.headers.get('content-type') ?? '' }
}
const aboutOf = async (...asked: Parameters<typeof fileOf>) => {
  const { bytes, type } = await fileOf(...asked)
  return aboutFile(bytes, type)
}

describe('users narrowed by everything at once', () => {
  const filters = () => ({
    orgId: tenant.organisations['branch'],
    status: 1,
    username: 'edi',
    createTimeStart: '2020-01-01 00:00:00',
    sorter: 'username_ascend',
  })

  it('have it as facts on the last sheet of a workbook, in English', async () => {
    expect(await aboutOf(admin, users, filters())).toEqual([
      'Contents | Users',
      'Filters | User name: edi',
      ` | Organisation: ${tenant.canary} branch and below`,
      ' | Status: Normal',
      ' | Created: from 2020-01-01 00:00:00',
      'Order | User name, ascending',
      `Tenant | ${tenant.canary} tenant`,
      'Time zone | Asia/Shanghai (UTC+8)',
      expect.stringMatching(/^Exported at \| \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string,
      'Exported by | admin',
    ])
  })

  it.each([
    ['exportWord', 'zh', '筛选条件：用户名：edi；所属组织：'],
    ['exportPDF', 'zh-TW', '篩選條件：使用者名稱：edi；'],
  ])('%s has it above its table, in the language of whoever asks', async (verb, language, words) => {
    const about = (await aboutOf(admin, users, filters(), { verb, language })).join('')
    expect(about).toContain(words)
    expect(about.replace(/\s/g, '')).toContain(`${tenant.canary} branch（`.replace(/\s/g, ''))
  })

  it('are pure rows as CSV', async () => {
    const { bytes, type } = await fileOf(admin, users, { ...filters(), fileFormat: 'csv', fields: ['username'] })
    expect(type).toBe(CSV)
    expect(bytes.toString()).toBe('\ufeffUser name\r\neditor\r\n')
  })
})

it('ends of a range, rows without something and rows that were chosen are told as well', async () => {
  const range = { createTimeStart: '2020-01-01 00:00:00', createTimeEnd: '2099-01-01 00:00:00' }
  expect(await aboutOf(admin, users, { ...range, id: [tenant.users['admin'], tenant.users['editor']] })).toEqual(
    expect.arrayContaining(['Filters | Created: 2020-01-01 00:00:00 to 2099-01-01 00:00:00', ' | Only the 2 selected']),
  )
  expect(await aboutOf(admin, devices, { siteId: '0' })).toContain('Filters | Site: none')
  expect(await aboutOf(admin, users, { orgId: '0' })).toContain('Filters | none (all records)')
})

it('says nothing of a filter that does not count, nor the name of a row that is hidden', async () => {
  const blind = await tenant.signIn('blind')
  expect(await aboutOf(blind, users, { mobile: '138' })).toContain('Filters | none (all records)')
  const nameless = await tenant.signIn('nameless')
  const about = await aboutOf(nameless, users, { orgId: tenant.organisations['branch'] })
  expect(about).toContain('Filters | Organisation: a record you cannot see and below')
  expect(about.join()).not.toContain(`${tenant.canary} branch`)
})

it('nor the name of another tenant’s row', async () => {
  const other = await buildTenant(server)
  const about = await aboutOf(admin, users, { orgId: other.organisations['branch'] })
  expect(about.join()).not.toContain(other.canary)
})

it('what it says is text and nothing that computes, and the file can be imported again', async () => {
  const { bytes, type } = await fileOf(admin, users, { username: '=1+1' })
  expect(await aboutFile(bytes, type)).toContain('Filters | User name: =1+1')
  expect([...(await unzip(bytes)).values()].join()).not.toContain('<f>')
  const whole = await fileOf(admin, users, {})
  const count = ((await rowsOfFile(whole.bytes, whole.type)) ?? []).length - 1
  const { data } = await upload<Imported>(server.url, admin, importPath(users), whole.bytes, { fields: { kind: 'both', mode: 'check' } })
  expect(data.report).toMatchObject({ rows: count, errorTotal: 0, changes: { changed: 0, unchanged: count } })
})
