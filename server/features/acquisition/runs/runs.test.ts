/** A run from its opening to its acceptance: what it is opened with, what is found of it, and what late samples change about that. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import type { Forecast, RunCurve, RunDetail, RunVerdict } from '../../../../model/contract/acquisition/runs.ts'
import type { RunKind } from '../../../../model/acquisition/curing.ts'
import { resources } from '../../../../model/index.ts'
import { measure } from '../../../../tests/support/alarms.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { BuiltDevice } from '../../../../tests/support/devices.ts'
import { buildDevice, pointsOf } from '../../../../tests/support/devices.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'
import { judgeTouchedRuns } from '../../../acquisition/index.ts'
import { build } from '../../../kernel/database/sql.ts'

const RUN = '/api/acquisition/run'
const HOUR = 3_600_000
const MINUTE = 60_000
const CELSIUS = { unit: '°C', stale_seconds: 1200 }

let server: TestServer
let tenant: BuiltTenant
let admin: Client
/** Ten hours that ended three hours ago. */
const begin = Math.floor(Date.now() / HOUR) * HOUR - 13 * HOUR
const end = begin + 10 * HOUR

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const text = (moment: number) => new Date(moment).toISOString()

async function publish(kind: RunKind, items: readonly object[]): Promise<string> {
  const { id } = await addRow(admin, resources.limitSets, { setKind: kind })
  for (const [at, item] of items.entries()) {
    const values = {
      limitSetId: id,
      itemOrder: at + 1,
      itemSeverity: 'mandatory',
      minusRole: '',
      itemStage: '',
      low: '',
      high: '',
      toleratedSeconds: 0,
    }
    await addRow(admin, resources.limitItems, { ...values, itemMeasure: 'value', unit: '°C', ...item })
  }
  expect(await admin.post('/api/acquisition/limitset/publishLimitSet', { id })).toMatchObject({ http: 200 })
  return id
}

const open = async (values: object) =>
  admin.post<{ id: string }>(pathsOf(resources.runs).add, { runNumber: `r-${unique()}`, startedAt: text(begin), ...values })

const steamDevice = () => buildDevice(server, tenant, { chamber: CELSIUS, core: CELSIUS, surface: CELSIUS })

/** A reading every ten minutes, handed over together. */
async function record(device: BuiltDevice, values: (minute: number) => Readonly<Record<string, number>> | undefined): Promise<void> {
  const { acquisition } = server.services
  const known = await acquisition.registry.find(device.name)
  if (!known) throw new Error('the device is not known')
  const readings = Array.from({ length: 60 }, (_, at) => at * 10).flatMap((minute) =>
    Object.entries(values(minute) ?? {}).map(([key, value]) => ({ key, time: millis(begin + minute * MINUTE), value })),
  )
  await acquisition.ingest.accept(known, { readings, faults: [] }, 1000)
  await acquisition.alarms.settled()
  await settled()
}

/** All is stored and rolled up. */
async function settled(): Promise<void> {
  for (let rounds = 0; rounds < 3; rounds += 1) await server.services.acquisition.rollups.work(new Date(Date.now() + 2 * 24 * HOUR))
}

async function steamRun(device: BuiltDevice, limitSetId: string): Promise<string> {
  const { id: componentId } = await addRow(admin, resources.components)
  const { http, data } = await open({ runKind: 'steam', componentId, deviceId: device.id, limitSetId })
  expect(http).toBe(200)
  return data.id
}

const detail = async (id: string) => (await admin.get<RunDetail>(`${RUN}/queryRunDetail`, { id })).data
const verdict = async (id: string, client = admin) => (await client.get<RunVerdict>(`${RUN}/queryRunVerdict`, { id })).data
const finish = (id: string, endedAt = end) => admin.post<{ verdict: string }>(`${RUN}/finishRun`, { id, endedAt })

