/** Files of devices: seen with the device, changed by whoever may change it, gone and back with it, and nobody else's. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { attachmentsRemovedLongAgo } from './attachments.ts'

const BASE = '/api/acquisition/device'
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let reader: Client
let scoped: Client
beforeAll(async () => {
  server = await sharedServer()
  const role = { roleDescription: '', menus: [], hiddenButtons: [], hiddenFields: [] }
  tenant = await buildTenant(server, {
    roles: [
      { ...administrator, roleCode: 'SCOPED', roleName: 'scoped', roleDescription: '' },
      {
        ...role,
        roleCode: 'READER',
        roleName: 'reader',
        urls: ['/acquisition/device/queryDevice'],
        hiddenFields: [{ menu: 'sysuser', fields: ['username', 'nickname'] }],
      },
      { ...role, roleCode: 'NOBODY', roleName: 'nobody', urls: [] },
    ],
    users: [
      buildUser({ username: 'scoped', roles: ['SCOPED'] }),
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'nobody', roles: ['NOBODY'] }),
    ],
  })
  admin = await tenant.signIn('admin')
  expect(
    (await admin.post('/api/admin/sysrole/authorizeDataScope', { roleId: tenant.roles['SCOPED'], scopes: [{ table: '', kind: 'own' }] }))
      .http,
  ).toBe(200)
  ;[reader, scoped] = [await tenant.signIn('reader'), await tenant.signIn('scoped')]
})
afterAll(() => server.stop())

const attach = (
  client: Client,
  device: BuiltDevice | { id: string },
  fields: Record<string, string> = {},
  content = PDF,
  name = '检定证书.pdf',
) =>
  upload(server.url, client, `${BASE}/addDeviceAttachment`, content, {
    name,
    fields: { id: device.id, attachmentKind: 'calibration', ...fields },
  })
const attachmentsOf = (client: Client, { id }: { id: string }) =>
  client.get<{
    list: { id: string; fileName: string; isOverdue: boolean }[]
    removed: { id: string; fileName: string }[]
    mayChange: boolean
  }>(`${BASE}/queryDeviceAttachment`, { id })
const owner = <Row>(text: string, values: unknown[]) =>
  server.database.asOwner(async (client) => (await client.query(text, values)).rows as Row[])
const blobsOf = async () =>
  Number((await owner<{ count: string }>('select count(*) from blobs where tenant_id = $1', [tenant.id]))[0]?.count)
const overdueIds = async () =>
  (await admin.get<{ list: { id: string }[] }>(`${BASE}/queryDevice`, { hasOverdueAttachment: '1' })).data.list.map(({ id }) => id)

it('is listed with what it is, handed out as it came, and removed with its contents', async () => {
  const device = await buildDevice(server, tenant)
  const added = await attach(admin, device, { validUntil: '2020-02-29' })
  expect(added.http, JSON.stringify(added)).toBe(200)
  await attach(admin, device, { attachmentKind: 'other', validUntil: '2999-12-31' }, Buffer.from('plain'), 'a.pdf')
  const { data } = await attachmentsOf(reader, device)
  expect(data).toMatchObject({
    mayChange: false,
    list: [
      { fileName: 'a.pdf', attachmentKind: 'other', mediaType: 'text/plain', size: 5, validUntil: '2999-12-31', isOverdue: false },
      {
        fileName: '检定证书.pdf',
        attachmentKind: 'calibration',
        mediaType: 'application/pdf',
        size: PDF.length,
        validUntil: '2020-02-29',
        isOverdue: true,
        addedBy: null,
      },
    ],
  })
  expect((await attachmentsOf(admin, device)).data).toMatchObject({
    mayChange: true,
    list: [{ addedBy: `${tenant.canary} · admin` }, { addedBy: `${tenant.canary} · admin` }],
  })
  expect(await overdueIds()).toEqual([device.id])
  const [, first] = data.list
  const file = await fetch(`${server.url}${BASE}/downloadDeviceAttachment`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: first?.id }),
  })
  expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true)
  expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
    'application/pdf',
    expect.stringMatching(/^attachment; .*%E6%A3%80/),
  ])
  const before = await blobsOf()
  // From the device, and then for good.
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id: first?.id })).http).toBe(200)
  expect([(await attachmentsOf(admin, device)).data.list.length, (await blobsOf()) - before, await overdueIds()]).toEqual([1, 0, []])
  expect((await admin.post(`${BASE}/downloadDeviceAttachment`, { id: first?.id })).http).toBe(404)
  expect((await admin.put(`${BASE}/updateDeviceAttachment`, { id: first?.id, attachmentKind: 'other' })).http).toBe(404)
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id: first?.id })).http).toBe(200)
  expect([(await attachmentsOf(admin, device)).data.removed, (await blobsOf()) - before]).toEqual([[], -1])
  expect((await admin.post(`${BASE}/restoreDeviceAttachment`, { id: first?.id })).http).toBe(404)
})

it('comes back after it was removed by itself: with its contents and its history, while there is room, and not along with its device', async () => {
  const device = await buildDevice(server, tenant)
  const { id } = (await attach(admin, device, { validUntil: '2020-02-29' })).data as { id: string }
  const bring = (as = admin) => as.post(`${BASE}/restoreDeviceAttachment`, { id })
  expect((await bring()).http).toBe(404)
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id })).http).toBe(200)
  expect((await attachmentsOf(admin, device)).data).toMatchObject({ list: [], removed: [{ id, fileName: '检定证书.pdf' }] })
  // Whoever may not change the device is not told of it either.
  expect((await attachmentsOf(reader, device)).data.removed).toEqual([])
  const stranger = await (await buildTenant(server)).signIn('admin')
  for (const [client, http] of [
    [reader, 403],
    [scoped, 404],
    [stranger, 404],
  ] as const)
    expect((await bring(client)).http).toBe(http)
  // Gone with the device and back with it, it is still what was removed.
  expect((await admin.post(`${BASE}/deleteDevice`, { id: [device.id] })).http).toBe(200)
  expect((await bring()).http).toBe(404)
  expect((await admin.post('/api/admin/rows/restoreRows', { noun: 'devices', id: [device.id] })).http).toBe(200)
  expect((await attachmentsOf(admin, device)).data).toMatchObject({ list: [], removed: [{ id }] })
  expect((await bring()).http).toBe(200)
  expect((await attachmentsOf(admin, device)).data).toMatchObject({
    list: [{ id, validUntil: '2020-02-29', isOverdue: true }],
    removed: [],
  })
  expect((await admin.post(`${BASE}/downloadDeviceAttachment`, { id })).http).toBe(200)
  const history = await admin.get<{ list: { verb: string; changes: { field: string; from: unknown; to: unknown }[] }[] }>(
    '/api/admin/syslog/queryHistory',
    { noun: 'device-attachments', id },
  )
  expect(history.data.list.map(({ verb, changes }) => [verb, changes.map(({ field, to }) => [field, to === null])])).toEqual([
    ['update', [['discardedAt', true]]],
    ['update', [['discardedAt', false]]],
    ['add', expect.any(Array)],
  ])
})

it.each([
  ['a kind', { attachmentKind: 'recipe' }, PDF, 422, 'attachmentKind', 'Kind is not one of the choices'],
  ['a day', { validUntil: '2023-02-29' }, PDF, 422, 'validUntil', 'Valid until must be a day like 2026-01-31'],
  ['contents', {}, Buffer.alloc(0), 422, 'file', 'The file cannot be empty!'],
])('is refused without %s, in words', async (_what, fields, content, http, field, message) => {
  const refused = await attach(admin, await buildDevice(server, tenant), fields, content)
  expect([refused.http, refused.errors]).toEqual([http, [{ field, message }]])
})

it('a device has so many at most', async () => {
  const device = await buildDevice(server, tenant)
  await attach(admin, device)
  await owner(
    `with made as (insert into blobs (tenant_id, id, size, sha256) select $1, gen_random_uuid(), 0, '' from generate_series(2, 100) returning id)
     insert into device_attachments (tenant_id, id, device_id, of_device, attachment_kind, file_name, media_type, size, blob_id)
     select $1, gen_random_uuid(), $2, $2, 'other', 'x', 'text/plain', 0, id from made`,
    [tenant.id, device.id],
  )
  expect(await attach(admin, device)).toMatchObject({ http: 409, message: 'A device can have 100 attachments at most' })
  // One that was removed makes room, and has none to come back to.
  const { list } = (await attachmentsOf(admin, device)).data
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id: list[0]?.id })).http).toBe(200)
  expect((await attach(admin, device)).http).toBe(200)
  expect((await admin.post(`${BASE}/restoreDeviceAttachment`, { id: list[0]?.id })).http).toBe(409)
})

describe('nobody', () => {
  it('sees, fetches, adds or removes those of a device that is not theirs to see, or to change', async () => {
    const device = await buildDevice(server, tenant)
    const { id } = (await attach(admin, device)).data as { id: string }
    const stranger = await (await buildTenant(server)).signIn('admin')
    const none = await tenant.signIn('nobody')
    for (const [client, seeing, changing] of [
      [reader, 200, 403],
      [scoped, 404, 404],
      [stranger, 404, 404],
      [none, 403, 403],
    ] as const) {
      expect((await attachmentsOf(client, device)).http).toBe(seeing)
      expect((await client.post(`${BASE}/downloadDeviceAttachment`, { id })).http).toBe(seeing)
      expect((await attach(client, device)).http).toBe(changing)
      expect((await client.put(`${BASE}/updateDeviceAttachment`, { id, attachmentKind: 'other' })).http).toBe(changing)
      expect((await client.post(`${BASE}/deleteDeviceAttachment`, { id })).http).toBe(changing)
    }
    expect((await attachmentsOf(admin, device)).data.list).toHaveLength(1)
  })
})

it('is said to be something else and valid for longer, by one at a time, and who said so is kept', async () => {
  const device = await buildDevice(server, tenant)
  const { id } = (await attach(admin, device, { validUntil: '2020-02-29' })).data as { id: string }
  const change = (body: object, as = admin) => as.put(`${BASE}/updateDeviceAttachment`, { id, ...body })
  expect(await overdueIds()).toContain(device.id)
  expect((await change({ version: 1, attachmentKind: 'conformity', validUntil: '2999-12-31' })).http).toBe(200)
  expect((await change({ version: 1, attachmentKind: 'manual' })).http).toBe(409)
  expect((await attachmentsOf(admin, device)).data.list).toMatchObject([
    { fileName: '检定证书.pdf', attachmentKind: 'conformity', validUntil: '2999-12-31', isOverdue: false, version: 2 },
  ])
  expect(await overdueIds()).not.toContain(device.id)
  expect((await change({ attachmentKind: 'recipe' })).errors?.[0]?.field).toBe('attachmentKind')
  expect((await change({ attachmentKind: 'manual', validUntil: '2023-02-29' })).errors?.[0]?.field).toBe('validUntil')
  // Without a day it does not run out.
  expect((await change({ attachmentKind: 'conformity' })).http).toBe(200)
  const historyFor = (as: Client) =>
    as.get<{ list: { user: string | null; verb: string; changes: { field: string; from: unknown; to: unknown }[] }[] }>(
      '/api/admin/syslog/queryHistory',
      { noun: 'device-attachments', id },
    )
  const { data } = await historyFor(admin)
  const entries = data.list.map(({ verb, changes }) => [
    verb,
    Object.fromEntries(changes.map(({ field, from, to }) => [field, [from, to]])),
  ])
  expect(entries).toEqual([
    ['update', { validUntil: ['2999-12-31', null] }],
    ['update', { attachmentKind: ['calibration', 'conformity'], validUntil: ['2020-02-29', '2999-12-31'] }],
    ['add', expect.objectContaining({ fileName: [null, '检定证书.pdf'], attachmentKind: [null, 'calibration'] })],
  ])
  expect(data.list[0]?.user).toBeTruthy()
  // Whoever does not see the device is told nothing of what is attached to it.
  expect((await historyFor(scoped)).data.list).toEqual([])
  expect((await historyFor(await tenant.signIn('nobody'))).http).toBe(403)
  // Waiting for the removed device, and coming back with it, is no change of it.
  expect((await admin.post(`${BASE}/deleteDevice`, { id: [device.id] })).http).toBe(200)
  expect((await change({ attachmentKind: 'manual' })).http).toBe(404)
  expect((await admin.post('/api/admin/rows/restoreRows', { noun: 'devices', id: [device.id] })).http).toBe(200)
  expect((await historyFor(admin)).data.list).toHaveLength(3)
})

it('goes with its device, comes back with it, and is thrown away a month later', async () => {
  const [device, gone] = [await buildDevice(server, tenant), await buildDevice(server, tenant)]
  const { id } = (await attach(admin, device)).data as { id: string }
  await attach(admin, gone)
  const before = await blobsOf()
  for (const each of [device, gone]) expect((await admin.post(`${BASE}/deleteDevice`, { id: [each.id] })).http).toBe(200)
  expect((await admin.post(`${BASE}/downloadDeviceAttachment`, { id })).http).toBe(404)
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id })).http).toBe(404)
  expect(await blobsOf()).toBe(before)
  expect((await admin.post('/api/admin/rows/restoreRows', { noun: 'devices', id: [device.id] })).http).toBe(200)
  expect((await attachmentsOf(admin, device)).data.list).toMatchObject([{ id, fileName: '检定证书.pdf' }])
  const throwAway = attachmentsRemovedLongAgo(server.services.transactions)
  await throwAway()
  expect(await blobsOf()).toBe(before)
  await owner("update device_attachments set removed_at = now() - interval '31 days' where of_device = $1", [gone.id])
  await throwAway()
  expect([await blobsOf(), (await attachmentsOf(admin, device)).data.list.length]).toEqual([before - 1, 1])
  expect((await admin.post(`${BASE}/deleteDeviceAttachment`, { id })).http).toBe(200)
  await throwAway()
  expect(await blobsOf()).toBe(before - 1)
  await owner("update device_attachments set discarded_at = now() - interval '31 days' where id = $1", [id])
  await throwAway()
  expect([await blobsOf(), (await attachmentsOf(admin, device)).data.removed]).toEqual([before - 2, []])
})
