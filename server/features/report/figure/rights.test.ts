/** Of what a role hides, or may not list, figures tell nothing: no document has an answer to it that differs from that to what there is none of. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FigureSubject } from '../../../../model/contract/report/figure.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import { clientWith, postForm } from '../../../../tests/support/client.ts'
import { POSITIONS } from '../../../../tests/support/figure-positions.ts'
import { QUERY_FIGURE, askFigure, deviceDocument, furnishDevices } from '../../../../tests/support/figures.ts'
import { TOKEN, addApplication } from '../../../../tests/support/oauth.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const FIGURES = '/report/figure/queryFigure'
const SUBJECTS = '/report/figure/querySubject'
const DEVICES = '/acquisition/device/queryDevice'
const SITES = '/acquisition/site/querySite'

let server: TestServer
let tenant: BuiltTenant
let stranger: BuiltTenant
let admin: Client

const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields,
})
const hides: RoleSeed['hiddenFields'] = [
  { menu: 'devices', fields: ['serialNumber', 'pollSeconds', 'siteId'] },
  { menu: 'sites', fields: ['siteName'] },
]

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [
      role('NONE', [DEVICES]),
      role('BARE', [FIGURES, SUBJECTS]),
      role('NO-SITES', [FIGURES, DEVICES]),
      role('HIDES', [FIGURES, SUBJECTS, DEVICES, SITES], hides),
    ],
    users: ['NONE', 'BARE', 'NO-SITES', 'HIDES'].map((code) => buildUser({ username: code.toLowerCase(), roles: [code] })),
  })
  stranger = await buildTenant(server)
  await furnishDevices(server, tenant)
  await furnishDevices(server, stranger)
  admin = await tenant.signIn('admin')
}, 120_000)
afterAll(() => server.stop())

const ask = (more: object, params?: object, client = admin) => askFigure(client, deviceDocument(more), params)
const refusal = ({ http, message, errors }: Answer) => ({ http, message, errors })

describe('who sees what', () => {
  it('nobody without a session or the right; whoever has the right has subjects whose lists they may ask for', async () => {
    expect((await clientWith(server.url, '').post(QUERY_FIGURE, { document: deviceDocument({}) })).http).toBe(401)
    expect((await ask({}, undefined, await tenant.signIn('none'))).http).toBe(403)
    const bare = await tenant.signIn('bare')
    const denied = await ask({}, undefined, bare)
    const unknown = await ask({ subject: 'nothings' }, undefined, bare)
    expect(denied).toMatchObject({ http: 422, errors: [{ field: 'subject' }] })
    expect(JSON.stringify(refusal(denied)).replaceAll('devices', 'nothings')).toBe(JSON.stringify(refusal(unknown)))
    expect((await bare.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list).toEqual([])
    for (const subject of ['users', 'readings', 'alarm-events', 'logs', 'tenants', 'files', 'constructor', 'toString'])
      expect((await ask({ subject }, undefined, bare)).http, subject).toBe(422)
  })

  it('what a reference leads to is open to whoever lists that noun as well', async () => {
    const [joined, unknown] = await Promise.all(
      ['site.siteName', 'site.nothing'].map(async (field) => ask({ dimensions: [{ field }] }, undefined, await tenant.signIn('no-sites'))),
    )
    expect(joined).toMatchObject({ http: 422, errors: [{ field: 'dimensions[0].field' }] })
    expect(JSON.stringify(refusal(joined as Answer)).replaceAll('siteName', 'nothing')).toBe(JSON.stringify(refusal(unknown as Answer)))
  })

  it('no row of another tenant, whatever is asked', async () => {
    const answers = await Promise.all([
      ask({ dimensions: [{ field: 'deviceName' }, { field: 'siteId' }, { field: 'site.projectId' }] }),
      ask({ where: { field: 'deviceName', op: 'contains', value: stranger.canary } }),
      ask({ subject: 'users', dimensions: [{ field: 'username' }, { field: 'orgId' }] }),
    ])
    for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(stranger.canary)
    expect(answers[1]?.data.rows).toEqual([[0]])
    expect(answers[0]?.data.rows).toHaveLength(120)
  })

  it.each(Object.entries(POSITIONS))('a hidden field is as unknown as one that there is none of: as %s', async (_name, at) => {
    const of = (field: string) => at(field, 'deviceStatus')
    const client = await tenant.signIn('hides')
    const given = async (field: string) => {
      const { http, message, errors, data } = await ask(of(field), undefined, client)
      return JSON.stringify({ http, message, errors, data: data && { ...data, asOf: 0 } }).replaceAll(field, 'nothing')
    }
    const unknown = await given('nothing')
    // Of all kinds: text, number, reference; by a reference that is hidden; the name of what is seen otherwise.
    for (const field of ['serialNumber', 'pollSeconds', 'siteId', 'site.siteCode', 'site.siteName'])
      expect(await given(field), field).toBe(
        field.includes('.') ? (await given('site.nothing')).replaceAll('site.nothing', 'nothing') : unknown,
      )
    // An administrator is given something else: the document itself was not at fault.
    const seen = await Promise.all(['serialNumber', 'pollSeconds', 'siteId', 'createTime'].map((field) => ask(of(field))))
    expect(seen.some(({ http, data }) => http === 200 && data.omitted.length === 0)).toBe(true)
  })

  it('a hidden name stands beside no reference', async () => {
    const hides = await tenant.signIn('hides')
    const { data } = await ask({ subject: 'sites', dimensions: [{ field: 'siteCode' }] }, undefined, hides)
    expect(JSON.stringify(data)).not.toContain(tenant.canary)
    expect(data.rows).toHaveLength(3)
    const offered = (await hides.get<{ list: FigureSubject[] }>('/api/report/figure/querySubject')).data.list
    expect(offered.map(({ subject }) => subject)).toEqual(['devices', 'sites'])
    const devices = offered.find(({ subject }) => subject === 'devices')
    const fields = devices?.fields.map(({ field }) => field)
    expect(fields).toContain('deviceStatus')
    for (const hidden of ['serialNumber', 'pollSeconds', 'siteId']) expect(fields).not.toContain(hidden)
    expect(devices?.joins).toEqual([{ step: 'gateway', subject: 'devices' }])
  })

  it('an application has the figures of what its scopes and its roles reach', async () => {
    const application = await addApplication(admin, {
      authType: 'client_credentials',
      authScope: 'report.figure.read acquisition.device.read',
      roleId: [tenant.roles['NO-SITES']],
    })
    const answer = await postForm<{ access_token: string }>(server.url, TOKEN, {
      grant_type: 'client_credentials',
      client_id: application.clientId,
      client_secret: application.secret,
    })
    expect(answer.http, JSON.stringify(answer)).toBe(200)
    const program = clientWith(server.url, String(answer['access_token']))
    expect((await ask({}, undefined, program)).data.rows).toEqual([[120]])
    expect((await ask({ subject: 'users' }, undefined, program)).http).toBe(422)
  })

  it('what is kept for a moment is kept for nobody else', async () => {
    const asked = { dimensions: [{ field: 'serialNumber' }], measures: [{ as: 'sum', of: 'sum', field: 'pollSeconds' }] }
    expect((await ask(asked)).http).toBe(200)
    expect((await ask(asked, undefined, await tenant.signIn('hides'))).http).toBe(422)
    const theirs = await ask(asked, undefined, await stranger.signIn('admin'))
    expect(theirs.http).toBe(200)
    // The same question within two seconds has the same answer, at the same moment; after them another one.
    const [one, other] = await Promise.all([ask(asked), ask(asked)])
    expect(one.data.asOf).toBe(other.data.asOf)
  })
})