describe('opening', () => {
  it('binds the points of the device to their roles, and takes the site of the component and the newest version', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const { id: siteId } = await addRow(admin, resources.sites)
    const { id: componentId } = await addRow(admin, resources.components, { siteId })
    const device = await steamDevice()
    const { data } = await open({ runKind: 'steam', componentId, deviceId: device.id, limitSetId: set })
    const { data: listed } = await admin.get<{ list: object[] }>(pathsOf(resources.runs).query, { id: data.id })
    expect(listed.list).toEqual([expect.objectContaining({ siteId, setVersion: 1, runState: 'running' })])
    const { points, missing, run } = await detail(data.id)
    expect(points.map(({ role, point }) => [role, point.pointKey]).toSorted()).toEqual([
      ['chamber', 'chamber'],
      ['core', 'core'],
      ['surface', 'surface'],
    ])
    expect({ missing, state: run.runState, version: run.setVersion }).toEqual({ missing: [], state: 'running', version: 1 })
  })

  it('is refused with a draft, with limits of another kind, and in another unit', async () => {
    const { id: draft } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
    const { id: componentId } = await addRow(admin, resources.components)
    const asked = { runKind: 'steam', componentId }
    expect(await open({ ...asked, limitSetId: draft })).toMatchObject({ http: 409, errors: [{ field: 'limitSetId' }] })
    expect(await open({ ...asked, limitSetId: await publish('room', [{ itemRole: 'chamber', high: 22 }]) })).toMatchObject({
      http: 422,
      errors: [{ field: 'limitSetId' }],
    })
    const kelvin = await publish('steam', [{ itemRole: 'core', high: 333, unit: 'K' }])
    const device = await steamDevice()
    expect(await open({ ...asked, limitSetId: kelvin, deviceId: device.id })).toMatchObject({ http: 422, errors: [{ field: 'deviceId' }] })
  })

  it('is refused while one of the kind is open for the component, of two at once as well', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const { id: componentId } = await addRow(admin, resources.components)
    const answers = await Promise.all([1, 2, 3].map(() => open({ runKind: 'steam', componentId, limitSetId: set })))
    expect(answers.map(({ http }) => http).toSorted()).toEqual([200, 409, 409])
    expect(await open({ runKind: 'steam', componentId, limitSetId: set })).toMatchObject({ http: 409, errors: [{ field: 'componentId' }] })
  })
})

describe('finishing', () => {
  it('works out each clause with its worst value, when, how long beyond, and the coverage', async () => {
    const set = await publish('steam', [
      { itemRole: 'core', high: 60 },
      { itemRole: 'core', itemMeasure: 'difference', minusRole: 'surface', high: 15 },
      { itemRole: 'chamber', itemMeasure: 'rise-hour', unit: '°C/h', high: 10 },
    ])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    await record(device, (minute) => ({
      core: minute === 300 ? 62 : 50,
      surface: 40,
      chamber: minute < 120 ? 20 + minute / 15 : 28,
    }))
    expect(await finish(id)).toMatchObject({ http: 200, data: { verdict: 'fail' } })
    const { list, coverage } = await verdict(id)
    expect(coverage).toBe(1)
    expect(list.map(({ result, worst, beyondSeconds }) => ({ result, worst, beyondSeconds }))).toEqual([
      { result: 'fail', worst: 62, beyondSeconds: 600 },
      { result: 'fail', worst: 22, beyondSeconds: 600 },
      { result: 'pass', worst: 4, beyondSeconds: 0 },
    ])
    expect(list[0]?.worstAt).toBe(begin + 300 * MINUTE)
    expect((await detail(id)).run).toMatchObject({ runState: 'finished', runVerdict: 'fail', endedAt: end })
  })

  it('never passes what was measured for less than 95 percent of the time', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    await record(device, (minute) => (minute < 540 ? { core: 50, surface: 40, chamber: 40 } : undefined))
    expect(await finish(id)).toMatchObject({ data: { verdict: 'undecided' } })
    // The last value of the ninth hour stands for twenty minutes.
    expect((await verdict(id)).list[0]).toMatchObject({ result: 'undecided', coverage: (540 - 10 + 20) / 600 })
  })

  it('is refused without a point for each role of the kind, before the beginning, and twice', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const { id: componentId } = await addRow(admin, resources.components)
    const { data } = await open({ runKind: 'steam', componentId, limitSetId: set })
    expect(await finish(data.id)).toMatchObject({ http: 409, message: expect.stringContaining('Chamber') as string })
    const device = await steamDevice()
    const points = await pointsOf(server, device)
    const bind = (pointKey: string, role: string) => admin.post(`${RUN}/addRunPoint`, { id: data.id, role, pointId: points[pointKey] })
    expect(await bind('chamber', 'chamber')).toMatchObject({ http: 200 })
    expect(await bind('chamber', 'chamber')).toMatchObject({ http: 409 })
    expect(await finish(data.id, begin)).toMatchObject({ http: 422, errors: [{ field: 'endedAt' }] })
    expect(await finish(data.id)).toMatchObject({ http: 200 })
    expect(await finish(data.id)).toMatchObject({ http: 409 })
    expect(await bind('core', 'core')).toMatchObject({ http: 409 })
  })
})

