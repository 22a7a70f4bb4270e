/** What the list tells of a run that goes on: the stage it has come to, and when its component is ready; to whom, and what becomes of that where it cannot be said. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import { resources } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, buildUser, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice } from '../../../../tests/support/devices.ts'
import { hiderOf, hiding } from '../../../../tests/support/hiding.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { FORECASTING, forecastRuns } from '../../../acquisition/index.ts'
import { leaseOf, openLeases } from '../../../kernel/database/leases.ts'

const RUN = '/api/acquisition/run'
const HOUR = 3_600_000
const MINUTE = 60_000
const CELSIUS = { unit: '°C', stale_seconds: 1200 }
/** What a page about a run cannot do without, and one that a forecast is reckoned from. */
const HIDDEN = [
  [resources.runs, 'runKind'],
  [resources.runs, 'runState'],
  [resources.runs, 'startedAt'],
  [resources.runs, 'endedAt'],
  [resources.runs, 'setVersion'],
  [resources.components, 'designStrength'],
] as const

const { runs, components } = resources

let server: TestServer
let tenant: BuiltTenant
let admin: Client
const begin = Math.floor(Date.now() / HOUR) * HOUR - 13 * HOUR

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server, {
    roles: HIDDEN.map(([of, field]) => hiding(of, field)),
    users: HIDDEN.map(([of, field]) => buildUser({ username: `hide-${field}`, roles: [hiderOf(of, field)] })),
  })
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

/** A reading of all points every ten minutes for ten hours, handed over together. */
async function record(device: BuiltDevice, value: number): Promise<void> {
  const { acquisition } = server.services
  const known = await acquisition.registry.find(device.name)
  if (!known) throw new Error('the device is not known')
  const readings = Array.from({ length: 60 }, (_, at) => begin + at * 10 * MINUTE).flatMap((time) =>
    ['core', 'surface', 'chamber'].map((key) => ({ key, time: millis(time), value })),
  )
  await acquisition.ingest.accept(known, { readings, faults: [] }, 1000)
  await acquisition.alarms.settled()
}

/** A run of concrete of 50 MPa that has been at a temperature for ten hours, with a curve: 40 MPa at 1200 °C·h. */
async function curingRun(celsius: number, values: object = { strikingShare: 80 }): Promise<{ id: string; componentId: string }> {
  const { id: limitSetId } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
  const limit = { itemOrder: 1, itemSeverity: 'mandatory', itemRole: 'core', minusRole: '', itemStage: '', itemMeasure: 'value' }
  await addRow(admin, resources.limitItems, { limitSetId, ...limit, low: '', high: 60, unit: '°C', toleratedSeconds: 0 })
  expect(await admin.post('/api/acquisition/limitset/publishLimitSet', { id: limitSetId })).toMatchObject({ http: 200 })
  const device = await buildDevice(server, tenant, { chamber: CELSIUS, core: CELSIUS, surface: CELSIUS })
  const { id: mixId } = await addRow(admin, resources.mixes, { datumTemp: 0, curveR2: 0.97 })
  for (const [maturity, strength] of [
    [200, 20],
    [1200, 40],
    [9600, 60],
  ])
    await addRow(admin, resources.mixPoints, { mixId, maturity, strength })
  const { id: componentId } = await addRow(admin, components, { mixId, designStrength: 50, ...values })
  const opened = { runNumber: `r-${unique()}`, runKind: 'steam', componentId, deviceId: device.id, limitSetId }
  const { http, data } = await admin.post<{ id: string }>(pathsOf(runs).add, { ...opened, startedAt: new Date(begin).toISOString() })
  expect(http).toBe(200)
  await record(device, celsius)
  return { id: data.id, componentId }
}

const listed = async (id: string, client = admin) =>
  (await client.get<{ list: Record<string, unknown>[] }>(pathsOf(runs).query, { id })).data.list[0]

/** Of other tests some are due as well: a few rounds reach all of them. */
async function forecastAll(
  options: Parameters<typeof forecastRuns>[1] = { freshSeconds: -1 },
  transactions = server.services.transactions,
) {
  for (let round = 0; round < 5; round += 1) await forecastRuns(transactions, options)
}

const kept = async (id: string) => {
  const { rows } = await server.database.asOwner((client) =>
    client.query<{ ready_at: Date | null; told_at: Date }>('select ready_at, told_at from run_forecasts where run_id = $1', [id]),
  )
  return rows[0]
}

