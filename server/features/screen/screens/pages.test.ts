/** What a page shows: in one call, and to each no more than their own roles let them see of it elsewhere. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ScreenPageData } from '../../../../model/contract/screen/screens.ts'
import { resources } from '../../../../model/index.ts'
import type { ScreenDocument, ScreenWidget } from '../../../../model/screens/document.ts'
import { EMPTY_SCREEN } from '../../../../model/screens/read.ts'
import { administrator } from '../../../../seeds/roles.ts'
import type { RoleSeed } from '../../../../seeds/tenant.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Answer, Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf, sendReadings } from '../../../../tests/support/devices.ts'
import { deviceDocument } from '../../../../tests/support/figures.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow } from '../../../../tests/support/values.ts'
import { pageData } from '../shared/page-data.ts'
import { callerOf } from '../../../kernel/authorization/caller.ts'
import { translatorFor } from '../../../kernel/http/language.ts'

const PATH = '/api/screen/screen'
const SHOW = ['/screen/screen/queryScreenShown', '/screen/screen/queryScreenPage']
const VALUES = '/acquisition/reading/queryLatestReading'
const ALARMS = '/acquisition/alarm/queryAlarm'

const role = (roleCode: string, urls: RoleSeed['urls'], hiddenFields: RoleSeed['hiddenFields'] = []): RoleSeed => ({
  roleCode,
  roleName: roleCode,
  roleDescription: '',
  menus: 'all',
  urls,
  hiddenButtons: [],
  hiddenFields,
})

let server: TestServer
let tenant: BuiltTenant
let device: BuiltDevice
let point: string
let site: string
let screenId: string
let admin: Client
let stranger: Client
const clients = new Map<string, Client>()
const who = (name: string) => clients.get(name) as Client

beforeAll(async () => {
  server = await sharedServer()
  const looking = [
    ...SHOW,
    VALUES,
    '/acquisition/reading/queryReadingTrend',
    ALARMS,
    '/acquisition/device/queryDevice',
    '/acquisition/site/querySite',
  ]
  const roles = [
    role('BARE', SHOW),
    role('VALUES', [...SHOW, VALUES]),
    role('NAMELESS', looking, [
      { menu: 'points', fields: ['pointName', 'unit'] },
      { menu: 'devices', fields: ['deviceName'] },
      { menu: 'alarms', fields: ['ruleName', 'alarmValue'] },
    ]),
    role('QUALITYLESS', looking, [{ menu: 'points', fields: ['newestQuality'] }]),
    role('SITELESS', looking, [{ menu: 'alarms', fields: ['siteId'] }]),
    role('STATELESS', looking, [{ menu: 'alarms', fields: ['alarmState'] }]),
    role('CODELESS', looking, [{ menu: 'devices', fields: ['deviceCode'] }]),
    { ...administrator, roleCode: 'SCOPED', roleName: 'SCOPED', roleDescription: '' },
  ]
  tenant = await buildTenant(server, {
    roles,
    users: roles.map(({ roleCode }) =>
      buildUser({ username: roleCode.toLowerCase(), roles: [roleCode], ...(roleCode === 'SCOPED' ? { org: 'branch' } : {}) }),
    ),
  })
  admin = await tenant.signIn('admin')
  stranger = await (await buildTenant(server)).signIn('admin')
  for (const { roleCode } of roles) clients.set(roleCode, await tenant.signIn(roleCode.toLowerCase()))
  device = await buildDevice(server, tenant, { temperature: { unit: '°C', stale_seconds: 60 }, humidity: {} })
  point = (await pointsOf(server, device))['temperature'] as string
  site = (await addRow(admin, resources.sites, { longitude: 118, latitude: 32, siteName: `site ${unique()}` })).id
  await server.database.asOwner((client) => client.query('update devices set site_id = $2 where id = $1', [device.id, site]))
  await buildRule(server, device, { rule_name: 'Too warm', alarm_priority: 1 })
  await measure(server, device, { temperature: 20, humidity: 50 }, Date.now() - 60_000)
  await measure(server, device, { temperature: 30 })
  await server.services.acquisition.states.flush()
  await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes: [{ table: '', kind: 'below' }] })
  screenId = await published(screen(WIDGETS()))
}, 180_000)
afterAll(() => server.stop())

const dataOf = <Data>({ http, data, message, errors }: Answer<Data>): Data => {
  expect(http, JSON.stringify(errors ?? message)).toBe(200)
  return data
}
const RECT: ScreenWidget['rect'] = [0, 0, 200, 100]
const devicesByCode = deviceDocument({ dimensions: [{ field: 'deviceCode' }] })
const WIDGETS = (): ScreenWidget[] => [
  { id: 'value', kind: 'number', rect: RECT, bind: { value: { point } } },
  { id: 'trend', kind: 'trend', rect: RECT, bind: { a: { point } }, options: { minutes: 10 } },
  { id: 'figure', kind: 'table', rect: RECT, options: { figure: 'codes' } },
  { id: 'alarms', kind: 'alarms', rect: RECT, options: { rows: 5 } },
  { id: 'banner', kind: 'alarm-banner', rect: RECT, options: { siteId: '$site' } },
  { id: 'devices', kind: 'devices', rect: RECT, options: {} },
  { id: 'map', kind: 'map', rect: RECT, options: { show: 'sites' } },
  { id: 'text', kind: 'text', rect: RECT, options: { text: 'always' } },
]
const screen = (widgets: readonly ScreenWidget[]): ScreenDocument => ({
  ...EMPTY_SCREEN,
  variables: [{ name: 'site', kind: 'reference', label: 'Site', to: 'sites' }],
  figures: [{ name: 'codes', document: devicesByCode }],
  pages: [{ id: 'p1', title: 'First', widgets: [...widgets] }],
})

async function published(content: ScreenDocument, of = admin): Promise<string> {
  const { id } = dataOf(await of.post<{ id: string }>(`${PATH}/importScreenFile`, { screenName: unique(), content }))
  const { revision } = dataOf(await of.get<{ revision: number }>(`${PATH}/queryScreenDesign`, { id }))
  dataOf(await of.post(`${PATH}/publishScreen`, { id, revision }))
  return id
}

const pageFor = async (client: Client, variables: object = {}, id = screenId) =>
  dataOf(await client.post<ScreenPageData & { screenVersion: number }>(`${PATH}/queryScreenPage`, { id, page: 'p1', variables }))

describe('a page', () => {
  it('tells all that it shows in one call', async () => {
    const page = await pageFor(admin, { site })
    expect(page).toMatchObject({
      screenVersion: 1,
      points: [{ id: point, pointName: 'temperature', deviceName: device.code, unit: '°C', staleAfter: 60 }],
      values: [[point, expect.any(Number), 30, 192, 'none']],
      figures: { codes: { rows: expect.arrayContaining([[device.code, 1]]) } },
      lists: {
        alarms: {
          of: 'alarms',
          total: 1,
          rows: [{ title: 'Too warm', state: 'unacknowledged', priority: 1, deviceId: device.id, value: 30 }],
        },
        banner: { of: 'alarms', total: 1 },
        map: { of: 'places', rows: [{ id: site, longitude: 118, latitude: 32, devices: 1, priority: 1 }] },
      },
      withheld: [],
    })
    expect(page.trends[point]?.map(([, value]) => value)).toEqual([20, 30])
    const listed = page.lists['devices']
    expect(listed?.of === 'devices' && listed.rows.find(({ id }) => id === device.id)).toMatchObject({
      deviceCode: device.code,
      priority: 1,
    })
    expect(Math.abs(page.asOf - Date.now())).toBeLessThan(10_000)
  })

  it('is narrowed by its variables, which are of their kinds', async () => {
    const elsewhere = (await addRow(admin, resources.sites, { longitude: '', latitude: '' })).id
    expect((await pageFor(admin, { site: elsewhere })).lists['banner']).toMatchObject({ total: 0 })
    expect((await pageFor(admin, { site: '', unknown: 1 })).lists['banner']).toMatchObject({ total: 1 })
    expect(await admin.post(`${PATH}/queryScreenPage`, { id: screenId, page: 'p1', variables: { site: "' or 1=1" } })).toMatchObject({
      http: 422,
      errors: [{ field: 'variables.site' }],
    })
    expect((await admin.post(`${PATH}/queryScreenPage`, { id: screenId, page: 'gone' })).http).toBe(404)
    expect((await stranger.post(`${PATH}/queryScreenPage`, { id: screenId, page: 'p1' })).http).toBe(404)
  })
})

describe('nobody is told by a screen', () => {
  it('what the calls behind it would not tell them', async () => {
    const bare = await pageFor(who('BARE'), { site })
    expect(bare).toMatchObject({ points: [], values: [], figures: {}, lists: {}, trends: {} })
    expect(bare.withheld.toSorted()).toEqual(['alarms', 'banner', 'devices', 'figure', 'map', 'trend', 'value'])
    const values = await pageFor(who('VALUES'), { site })
    expect(values.values).toHaveLength(1)
    expect(values.trends).toEqual({})
    expect(values.withheld.toSorted()).toEqual(['alarms', 'banner', 'devices', 'figure', 'map'])
  })

  it('names, units and values that their roles hide', async () => {
    const page = await pageFor(who('NAMELESS'), { site })
    expect(page.points).toMatchObject([{ pointName: null, deviceName: null, unit: null }])
    expect(page.lists['alarms']).toMatchObject({
      rows: [{ title: null, pointName: null, deviceName: null, value: null, unit: null, priority: 1 }],
    })
    expect(JSON.stringify(page)).not.toContain('Too warm')
  })

  it('values where one of the parts of a value is hidden', async () => {
    const page = await pageFor(who('QUALITYLESS'), { site })
    expect(page).toMatchObject({ points: [], values: [], trends: {} })
    expect(page.withheld).toContain('value')
  })

  it('rows narrowed by what they do not see, or that tell the state they do not see', async () => {
    expect((await pageFor(who('SITELESS'), { site })).withheld).toEqual(['banner'])
    expect((await pageFor(who('SITELESS'))).withheld).toEqual([])
    expect((await pageFor(who('STATELESS'), { site })).withheld).toEqual(expect.arrayContaining(['alarms', 'banner']))
  })

  it('figures of fields that are hidden', async () => {
    const page = await pageFor(who('CODELESS'), { site })
    expect(page.withheld).toEqual(['figure'])
    expect(JSON.stringify(page)).not.toContain(`"${device.code}",1`)
  })

  it('rows out of their scope, nor points there', async () => {
    const page = await pageFor(who('SCOPED'), { site })
    expect(page.points).toEqual([])
    expect(page.withheld).toEqual(expect.arrayContaining(['value', 'trend']))
    expect(page.lists).toMatchObject({ alarms: { total: 0 }, devices: { total: 0 }, map: { total: 0 } })
  })

  it('points of another tenant, however their ids are known', async () => {
    const content = { ...screen([{ id: 'value', kind: 'number', rect: RECT, bind: { value: { point } } }]), figures: [] }
    const { findings, points, values, withheld } = dataOf(
      await stranger.post<ScreenPageData & { findings: { code: string }[] }>(`${PATH}/previewScreenPage`, { content, page: 'p1' }),
    )
    expect({ points, values, withheld }).toEqual({ points: [], values: [], withheld: ['value'] })
    expect(findings.map(({ code }) => code)).toEqual(['point-gone'])
  })

  it('what was taken from their role a moment ago', async () => {
    const roleId = tenant.roles['VALUES']
    expect((await pageFor(who('VALUES'))).values).toHaveLength(1)
    await server.database.asOwner((client) =>
      client.query('delete from role_urls where role_id = $1 and url_id in (select id from urls where url = $2)', [roleId, VALUES]),
    )
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      server.services.invalidations.publish(tx, { kind: 'grants-changed', tenantId: tenant.id }),
    )
    expect((await pageFor(who('VALUES'))).values).toEqual([])
  })
})

describe('a preview', () => {
  const preview = (client: Client, body: object) =>
    client.post<ScreenPageData & { findings: { code: string; widget: string | null }[] }>(`${PATH}/previewScreenPage`, {
      content: screen(WIDGETS()),
      page: 'p1',
      variables: { site },
      ...body,
    })

  it('shows what a role would see, and says what is hidden from it', async () => {
    const own = dataOf(await preview(admin, {}))
    expect(own).toMatchObject({ withheld: [], findings: [] })
    const { withheld, values, findings } = dataOf(await preview(admin, { roleId: tenant.roles['BARE'] }))
    expect(withheld.toSorted()).toEqual(['alarms', 'banner', 'devices', 'figure', 'map', 'trend', 'value'])
    expect(values).toEqual([])
    expect(findings.map(({ code, widget }) => [code, widget])).toEqual([
      ['point-hidden', 'value'],
      ['point-hidden', 'trend'],
    ])
  })

  it('is as no role that may do more, and as none at all for whoever may not look as roles', async () => {
    const roleId = tenant.roles['SCOPED']
    expect((await preview(who('SCOPED'), { roleId: tenant.roles['ROLE_ADMIN'] })).http).toBe(403)
    expect((await preview(who('BARE'), { roleId })).http).toBe(403)
    expect((await preview(stranger, { roleId })).http).toBe(404)
  })
})

it('of a moment that is played back, values and alarms are those of then', async () => {
  const identity = await server.services.sessions.authenticate(admin.token)
  const reading = { services: server.services, caller: callerOf(identity, undefined), t: translatorFor('en') }
  const page = await pageData(reading, { content: screen(WIDGETS()), page: 'p1', at: Date.now() - 30_000 })
  expect(page.values).toMatchObject([[point, expect.any(Number), 20, 192, expect.any(String)]])
  expect(page.lists).toEqual({ alarms: { of: 'alarms', rows: [], total: 0 }, banner: { of: 'alarms', rows: [], total: 0 } })
  const now = await pageData(reading, { content: screen(WIDGETS()), page: 'p1', at: Date.now() + 1000 })
  expect(now.lists['alarms']).toMatchObject({ total: 1, rows: [{ state: 'unacknowledged', title: 'Too warm' }] })
})

it('trends lose no peak and no gap where there are more samples than can be drawn', async () => {
  const dense = await buildDevice(server, tenant, { temperature: {} })
  const id = (await pointsOf(server, dense))['temperature'] as string
  const now = Date.now()
  await sendReadings(
    server,
    dense,
    Array.from({ length: 3000 }, (_, at) => ({
      key: 'temperature',
      time: now - (3000 - at) * 100,
      value: at === 1500 ? 99 : at === 2100 ? undefined : at % 7,
    })),
  )
  await server.services.acquisition.states.flush()
  const content = {
    ...screen([{ id: 'trend', kind: 'trend', rect: RECT, bind: { a: { point: id } }, options: { minutes: 10 } }]),
    figures: [],
  }
  const { trends } = dataOf(await admin.post<ScreenPageData>(`${PATH}/previewScreenPage`, { content, page: 'p1' }))
  const samples = trends[id] ?? []
  expect(samples.length).toBeGreaterThan(300)
  expect(samples.length).toBeLessThan(1300)
  expect(Math.max(...samples.map(([, value]) => value ?? 0))).toBe(99)
  expect(samples.filter(([, value]) => value === null)).toHaveLength(1)
  expect(samples.map(([at]) => at)).toEqual(samples.map(([at]) => at).toSorted((one, other) => one - other))
})