describe('afterwards', () => {
  async function undecided(): Promise<{ device: BuiltDevice; id: string }> {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    await record(device, (minute) => (minute < 300 ? { core: 50, surface: 40, chamber: 40 } : undefined))
    expect(await finish(id)).toMatchObject({ data: { verdict: 'undecided' } })
    return { device, id }
  }

  it('late samples judge it anew, and it says that they were late', async () => {
    const { device, id } = await undecided()
    expect((await verdict(id)).revisedAt).toBeNull()
    // It was finished an hour ago: what comes now is late.
    await server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
      tx.run(
        build
          .updateTable('runs')
          .set({ finished_at: new Date(Date.now() - HOUR) })
          .where('id', '=', id),
      ),
    )
    await record(device, (minute) => (minute < 300 ? undefined : { core: minute === 400 ? 70 : 50 }))
    expect(await judgeTouchedRuns(server.services.transactions, { debounceSeconds: -1 })).toBeGreaterThan(0)
    const { verdict: found, list, revisedAt } = await verdict(id)
    expect({ found, late: revisedAt !== null }).toEqual({ found: 'fail', late: true })
    expect(list[0]).toMatchObject({ result: 'fail', worst: 70, coverage: 1 })
    expect(await judgeTouchedRuns(server.services.transactions, { debounceSeconds: -1 })).toBe(0)
  })

  it('one that cannot be judged is put aside, and the others are judged', async () => {
    const [great, small] = [await undecided(), await undecided()]
    const touch = (id: string, minutes: number) =>
      server.services.transactions.inTenant({ tenantId: tenant.id }, (tx) =>
        tx.run(
          build
            .updateTable('runs')
            .set({ touched_at: new Date(Date.now() - minutes * MINUTE), run_verdict: 'pass' })
            .where('id', '=', id),
        ),
      )
    // Thirty values of each of three points have been measured of both.
    await record(great.device, (minute) => (minute < 300 ? undefined : { core: 50, surface: 40, chamber: 40 }))
    await record(small.device, (minute) => (minute === 400 ? { core: 70 } : undefined))
    await touch(great.id, 2)
    await touch(small.id, 1)
    const errors: unknown[] = []
    const judgeAll = (transactions = server.services.transactions, most = 100) =>
      judgeTouchedRuns(transactions, { debounceSeconds: -1, most, onError: (error) => errors.push(error) })
    await judgeAll()
    expect(errors).toEqual([expect.objectContaining({ code: 'run.samples' })])
    const put = await verdict(great.id)
    expect([put.verdict, put.list.map(({ result }) => result)]).toEqual(['undecided', ['undecided']])
    expect((await verdict(small.id)).verdict).toBe('fail')
    expect(await judgeAll()).toBe(0)
    // Whatever else goes wrong is tried again, after the others.
    await touch(great.id, 2)
    await touch(small.id, 1)
    let times = 0
    const { transactions } = server.services
    const broken: typeof transactions = {
      ...transactions,
      inTenant: (...given) => (++times === 1 ? Promise.reject(new Error('the connection is gone')) : transactions.inTenant(...given)),
    }
    await judgeAll(broken, 1000)
    expect((await verdict(small.id)).verdict).toBe('fail')
    expect(await judgeAll(transactions, 1000)).toBe(1)
    expect((await verdict(great.id)).verdict).toBe('pass')
  })

  it('samples after the end touch nothing', async () => {
    const { device, id } = await undecided()
    await measure(server, device, { core: 90 }, end + 30 * MINUTE)
    await settled()
    await judgeTouchedRuns(server.services.transactions, { debounceSeconds: -1 })
    expect((await verdict(id)).verdict).toBe('undecided')
  })

  it('a clause that was not passed is waived with a reason, and stays so', async () => {
    const { id } = await undecided()
    const [found] = (await verdict(id)).list
    const waive = (reason: string) => admin.post(`${RUN}/waiveVerdict`, { id: found?.id, reason })
    expect(await waive('')).toMatchObject({ http: 422, errors: [{ field: 'reason' }] })
    expect(await waive('probe fell out')).toMatchObject({ http: 200, data: { verdict: 'pass' } })
    expect((await verdict(id)).list[0]).toMatchObject({
      result: 'waived',
      waivedReason: 'probe fell out',
      waivedBy: `${tenant.canary} · admin`,
    })
  })

  it('it is accepted once, with a reason, and then neither changed nor deleted', async () => {
    const { id } = await undecided()
    const accept = (decision: string, reason = 'cubes are good') => admin.post(`${RUN}/acceptRun`, { id, decision, reason })
    expect(await accept('accepted', ' ')).toMatchObject({ http: 422 })
    expect(await accept('accepted')).toMatchObject({ http: 200 })
    expect(await accept('void')).toMatchObject({ http: 409 })
    expect((await detail(id)).run).toMatchObject({ runState: 'accepted', acceptReason: 'cubes are good' })
    expect(await admin.put(pathsOf(resources.runs).update, { id, runDescription: 'later' })).toMatchObject({ http: 409 })
    expect(await admin.post(`${pathsOf(resources.runs).delete}?id=${id}`)).toMatchObject({ http: 409 })
  })

  it('a component, a limit set and a device that a run is about stay', async () => {
    const { id, device } = await undecided()
    const { data } = await admin.get<{ list: Record<string, string>[] }>(pathsOf(resources.runs).query, { id })
    const [row] = data.list
    const remove = (of: keyof typeof resources, which: unknown) => admin.post(`${pathsOf(resources[of]).delete}?id=${String(which)}`)
    for (const answer of [
      remove('components', row?.['componentId']),
      remove('limitSets', row?.['limitSetId']),
      remove('devices', device.id),
    ])
      expect(await answer).toMatchObject({ http: 409 })
  })
})

