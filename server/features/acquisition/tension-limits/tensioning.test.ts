/** What tensioning and grouting come to, and when they hold: worked by hand from the steps; and limits that tendons have stay as they are. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { resources } from '../../../../model/index.ts'
import type { BuiltTenant } from '../../../../tests/support/builders.ts'
import { buildTenant, unique } from '../../../../tests/support/builders.ts'
import type { Client } from '../../../../tests/support/client.ts'
import type { TestServer } from '../../../../tests/support/server.ts'
import { sharedServer } from '../../../../tests/support/server.ts'
import { addRow, pathsOf } from '../../../../tests/support/values.ts'

const { tensionLimits, tendons, tensionings, tensionSteps, groutings } = resources

let server: TestServer
let tenant: BuiltTenant
let admin: Client

beforeAll(async () => {
  server = await sharedServer()
  tenant = await buildTenant(server)
  admin = await tenant.signIn('admin')
})
afterAll(() => server.stop())

const LIMITS = {
  forceTolerance: 1.5,
  elongationTolerance: 6,
  holdLeast: 300,
  drawInMost: 6,
  waterBinderLow: 0.26,
  waterBinderHigh: 0.28,
  flowLow: 10,
  flowHigh: 17,
  pressureLow: 0.5,
  pressureHigh: 0.7,
  groutHoldLeast: 3,
}

/** A tendon of 2000 kN, that is to become 100 mm longer. */
async function tendon(limits: object = {}): Promise<{ id: string; limitId: string }> {
  const { id: limitId } = await addRow(admin, tensionLimits, { ...LIMITS, ...limits })
  const { id } = await addRow(admin, tendons, { tensionLimitId: limitId, plannedForce: 2000, plannedElongation: 100 })
  return { id, limitId }
}

type Step = readonly [end: 'left' | 'right', percent: number, force: number, elongation: number, hold?: number]

async function tensioning(tendonId: string, steps: readonly Step[], values: object = {}): Promise<string> {
  const { id } = await addRow(admin, tensionings, { tendonId, drawIn: 5, ...values })
  for (const [jackSide, stepPercent, stepForce, stepElongation, stepHold = ''] of steps)
    await addRow(admin, tensionSteps, { tensioningId: id, stepLabel: unique(), jackSide, stepPercent, stepForce, stepElongation, stepHold })
  return id
}

const listed = async (of: typeof tensionings | typeof groutings, id: string, client = admin) =>
  (await client.get<{ list: Record<string, unknown>[] }>(pathsOf(of).query, { id })).data.list[0]

/** Both ends alike: 8 mm at 10 %, 13 mm at 20 %, and `last` at 100 %. */
const both = (last: number, { force = 2000, hold = 300, percent = 100 } = {}): Step[] =>
  (['left', 'right'] as const).flatMap((end): Step[] => [
    [end, 10, 200, 8],
    [end, 20, 400, 13],
    [end, percent, force, last, hold],
  ])

describe('the elongation', () => {
  it('is that of both ends, with the first step taken from the rise between the first two', async () => {
    const { id } = await tendon()
    // Each end: 53 − 8, and (13 − 8) × 10 / (20 − 10) for what lies before 10 %: 50.
    expect(await listed(tensionings, await tensioning(id, both(53)))).toMatchObject({
      measuredElongation: 100,
      elongationDeviation: 0,
      measuredForce: 2000,
      forceDeviation: 0,
      leastHold: 300,
      tensionVerdict: 'pass',
    })
  })

  it.each([
    [56, 6, 'pass'],
    [50, -6, 'pass'],
    [56.1, 6.2, 'fail'],
    [49.9, -6.2, 'fail'],
  ])('of readings up to %f mm is off by %f percent: %s', async (last, elongationDeviation, tensionVerdict) => {
    const { id } = await tendon()
    expect(await listed(tensionings, await tensioning(id, both(last)))).toMatchObject({ elongationDeviation, tensionVerdict })
  })

  it('of one end alone is that of the end', async () => {
    const { id } = await tendon()
    const steps: Step[] = [
      ['left', 15, 300, 10],
      ['left', 30, 600, 24],
      ['left', 100, 2000, 96, 320],
    ]
    // 96 − 10, and 14 × 15 / 15.
    expect(await listed(tensionings, await tensioning(id, steps))).toMatchObject({ measuredElongation: 100, tensionVerdict: 'pass' })
  })

  it('is compared with what an end that is pulled further is to have', async () => {
    const { id } = await tendon()
    // At 103 %: 2060 kN and 103 mm.
    expect(await listed(tensionings, await tensioning(id, both(54.5, { percent: 103, force: 2060 })))).toMatchObject({
      measuredElongation: 103,
      elongationDeviation: 0,
      forceDeviation: 0,
      tensionVerdict: 'pass',
    })
  })
})

