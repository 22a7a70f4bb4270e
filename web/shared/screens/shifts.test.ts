import { describe, expect, it } from 'vitest'
import { shiftAt } from './shifts.ts'

const ZONE = 'Asia/Shanghai'
const at = (text: string) => Date.parse(`${text.replace(' ', 'T')}+08:00`)
const early = { name: 'Early', beginsAt: '06:00', endsAt: '14:00' }
const night = { name: 'Night', beginsAt: '22:00', endsAt: '06:00' }

describe('the shift that is on', () => {
  it('begins with its first moment, and ends before its last', () => {
    const shifts = [early, night]
    expect(
      ['2026-12-01 05:59', '2026-12-01 06:00', '2026-12-01 13:59', '2026-12-01 14:00', '2026-12-01 22:00'].map(
        (text) => shiftAt(shifts, at(text), ZONE)?.name,
      ),
    ).toEqual(['Night', 'Early', 'Early', undefined, 'Night'])
  })

  it('that goes on past midnight is that of the day on which it began', () => {
    expect(shiftAt([night], at('2026-12-02 02:00'), ZONE)).toEqual({
      name: 'Night',
      from: at('2026-12-01 22:00'),
      to: at('2026-12-02 06:00'),
    })
  })

  it('lasts the whole day where it ends when it begins', () => {
    expect(shiftAt([{ name: 'Day', beginsAt: '08:00', endsAt: '08:00' }], at('2026-12-02 07:59'), ZONE)).toEqual({
      name: 'Day',
      from: at('2026-12-01 08:00'),
      to: at('2026-12-02 08:00'),
    })
  })

  it('is none that is not valid then, or whose times are hidden', () => {
    expect(shiftAt([{ ...early, validFrom: at('2026-12-02 00:00') }], at('2026-12-01 07:00'), ZONE)).toBeUndefined()
    expect(shiftAt([{ ...early, validUntil: at('2026-12-01 00:00') }], at('2026-12-01 07:00'), ZONE)).toBeUndefined()
    expect(shiftAt([{ ...early, beginsAt: '' }], at('2026-12-01 07:00'), ZONE)).toBeUndefined()
  })
})