describe('versions of limits', () => {
  it('stay as they were published, whatever is written afterwards and whoever tries', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    const { data: items } = await admin.get<{ list: { id: string }[] }>(pathsOf(resources.limitItems).query, { limitSetId: set })
    expect(await admin.put(pathsOf(resources.limitItems).update, { id: items.list[0]?.id, high: 40 })).toMatchObject({ http: 200 })
    expect(await admin.post('/api/acquisition/limitset/publishLimitSet', { id: set })).toMatchObject({ data: { setVersion: 2 } })
    await record(device, () => ({ core: 50, surface: 40, chamber: 40 }))
    expect(await finish(id)).toMatchObject({ data: { verdict: 'pass' } })
    expect((await verdict(id)).list[0]?.item.high).toBe(60)
    const { data: versions } = await admin.get<{ list: { setVersion: number; runs: number; items: { high: number }[] }[] }>(
      '/api/acquisition/limitset/queryLimitSetVersion',
      { id: set },
    )
    expect(versions.list.map(({ setVersion, runs, items: limits }) => [setVersion, runs, limits[0]?.high])).toEqual([
      [2, 0, 40],
      [1, 1, 60],
    ])
    const change = (statement: string) => server.database.asOwner((client) => client.query(statement, [set]))
    await expect(change(`update limit_set_versions set items = '[]' where limit_set_id = $1`)).rejects.toThrow(/never changed/)
  })

  it('are not made of nothing, nor with a stage that the kind of curing does not have', async () => {
    const { id } = await addRow(admin, resources.limitSets, { setKind: 'room' })
    const publishIt = () => admin.post('/api/acquisition/limitset/publishLimitSet', { id })
    expect(await publishIt()).toMatchObject({ http: 409 })
    await addRow(admin, resources.limitItems, { limitSetId: id, itemStage: 'cooling' })
    expect(await publishIt()).toMatchObject({ http: 422, errors: [{ field: 'itemStage' }] })
  })

  it('are not made of more clauses than a run can be judged by', async () => {
    const { id } = await addRow(admin, resources.limitSets, { setKind: 'steam' })
    await addRow(admin, resources.limitItems, { limitSetId: id, itemStage: '', itemOrder: 1 })
    const copy = `insert into limit_items select (jsonb_populate_record(null::limit_items, to_jsonb(i) || jsonb_build_object('id', gen_random_uuid(), 'item_order', n))).*
      from limit_items i, generate_series(2, $2::int) n where limit_set_id = $1`
    await server.database.asOwner((client) => client.query(copy, [id, 101]))
    const publishIt = () => admin.post('/api/acquisition/limitset/publishLimitSet', { id })
    expect(await publishIt()).toMatchObject({ http: 409, message: expect.stringContaining('100') as string })
    const { data } = await admin.get<{ list: { id: string }[] }>(pathsOf(resources.limitItems).query, { limitSetId: id })
    expect(await admin.post(`${pathsOf(resources.limitItems).delete}?id=${data.list[0]?.id}`)).toMatchObject({ http: 200 })
    expect(await publishIt()).toMatchObject({ http: 200 })
  })

  it('an item has a bound, the lower below the upper, another role for a difference, and the unit of a rate', async () => {
    const { id: limitSetId } = await addRow(admin, resources.limitSets)
    const values = {
      limitSetId,
      itemOrder: 1,
      itemClause: 'a',
      itemMeasure: 'value',
      itemRole: 'core',
      itemSeverity: 'mandatory',
      clauseZh: 'a',
      unit: '°C',
    }
    const add = (more: object) => admin.post(pathsOf(resources.limitItems).add, { ...values, ...more })
    expect(await add({})).toMatchObject({ http: 422, errors: [{ field: 'high' }] })
    expect(await add({ low: 20, high: 20 })).toMatchObject({ http: 422, errors: [{ field: 'low' }] })
    expect(await add({ high: 20, itemMeasure: 'difference' })).toMatchObject({ http: 422, errors: [{ field: 'minusRole' }] })
    expect(await add({ high: 20, itemMeasure: 'rise-hour' })).toMatchObject({ http: 422, errors: [{ field: 'unit' }] })
    expect(await add({ high: 20 })).toMatchObject({ http: 200 })
  })
})

