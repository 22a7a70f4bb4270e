/** Periods of reports, worked out by hand: of the calendar, and of production days. */
import { expect, it } from 'vitest'
import { periodOf } from './period.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)

it('periods of the calendar begin at midnight', () => {
  const now = at('2026-11-26T02:30:00+08:00')
  expect(periodOf('day', undefined, SHANGHAI, now)).toEqual({ from: '2026-11-26 00:00:00', to: '2026-11-27 00:00:00', name: '2026-11-26' })
  expect(periodOf('week', '2026-11-26', SHANGHAI, now)).toEqual({
    from: '2026-11-23 00:00:00',
    to: '2026-11-30 00:00:00',
    name: '2026-11-23 – 2026-11-29',
  })
  expect(periodOf('month', '2026-02-28', SHANGHAI, now)).toEqual({
    from: '2026-02-01 00:00:00',
    to: '2026-03-01 00:00:00',
    name: '2026-02',
  })
})

it('those of production days begin at their hour, and early in the morning it is still the day before', () => {
  const of = (period: 'day' | 'week' | 'month', day: string | undefined, now: string) => periodOf(period, day, SHANGHAI, at(now), 8)
  const wednesday = { from: '2026-11-25 08:00:00', to: '2026-11-26 08:00:00', name: '2026-11-25' }
  expect(of('day', undefined, '2026-11-26T07:59:59+08:00')).toEqual(wednesday)
  expect(of('day', undefined, '2026-11-26T08:00:00+08:00').name).toBe('2026-11-26')
  expect(of('day', '2026-11-25', '2026-11-29T00:00:00+08:00')).toEqual(wednesday)
  // Monday before eight belongs to the week before, and the first of a month to the month before.
  expect(of('week', undefined, '2026-11-23T07:00:00+08:00')).toEqual({
    from: '2026-11-16 08:00:00',
    to: '2026-11-23 08:00:00',
    name: '2026-11-16 – 2026-11-22',
  })
  expect(of('month', undefined, '2026-11-01T07:00:00+08:00')).toEqual({
    from: '2026-10-01 08:00:00',
    to: '2026-11-01 08:00:00',
    name: '2026-10',
  })
})

it('they begin at that hour of the clock also where it was changed in the night', () => {
  const before = periodOf('day', '2026-10-24', BERLIN, 0, 6)
  expect([before.from, before.to]).toEqual(['2026-10-24 06:00:00', '2026-10-25 06:00:00'])
  // At two the clock goes to three.
  expect(periodOf('day', '2026-03-29', BERLIN, 0, 2).from).toBe('2026-03-29 03:00:00')
})
