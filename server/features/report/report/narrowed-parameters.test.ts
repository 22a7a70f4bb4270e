/** Parameters of reports whose choice is narrowed by another one: what is offered, and that no other combination makes a report. */
import { beforeAll, expect, it } from 'vitest'
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { AskedParameter } from '../../../../model/figures/document.ts'
import { pathOf } from '../../../../model/noun-calls.ts'
import { EMPTY_TEMPLATE } from '../../../../model/reports/draft.ts'
import { ROWS_NOT_CHOSEN } from '../../../../model/reports/parameters.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { nounNamed } from '../../../../tests/support/values.ts'

const ACQUISITION = '/api/acquisition'
const PAGE = '/api/report/report/queryReportPage'
const role = (roleCode: string, hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  ...{
    roleCode,
    roleName: roleCode,
    roleDescription: '',
    menus: 'all',
    urls: ['/acquisition/*', '/report/*'],
    hiddenButtons: [],
    hiddenFields,
  },
})

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let placeless: Client
let sites: readonly [string, string]
/** Two of the first site, one of the second. */
let devices: readonly string[]
let points: Readonly<Record<string, string>>

const nameOf = async (path: string, query: Readonly<Record<string, string>>, client = admin) => {
  const answer = await client.get<{ name: string; value: string }[]>(`${ACQUISITION}/${path}`, query)
  expect(answer.http, JSON.stringify(answer.errors ?? answer.message)).toBe(200)
  return answer.data.map(({ value }) => value).toSorted()
}

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: [role('PLACELESS', [{ menu: 'devices', fields: ['siteId'] }])],
    users: [buildUser({ username: 'placeless', roles: ['PLACELESS'] })],
  })
  admin = await tenant.signIn('admin')
  placeless = await tenant.signIn('placeless')
  const site = async () =>
    (await admin.post<{ id: string }>(`${ACQUISITION}/site/addSite`, { siteCode: `s${unique()}`, siteName: `site ${unique()}` })).data.id
  sites = [await site(), await site()]
  const built = [
    await buildDevice(server, tenant, { one: {} }),
    await buildDevice(server, tenant, { two: {} }),
    await buildDevice(server, tenant, { three: {} }),
  ]
  for (const [at, { id }] of built.entries())
    expect((await admin.put(`${ACQUISITION}/device/updateDevice`, { id, siteId: sites[at === 2 ? 1 : 0] })).http).toBe(200)
  devices = built.map(({ id }) => id)
  const { list } = (await admin.get<{ list: { id: string; pointKey: string }[] }>(`${ACQUISITION}/point/queryPoint`, { pageSize: 100 }))
    .data
  points = Object.fromEntries(list.map(({ id, pointKey }) => [pointKey, id]))
}, 120_000)

const PARAMS = [
  { name: 'yard', kind: 'reference', to: 'sites', many: true },
  { name: 'pump', kind: 'reference', to: 'devices', dependsOn: 'yard' },
  { name: 'probe', kind: 'reference', to: 'points', dependsOn: 'pump' },
]

/** The keys of points, narrowed by all that is chosen. */
async function published(params: readonly object[] = PARAMS): Promise<string> {
  const among = (field: string, name: string) =>
    params.some((one) => (one as { name: string }).name === name) ? [{ field, op: name === 'yard' ? 'among' : 'equals', param: name }] : []
  const document = {
    format: 1,
    subject: 'points',
    measures: [{ as: 'n', of: 'count' }],
    dimensions: [{ field: 'pointKey' }],
    where: { and: [...among('deviceId', 'pump'), ...among('pointKey', 'none'), { field: 'pointKey', op: 'filled' }] },
    params,
  }
  const content = {
    ...EMPTY_TEMPLATE,
    columns: [120],
    cells: { A1: { field: 's.pointKey', expand: 'down', sort: 'ascend' } },
    sets: { s: { document } },
  }
  const named = { templateName: `narrowed ${unique()}`, templateKind: 'other', content }
  const begun = await admin.post<{ id: string }>('/api/report/template/importReportDesign', named)
  expect(begun.http, JSON.stringify(begun.errors ?? begun.message)).toBe(200)
  const done = await admin.post('/api/report/template/publishReportTemplate', { id: begun.data.id, revision: 1 })
  expect(done.http, JSON.stringify(done.errors ?? done.message)).toBe(200)
  return begun.data.id
}
const page = (report: string, params: object, more: object = {}, client = admin) =>
  client.get<ReportPage>(PAGE, { report, params: JSON.stringify(params), ...more })

it('choices are of those rows that belong to the ones that are chosen, along as many references as there are', async () => {
  const [here, there] = sites
  expect(await nameOf('device/queryDeviceOptions', { within: 'sites', withinId: here })).toEqual([devices[0], devices[1]].toSorted())
  expect(await nameOf('device/queryDeviceOptions', { within: 'sites', withinId: `${here},${there}` })).toEqual([...devices].toSorted())
  expect(await nameOf('point/queryPointOptions', { within: 'sites', withinId: there })).toEqual([points['three']])
  expect(await nameOf('point/queryPointOptions', { within: 'devices', withinId: devices[1] ?? '' })).toEqual([points['two']])
  // What is chosen keeps its name wherever it belongs to, and a part of a name is looked for among what belongs there.
  expect(await nameOf('point/queryPointOptions', { within: 'sites', withinId: here, keyword: 'three' })).toEqual([])
})

