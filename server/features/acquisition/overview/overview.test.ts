/** The overview: figures that are right, of the own tenant, and no more than the caller may see. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { clientWith } from '../../../../tests/support/client.ts'
import { buildDevice, changeDevice, sendReadings } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'

const PATH = '/acquisition/overview/queryOverview'

interface Overview {
  projects: number
  sites: number
  devices: Record<string, number>
  points: Record<string, number>
  received: { time: number; readings: number; refused: number }[]
  collectors: { name: string; state: string }[]
  places: { id: string; name: string; devices: number; state: string | null }[] | null
  ailing: { id: string; name: string; state: string; error: { code: string; at: string } | null }[] | null
}

let server: TestServer
let tenant: BuiltTenant
let admin: Client
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleName: 'r', roleDescription: '', menus: [], hiddenButtons: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...role, roleCode: 'FIGURES', urls: [PATH], hiddenFields: [] },
      {
        ...role,
        roleCode: 'NAMELESS',
        urls: [PATH, '/acquisition/device/queryDevice', '/acquisition/site/querySite'],
        hiddenFields: [
          { menu: 'devices', fields: ['deviceName'] },
          { menu: 'sites', fields: ['siteName'] },
        ],
      },
      {
        ...role,
        roleCode: 'PLACELESS',
        urls: [PATH, '/acquisition/site/querySite'],
        hiddenFields: [{ menu: 'sites', fields: ['latitude'] }],
      },
    ],
    users: [
      ['figures', 'FIGURES'],
      ['nameless', 'NAMELESS'],
      ['placeless', 'PLACELESS'],
      ['other', 'ROLE_AUDITOR'],
    ].map(([username = '', code = '']) => buildUser({ username, roles: [code] })),
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const overview = async (client = admin) => (await client.get<Overview>(`/api${PATH}`)).data
const owner = (text: string, values: unknown[]) => server.database.asOwner((client) => client.query(text, values))

it('is told to those who may call it', async () => {
  expect((await clientWith(server.url, '').get(`/api${PATH}`)).http).toBe(401)
  expect((await (await tenant.signIn('other')).get(`/api${PATH}`)).http).toBe(403)
  expect((await admin.get(`/api${PATH}`)).http).toBe(200)
})

it('counts what there is and how it does, and nothing of another tenant', async () => {
  const stranger = await buildTenant(server)
  const theirs = await buildDevice(server, stranger, { a: {}, b: {} })
  const before = await overview()
  const {
    data: { id: siteId },
  } = await admin.post<{ id: string }>('/api/acquisition/site/addSite', {
    siteCode: 'wells',
    siteName: 'Wells',
    longitude: 114.3,
    latitude: 30.6,
  })
  const [online, late, silent, never, off] = (await Promise.all(
    ['a', 'b', 'c', 'd', 'e'].map(() =>
      buildDevice(server, tenant, { good: {}, range: { range_high: 10 }, none: { stale_seconds: 60 }, quiet: {} }),
    ),
  )) as [typeof theirs, typeof theirs, typeof theirs, typeof theirs, typeof theirs]
  const now = Date.now()
  for (const device of [online, late, silent]) {
    await sendReadings(server, device, [
      { key: 'good', time: now, value: 1 },
      { key: 'range', time: now, value: 11 },
      { key: 'none', time: now - 90_000, value: 1 },
      { key: 'quiet', time: now, value: undefined },
    ])
  }
  await sendReadings(server, theirs, [
    { key: 'a', time: now, value: 1 },
    { key: 'unknown', time: now, value: 1 },
  ])
  await server.services.acquisition.states.flush()
  // Sixty seconds is the shortest time of their points.
  for (const [device, seconds] of [
    [late, 100],
    [silent, 1000],
  ] as const)
    await owner("update device_states set seen_at = now() - $2 * interval '1 second' where device_id = $1", [device.id, seconds])
  for (const device of [late, silent]) await owner('update devices set site_id = $2 where id = $1', [device.id, siteId])
  await changeDevice(server, off, { device_status: 0 })

  const after = await overview()
  const more = (of: 'devices' | 'points') =>
    Object.fromEntries(Object.entries(after[of]).map(([name, count]) => [name, count - (before[of][name] ?? 0)]))
  expect(more('devices')).toEqual({ online: 1, late: 1, silent: 1, never: 1, disabled: 1 })
  expect(more('points')).toEqual({ good: 3, uncertain: 3, bad: 3, stale: 3, none: 8 })
  expect([after.projects - before.projects, after.sites - before.sites]).toEqual([0, 1])
  expect(
    after.received.reduce((sum, { readings }) => sum + readings, 0) - before.received.reduce((sum, { readings }) => sum + readings, 0),
  ).toBe(12)
  expect(after.places).toEqual([{ id: siteId, name: 'Wells', longitude: 114.3, latitude: 30.6, devices: 2, state: 'silent' }])
  expect(after.ailing?.map(({ id, state }) => [id, state])).toEqual([[silent.id, 'silent']])
  expect(after.collectors).toContainEqual({ name: 'http', state: 'listening', port: null, error: null })
  expect(never.id).not.toBe(theirs.id)

  const other = await overview(await stranger.signIn('admin'))
  expect(other).toMatchObject({
    sites: 0,
    devices: { online: 1, silent: 0 },
    points: { good: 1, none: 1 },
    places: [],
    ailing: [{ id: theirs.id, error: { code: 'unknown-point', at: 'unknown' } }],
  })
  expect(
    other.received.reduce((sum, { readings, refused }) => [(sum[0] as number) + readings, (sum[1] as number) + refused], [0, 0]),
  ).toEqual([1, 1])
})

it('shows devices and places to those who may ask for them, and no name that is hidden', async () => {
  const figures = await overview(await tenant.signIn('figures'))
  expect([figures.places, figures.ailing, figures.devices['silent']]).toEqual([null, null, 1])
  const nameless = await overview(await tenant.signIn('nameless'))
  expect([nameless.places?.map(({ name }) => name), nameless.ailing?.map(({ name }) => name)]).toEqual([[''], ['']])
  expect((await overview(await tenant.signIn('placeless'))).places).toBeNull()
})
