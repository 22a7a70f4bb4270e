/** Devices with what they are doing: the state, last report and open alarms of the list, its filters, the board and the tree; each within the caller's scope and fields. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import { buildRule, measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, changeDevice, sendReadings } from '../../../../tests/support/devices.ts'
import { readPdfPages } from '../../../../tests/support/files.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const BASE = '/api/acquisition/device'

interface Place {
  site: { id: string; name: string } | null
  project: { id: string; name: string } | null
  devices: Record<string, number>
  openAlarms: number | null
  seen: number | null
}
interface Card {
  deviceId: string
  points: {
    pointId: string
    pointKey?: string
    pointName?: string
    pointGroup?: string | null
    unit?: string | null
    decimals?: number | null
  }[]
  more: number
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let online: BuiltDevice
let late: BuiltDevice
let silent: BuiltDevice
let never: BuiltDevice
let disabled: BuiltDevice
let project: string
let site: string

beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      {
        ...role,
        roleCode: 'BLIND',
        urls: ['/acquisition/device/query*', '/acquisition/point/queryPoint'],
        hiddenFields: [
          { menu: 'devices', fields: ['deviceStatus', 'siteId'] },
          { menu: 'points', fields: ['pointName', 'unit'] },
          { menu: 'alarms', fields: ['alarmState'] },
        ],
      },
      { ...role, roleCode: 'POINTLESS', urls: ['/acquisition/device/query*'], hiddenFields: [] },
      {
        ...role,
        roleCode: 'KEYLESS',
        urls: ['/acquisition/device/query*', '/acquisition/point/queryPoint'],
        hiddenFields: [{ menu: 'points', fields: ['pointKey'] }],
      },
    ],
    users: [
      buildUser({ username: 'ned', org: 'branch', roles: ['SCOPED'] }),
      buildUser({ username: 'blind', roles: ['BLIND'] }),
      buildUser({ username: 'pointless', roles: ['POINTLESS'] }),
      buildUser({ username: 'keyless', roles: ['KEYLESS'] }),
      buildUser({ username: 'other', roles: ['ROLE_AUDITOR'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  const points = { flow: { stale_seconds: 60 }, level: {}, a: {}, b: {}, c: {}, d: {} }
  const five = await Promise.all(Array.from({ length: 5 }, () => buildDevice(server, tenant, points)))
  ;[online, late, silent, never, disabled] = five as [BuiltDevice, BuiltDevice, BuiltDevice, BuiltDevice, BuiltDevice]
  for (const device of [online, late, silent, disabled]) await sendReadings(server, device, [{ key: 'flow', time: Date.now(), value: 1 }])
  await server.services.acquisition.states.flush()
  await owner("update device_states set seen_at = now() - 100 * interval '1 second' where device_id = $1", [late.id])
  await owner("update device_states set seen_at = now() - 700 * interval '1 second' where device_id = $1", [silent.id])
  await changeDevice(server, disabled, { device_status: 0 })
  const code = unique()
  project = await added('project/addProject', {
    projectCode: code,
    projectName: code,
    projectStatus: 'active',
    orgId: tenant.organisations['branch'],
  })
  site = await added('site/addSite', { siteCode: code, siteName: code, projectId: project })
  for (const device of [late, silent]) await owner('update devices set site_id = $2 where id = $1', [device.id, site])
  await buildRule(server, silent, { point_key: 'flow', alarm_limit: 5 })
  await measure(server, silent, { flow: 30 })
  await server.services.acquisition.states.flush()
  await owner("update device_states set seen_at = now() - 700 * interval '1 second' where device_id = $1", [silent.id])
}, 120_000)
afterAll(() => server.stop())

const owner = (text: string, values: unknown[]) => server.database.asOwner((client) => client.query(text, values))

async function added(call: string, body: object): Promise<string> {
  const answer = await admin.post<{ id: string }>(`/api/acquisition/${call}`, body)
  expect(answer.http, JSON.stringify(answer)).toBe(200)
  return answer.data.id
}

const listed = async (query: Record<string, string> = {}, as = admin) =>
  (await as.get<{ list: Record<string, unknown>[]; total: number; fields: string[] }>(`${BASE}/queryDevice`, { pageSize: '100', ...query }))
    .data
const idsOf = async (query: Record<string, string>, as = admin) => (await listed(query, as)).list.map(({ id }) => id).sort()
const placesOf = async (as = admin) => (await as.get<{ list: Place[] }>(`${BASE}/queryDevicePlaces`)).data.list
const cardsOf = async (ids: readonly string[], as = admin) =>
  (await as.get<{ list: Card[] }>(`${BASE}/queryDevicePoints`, { id: ids.join(',') })).data.list

/** What `ned` sees from now on. */
async function seeing(scope: object): Promise<Client> {
  const stored = await admin.post('/api/admin/sysrole/authorizeDataScope', {
    roleId: tenant.roles['SCOPED'],
    scopes: [{ table: '', ...scope }],
  })
  expect(stored.http, JSON.stringify(stored)).toBe(200)
  return tenant.signIn('ned')
}

