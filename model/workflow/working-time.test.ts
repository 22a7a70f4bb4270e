import { describe, expect, it } from 'vitest'
import { daysIn, hoursIn } from '../calendar.ts'
import { settingOf, knownParameters, settingsOf } from '../system/known-parameters.ts'
import { workingLater, workingTimeOf } from './working-time.ts'

const usual = workingTimeOf(settingsOf({}))
const china = workingTimeOf(
  settingsOf({
    'process.holidays': '2026-10-01..2026-10-07',
    'process.extraWorkdays': '2026-09-27, 2026-10-10',
    'process.workHours': '09:00-12:00, 13:30-18:30',
  }),
)
/** What is due, on the clock that is written. */
const due = (duration: string, from: string, time = usual, zone = 'Asia/Shanghai') => {
  const found = workingLater(duration, Date.parse(from), zone, time)
  return found === undefined ? undefined : new Date(found).toISOString()
}
const utc = (text: string) => new Date(text).toISOString()

describe('working time', () => {
  // The usual hours are 08:00 to 12:00 and 13:00 to 17:00; the 27th of November 2026 is a Friday.
  it.each([
    ['PT2H', '2026-11-27T09:00+08:00', '2026-11-27T11:00+08:00', 'passes while somebody works'],
    ['PT4H', '2026-11-27T10:00+08:00', '2026-11-27T15:00+08:00', 'and not at noon'],
    ['PT2H', '2026-11-27T16:00+08:00', '2026-11-30T09:00+08:00', 'nor at a weekend'],
    ['PT1H', '2026-11-27T16:00+08:00', '2026-11-27T17:00+08:00', 'is over with the day, and not on the next'],
    ['PT1H', '2026-11-27T22:00+08:00', '2026-11-30T09:00+08:00', 'begins when somebody works next'],
    ['PT0S', '2026-11-28T10:00+08:00', '2026-11-30T08:00+08:00', 'of nothing is the next that there is'],
    ['P1D', '2026-11-27T15:00+08:00', '2026-11-30T15:00+08:00', 'of a day is the same time of the next working day'],
    ['P5D', '2026-11-25T15:00+08:00', '2026-12-02T15:00+08:00', 'of five days is a week'],
    ['P1DT4H', '2026-11-26T15:00+08:00', '2026-11-30T10:00+08:00', 'of days and hours is one after the other'],
    ['P1W', '2026-11-27T15:00+08:00', '2026-12-04T15:00+08:00', 'of weeks is by the calendar'],
    ['P1M', '2026-10-31T15:00+08:00', '2026-11-30T15:00+08:00', 'of a month ends with a shorter one'],
    ['P1M', '2026-12-31T15:00+08:00', '2027-02-01T08:00+08:00', 'of a month that ends on a Sunday goes on to Monday'],
  ])('%s from %s is due at %s: it %s', (duration, from, expected) => {
    expect(due(duration, from)).toBe(utc(expected))
  })

  it('leaves holidays out and counts the days that are worked instead', () => {
    expect(due('P1D', '2026-09-30T10:00+08:00', china)).toBe(utc('2026-10-08T10:00+08:00'))
    // A Saturday, and a Sunday, that are worked.
    expect(due('P2D', '2026-10-08T10:00+08:00', china)).toBe(utc('2026-10-10T10:00+08:00'))
    expect(due('PT9H', '2026-09-26T10:00+08:00', china)).toBe(utc('2026-09-28T10:00+08:00'))
  })

  it('is told by the clock of the zone when that is changed', () => {
    // The 25th of October 2026 has 25 hours in Berlin, the 28th of March 2027 has 23; both are Sundays.
    const always = workingTimeOf(settingsOf({ 'process.workdays': 'mon,tue,wed,thu,fri,sat,sun', 'process.workHours': '00:00-24:00' }))
    const berlin = 'Europe/Berlin'
    expect(due('P1D', '2026-10-24T12:00+02:00', always, berlin)).toBe(utc('2026-10-25T12:00+01:00'))
    expect(due('PT24H', '2026-10-24T12:00+02:00', always, berlin)).toBe(utc('2026-10-25T11:00+01:00'))
    expect(due('P1D', '2027-03-27T12:00+01:00', always, berlin)).toBe(utc('2027-03-28T12:00+02:00'))
    // Half past two is left out that day.
    expect(due('P1D', '2027-03-27T02:30+01:00', always, berlin)).toBe(utc('2027-03-28T03:30+02:00'))
    expect(due('PT24H', '2027-03-27T12:00+01:00', always, berlin)).toBe(utc('2027-03-28T13:00+02:00'))
    expect(due('P1D', '2026-10-23T15:00+02:00', usual, berlin)).toBe(utc('2026-10-26T15:00+01:00'))
  })

  it('is never, where nobody works or it is no duration', () => {
    const never = { ...usual, weekdays: new Set<number>() }
    expect([
      due('PT1H', '2026-11-27T09:00+08:00', never),
      due('1H', '2026-11-27T09:00+08:00'),
      due('P99999D', '2026-11-27T09:00+08:00'),
    ]).toEqual([undefined, undefined, undefined])
  })
})

describe('the parameters of working time', () => {
  it('take lists of days and of hours in their order', () => {
    expect(daysIn('2026-10-01..2026-10-07，2026-12-25')).toEqual(['2026-10-01..2026-10-07', '2026-12-25'])
    expect(hoursIn('08:30-12:00, 13:30-24:00')).toEqual(['08:30-12:00', '13:30-24:00'])
    expect(settingOf(knownParameters['process.holidays'], '')).toEqual([])
  })

  it.each(['2026-02-29', '2026-10-07..2026-10-01', 'christmas', '2026-10-01..'])('and not %s as days', (text) => {
    expect(settingOf(knownParameters['process.holidays'], text)).toBeUndefined()
  })

  it.each(['', '12:00-08:00', '08:00-12:00, 11:00-17:00', '08:00-24:30', '8-12', '08:00-08:00'])('and not %s as hours', (text) => {
    expect(settingOf(knownParameters['process.workHours'], text)).toBeUndefined()
  })
})
