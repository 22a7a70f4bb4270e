import { expect, it } from 'vitest'
import { momentOfText } from '../../model/figures/ranges.ts'
import { momentOf, offsetAt, startOf, timeText, wallOf } from '../../model/zone.ts'
import { amount, sampleOf } from '../support/thorough.ts'

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
  // Of an hour that is repeated, the second, as the database reads it; of one that is left out, by the clock of before.
  expect(momentOf(zone, '2026-10-25 02:30:00')).toBe(Date.UTC(2026, 9, 25, 1, 30))
  expect(momentOf('America/New_York', '2026-11-01 01:30:00')).toBe(Date.UTC(2026, 10, 1, 6, 30))
  expect(momentOf(zone, '2026-03-29 02:30:00')).toBe(Date.UTC(2026, 2, 29, 1, 30))
  expect(momentOf(zone, 'yesterday')).toBeUndefined()
})

const [QUARTER, HOUR, DAY] = [900_000, 3_600_000, 86_400_000] as const

/** The moments at which clocks of a zone were put, and will be, to the quarter of an hour. */
function changesOf(zone: string, from: number, to: number): number[] {
  const found: number[] = []
  const within = (begin: number, end: number) => {
    let [before, after] = [begin, end]
    while (after - before > QUARTER) {
      const middle = before + Math.floor((after - before) / 2 / QUARTER) * QUARTER
      if (offsetAt(zone, middle) === offsetAt(zone, begin)) before = middle
      else after = middle
    }
    return after
  }
  // No season is shorter than Morocco's month without summer time.
  for (let at = from; at < to; at += 14 * DAY)
    if (offsetAt(zone, at) !== offsetAt(zone, at + 14 * DAY)) found.push(within(at, at + 14 * DAY))
  return found
}

/** Where clocks are put at midnight, forward or back, or over it. */
const HARD = ['Africa/Cairo', 'America/Asuncion', 'America/Havana', 'America/Santiago', 'America/St_Johns', 'Asia/Beirut', 'Atlantic/Azores', 'Pacific/Apia'] // prettier-ignore

it('days and months follow each other without a gap in every zone, also where clocks are put at midnight', () => {
  const all = Intl.supportedValuesOf('timeZone')
  const some = sampleOf('zones', all, amount({ quick: 12, ci: 24, touched: 60, thorough: all.length }))
  const zones = new Set([...HARD, ...some])
  let count = 0
  for (const zone of zones)
    for (const change of changesOf(zone, Date.UTC(2000, 0), Date.UTC(2038, 0))) {
      count += 1
      for (const away of [-DAY, -HOUR, -QUARTER, -1, 0, QUARTER, HOUR, 2 * HOUR, DAY]) {
        const moment = change + away
        for (const unit of ['day', 'month'] as const) {
          const [begin, next] = [startOf(zone, moment, unit), startOf(zone, moment, unit, 1)]
          const message = `${unit} of ${zone} at ${new Date(moment).toISOString()}`
          expect(begin <= moment && moment < next, message).toBe(true)
          expect([startOf(zone, begin, unit), startOf(zone, next, unit)], message).toEqual([begin, next])
          // The moment before is of an earlier day, and no later one shows one.
          expect(wallOf(zone, begin - 1), message).toBeLessThan(Math.floor(wallOf(zone, begin) / DAY) * DAY)
        }
      }
    }
  expect(count).toBeGreaterThan(100)
})

it.each([
  // Put forward at midnight: the day begins at one o'clock.
  ['America/Asuncion', '2024-10-06 12:00:00', '2024-10-06 01:00:00'],
  ['America/Havana', '2026-03-08 12:00:00', '2026-03-08 01:00:00'],
  ['Asia/Beirut', '2026-03-29 12:00:00', '2026-03-29 01:00:00'],
  ['Africa/Cairo', '2026-04-24 12:00:00', '2026-04-24 01:00:00'],
  ['Atlantic/Azores', '2026-03-29 12:00:00', '2026-03-29 01:00:00'],
  // Put back to midnight: at the first of the two.
  ['America/Havana', '2026-11-01 12:00:00', '2026-11-01 00:00:00'],
  ['Europe/Berlin', '2026-03-29 12:00:00', '2026-03-29 00:00:00'],
])('in %s the day of %s begins when clocks show %s', (zone, noon, shown) => {
  const begin = startOf(zone, momentOf(zone, noon) as number, 'day')
  expect(timeText(zone, begin)).toBe(shown)
  // A midnight that clocks leave out is the moment at which they are put.
  expect(momentOfText(zone, `${noon.slice(0, 10)} 00:00:00`)).toBe(begin)
  expect(momentOfText(zone, noon.slice(0, 10))).toBe(begin)
})

it('days in which clocks are put have 23 or 25 hours, and a day that an island left out has none', () => {
  const hoursOf = (zone: string, noon: string) => {
    const moment = momentOf(zone, noon) as number
    return (startOf(zone, moment, 'day', 1) - startOf(zone, moment, 'day')) / HOUR
  }
  expect(hoursOf('America/Asuncion', '2024-10-05 12:00:00')).toBe(24)
  expect(hoursOf('America/Asuncion', '2024-10-06 12:00:00')).toBe(23)
  expect(hoursOf('America/Havana', '2026-11-01 12:00:00')).toBe(25)
  expect(hoursOf('Pacific/Apia', '2011-12-29 12:00:00')).toBe(24)
  expect(timeText('Pacific/Apia', startOf('Pacific/Apia', momentOf('Pacific/Apia', '2011-12-29 12:00:00') as number, 'day', 1))).toBe(
    '2011-12-31 00:00:00',
  )
})