describe('what the list tells of a run that goes on', () => {
  it('is the stage that was confirmed last, and when the striking share is reached; of one that is over, no moment', async () => {
    const { id, componentId } = await curingRun(40, { strikingShare: '' })
    await forecastAll()
    expect(await listed(id)).toMatchObject({ runStage: null, readyAt: null })
    expect(await admin.put(pathsOf(components).update, { id: componentId, strikingShare: 80 })).toMatchObject({ http: 200 })
    for (const [stage, minute] of [
      ['rest', 0],
      ['heating', 60],
    ] as const)
      expect(await admin.post(`${RUN}/confirmStage`, { id, stage, at: begin + minute * MINUTE })).toMatchObject({ http: 200 })
    const before = Date.now()
    await forecastAll()
    expect(await listed(id)).toMatchObject({ runStage: 'heating', readyAt: expect.stringMatching(/^\d{4}-/) as string })
    // The last of the values, of minute 590, stands for twenty minutes: 610 minutes at 40 °C, and it goes on with 40 °C·h an hour until 1200 °C·h.
    const expected = before + ((1200 - (40 * 610) / 60) / 40) * HOUR
    expect(Math.abs(((await kept(id))?.ready_at?.getTime() as number) - expected)).toBeLessThan(MINUTE)
    // It is filtered and sorted by.
    const { data: sorted } = await admin.get<{ list: { id: string }[] }>(pathsOf(runs).query, {
      componentId,
      sorter: 'readyAt_ascend',
      readyAtStart: '2000-01-01 00:00:00',
      runStage: 'heating',
    })
    expect(sorted.list.map((row) => row.id)).toEqual([id])
    expect(await admin.post(`${RUN}/finishRun`, { id, endedAt: begin + 10 * HOUR })).toMatchObject({ http: 200 })
    expect(await listed(id)).toMatchObject({ runStage: 'heating', readyAt: null })
  })

  it('is no moment once the share is taken away, however new the forecast is', async () => {
    const { id, componentId } = await curingRun(40)
    await forecastAll()
    expect((await listed(id))?.['readyAt']).toMatch(/^\d{4}-/)
    expect(await admin.put(pathsOf(components).update, { id: componentId, strikingShare: '' })).toMatchObject({ http: 200 })
    await forecastAll({})
    expect((await listed(id))?.['readyAt']).toBeNull()
  })

  it.each([
    ['no date can hold', 1e-12],
    ['cannot be written', 1e-6],
  ])('is no moment where it hardly ripens, so that it would be one that %s', async (_why, celsius) => {
    const { id } = await curingRun(celsius)
    const errors: unknown[] = []
    await forecastAll({ freshSeconds: -1, onError: (error) => errors.push(error) })
    expect(await kept(id)).toEqual({ ready_at: null, told_at: expect.any(Date) as Date })
    expect(errors).toEqual([])
  })

  it('is noted as told where something broke, without a moment: it waits its turn like all others', async () => {
    const { id } = await curingRun(40)
    const { transactions } = server.services
    let times = 0
    const broken: typeof transactions = {
      ...transactions,
      inTenant: (actor, work, mode) =>
        mode === 'read' && actor.tenantId === tenant.id
          ? Promise.reject(new Error(`the connection is gone, ${(times += 1)}`))
          : transactions.inTenant(actor, work, mode),
    }
    await forecastAll()
    const before = await kept(id)
    expect(before?.ready_at).toBeInstanceOf(Date)
    const errors: unknown[] = []
    await forecastAll({ freshSeconds: -1, onError: (error) => errors.push(error) }, broken)
    const after = await kept(id)
    expect(after?.ready_at).toBeNull()
    expect(after?.told_at.getTime()).toBeGreaterThan(before?.told_at.getTime() as number)
    expect([errors.length, times > 0]).toEqual([times, true])
    // It is fresh now, and so not tried again.
    times = 0
    await forecastAll({}, broken)
    expect(times).toBe(0)
  })

  it('is worked out by one server at a time', async ({ skip }) => {
    if (server.databaseUrl === undefined) skip('the embedded engine serves one server')
    const { id } = await curingRun(40)
    const [ours, others] = [openLeases(server.database), openLeases(server.database)]
    const [lease, other] = [leaseOf(ours, FORECASTING), leaseOf(others, FORECASTING)]
    expect(await other.take()).toBe(true)
    await forecastAll({ freshSeconds: -1, lease })
    expect(await kept(id)).toBeUndefined()
    await other.drop()
    await forecastAll({ freshSeconds: -1, lease })
    expect((await kept(id))?.ready_at).toBeInstanceOf(Date)
    // And it is given back after each round.
    expect(await other.take()).toBe(true)
    await ours.stop()
    await others.stop()
  })

  it.each(HIDDEN.map(([{ name }, field]) => [`${name}.${field}`, field] as const))(
    'is no moment for whoever does not see %s: not in the list, not in a filter',
    async (_name, field) => {
      const { id } = await curingRun(40)
      await forecastAll()
      expect(await listed(id)).toHaveProperty('readyAt')
      const client = await tenant.signIn(`hide-${field}`)
      const row = await listed(id, client)
      expect(row).toMatchObject({ id })
      expect(row).not.toHaveProperty('readyAt')
      // Nobody has heard of the key: the row that it would leave out is there.
      const { data } = await client.get<{ list: object[] }>(pathsOf(runs).query, { id, readyAtStart: '9000-01-01 00:00:00' })
      expect(data.list).toHaveLength(1)
    },
  )
})
