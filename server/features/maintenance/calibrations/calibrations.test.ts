/** What a calibration entails: what its device measures is corrected and trusted by it, runs are judged by it, and people are notified when it ends. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { QUALITY, REASONS } from '../../../../model/acquisition/quality.ts'
import { millis } from '../../../../model/brands.ts'
import type { RunVerdict } from '../../../../model/contract/acquisition/runs.ts'
import { resources } from '../../../../model/index.ts'
import { administrator } from '../../../../seeds/roles.ts'
import { moment } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import { askFigure } from '../../../../tests/support/figures.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, samplesOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { judgeTouchedRuns } from '../../../acquisition/index.ts'
import { calibrationNotices } from '../../../maintenance/index.ts'

const { calibrations, equipment } = resources
const HOUR = 3_600_000
const DAY = 24 * HOUR
const CELSIUS = { unit: '°C', stale_seconds: 1200 }
const GOOD = [QUALITY.good, REASONS.none]
const EXPIRED = [QUALITY.uncertain, REASONS['calib-expired']]

let server: TestServer
let tenant: BuiltTenant
let admin: Client

beforeAll(async () => {
  server = await sharedServer()
  const hidden = [{ menu: 'calibrations', fields: ['validUntil'] }] as const
  tenant = await buildTenant(server, {
    roles: [{ ...administrator, roleCode: 'NO_ENDS', roleName: 'no ends', hiddenFields: hidden }],
    users: [buildUser({ username: 'endless', roles: ['NO_ENDS'] })],
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const text = (moment: number) => new Date(moment).toISOString()
const ago = (days: number) => text(Date.now() - days * DAY)
const PLAIN = { calibrationResult: 'pass', correctionFactor: '', correctionShift: '', pointKeys: '' }

async function machine(device?: BuiltDevice): Promise<string> {
  const { id } = await addRow(admin, equipment, { deviceId: device?.id ?? '', purchasedAt: '', equipmentState: 'in-service' })
  return id
}
const calibrate = (equipmentId: string, values: object) => addRow(admin, calibrations, { equipmentId, ...PLAIN, ...values })

/** Hands a value over, as collectors do, and gives what is stored of it. */
async function measure(device: BuiltDevice, key: string, value: number, time = moment()) {
  const { acquisition } = server.services
  const known = await acquisition.registry.find(device.name)
  if (!known) throw new Error('the device is not known')
  await acquisition.ingest.accept(known, { readings: [{ key, time: millis(time), value }], faults: [] }, 100)
  const samples = await samplesOf(server, device.series[key] as number)
  return samples.find((sample) => sample.time === time)
}
const worthOf = async (...given: Parameters<typeof measure>) => {
  const stored = await measure(...given)
  return [stored?.quality, stored?.reason]
}

describe('what a device measures', () => {
  it('is uncertain once the calibration of its machine has ended, and good again by a new one', async () => {
    const device = await buildDevice(server, tenant)
    const id = await machine(device)
    expect(await worthOf(device, 'temperature', 1), 'without a calibration').toEqual(GOOD)
    await calibrate(id, { validFrom: ago(400), validUntil: ago(35) })
    expect(await worthOf(device, 'temperature', 2)).toEqual(EXPIRED)
    const { id: next } = await calibrate(id, { validFrom: ago(1), validUntil: text(Date.now() + 30 * DAY) })
    expect(await worthOf(device, 'temperature', 3)).toEqual(GOOD)
    // The end is known anew: nobody has to start anything.
    const values = { id: next, calibrationResult: 'fail' }
    expect((await admin.put(pathsOf(calibrations).update, values)).http).toBe(200)
    expect(await worthOf(device, 'temperature', 4), 'not passed').toEqual(EXPIRED)
    expect((await admin.post(`${pathsOf(calibrations).delete}?id=${next}`)).http).toBe(200)
    expect(await worthOf(device, 'temperature', 5), 'the one before counts again').toEqual(EXPIRED)
    expect((await admin.put(pathsOf(equipment).update, { id, deviceId: null })).http).toBe(200)
    expect(await worthOf(device, 'temperature', 6), 'no longer of the machine').toEqual(GOOD)
  })

  it('is corrected from the date of the calibration on, and for its points alone', async () => {
    const device = await buildDevice(server, tenant)
    const id = await machine(device)
    const from = Date.now() - 2 * HOUR
    const correction = { correctionFactor: 1.1, correctionShift: -2, pointKeys: 'temperature' }
    await calibrate(id, { validFrom: text(from), validUntil: text(from + 300 * DAY), ...correction })
    expect((await measure(device, 'temperature', 20, from - 1000))?.value).toBe(20)
    expect((await measure(device, 'temperature', 20, from + 1000))?.value).toBeCloseTo(20)
    expect((await measure(device, 'temperature', 30))?.value).toBeCloseTo(31)
    expect((await measure(device, 'humidity', 30))?.value).toBe(30)
  })
})