it('tells the state of each, when it was heard of last, and its open alarms', async () => {
  const rows = new Map((await listed()).list.map((row) => [row['id'], row]))
  const facts = (device: BuiltDevice) => [
    rows.get(device.id)?.['presence'],
    rows.get(device.id)?.['openAlarms'],
    rows.get(device.id)?.['hasOpenAlarms'],
  ]
  expect([online, late, silent, never, disabled].map(facts)).toEqual([
    ['online', 0, 0],
    ['late', 0, 0],
    ['silent', 1, 1],
    ['never', 0, 0],
    ['disabled', 0, 0],
  ])
  expect(rows.get(never.id)?.['lastSeenAt']).toBeNull()
  expect(rows.get(online.id)?.['lastSeenAt']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  expect(rows.get(silent.id)).toMatchObject({ projectId: project, projectIdCn: expect.any(String) as string })
})

it('filters by each of them, and orders by when they were heard of', async () => {
  expect(await idsOf({ presence: 'online' })).toEqual([online.id])
  expect(await idsOf({ presence: 'silent' })).toEqual([silent.id])
  expect(await idsOf({ presence: 'never' })).toEqual([never.id])
  expect(await idsOf({ presence: 'disabled' })).toEqual([disabled.id])
  expect(await idsOf({ hasOpenAlarms: '1' })).toEqual([silent.id])
  expect(await idsOf({ projectId: project })).toEqual([late.id, silent.id].sort())
  expect(await idsOf({ presence: 'late', siteId: site })).toEqual([late.id])
  expect((await admin.get(`${BASE}/queryDevice`, { presence: 'asleep' })).http).toBe(422)
  const { list } = await listed({ sorter: 'lastSeenAt_ascend' })
  expect(list.slice(0, 2).map(({ id }) => id)).toEqual([silent.id, late.id])
})

it('says the same in the list as on the page of the device', async () => {
  for (const { id } of [online, late, silent, never, disabled]) {
    const { data } = await admin.get<{ state: string }>(`${BASE}/queryDeviceState`, { id })
    expect((await listed({ id })).list[0]?.['presence']).toBe(data.state)
  }
})

it('counts by project and site, and shows the first points of each', async () => {
  const places = await placesOf()
  expect(places.find((place) => place.site?.id === site)).toMatchObject({
    project: { id: project },
    devices: { late: 1, silent: 1, online: 0 },
    openAlarms: 1,
  })
  // The latest of the site was heard of a hundred seconds ago, and the one beyond sites just now.
  const agoAt = (id: string | undefined) => (Date.now() - (places.find((place) => place.site?.id === id)?.seen ?? 0)) / 1000
  expect(agoAt(site)).toBeGreaterThan(95)
  expect(agoAt(site)).toBeLessThan(400)
  expect(agoAt(undefined)).toBeLessThan(95)
  expect(places.find((place) => place.site === null)).toMatchObject({ devices: { online: 1, never: 1, disabled: 1 }, openAlarms: 0 })
  await owner("update points set display_order = 1, decimals = 1 where device_id = $1 and point_key = 'd'", [online.id])
  const [card] = await cardsOf([online.id])
  expect(card?.points[0]).toMatchObject({ pointName: 'd', decimals: 1 })
  expect([card?.points.length, card?.more]).toEqual([4, 2])
})

it('shows the points with some keys of several devices, as far as their keys are seen', async () => {
  const keyed = async (as: Client, pointKey: string) =>
    (await as.get<{ list: Card[] }>(`${BASE}/queryDevicePoints`, { id: `${online.id},${late.id}`, pointKey })).data.list
  const found = await keyed(admin, 'level,d,nothing')
  expect(found.map(({ deviceId }) => deviceId).sort()).toEqual([online.id, late.id].sort())
  for (const { points, more } of found) expect([points.map(({ pointKey }) => pointKey).sort(), more]).toEqual([['d', 'level'], 0])
  expect(await keyed(admin, 'nothing')).toEqual([])
  expect(await keyed(await tenant.signIn('keyless'), 'd')).toEqual([])
  expect((await cardsOf([online.id], await tenant.signIn('keyless')))[0]?.points[0]).not.toHaveProperty('pointKey')
  expect((await admin.get(`${BASE}/queryDevicePoints`, { id: online.id, pointKey: 'a b' })).http).toBe(422)
})

it('is for those who may, of their tenant', async () => {
  for (const [name, query] of [
    ['queryDevicePlaces', {}],
    ['queryDevicePoints', { id: online.id }],
  ] as const) {
    expect((await clientWith(server.url, '').get(`${BASE}/${name}`, query)).http).toBe(401)
    expect((await (await tenant.signIn('other')).get(`${BASE}/${name}`, query)).http).toBe(403)
  }
  const stranger = await (await buildTenant(server)).signIn('admin')
  expect(await cardsOf([online.id], stranger)).toEqual([])
  expect(await placesOf(stranger)).toEqual([])
  expect(await cardsOf([online.id], await tenant.signIn('pointless'))).toEqual([])
})

it('is narrowed to the rows of a role: list, filters, counts and cards', async () => {
  const ned = await seeing({ kind: 'some', sites: [site] })
  expect(await idsOf({}, ned)).toEqual([late.id, silent.id].sort())
  expect(await idsOf({ presence: 'online' }, ned)).toEqual([])
  expect(await idsOf({ hasOpenAlarms: '1' }, ned)).toEqual([silent.id])
  expect((await listed({ id: silent.id }, ned)).list[0]?.['openAlarms']).toBe(1)
  expect((await placesOf(ned)).map((place) => place.site?.id)).toEqual([site])
  expect((await cardsOf([online.id, late.id], ned)).map(({ deviceId }) => deviceId)).toEqual([late.id])
})

it('labels say what their maker sees of devices that they see, and lead to their pages', async () => {
  const textOf = async (client: Client, body: object) => {
    const response = await fetch(`${server.url}${BASE}/printDeviceLabel`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json', 'accept-language': 'en' },
      body: JSON.stringify(body),
    })
    if (response.status !== 200) return response.status
    expect(response.headers.get('content-type')).toBe('application/pdf')
    return readPdfPages(Buffer.from(await response.arrayBuffer()))
      .flatMap(({ texts }) => texts.map(({ text }) => text))
      .join(' ')
  }
  const siteName = (await listed({ id: late.id })).list[0]?.['siteIdCn']
  expect(await textOf(admin, { id: [late.id, online.id], perPage: '12' })).toMatch(
    new RegExp(`Device code: ${late.code}.*Site: ${String(siteName)}.*Device code: ${online.code}`),
  )
  // Whoever does not see where devices stand makes labels that do not say it.
  const blind = String(await textOf(await tenant.signIn('blind'), { id: late.id }))
  expect([blind.includes(late.code), blind.includes('Site')]).toEqual([true, false])
  const ned = await seeing({ kind: 'some', sites: [site] })
  expect(await textOf(ned, { id: [late.id, online.id] })).toBe(404)
  expect(await textOf(await tenant.signIn('other'), { id: late.id })).toBe(403)
  expect(await textOf(await (await buildTenant(server)).signIn('admin'), { id: late.id })).toBe(404)
  expect(await textOf(admin, { id: late.id, perPage: '7' })).toBe(422)
})

it('shows no field that is hidden, nor what would tell it', async () => {
  const blind = await tenant.signIn('blind')
  const { list, fields } = await listed({}, blind)
  for (const name of ['presence', 'deviceStatus', 'openAlarms', 'hasOpenAlarms']) {
    expect(fields).not.toContain(name)
    expect(list[0]).not.toHaveProperty(name)
  }
  // A filter by what is hidden is none.
  expect((await listed({ presence: 'online' }, blind)).total).toBe(5)
  expect(await placesOf(blind)).toEqual([])
  expect(Object.keys((await cardsOf([online.id], blind))[0]?.points[0] ?? {})).not.toContain('pointName')
})
