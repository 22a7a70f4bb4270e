import { describe, expect, it } from 'vitest'
import { equivalentAge, isCalibrated, maturityAt, nurseSaul, strengthAt } from './maturity.ts'
import { stepsOf } from './steps.ts'

const HOUR = 3_600_000
const span = { from: 0, to: 10 * HOUR }
const steps = (...values: number[]) =>
  stepsOf(
    values.map((value, at) => ({ time: at * 2 * HOUR, value })),
    2 * HOUR,
    span,
  )

describe('Nurse–Saul', () => {
  it('sums what is above the datum temperature, and takes nothing away below it', () => {
    expect(nurseSaul(steps(20, 30, 40, 10, 0), span, 0)).toEqual({ total: 200, covered: 10 * HOUR })
    expect(nurseSaul(steps(20, 30, 40, 10, -10), span, 10)).toEqual({ total: 120, covered: 10 * HOUR })
    expect(nurseSaul(steps(20, 30, 40, 10, -10), span, -10).total).toBe(2 * (30 + 40 + 50 + 20))
  })
})

describe('the equivalent age', () => {
  it('is the time itself at the reference temperature, longer where it is warmer', () => {
    expect(equivalentAge(steps(20, 20, 20, 20, 20), span, 4200, 20).total).toBeCloseTo(10, 9)
    // exp(4200 × (1/293.15 − 1/313.15)) an hour.
    expect(equivalentAge(steps(40, 40, 40, 40, 40), span, 4200, 20).total).toBeCloseTo(10 * Math.exp(4200 * (1 / 293.15 - 1 / 313.15)), 9)
  })
})

describe('the curve of a mix', () => {
  const curve = [
    { maturity: 100, strength: 10 },
    { maturity: 1000, strength: 30 },
    { maturity: 10_000, strength: 50 },
  ]

  it('counts as calibrated with three points that ascend, and a fit that somebody has told', () => {
    expect(isCalibrated(curve, 0.97)).toBe(true)
    expect(isCalibrated(curve, null)).toBe(false)
    expect(isCalibrated(curve.slice(1), 0.97)).toBe(false)
    expect(isCalibrated([...curve, { maturity: 20_000, strength: 49 }], 0.97)).toBe(false)
  })

  it('goes straight between its points by the logarithm of the maturity, and not beyond them', () => {
    expect(strengthAt(curve, 1000)).toBeCloseTo(30, 9)
    expect(strengthAt(curve, Math.sqrt(100 * 1000))).toBeCloseTo(20, 9)
    expect(maturityAt(curve, 40)).toBeCloseTo(Math.sqrt(1000 * 10_000), 6)
    expect([strengthAt(curve, 99), strengthAt(curve, 10_001), maturityAt(curve, 51), maturityAt(curve, 5)]).toEqual([
      null,
      null,
      null,
      null,
    ])
  })
})