describe('stages', () => {
  it('are proposed by the curve, confirmed in their order, and judge a finished run anew', async () => {
    const set = await publish('steam', [{ itemRole: 'chamber', itemStage: 'cooling', itemMeasure: 'value', high: 60 }])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    const chamber = (minute: number) =>
      minute < 120 ? 20 : minute < 240 ? 20 + (minute - 120) / 5 : minute < 480 ? 44 : 44 - (minute - 480) / 6
    await record(device, (minute) => ({ chamber: chamber(minute), core: 30, surface: 30 }))
    expect(await finish(id)).toMatchObject({ data: { verdict: 'undecided' } })
    const { data: curve } = await admin.get<RunCurve>(`${RUN}/queryRunCurve`, { id })
    expect(curve.stages.map(({ stage, isProposed }) => [stage, isProposed])).toEqual([
      ['rest', true],
      ['heating', true],
      ['constant', true],
      ['cooling', true],
    ])
    const confirm = (stage: string, minute: number) => admin.post(`${RUN}/confirmStage`, { id, stage, at: begin + minute * MINUTE })
    expect(await confirm('cooling', 480)).toMatchObject({ http: 200 })
    expect(await verdict(id)).toMatchObject({ verdict: 'pass', list: [{ result: 'pass', worst: 44 }] })
    expect(await confirm('constant', 500)).toMatchObject({ http: 422, errors: [{ field: 'stage' }] })
    expect(await confirm('curing', 100)).toMatchObject({ http: 422 })
    expect(await confirm('constant', 700)).toMatchObject({ http: 422, errors: [{ field: 'at' }] })
  })
})