it('a run passes nothing by what was measured after the end, and passes by a certificate that is entered later', async () => {
  const device = await buildDevice(server, tenant, { chamber: CELSIUS, core: CELSIUS })
  const begin = Math.floor(Date.now() / HOUR) * HOUR - 13 * HOUR
  const { id: limitSetId } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
  const item = { itemOrder: 1, itemSeverity: 'mandatory', minusRole: '', itemStage: '', low: '', high: 60, toleratedSeconds: 0 }
  await addRow(admin, resources.limitItems, { limitSetId, itemRole: 'core', itemMeasure: 'value', unit: '°C', ...item })
  expect(await admin.post('/api/acquisition/limitset/publishLimitSet', { id: limitSetId })).toMatchObject({ http: 200 })
  const { id: componentId } = await addRow(admin, resources.components)
  const opened = await admin.post<{ id: string }>(pathsOf(resources.runs).add, {
    runNumber: `r-${unique()}`,
    runKind: 'steam',
    startedAt: text(begin),
    componentId,
    deviceId: device.id,
    limitSetId,
  })
  const run = opened.data.id
  const id = await machine(device)
  // It ends in the middle.
  const { id: early } = await calibrate(id, { validFrom: ago(300), validUntil: text(begin + 5 * HOUR) })
  const known = await server.services.acquisition.registry.find(device.name)
  const readings = Array.from({ length: 60 }, (_, at) => at).flatMap((at) =>
    ['chamber', 'core'].map((key) => ({ key, time: millis(begin + at * 600_000), value: 50 })),
  )
  await server.services.acquisition.ingest.accept(known as never, { readings, faults: [] }, 1000)
  await server.services.acquisition.alarms.settled()
  const finished = await admin.post<{ verdict: string }>('/api/acquisition/run/finishRun', { id: run, endedAt: begin + 10 * HOUR })
  expect(finished.http, JSON.stringify([opened, finished])).toBe(200)
  expect(finished.data.verdict).toBe('undecided')
  // The run itself says why: of ten hours the last five were measured after the end.
  const endless = await tenant.signIn('endless')
  const doubts = async (client = admin) => {
    const { data } = await client.get<RunVerdict>('/api/acquisition/run/queryRunVerdict', { id: run })
    return data.doubts.toSorted((one, other) => one.role.localeCompare(other.role))
  }
  const lastFive = { from: begin + 5 * HOUR, to: begin + 10 * HOUR }
  expect(await doubts()).toEqual(['chamber', 'core'].map((role) => ({ role, pointName: role, ...lastFive })))
  expect(await doubts(endless), 'it is hidden when calibrations end').toEqual([])
  const doubtedHours = async (client: Client) =>
    (
      await askFigure(client, {
        ...{ format: 1, subject: 'run-verdicts', dimensions: [] },
        measures: [{ as: 'hours', of: 'max', field: 'doubtedHours' }],
      })
    ).data.rows
  expect([await doubtedHours(admin), await doubtedHours(endless)], 'as on its certificate').toEqual([[[5]], [[null]]])
  const { id: late } = await calibrate(id, { validFrom: text(begin + 4 * HOUR), validUntil: text(begin + 400 * DAY) })
  const verdict = async () => {
    await judgeTouchedRuns(server.services.transactions, { debounceSeconds: 0 })
    return (await admin.get<{ list: { runVerdict: string }[] }>(pathsOf(resources.runs).query, { id: run })).data.list[0]?.runVerdict
  }
  expect(await verdict()).toBe('pass')
  expect(await doubts()).toEqual([])

  // Another machine gets the device, with a certificate that had expired on a shelf: what was measured before was measured by the first one.
  expect((await admin.put(pathsOf(equipment).update, { id, deviceId: null })).http).toBe(200)
  const second = await machine()
  await calibrate(second, { validFrom: ago(900), validUntil: ago(400) })
  expect((await admin.put(pathsOf(equipment).update, { id: second, deviceId: device.id })).http).toBe(200)
  expect(await verdict(), 'of the first machine').toBe('pass')
  expect(await worthOf(device, 'chamber', 50), 'of the second machine').toEqual(EXPIRED)
  // And its doubts stay as well, without the device and scrapped.
  expect((await admin.post(`${pathsOf(calibrations).delete}?id=${late}`)).http).toBe(200)
  expect(await verdict(), 'the first machine has lost a certificate').toBe('undecided')
  const scrapped = await admin.post('/api/maintenance/equipment/scrapEquipment', { id, reason: 'worn out' })
  expect(scrapped.http, JSON.stringify(scrapped)).toBe(200)
  expect((await admin.put(pathsOf(calibrations).update, { id: early, validUntil: text(begin + 4 * HOUR) })).http).toBe(200)
  expect(await verdict(), 'scrapped').toBe('undecided')
  const doubted = async (machineId: string) =>
    (await admin.get<{ doubtedRuns: { id: string }[] }>('/api/maintenance/equipment/queryEquipmentLife', { id: machineId })).data
      .doubtedRuns
  expect([(await doubted(id)).map((each) => each.id), await doubted(second)]).toEqual([[run], []])
  // What nothing is measured by may be changed without judging anything anew.
  const isTouched = () =>
    server.database.asOwner(async (client) => {
      const { rows } = await client.query('select touched_at from runs where tenant_id = $1 and id = $2', [tenant.id, run])
      return (rows[0] as { touched_at: Date | null }).touched_at !== null
    })
  expect((await admin.put(pathsOf(equipment).update, { id: second, equipmentDescription: 'repainted', deviceId: device.id })).http).toBe(
    200,
  )
  expect((await admin.put(pathsOf(calibrations).update, { id: early, calibrationDescription: 'x' })).http).toBe(200)
  expect(await isTouched()).toBe(false)
})

