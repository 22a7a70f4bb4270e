/** Reports of chosen points over real HTTP: which points a sheet has, which reports take some, and who is told. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import { MAX_REPORT_POINTS, REPORT_CODES } from '../../../../model/reports/built-in/asked.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { absentId } from '../../../../tests/support/values.ts'

const REPORT = '/api/report/report'
const TEMPLATE = '/api/report/template'
const all: RoleSeed = {
  ...{ roleCode: 'NARROW', roleName: 'NARROW', roleDescription: '', menus: 'all', urls: ['/acquisition/*', '/report/*'] },
  ...{ hiddenButtons: [], hiddenFields: [] },
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let narrow: Client
let [cellar, roof]: BuiltDevice[] = []
/** Ids of points by device and key. */
let ids: Readonly<Record<string, string>>
let foreign: string

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, { roles: [all], users: [buildUser({ username: 'narrow', roles: ['NARROW'] })] })
  admin = await tenant.signIn('admin')
  cellar = await buildDevice(server, tenant, { damp: {}, draught: {} })
  roof = await buildDevice(server, tenant, { wind: {}, rain: {} })
  ids = { ...(await pointsOf(server, cellar)), ...(await pointsOf(server, roof)) }
  const other = await buildTenant(server)
  foreign = Object.values(await pointsOf(server, await buildDevice(server, other, { alien: {} })))[0] ?? ''
  narrow = await tenant.signIn('narrow')
}, 120_000)
afterAll(() => server.stop())

const textsOf = ({ boxes }: ReportPage) => boxes.map(({ lines }) => lines.map(({ text }) => text).join(' '))
const page = (query: object, client = admin) =>
  client.get<ReportPage>(`${REPORT}/queryReportPage`, { report: 'day-sheet', ...query } as Record<string, string>)
const KEYS = ['damp', 'draught', 'wind', 'rain', 'alien']
/** The keys of points that stand on the first page. */
async function keysOn(query: object): Promise<string[]> {
  const answer = await page(query)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  const texts = textsOf(answer.data)
  return KEYS.filter((key) => texts.includes(key))
}
const named = (...keys: readonly string[]) => keys.map((key) => ids[key] ?? expect.fail(`no point ${key}`)).join(',')

describe('a day sheet', () => {
  it('has the chosen points alone, of whichever devices, and all points without any', async () => {
    expect(await keysOn({ pointId: named('damp', 'rain') })).toEqual(['damp', 'rain'])
    // Whoever leafs through a report gets pages of the same one: of other points it is another one.
    expect(await keysOn({ pointId: named('wind') })).toEqual(['wind'])
    expect(await keysOn({ pointId: '' })).toEqual(['damp', 'draught', 'wind', 'rain'])
    expect(await keysOn({ pointId: named('damp', 'rain'), deviceId: roof?.id })).toEqual(['rain'])
  })

  it('has nothing of a point of another tenant, as of one that there is none of', async () => {
    const [theirs, nobodys] = await Promise.all([page({ pointId: foreign }), page({ pointId: absentId() })])
    expect([theirs.http, nobodys.http]).toEqual([200, 200])
    expect(await keysOn({ pointId: `${foreign},${named('wind')}` })).toEqual(['wind'])
    expect(theirs.data.boxes.length).toBe(nobodys.data.boxes.length)
  })

  it('takes so many points and no more, each once', async () => {
    const some = Array.from({ length: MAX_REPORT_POINTS - 1 }, absentId)
    expect(await keysOn({ pointId: [...some, named('wind'), named('wind')].slice(1).join(',') })).toEqual(['wind'])
    expect(await page({ pointId: [...some, named('wind'), absentId()].join(',') })).toMatchObject({
      http: 422,
      errors: [{ field: 'pointId' }],
    })
    expect(await page({ pointId: 'wind' })).toMatchObject({ http: 422, errors: [{ field: 'pointId' }] })
  })

  it('is issued with the chosen points, and revised with the same', async () => {
    const issued = await admin.post<{ id: string }>('/api/report/issued/issueReport', { report: 'day-sheet', pointId: [ids['rain']] })
    expect(issued.http, JSON.stringify(issued.errors ?? issued.message)).toBe(200)
    const pageOf = async (id: string) =>
      textsOf((await admin.get<ReportPage>('/api/report/issued/queryIssuedReportPage', { id, page: 1 })).data)
    expect(await pageOf(issued.data.id)).toContain('rain')
    const revised = await admin.post<{ id: string }>('/api/report/issued/reviseReport', { id: issued.data.id })
    expect(revised.http, JSON.stringify(revised.errors ?? revised.message)).toBe(200)
    const texts = await pageOf(revised.data.id)
    expect(KEYS.filter((key) => texts.includes(key))).toEqual(['rain'])
  })
})

describe('other reports', () => {
  it.each(REPORT_CODES.filter((code) => code !== 'day-sheet'))('%s is not made of all points where some are asked for', async (report) => {
    expect(await page({ report, pointId: named('damp') })).toMatchObject({
      http: 422,
      message: expect.stringMatching(/selected points/) as string,
    })
    expect((await page({ report })).http).toBe(200)
  })
})

describe('a document that names points', () => {
  it('is withheld from whoever does not see all of them', async () => {
    const document = {
      ...{ format: 1, subject: 'readings', measures: [{ as: 'mean', of: 'mean' }], dimensions: [{ field: 'pointKey' }] },
      time: { range: 'yesterday' },
    }
    const where = { field: 'pointId', op: 'among', value: [ids['damp'], ids['wind']] }
    const content = { ...EMPTY_TEMPLATE, sets: { some: { document: { ...document, where } }, all: { document } } }
    const begun = await admin.post<{ id: string }>(`${TEMPLATE}/importReportDesign`, {
      templateName: `t ${unique()}`,
      templateKind: 'other',
      content,
    })
    expect(begun.http, JSON.stringify(begun.errors ?? begun.message)).toBe(200)
    const withheld = async () =>
      (await narrow.get<{ withheld: string[] }>(`${TEMPLATE}/queryReportDesign`, { id: begun.data.id })).data.withheld
    const scope = (kind: 'own' | 'all') =>
      admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['NARROW'], scopes: [{ table: '', kind }] })
    expect(await withheld()).toEqual([])
    expect((await scope('own')).http).toBe(200)
    expect(await withheld()).toEqual(['some'])
  })
})