describe('the verdict of tensioning', () => {
  it.each<[why: string, steps: readonly Step[], values: object, verdict: string]>([
    ['without steps', [], {}, 'undecided'],
    ['before the full force', both(53).filter(([, percent]) => percent < 100), {}, 'undecided'],
    ['with two steps of an end', both(53).filter(([, percent]) => percent !== 10), {}, 'undecided'],
    ['with ends of different shares', [...both(53).slice(0, 5), ['right', 103, 2060, 53, 300]], {}, 'undecided'],
    ['with one end at its full force and the other half way', [...both(53).slice(0, 5), ['right', 50, 1000, 28, 60]], {}, 'undecided'],
    ['before the full force, off in everything', both(40, { percent: 50, force: 500, hold: 1 }), {}, 'undecided'],
    ['before the full force, with too great a draw-in', both(28, { percent: 50, force: 1000, hold: 60 }), { drawIn: 6.1 }, 'fail'],
    ['without a hold', both(53).map(([end, percent, force, elongation]) => [end, percent, force, elongation]), {}, 'undecided'],
    ['without a draw-in', both(53), { drawIn: '' }, 'undecided'],
    ['held too shortly at one end', [...both(53).slice(0, 5), ['right', 100, 2000, 53, 299]], {}, 'fail'],
    ['with too great a draw-in', both(53), { drawIn: 6.1 }, 'fail'],
    ['with too little force at one end', [...both(53).slice(0, 5), ['right', 100, 1969, 53, 300]], {}, 'fail'],
    ['that has failed in one thing, though another is not known', both(60), { drawIn: '' }, 'fail'],
  ])('%s', async (_why, steps, values, verdict) => {
    const { id } = await tendon()
    expect(await listed(tensionings, await tensioning(id, steps, values))).toMatchObject({ tensionVerdict: verdict })
  })

  it('judges what its limits say and nothing else; without any nothing is decided', async () => {
    const some = await tendon({ holdLeast: '', drawInMost: '', forceTolerance: '' })
    const loose = await tensioning(some.id, both(53, { force: 1500, hold: 1 }), { drawIn: '' })
    expect(await listed(tensionings, loose)).toMatchObject({ tensionVerdict: 'pass' })
    const none = await tendon({ holdLeast: '', drawInMost: '', forceTolerance: '', elongationTolerance: '' })
    expect(await listed(tensionings, await tensioning(none.id, both(53)))).toMatchObject({ tensionVerdict: 'undecided' })
  })

  it('is filtered by, and changes with a step', async () => {
    const { id } = await tendon()
    const record = await tensioning(id, both(60))
    const query = { tendonId: id, tensionVerdict: 'fail' }
    const of = async () => (await admin.get<{ list: { id: string }[] }>(pathsOf(tensionings).query, query)).data.list.map((row) => row.id)
    expect(await of()).toEqual([record])
    const { data } = await admin.get<{ list: { id: string; stepPercent: number }[] }>(pathsOf(tensionSteps).query, { tensioningId: record })
    for (const step of data.list.filter(({ stepPercent }) => stepPercent === 100))
      expect(await admin.put(pathsOf(tensionSteps).update, { id: step.id, stepElongation: 53 })).toMatchObject({ http: 200 })
    expect(await of()).toEqual([])
  })
})

describe('the verdict of grouting', () => {
  const good = { waterBinder: 0.27, flowTime: 14, groutPressure: 0.6, groutHold: 3 }
  it.each<[why: string, values: object, verdict: string]>([
    ['within all limits', {}, 'pass'],
    ['at the limits', { waterBinder: 0.28, flowTime: 10, groutPressure: 0.5 }, 'pass'],
    ['too wet', { waterBinder: 0.29 }, 'fail'],
    ['too dry', { waterBinder: 0.25 }, 'fail'],
    ['too stiff', { flowTime: 17.5 }, 'fail'],
    ['under too little pressure', { groutPressure: 0.49 }, 'fail'],
    ['held too shortly', { groutHold: 2.9 }, 'fail'],
    ['without a pressure', { groutPressure: '' }, 'undecided'],
  ])('%s', async (_why, values, verdict) => {
    const { id } = await tendon()
    const { id: grouting } = await addRow(admin, groutings, { tendonId: id, ...good, ...values })
    expect(await listed(groutings, grouting)).toMatchObject({ groutVerdict: verdict })
  })
})

describe('limits', () => {
  it('that a tendon has stay as they are, but for what is said about them; those of none are changed', async () => {
    const { limitId } = await tendon()
    const change = (id: string, values: object) => admin.put(pathsOf(tensionLimits).update, { id, ...values })
    expect(await change(limitId, { elongationTolerance: 60 })).toMatchObject({ http: 409 })
    expect(await change(limitId, { limitDescription: 'seen' })).toMatchObject({ http: 200 })
    const { id: free } = await addRow(admin, tensionLimits)
    expect(await change(free, { elongationTolerance: 5 })).toMatchObject({ http: 200 })
    expect(await change(free, { pressureLow: 0.7, pressureHigh: 0.5 })).toMatchObject({ http: 422, errors: [{ field: 'pressureHigh' }] })
    expect(await admin.post(`${pathsOf(tensionLimits).delete}?id=${limitId}`)).not.toMatchObject({ http: 200 })
  })
})
