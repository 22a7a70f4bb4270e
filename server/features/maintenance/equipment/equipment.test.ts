/** A machine through its life: who may do what with it, its files, the labels that lead to it, and that it is handed over by two. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { administrator } from '../../../../seeds/roles.ts'
import type { EquipmentLife } from '../../../../model/contract/maintenance/equipment.ts'
import { resources } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { PASSWORD, buildTenant, buildUser } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { wordsOfPdf } from '../../../../tests/support/pdf-words.ts'
import { upload } from '../../../../tests/support/uploads.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { hashToken, newToken } from '../../../identity/index.ts'
import { wirePassword } from '../../../identity/secrets.ts'
import { build } from '../../../kernel/database/sql.ts'
import { newId } from '../../../kernel/ids.ts'

const BASE = '/api/maintenance/equipment'
const PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')
const { equipment } = resources

let server: TestServer
let tenant: BuiltTenant
let other: BuiltTenant
let admin: Client
let reader: Client
let nobody: Client
let giver: Client
let taker: Client
let stranger: Client

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
        urls: ['/maintenance/equipment/query*', '/maintenance/equipment/printEquipmentLabel'],
        hiddenFields: [{ menu: 'equipmentarchive', fields: ['equipmentCode', 'purchasedAt'] }],
      },
      { ...role, roleCode: 'NOBODY', roleName: 'nobody', urls: [] },
    ],
    users: [
      buildUser({ username: 'giver', roles: ['READER'] }),
      buildUser({ username: 'taker', roles: ['SCOPED'] }),
      buildUser({ username: 'reader', roles: ['READER'] }),
      buildUser({ username: 'nobody', roles: ['NOBODY'] }),
    ],
  })
  other = await buildTenant(server)
  admin = await tenant.signIn('admin')
  const scope = { roleId: tenant.roles['SCOPED'], scopes: [{ table: '', kind: 'own' }] }
  expect((await admin.post('/api/admin/sysrole/authorizeDataScope', scope)).http).toBe(200)
  ;[reader, nobody, giver, taker] = (await Promise.all(['reader', 'nobody', 'giver', 'taker'].map((name) => tenant.signIn(name)))) as [
    Client,
    Client,
    Client,
    Client,
  ]
  stranger = await other.signIn('admin')
})
afterAll(() => server.stop())

const machine = async (values: object = {}) =>
  (await addRow(admin, equipment, { deviceId: '', purchasedAt: '', equipmentState: 'in-service', ...values })).id
const lifeOf = (client: Client, id: string) => client.get<EquipmentLife>(`${BASE}/queryEquipmentLife`, { id })
const rowOf = async (id: string) => (await admin.get<{ list: Record<string, unknown>[] }>(pathsOf(equipment).query, { id })).data.list[0]
const attach = (client: Client, id: string, fields: Record<string, string> = {}) =>
  upload(server.url, client, `${BASE}/addEquipmentDocument`, PDF, { name: '说明书.pdf', fields: { id, documentKind: 'manual', ...fields } })
const anonymous = (path: string, body: unknown) =>
  fetch(`${server.url}${path}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('each call', () => {
  it('answers nobody who is not signed in, has no right, or is of another tenant', async () => {
    const id = await machine({ keeperId: tenant.users['giver'] })
    const { data: file } = (await attach(admin, id)) as { data: { id: string } }
    const begun = await admin.post<{ id: string }>(`${BASE}/addEquipmentTransfer`, { id, keeperId: tenant.users['taker'] })
    expect(begun.http, JSON.stringify(begun)).toBe(200)
    const acts: [string, object][] = [
      ['addEquipmentTransfer', { id, keeperId: tenant.users['reader'] }],
      ['signEquipmentTransfer', { id: begun.data.id }],
      ['withdrawEquipmentTransfer', { id: begun.data.id }],
      ['scrapEquipment', { id, reason: 'x' }],
      ['printEquipmentLabel', { id: [id] }],
      ['scanEquipment', { token: newToken() }],
      ['downloadEquipmentDocument', { id: file.id }],
      ['deleteEquipmentDocument', { id: file.id }],
    ]
    for (const [call, body] of acts) {
      expect((await anonymous(`${BASE}/${call}`, body)).status, call).toBe(401)
      expect((await nobody.post(`${BASE}/${call}`, body)).http, call).toBe(403)
      expect((await stranger.post(`${BASE}/${call}`, body)).http, call).toBe(404)
    }
    for (const call of ['queryEquipmentLife', 'queryEquipmentDocument']) {
      expect((await nobody.get(`${BASE}/${call}`, { id })).http, call).toBe(403)
      expect((await stranger.get(`${BASE}/${call}`, { id })).http, call).toBe(404)
      expect((await taker.get(`${BASE}/${call}`, { id })).http, `${call} beyond the scope`).toBe(404)
      expect((await admin.get(`${BASE}/${call}`, { id })).http, call).toBe(200)
    }
    expect((await attach(reader, id)).http).toBe(403)
    expect((await attach(stranger, id)).http).toBe(404)
    expect((await stranger.get<{ list: unknown[] }>(`${BASE}/queryTransfersToSign`)).data.list).toEqual([])
  })
})

it('files are listed, handed out as they came and removed with their contents; a certificate is of a calibration of the machine', async () => {
  const id = await machine()
  const calibration = await addRow(admin, resources.calibrations, { equipmentId: id })
  const elsewhere = await addRow(admin, resources.calibrations)
  expect((await attach(admin, id, { documentKind: 'certificate', calibrationId: elsewhere.id })).http).toBe(422)
  const added = await attach(admin, id, { documentKind: 'certificate', calibrationId: calibration.id })
  expect(added.http, JSON.stringify(added)).toBe(200)
  const { data } = await reader.get<{ list: { id: string }[]; mayChange: boolean }>(`${BASE}/queryEquipmentDocument`, { id })
  expect(data).toMatchObject({
    mayChange: false,
    list: [
      {
        fileName: '说明书.pdf',
        documentKind: 'certificate',
        calibrationId: calibration.id,
        mediaType: 'application/pdf',
        size: PDF.length,
      },
    ],
  })
  const file = await fetch(`${server.url}${BASE}/downloadEquipmentDocument`, {
    method: 'POST',
    headers: { authorization: `Bearer ${reader.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: data.list[0]?.id }),
  })
  expect(Buffer.from(await file.arrayBuffer()).equals(PDF)).toBe(true)
  expect((await admin.post(`${BASE}/deleteEquipmentDocument`, { id: data.list[0]?.id })).http).toBe(200)
  expect((await admin.post(`${BASE}/downloadEquipmentDocument`, { id: data.list[0]?.id })).http).toBe(404)
})

describe('a transfer', () => {
  const begin = async (values: object = {}) => {
    const id = await machine({ keeperId: tenant.users['giver'] })
    const { id: siteId } = await addRow(admin, resources.sites)
    const { data, http } = await admin.post<{ id: string }>(`${BASE}/addEquipmentTransfer`, {
      id,
      siteId,
      keeperId: tenant.users['taker'],
      ...values,
    })
    expect(http).toBe(200)
    return { id, siteId, transfer: data.id }
  }
  const signAlone = (client: Client, id: string) => client.post<{ isDone: boolean }>(`${BASE}/signEquipmentTransfer`, { id })
  const sign = async (client: Client, id: string) => {
    expect((await client.post('/api/account/secondfactor/confirmIdentity', { password: wirePassword(PASSWORD) })).http).toBe(200)
    return signAlone(client, id)
  }

  it('is done by the second signature, and the machine is elsewhere then and not before', async () => {
    const { id, siteId, transfer } = await begin()
    const before = await rowOf(id)
    expect((await sign(admin, transfer)).http, 'neither of the two').toBe(403)
    expect((await taker.get<{ list: { id: string; isGiver: boolean }[] }>(`${BASE}/queryTransfersToSign`)).data.list).toContainEqual(
      expect.objectContaining({ id: transfer, isGiver: false }),
    )
    expect(await signAlone(giver, transfer), 'without a proof of identity').toMatchObject({ http: 403, errors: [{ field: 'signature' }] })
    expect((await sign(giver, transfer)).data).toEqual({ isDone: false })
    expect((await sign(giver, transfer)).http, 'for both').toBe(409)
    expect(await rowOf(id)).toMatchObject({ siteId: before?.['siteId'], keeperId: tenant.users['giver'] })
    // By whoever takes it, who does not see it yet.
    expect((await sign(taker, transfer)).data).toEqual({ isDone: true })
    expect(await rowOf(id)).toMatchObject({ siteId, keeperId: tenant.users['taker'] })
    expect((await sign(taker, transfer)).http).toBe(409)
    expect((await lifeOf(admin, id)).data.life).toContainEqual(expect.objectContaining({ kind: 'transferred' }))
  })

  it('by two who sign at once is done once', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { id, siteId, transfer } = await begin()
      const signed = await Promise.all([sign(giver, transfer), sign(taker, transfer)])
      expect(signed.map(({ http }) => http)).toEqual([200, 200])
      expect(signed.map(({ data }) => data.isDone).toSorted()).toEqual([false, true])
      expect(await rowOf(id)).toMatchObject({ siteId, keeperId: tenant.users['taker'] })
    }
  })

  it('waits alone, is withdrawn, and is between two', async () => {
    const { id, transfer } = await begin()
    const again = { id, keeperId: tenant.users['reader'] }
    expect((await admin.post(`${BASE}/addEquipmentTransfer`, again)).http).toBe(409)
    expect((await admin.post(`${BASE}/scrapEquipment`, { id, reason: 'old' })).http).toBe(409)
    expect((await admin.post(`${BASE}/withdrawEquipmentTransfer`, { id: transfer })).http).toBe(200)
    expect((await sign(giver, transfer)).http).toBe(409)
    expect((await admin.post(`${BASE}/addEquipmentTransfer`, { id, keeperId: tenant.users['giver'] })).http, 'to oneself').toBe(422)
    const twice = await Promise.all([0, 1].map(() => admin.post(`${BASE}/addEquipmentTransfer`, again)))
    expect(twice.map(({ http }) => http).toSorted()).toEqual([200, 409])
  })
})

it('is scrapped for good, by its own call alone', async () => {
  const id = await machine()
  expect((await admin.put(pathsOf(equipment).update, { id, equipmentState: 'scrapped' })).http).toBe(409)
  expect((await admin.post(`${BASE}/scrapEquipment`, { id, reason: '' })).http).toBe(422)
  expect((await admin.post(`${BASE}/scrapEquipment`, { id, reason: 'worn out' })).http).toBe(200)
  expect(await rowOf(id)).toMatchObject({ equipmentState: 'scrapped', scrapReason: 'worn out' })
  expect((await admin.put(pathsOf(equipment).update, { id, equipmentState: 'standby' })).http).toBe(409)
  expect((await admin.post(`${BASE}/scrapEquipment`, { id, reason: 'again' })).http).toBe(409)
})

it('a label leads to its machine, for its own tenant and whoever sees the machine', async () => {
  const id = await machine()
  const print = await fetch(`${server.url}${BASE}/printEquipmentLabel`, {
    method: 'POST',
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ id: [id], sheet: '60x40' }),
  })
  const bytes = Buffer.from(await print.arrayBuffer())
  expect([print.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
  const token = newToken()
  const stored = await server.services.transactions.inTenant({ tenantId: tenant.id }, async (tx) => {
    const label = { tenant_id: tenant.id, id: newId(), equipment_id: id, token_hash: hashToken(token).toString('hex'), created_by: null }
    await tx.run(build.insertInto('equipment_labels').values(label))
    return tx.all(build.selectFrom('equipment_labels').select('token_hash').where('equipment_id', '=', id))
  })
  // Of the printed one and of this one the hash alone is kept.
  expect(stored.map(({ token_hash: hash }) => hash.length)).toEqual([64, 64])
  const scan = (client: Client, given = token) => client.post<{ id: string }>(`${BASE}/scanEquipment`, { token: given })
  expect((await scan(reader)).data).toEqual({ id })
  expect([(await scan(stranger)).http, (await scan(taker)).http, (await scan(reader, newToken())).http]).toEqual([404, 404, 404])
})

it('what a role hides of machines stands in no call about them', async () => {
  const device = await buildDevice(server, tenant)
  const id = await machine({ deviceId: device.id, purchasedAt: '2020-01-02 00:00:00', commissionedAt: '2020-02-02 00:00:00' })
  const kinds = async (client: Client) => (await lifeOf(client, id)).data.life.map(({ kind }) => kind)
  expect(await kinds(admin)).toEqual(['commissioned', 'purchased'])
  expect(await kinds(reader)).toEqual(['commissioned'])
})

it('the archive is one document with a table of contents, of the machines that the caller sees and of what they see of them', async () => {
  const [first, second] = [await machine({ equipmentCode: 'ARC-1' }), await machine({ equipmentCode: 'ARC-2', equipmentName: 'Boiler' })]
  const { id: calibration } = await addRow(admin, resources.calibrations, { equipmentId: second, calibrationNumber: 'CERT-77' })
  expect(calibration).toBeTruthy()
  const ask = (client: Client, ids: string[]) =>
    fetch(`${server.url}${BASE}/exportEquipmentArchive`, {
      method: 'POST',
      headers: { authorization: `Bearer ${client.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id: ids }),
    })
  const answer = await ask(admin, [second, first])
  expect(answer.status).toBe(200)
  const words = await wordsOfPdf(Buffer.from(await answer.arrayBuffer()))
  for (const text of ['ARC-1', 'ARC-2', 'Boiler', 'CERT-77']) expect(words).toContain(text)
  expect([(await ask(reader, [first])).status, (await ask(stranger, [first])).status]).toEqual([403, 404])
})
