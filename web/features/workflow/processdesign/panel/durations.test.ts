import { describe, expect, it } from 'vitest'
import { UNITS, durationText, plainDuration } from './durations.ts'

describe('a duration', () => {
  it('of one unit is said by its number, and written as it was', () => {
    for (const unit of UNITS) expect(plainDuration(durationText({ count: 3, unit }))).toEqual({ count: 3, unit })
    expect(durationText({ count: 90, unit: 'minutes' })).toBe('PT90M')
    expect(plainDuration('P2M')).toEqual({ count: 2, unit: 'months' })
  })

  it.each(['P1DT2H', '', 'P', 'PT', '${wait}', 'P1.5D', 'R3/PT1H', 'PT1H30M'])(
    'of several units, or none, stays as it is written: %s',
    (text) => {
      expect(plainDuration(text)).toBeUndefined()
    },
  )
})
