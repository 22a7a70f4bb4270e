/** A rule watches a point that there is, when it is made and when it is changed; and says so when its point has gone. */
import { beforeAll, describe, expect, it } from 'vitest'
import { alarmRules } from '../../../../model/index.ts'
import { buildRule } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, changeDevice, pointsOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { importRows } from '../../../../tests/support/uploads.ts'

let server: TestServer
let tenant: BuiltTenant
let admin: Client
let device: BuiltDevice
beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
  device = await buildDevice(server, tenant, { temperature: {} })
})

const rule = (values: object) => ({
  ruleName: `r ${unique()}`,
  pointKey: 'temperature',
  alarmKind: 'high',
  alarmLimit: 22,
  alarmPriority: 2,
  ruleStatus: 1,
  ...values,
})
const add = (values: object, language = 'en') =>
  admin.post<{ id: string }>('/api/acquisition/alarmrule/addAlarmRule', rule(values), { 'accept-language': language })
const change = (id: string, values: object) => admin.put('/api/acquisition/alarmrule/updateAlarmRule', { id, ...values })

interface Watching {
  id: string
  ruleName: string
  watchedPoints: number
  isWatching: 0 | 1
}
async function listed(query: Record<string, string>): Promise<Watching[]> {
  return (await admin.get<{ list: Watching[] }>('/api/acquisition/alarmrule/queryAlarmRule', { pageSize: 1000, ...query })).data.list
}
const watched = async (id: string) => (await listed({ id }))[0]

async function buildType(...keys: string[]): Promise<string> {
  const code = `T${unique()}`
  const { data } = await admin.post<{ id: string }>('/api/acquisition/devicetype/addDeviceType', { typeCode: code, typeName: code })
  for (const pointKey of keys)
    expect(
      await admin.post('/api/acquisition/typepoint/addTypePoint', { deviceTypeId: data.id, pointKey, pointName: pointKey }),
    ).toMatchObject({
      http: 200,
    })
  return data.id
}

describe('a rule over a point that does not exist', () => {
  it.each([
    ['en', 'Point key: the device has no point with this key'],
    ['zh', '测点标识：该设备没有此标识的测点'],
    ['zh-TW', '測點代號：該設備沒有此代號的測點'],
  ])('is refused for a device, and the field is named (%s)', async (language, message) => {
    expect(await add({ deviceId: device.id, pointKey: 'temp1x' }, language)).toMatchObject({
      http: 422,
      errors: [{ field: 'pointKey', message }],
    })
  })

  it('is refused for a type, also where a device of it has such a point', async () => {
    const type = await buildType('flow')
    await changeDevice(server, await buildDevice(server, tenant, { own: {} }), { device_type_id: type })
    expect(await add({ deviceTypeId: type, pointKey: 'own' })).toMatchObject({ http: 422, errors: [{ field: 'pointKey' }] })
    expect(await add({ deviceTypeId: type, pointKey: 'FLOW' })).toMatchObject({ http: 200 })
  })

  it('is refused unless both have it, where a rule names both; and so is a device of another type', async () => {
    const type = await buildType('flow')
    const own = await buildDevice(server, tenant, { own: {}, flow: {} })
    expect(await add({ deviceTypeId: type, deviceId: own.id, pointKey: 'flow' })).toMatchObject({
      http: 422,
      errors: [{ field: 'deviceId' }],
    })
    await changeDevice(server, own, { device_type_id: type })
    expect(await add({ deviceTypeId: type, deviceId: own.id, pointKey: 'own' })).toMatchObject({
      http: 422,
      errors: [{ field: 'pointKey' }],
    })
    expect(await add({ deviceTypeId: type, deviceId: own.id, pointKey: 'flow' })).toMatchObject({ http: 200 })
  })

  it('is not made of another by a change or an import, and one that is there can still be put out of use', async () => {
    const { data } = await add({ deviceId: device.id })
    expect(await change(data.id, { pointKey: 'temp1x' })).toMatchObject({ http: 422, errors: [{ field: 'pointKey' }] })
    expect(await change(data.id, { pointKey: 'Temperature', alarmLimit: 30 })).toMatchObject({ http: 200 })

    const names = ['ruleName', 'deviceId', 'pointKey', 'alarmKind', 'alarmLimit', 'alarmPriority', 'ruleStatus']
    const cells = [`i ${unique()}`, device.code, 'temp1x', 'high', '3', '2', '1']
    const answer = await importRows(server.url, admin, alarmRules, [names, cells], { mode: 'check' })
    expect(answer.data.report.errors).toMatchObject([{ row: 2, field: 'pointKey' }])

    const before = await buildRule(server, device, { point_key: 'gone' })
    expect(await change(before, { ruleStatus: 0, pointKey: 'gone' })).toMatchObject({ http: 200 })
    expect(await change(before, { pointKey: 'gone.too' })).toMatchObject({ http: 422 })
  })
})

describe('how many points a rule watches', () => {
  it('is told, and that there is none once the point has gone or its device is out of use', async () => {
    const own = await buildDevice(server, tenant, { flow: {} })
    const { data } = await add({ deviceId: own.id, pointKey: 'FLOW' })
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 1, isWatching: 1 })
    await changeDevice(server, own, { device_status: 0 })
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 0, isWatching: 0 })
    await changeDevice(server, own, { device_status: 1 })
    const point = (await pointsOf(server, own))['flow'] as string
    expect((await admin.post(`/api/acquisition/point/deletePoint?id=${point}`)).http).toBe(200)
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 0, isWatching: 0 })
    const silent = await listed({ isWatching: '0' })
    expect(silent.map(({ id }) => id)).toContain(data.id)
    expect((await listed({ isWatching: '1' })).map(({ id }) => id)).not.toContain(data.id)
    expect(silent.every(({ watchedPoints }) => watchedPoints === 0)).toBe(true)
  })

  it('counts those of all devices of a type, and of one device only while it is of the type that is named as well', async () => {
    const type = await buildType('flow')
    const { data } = await add({ deviceTypeId: type, pointKey: 'flow' })
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 0, isWatching: 0 })
    const [one, two] = [await buildDevice(server, tenant, { flow: {} }), await buildDevice(server, tenant, { flow: {} })]
    for (const each of [one, two]) await changeDevice(server, each, { device_type_id: type })
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 2, isWatching: 1 })
    const both = await add({ deviceTypeId: type, deviceId: one.id, pointKey: 'flow' })
    expect(await watched(both.data.id)).toMatchObject({ watchedPoints: 1, isWatching: 1 })
    await changeDevice(server, one, { device_type_id: await buildType('flow') })
    expect(await watched(both.data.id)).toMatchObject({ watchedPoints: 0, isWatching: 0 })
    expect(await watched(data.id)).toMatchObject({ watchedPoints: 1 })
  })
})
