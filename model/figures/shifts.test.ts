/** Working shifts by the clock of a tenant. */
import { expect, it } from 'vitest'
import { secondText, momentOf } from '../zone.ts'
import type { Shift } from './shifts.ts'
import { windowsOf } from './shifts.ts'

const shift = (shiftName: string, beginsAt: string, endsAt: string, more: Partial<Shift> = {}): Shift => ({
  shiftName,
  beginsAt,
  endsAt,
  validFrom: null,
  validUntil: null,
  ...more,
})
const three = [shift('early', '06:00', '14:00'), shift('late', '14:00', '22:00'), shift('night', '22:00', '06:00')]
const moment = (zone: string, text: string) => momentOf(zone, text) as number
const shown = (zone: string, shifts: readonly Shift[], from: string, to: string) =>
  windowsOf(zone, shifts, { from: moment(zone, from), to: moment(zone, to) }).map(
    (each) => `${secondText(zone, each.from).slice(5, 16)} ${secondText(zone, each.to).slice(5, 16)} ${each.name ?? '-'}`,
  )

it('follow each other past midnight', () => {
  expect(shown('Asia/Shanghai', three, '2026-03-10 00:00:00', '2026-03-11 00:00:00')).toEqual([
    '03-09 22:00 03-10 06:00 night',
    '03-10 06:00 03-10 14:00 early',
    '03-10 14:00 03-10 22:00 late',
    '03-10 22:00 03-11 06:00 night',
  ])
})

it('have seven or nine hours in the nights in which clocks change', () => {
  expect(shown('Europe/Berlin', three, '2026-03-29 00:00:00', '2026-03-29 07:00:00')).toEqual([
    '03-28 22:00 03-29 06:00 night (7 h)',
    '03-29 06:00 03-29 14:00 early',
  ])
  expect(shown('Europe/Berlin', three, '2026-10-25 00:00:00', '2026-10-25 05:00:00')).toEqual(['10-24 22:00 10-25 06:00 night (9 h)'])
  const [night] = windowsOf('Europe/Berlin', three, {
    from: moment('Europe/Berlin', '2026-10-25 00:00:00'),
    to: moment('Europe/Berlin', '2026-10-25 05:00:00'),
  })
  expect((night?.to ?? 0) - (night?.from ?? 0)).toBe(9 * 3_600_000)
})

it('begin at their times also on a day whose midnight clocks leave out, or show twice', () => {
  const all = [...three.slice(0, 2), shift('night', '22:00', '00:00'), shift('owl', '00:00', '06:00')]
  expect(shown('America/Havana', all, '2026-03-08 01:00:00', '2026-03-08 23:00:00')).toEqual([
    '03-08 01:00 03-08 06:00 owl (5 h)',
    '03-08 06:00 03-08 14:00 early',
    '03-08 14:00 03-08 22:00 late',
    '03-08 22:00 03-09 00:00 night',
  ])
  expect(shown('America/Havana', all, '2026-11-01 03:00:00', '2026-11-01 07:00:00')).toEqual([
    '11-01 00:00 11-01 06:00 owl (7 h)',
    '11-01 06:00 11-01 14:00 early',
  ])
})

it('leave what lies between them, and end where the next one begins', () => {
  const some = [shift('morning', '08:00', '12:00'), shift('long', '11:00', '18:00'), shift('twice', '11:00', '15:00')]
  expect(shown('Asia/Shanghai', some, '2026-03-10 00:00:00', '2026-03-11 00:00:00')).toEqual([
    '03-10 00:00 03-10 08:00 -',
    '03-10 08:00 03-10 11:00 morning',
    '03-10 11:00 03-10 18:00 long',
    '03-10 18:00 03-11 00:00 -',
  ])
  expect(shown('Asia/Shanghai', [], '2026-03-10 00:00:00', '2026-03-11 00:00:00')).toEqual(['03-10 00:00 03-11 00:00 -'])
})

it('hold from and until when it is said, and a whole day where they end as they begin', () => {
  const until = moment('Asia/Shanghai', '2026-03-10 12:00:00')
  const some = [shift('old', '08:00', '08:00', { validUntil: until }), shift('new', '20:00', '08:00', { validFrom: until })]
  expect(shown('Asia/Shanghai', some, '2026-03-10 00:00:00', '2026-03-12 00:00:00')).toEqual([
    '03-09 08:00 03-10 08:00 old',
    '03-10 08:00 03-10 20:00 old',
    '03-10 20:00 03-11 08:00 new',
    '03-11 08:00 03-11 20:00 -',
    '03-11 20:00 03-12 08:00 new',
  ])
})
