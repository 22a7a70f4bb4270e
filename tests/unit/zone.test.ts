import { expect, it } from 'vitest'
import { momentOf, offsetAt, timeText } from '../../model/zone.ts'

it('tells times in the zone it is given, whatever the zone of the machine', () => {
  const moment = Date.UTC(2026, 0, 1, 16, 30)
  expect(timeText('Asia/Shanghai', moment)).toBe('2026-01-02 00:30:00')
  expect(timeText('America/New_York', moment)).toBe('2026-01-01 11:30:00')
  expect(timeText('Asia/Kathmandu', moment)).toBe('2026-01-01 22:15:00')
  expect(timeText('Asia/Shanghai', moment + 5)).toBe('2026-01-02 00:30:00.005')
})

it('reads back what it wrote, on both sides of a change of clocks', () => {
  const zone = 'Europe/Berlin'
  const change = Date.UTC(2026, 2, 29, 1)
  expect([offsetAt(zone, change - 1), offsetAt(zone, change)]).toEqual([3_600_000, 7_200_000])
  for (const moment of [change - 1000, change, change + 3_600_000, Date.UTC(2026, 9, 25, 3)])
    expect(momentOf(zone, timeText(zone, moment))).toBe(moment)
  expect(momentOf(zone, 'yesterday')).toBeUndefined()
})
