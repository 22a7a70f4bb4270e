import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleaned, rounded, transformed } from './transform.ts'

describe('the steps of a source', () => {
  it('scale and move without the dust of binary fractions', () => {
    expect(transformed(0.1, [{ scale: 3 }])).toBe(0.3)
    expect(transformed(1.1, [{ scale: 1.1, offset: 0.1 }])).toBe(1.31)
    expect(transformed(25, [{ scale: 1.8, offset: 32 }])).toBe(77)
    expect(Object.is(transformed(-0.4, [{ round: 0 }]), 0)).toBe(true)
  })

  it('round halves away from zero, as people read decimals', () => {
    expect([1.005, -1.005, 2.5, -2.5, 1e-7, 1.45].map((value) => rounded(value, 2))).toEqual([1.01, -1.01, 2.5, -2.5, 0, 1.45])
    expect([2.5, -2.5, 0.5, 1e21].map((value) => rounded(value, 0))).toEqual([3, -3, 1, 1e21])
  })

  it('map to the text of the first entry that fits; what fits none stays', () => {
    const states = {
      map: [
        { is: '0', text: 'Stopped' },
        { from: 1, to: 1, text: 'Running' },
        { from: 2, to: 5, text: 'Fault' },
      ],
    }
    expect([0, 1, 2, 4.9, 5, 'x'].map((value) => transformed(value, [states]))).toEqual(['Stopped', 'Running', 'Fault', 'Fault', 5, 'x'])
    expect(transformed(7, [{ map: [{ to: 5, text: 'low' }, { text: 'else' }] }])).toBe('else')
  })

  it('one after the other: a text passes by what is for numbers, and nothing stays nothing', () => {
    const steps = [{ scale: 10 }, { round: 0 }, { map: [{ is: '13', text: 'thirteen' }] }, { scale: 2 }]
    expect(transformed(1.26, steps)).toBe('thirteen')
    expect(transformed(null, steps)).toBeNull()
    expect(transformed(5)).toBe(5)
  })

  it('never make another number of one that has few digits', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (whole, digits) => {
        const value = Number(`${whole}e-${digits}`)
        expect(rounded(value, digits)).toBe(value === 0 ? 0 : value)
        expect(cleaned(value)).toBe(value === 0 ? 0 : value)
      }),
    )
  })

  it('round to what is no farther away than half a step', () => {
    fc.assert(
      fc.property(fc.double({ min: -1e6, max: 1e6, noNaN: true }), fc.integer({ min: 0, max: 6 }), (value, digits) => {
        expect(Math.abs(rounded(value, digits) - value)).toBeLessThanOrEqual(0.5 * 10 ** -digits + 1e-9)
      }),
    )
  })
})
