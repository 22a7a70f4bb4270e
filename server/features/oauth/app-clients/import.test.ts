/** Application clients from a workbook: what holds for one of them holds for each row, and every secret is told once. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { appClients } from '../../../../model/index.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { rowsOfFile } from '../../../../tests/support/files.ts'
import { request } from '../../../../tests/support/oauth.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import type { ImportAnswer } from '../../../../tests/support/uploads.ts'
import { importRows } from '../../../../tests/support/uploads.ts'
import { XLSX } from '../../../documents/index.ts'

/** Keeps applications, and may do nothing else. */
const keeper: RoleSeed = {
  roleCode: 'KEEPER',
  roleName: 'Keeper',
  roleDescription: '',
  menus: ['appclient'],
  urls: ['/uaa/appclient/*'],
  hiddenButtons: [],
  hiddenFields: [],
}
const HEADINGS = [
  'Client code',
  'Description',
  'Kind',
  'Grant types',
  'Scopes',
  'Acts in roles',
  'Redirect addresses',
  'Access token (s)',
  'Refresh token (s)',
  'First-party',
  'Status',
]
const MACHINE = 'Server application (has a secret)'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { roles: [keeper], users: [buildUser({ username: 'keeper', roles: ['KEEPER'] })] })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

type Changes = Partial<Record<'code' | 'kind' | 'grants' | 'scopes' | 'roles' | 'address', string>>
const row = ({
  code = `app-${unique()}`,
  kind = MACHINE,
  grants = 'Client credentials',
  scopes = 'admin.sysorg.read',
  roles = 'ROLE_EDITOR',
  address = 'https://app.example.com/callback',
}: Changes = {}) => [code, 'From a file', kind, grants, scopes, roles, address, 600, 3600, 'No', 'Normal']

const take = (rows: readonly ReturnType<typeof row>[], fields: Record<string, string> = {}, client = admin) =>
  importRows(server.url, client, appClients, [HEADINGS, ...rows], fields)
const errorsOf = (answer: ImportAnswer) =>
  (answer.data?.report ?? answer.report)?.errors.map(({ row: at, field, message }) => `${at} ${field}: ${message}`)
const secretsIn = async (answer: ImportAnswer) =>
  ((await rowsOfFile(Buffer.from(answer.data.handed?.content ?? '', 'base64'), XLSX)) as string[][]).slice(1)

describe('an import of application clients', () => {
  it('tells each secret once, which then lets the application in, and keeps none of them', async () => {
    const [machine, page] = [`app-${unique()}`, `app-${unique()}`]
    const answer = await take([
      row({ code: machine }),
      row({ code: page, kind: 'Browser or mobile application (no secret)', grants: 'Authorization code, refresh_token', roles: '' }),
    ])
    expect(answer.data.report).toMatchObject({ rows: 2, added: 2, errorTotal: 0 })
    const secrets = await secretsIn(answer)
    // A program that everybody can read has none.
    expect(secrets).toEqual([[`${tenant.code}.${machine}`, expect.stringMatching(/^outstation_\S{30,}$/)]])
    const [clientId = '', secret = ''] = secrets[0] ?? []
    expect((await request(server.url, { id: '', clientId, secret }, { grant_type: 'client_credentials' })).http).toBe(200)
    expect((await take([row()], { mode: 'check' })).data.handed).toBeNull()
    const kept = await server.database.asOwner(async (client) =>
      JSON.stringify([
        (await client.query('select * from changes')).rows,
        (await client.query('select * from app_client_secrets')).rows,
        (await client.query('select * from imports')).rows,
        (await client.query('select * from jobs')).rows,
      ]),
    )
    expect(kept).not.toContain(secret)
  })

  it("refuses scopes that do not exist, a machine without roles, grants that do not fit, and roles that are not the importer's to give", async () => {
    const answer = await take(
      [
        row({ scopes: 'admin.nothing.read' }),
        row({ roles: '' }),
        row({ grants: 'password' }),
        row({ address: 'http://app.example.com' }),
        row({ grants: 'Telepathy' }),
      ],
      { mode: 'check' },
    )
    expect(errorsOf(answer)).toEqual([
      '2 authScope: There is no scope admin.nothing.read',
      '3 roleId: Acts in roles is required for client credentials',
      '4 authType: Only a first-party application may ask people for their password',
      '5 fallbackUrl: Redirect addresses: each line must be an https address, or http on this computer (localhost, 127.0.0.1), without "#"',
      expect.stringMatching(/^6 authType: /),
    ])
    const refused = await take([row({ roles: 'ROLE_ADMIN', scopes: '*' })], {}, await tenant.signIn('keeper'))
    expect([refused.http, errorsOf(refused)]).toEqual([422, ['2 roleId: You cannot grant a role that may do more than you']])
  })

  it('is never so long that it would have to wait, since what waits would have to keep the secrets', async () => {
    const refused = await take(Array.from({ length: 201 }, () => row()))
    expect([refused.http, refused.message]).toEqual([
      422,
      'At most 200 rows at once, because each is given a secret. Please divide the file',
    ])
  })

  it('takes back what it added, and the secrets are worth nothing', async () => {
    const answer = await take([row(), row()])
    const [[clientId = '', secret = ''] = []] = await secretsIn(answer)
    const undone = await admin.post<{ removed: number }>('/api/admin/imports/undoImport', { id: answer.data.report.importId })
    expect(undone.data).toEqual({ removed: 2 })
    expect((await request(server.url, { id: '', clientId, secret }, { grant_type: 'client_credentials' })).http).toBe(401)
  })

  it('takes what an export wrote', async () => {
    const code = `app-${unique()}`
    await take([row({ code, grants: 'Client credentials, Refresh token' })])
    const exported = await fetch(`${server.url}/api/uaa/appclient/exportAppClient`, {
      method: 'POST',
      body: JSON.stringify({ clientCode: code }),
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
    })
    const [headings = [], values = []] = (await rowsOfFile(Buffer.from(await exported.arrayBuffer()), XLSX)) as string[][]
    const again = await importRows(server.url, admin, appClients, [
      headings,
      values.map((value, at) => (headings[at] === 'Client code' ? `${code}-2` : value)),
    ])
    expect(again.data.report).toMatchObject({ rows: 1, added: 1, errorTotal: 0 })
  })
})