it('choices within what there is no way to, or of nobody, are refused by name', async () => {
  for (const [query, field] of [
    [{ within: 'roles', withinId: sites[0] }, 'within'],
    [{ within: 'nothing', withinId: sites[0] }, 'within'],
    [{ within: '__proto__', withinId: sites[0] }, 'within'],
    [{ within: 'sites' }, 'withinId'],
    [{ withinId: sites[0] }, 'withinId'],
    [{ within: 'sites', withinId: "' or true --" }, 'withinId'],
  ] as const)
    expect(await admin.get(`${ACQUISITION}/device/queryDeviceOptions`, query)).toMatchObject({
      http: 422,
      errors: [{ field: expect.stringMatching(new RegExp(`^${field}`)) as string }],
    })
})

it('nobody is told by what is offered which site a device is of whose roles hide that', async () => {
  for (const withinId of sites) {
    expect(await nameOf('device/queryDeviceOptions', { within: 'sites', withinId }, placeless)).toEqual([...devices].toSorted())
    expect(await nameOf('point/queryPointOptions', { within: 'sites', withinId }, placeless)).toHaveLength(3)
  }
  const report = await published()
  const [here, there] = await Promise.all(sites.map((yard) => page(report, { yard: [yard], pump: devices[0] }, {}, placeless)))
  expect([here?.http, there?.http]).toEqual([200, 200])
})

it('a report says which parameter another one depends on, and is not made of what belongs elsewhere', async () => {
  const report = await published()
  const { list } = (await admin.get<{ list: { report: string; parameters?: AskedParameter[] }[] }>('/api/report/report/queryReport')).data
  expect(list.find((one) => one.report === report)?.parameters).toEqual(PARAMS)
  const [here, there] = sites
  expect((await page(report, { yard: [here], pump: devices[0], probe: points['one'] })).http).toBe(200)
  expect((await page(report, { yard: [here, there], pump: devices[2] })).http).toBe(200)
  // Nothing is chosen above it, or nothing below.
  expect((await page(report, { pump: devices[2] })).http).toBe(200)
  expect((await page(report, { yard: [there] })).http).toBe(200)
  const refused = { http: 422, errors: [{ field: 'params.pump', message: expect.stringContaining('does not belong') as string }] }
  expect(await page(report, { yard: [there], pump: devices[0] })).toMatchObject(refused)
  expect(await admin.post('/api/report/issued/issueReport', { report, params: { yard: [there], pump: devices[0] } })).toMatchObject(refused)
  expect(await page(report, { pump: devices[0], probe: points['two'] })).toMatchObject({ http: 422, errors: [{ field: 'params.probe' }] })
  const schedule = {
    ...{ scheduleName: `s ${unique()}`, templateId: report, rhythm: 'day', runAt: '00:00', issues: 1, scheduleFormats: 'pdf' },
    ...{ scheduleLanguage: 'en', scheduleStatus: 1, reportParams: JSON.stringify({ yard: [there], pump: devices[0] }) },
  }
  expect(await admin.post('/api/report/schedule/addReportSchedule', schedule)).toMatchObject({
    http: 422,
    errors: [{ field: 'reportParams' }],
  })
})

it('the site that a report is asked for narrows as well, and a default that does not belong to what is chosen is refused', async () => {
  const [here, there] = sites
  const asked = [
    { name: 'siteId', kind: 'reference', to: 'sites' },
    { name: 'pump', kind: 'reference', to: 'devices', dependsOn: 'siteId', default: devices[0] },
  ]
  const report = await published(asked)
  expect((await page(report, {})).http).toBe(200)
  expect((await page(report, {}, { siteId: here })).http).toBe(200)
  expect(await page(report, {}, { siteId: there })).toMatchObject({ http: 422, errors: [{ field: 'params.pump' }] })
  expect((await page(report, { pump: devices[2] }, { siteId: there })).http).toBe(200)
})

it('rows can be chosen of each noun that parameters are offered for', async () => {
  const { list } = (await admin.get<{ list: { subject: string }[] }>('/api/report/figure/querySubject')).data
  const offered = list.map(({ subject }) => subject).filter((subject) => !ROWS_NOT_CHOSEN.includes(subject))
  expect(offered.length).toBeGreaterThan(10)
  for (const subject of offered) {
    const of = nounNamed(subject)
    const path =
      !of || subject === 'roles' ? '/admin/sysrole/queryRoleName' : pathOf(of, of.parent === undefined ? 'queryOptions' : 'queryTree')
    expect((await admin.get(`/api${path}`)).http, subject).toBe(200)
  }
})