describe('the curve', () => {
  it('has each role, the difference and the rate as steps, and the limits of the own version', async () => {
    const set = await publish('steam', [{ itemRole: 'core', itemMeasure: 'difference', minusRole: 'surface', high: 15 }])
    const device = await steamDevice()
    const id = await steamRun(device, set)
    await record(device, (minute) => ({ core: 50 + minute / 60, surface: 40, chamber: 40 }))
    await finish(id)
    const { data } = await admin.get<RunCurve>(`${RUN}/queryRunCurve`, { id })
    expect({ from: data.from, to: data.to, isOpen: data.isOpen }).toEqual({ from: begin, to: end, isOpen: false })
    expect(data.roles.map(({ role, list }) => [role, list.length]).toSorted()).toEqual([
      ['chamber', 60],
      ['core', 60],
      ['surface', 60],
    ])
    const difference = data.derived.find(({ measure: of }) => of === 'difference')
    expect(difference).toMatchObject({ role: 'core', minusRole: 'surface', unit: '°C' })
    expect(difference?.list[1]?.value).toBeCloseTo(10 + 10 / 60, 9)
    expect(data.derived.find(({ measure: of, role }) => of === 'rise-hour' && role === 'core')?.unit).toBe('°C/h')
    expect(data.limits.map(({ item, from, to }) => [item.high, from, to])).toEqual([[15, begin, end]])
  })
})

describe('the forecast', () => {
  it('is refused without a calibrated curve, and tells when which share is reached with one', async () => {
    const set = await publish('steam', [{ itemRole: 'core', high: 60 }])
    const device = await steamDevice()
    const { id: mixId } = await addRow(admin, resources.mixes, { datumTemp: 0, activationK: '', referenceTemp: '', curveR2: '' })
    const { id: componentId } = await addRow(admin, resources.components, { mixId, designStrength: 50 })
    const { data: run } = await open({ runKind: 'steam', componentId, deviceId: device.id, limitSetId: set })
    await record(device, () => ({ core: 40, surface: 40, chamber: 40 }))
    await finish(run.id)
    const forecast = () => admin.get<Forecast>(`${RUN}/queryForecast`, { id: run.id })
    expect(await forecast()).toMatchObject({ http: 409 })
    for (const [maturity, strength] of [
      [200, 20],
      [800, 40],
      [3200, 60],
    ])
      await addRow(admin, resources.mixPoints, { mixId, maturity, strength })
    expect(await forecast()).toMatchObject({ http: 409 })
    expect(await admin.put(pathsOf(resources.mixes).update, { id: mixId, curveR2: 0.97 })).toMatchObject({ http: 200 })
    const { data } = await forecast()
    // Ten hours at 40 °C; midway between 200 and 800 by the logarithm.
    expect(data.maturity).toBeCloseTo(400, 6)
    expect(data.strength).toBeCloseTo(30, 6)
    expect(data).toMatchObject({ equivalentAge: null, coverage: 1, rate: 40, designStrength: 50 })
    const at = (percent: number) => data.shares.find((share) => share.percent === percent)?.at
    // 35 MPa at 200 × 4^(3/4) °C·h, 40 at 800, 50 at 1600.
    expect(((at(70) as number) - end) / HOUR).toBeCloseTo((200 * 4 ** 0.75 - 400) / 40, 6)
    expect(((at(80) as number) - end) / HOUR).toBeCloseTo(10, 6)
    expect(((at(100) as number) - end) / HOUR).toBeCloseTo(30, 6)
  })
})