it('a machine stands as the worst of the certificates that no later one of the same points replaces', async () => {
  const id = await machine()
  const soon = text(Date.now() + 300 * DAY)
  const standing = async () => {
    const { data } = await admin.get<{ list: { calibrationState: string; calibratedUntil: string | null }[] }>(pathsOf(equipment).query, {
      id,
    })
    return data.list[0]?.calibrationState
  }
  const validity = async () => {
    const { data } = await admin.get<{ list: { pointKeys: string; validity: string }[] }>(pathsOf(calibrations).query, {
      equipmentId: id,
      orderBy: 'validFrom',
    })
    return Object.fromEntries(data.list.map((row) => [row.pointKeys || 'all', row.validity]))
  }
  await calibrate(id, { validFrom: ago(400), validUntil: ago(35), pointKeys: 'pressure' })
  await calibrate(id, { validFrom: ago(100), validUntil: soon, pointKeys: 'temperature' })
  expect([await standing(), await validity()]).toEqual(['expired', { pressure: 'expired', temperature: 'valid' }])
  const { id: failed } = await calibrate(id, {
    validFrom: ago(20),
    validUntil: ago(1),
    pointKeys: 'pressure,flow',
    calibrationResult: 'fail',
  })
  expect([await standing(), await validity()]).toEqual([
    'failed',
    { pressure: 'replaced', temperature: 'valid', 'pressure,flow': 'failed' },
  ])
  await calibrate(id, { validFrom: ago(10), validUntil: soon, pointKeys: 'pressure' })
  expect(await standing(), 'the flow was not passed').toBe('failed')
  await calibrate(id, { validFrom: ago(9), validUntil: soon, pointKeys: 'flow' })
  expect(await standing()).toBe('valid')
  const { data } = await admin.get<{ list: { validity: string }[] }>(pathsOf(calibrations).query, { id: failed })
  expect(data.list[0]?.validity, 'each of its points has another').toBe('replaced')
})

it('people are notified once at each stage, and anew when it ends at another time', async () => {
  const keeperId = tenant.users['admin']
  const row = await addRow(admin, equipment, { deviceId: '', purchasedAt: '', keeperId, equipmentState: 'in-service' })
  const { id } = await calibrate(row.id, { validFrom: ago(300), validUntil: text(Date.now() + 45 * DAY) })
  const notify = calibrationNotices(server.services.transactions, server.services.invalidations)
  const notified = () =>
    server.database.asOwner(async (client) => {
      const { rows } = await client.query('select count(*)::int as count from notifications where tenant_id = $1 and content like $2', [
        tenant.id,
        `%id=${row.id}%`,
      ])
      return (rows[0] as { count: number }).count
    })
  await Promise.all([notify(), notify()])
  expect(await notified()).toBe(1)
  await notify()
  expect(await notified()).toBe(1)
  const change = (days: number) => admin.put(pathsOf(calibrations).update, { id, validUntil: text(Date.now() + days * DAY) })
  expect((await change(5)).http).toBe(200)
  await notify()
  expect(await notified()).toBe(2)
  expect((await change(200)).http).toBe(200)
  await notify()
  expect(await notified(), 'far away').toBe(2)
  // While another one is to follow nobody is told, and once that is taken back they are.
  const { id: next } = await calibrate(row.id, { validFrom: text(Date.now() + 10 * DAY), validUntil: text(Date.now() + 400 * DAY) })
  expect((await change(20)).http).toBe(200)
  await notify()
  expect(await notified(), 'another follows').toBe(2)
  expect((await admin.post(`${pathsOf(calibrations).delete}?id=${next}`)).http).toBe(200)
  await notify()
  expect(await notified(), 'no other follows any more').toBe(3)
})
