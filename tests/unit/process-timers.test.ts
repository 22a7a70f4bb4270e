/** When timers are due: on the calendar of a zone, over changes of clocks and ends of months, and never faster than anybody could keep up with. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Due, TimerFault } from '../../model/workflow/timers.ts'
import { dueOf, readTimer } from '../../model/workflow/timers.ts'
import { cronAfter } from '../../server/workflow/index.ts'
import { seedOf } from '../support/thorough.ts'

const ZONES = [
  'UTC',
  'Asia/Shanghai',
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'America/Sao_Paulo',
  'Pacific/Apia',
]
const at = (text: string) => Date.parse(text)
const BEGAN = at('2026-01-31T09:30:00Z')

/** What the timer says, from one time to the next. */
function dues(text: string, began: number, zone: string, count: number): (Due | { fault: TimerFault })[] {
  const timer = readTimer(text)
  if ('fault' in timer) return [timer]
  const found: (Due | { fault: TimerFault })[] = []
  for (let last: number | undefined; found.length < count;) {
    const due = dueOf(timer, began, zone, cronAfter, last)
    if (!due) return found
    found.push(due)
    if ('fault' in due) return found
    last = due.due
  }
  return found
}
const duesAsText = (...args: Parameters<typeof dues>) =>
  dues(...args).map((one) =>
    'fault' in one ? one.fault : `${new Date(one.due).toISOString().replace('.000Z', 'Z')} ${one.timesLeft ?? '∞'}`,
  )

describe('a timer', () => {
  it.each<[string, string, string[]]>([
    ['a duration', 'PT48H', ['2026-02-02T09:30:00Z 0']],
    ['a month, which ends where the month does', 'P1M', ['2026-02-28T09:30:00Z 0']],
    ['a year and some of everything', 'P1Y2M3W4DT5H6M7S', ['2027-04-25T13:36:07Z 0']],
    ['a moment of its own', '2026-03-01T12:00:00+08:00', ['2026-03-01T04:00:00Z 0']],
    ['a moment on the clock of the zone', '2026-03-01T12:00', ['2026-03-01T11:00:00Z 0']],
    ['a moment that is over, which is due', '2020-01-01T00:00:00Z', ['2020-01-01T00:00:00Z 0']],
    ['a repetition', 'R3/PT10S', ['2026-01-31T09:30:10Z 2', '2026-01-31T09:30:20Z 1', '2026-01-31T09:30:30Z 0']],
    ['one without end', 'R/P1M', ['2026-02-28T09:30:00Z ∞', '2026-03-31T08:30:00Z ∞', '2026-04-30T08:30:00Z ∞']],
    ['one that says where it begins', 'R2/2026-02-01T00:00:00Z/P1D', ['2026-02-01T00:00:00Z 1', '2026-02-02T00:00:00Z 0']],
    ['one that had begun', 'R2/2026-01-31T00:00:00Z/PT12H', ['2026-01-31T12:00:00Z 0']],
    [
      'one that began long ago',
      'R/1900-01-01T00:00:00Z/PT1S',
      ['2026-01-31T09:30:00Z ∞', '2026-01-31T09:30:01Z ∞', '2026-01-31T09:30:02Z ∞'],
    ],
    ['one that says where it ends', 'R/P1D/2026-02-02T00:00:00', ['2026-02-01T09:30:00Z ∞']],
    ['a cron line', '0 9 1 * *', ['2026-02-01T08:00:00Z ∞', '2026-03-01T08:00:00Z ∞', '2026-04-01T07:00:00Z ∞']],
    ['one of Quartz', '0 0 12 ? * 2', ['2026-02-02T11:00:00Z ∞', '2026-02-09T11:00:00Z ∞', '2026-02-16T11:00:00Z ∞']],
  ])('is %s: %s', (_name, text, expected) => {
    expect(duesAsText(text, BEGAN, 'Europe/Berlin', 3)).toEqual(expected)
  })

  it.each<[string, TimerFault]>([
    ['', 'unreadable'],
    ['soon', 'unreadable'],
    ['P', 'unreadable'],
    ['PT', 'unreadable'],
    ['2026-04-31T00:00:00Z', 'unreadable'],
    ['2026-13-01T00:00:00Z', 'unreadable'],
    ['0001-01-01T00:00:00Z', 'unreadable'],
    ['R3', 'unreadable'],
    ['R0/PT1H', 'unreadable'],
    ['R3/2026-01-01T00:00:00Z', 'unreadable'],
    ['R/PT1H/PT2H', 'unreadable'],
    ['R/PT0S', 'too-short'],
    ['R3/P0D', 'too-short'],
    ['P101Y', 'too-far'],
    ['P999999999Y', 'too-far'],
    ['2127-06-01T00:00:00Z', 'too-far'],
    ['R/2999-01-01T00:00:00Z/P1D', 'too-far'],
    ['R2/2020-01-01T00:00:00Z/P1D', 'never'],
    ['R/P1D/2020-01-01T00:00:00Z', 'never'],
    ['0 0 30 2 *', 'never'],
    ['99 99 99 99 99', 'never'],
  ])('%j is refused: %s', (text, fault) => {
    expect(duesAsText(text, BEGAN, 'Europe/Berlin', 1)).toEqual([fault])
  })

  it('keeps its hour where clocks change, and goes on where an hour is left out or comes twice', () => {
    // On the 29th of March there is no half past two; on the 25th of October there are two of them.
    expect(duesAsText('R/P1D', at('2026-03-28T01:30:00Z'), 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T01:30:00Z ∞',
      '2026-03-30T00:30:00Z ∞',
    ])
    expect(duesAsText('R/P1D', at('2026-10-24T00:30:00Z'), 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T00:30:00Z ∞',
      '2026-10-26T01:30:00Z ∞',
    ])
    expect(duesAsText('PT24H', at('2026-03-28T12:00:00Z'), 'Europe/Berlin', 1), 'hours pass as they pass').toEqual([
      '2026-03-29T12:00:00Z 0',
    ])
    // In Samoa there was no 30th of December 2011.
    expect(duesAsText('R/P1D', at('2011-12-29T20:00:00Z'), 'Pacific/Apia', 2)).toEqual(['2011-12-30T20:00:00Z ∞', '2011-12-31T20:00:00Z ∞'])
  })
})

/** What clocks of a zone show, said by the engine itself. */
const shown = (zone: string, moment: number) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(moment)

describe('in whatever zone, from whatever moment', () => {
  const moment = fc
    .integer({ min: at('2000-01-01T00:00:00Z') / 1000, max: at('2040-01-01T00:00:00Z') / 1000 })
    .map((seconds) => seconds * 1000)
  const zone = fc.constantFrom(...ZONES)
  const settings = { seed: seedOf('timers'), numRuns: 2000 }

  it('days and months are those of the calendar, at the same time of day unless clocks leave it out', () => {
    fc.assert(
      fc.property(moment, zone, fc.nat(40), fc.nat(24), (began, where, days, months) => {
        fc.pre(days + months > 0)
        const [due] = dues(`P${months}M${days}D`, began, where, 1) as [Due]
        const [date = '', time] = shown(where, began).split(' ')
        const [year = 0, month = 0, day = 0] = date.split('-').map(Number)
        const last = new Date(Date.UTC(year, month - 1 + months + 1, 0)).getUTCDate()
        const expected = new Date(Date.UTC(year, month - 1 + months, Math.min(day, last) + days)).toISOString().slice(0, 10)
        const is = shown(where, due.due)
        // An hour that is left out: the clock shows it as much later as it was put forward.
        const isLeftOut = shown(where, due.due) !== `${expected} ${time}`
        if (isLeftOut) {
          const offsets = [-1, 1].map((side) => offset(where, due.due + side * 26 * 3_600_000))
          expect(offsets[0], `${date} ${time} + P${months}M${days}D is ${is}`).not.toBe(offsets[1])
        }
      }),
      settings,
    )
  })

  it('a repetition comes again and again, each time later, as often as it says, and the same however far one looks', () => {
    const period = fc.constantFrom('PT1S', 'PT90M', 'P1D', 'P1W', 'P1M', 'P1M15D', 'P1DT12H', 'P1Y', 'P3M')
    fc.assert(
      fc.property(moment, zone, period, fc.integer({ min: 1, max: 30 }), (began, where, length, times) => {
        const all = dues(`R${times}/${length}`, began, where, 40) as Due[]
        expect(all).toHaveLength(times)
        expect(all.map(({ timesLeft }) => timesLeft)).toEqual(all.map((_, index) => times - 1 - index))
        const timer = readTimer(`R/${length}`)
        if ('fault' in timer) throw new Error(timer.fault)
        for (const [index, { due }] of all.entries()) {
          expect(due).toBeGreaterThan(all[index - 1]?.due ?? began)
          expect(dueOf(timer, began, where, cronAfter, due - 1)).toEqual({ due, timesLeft: undefined })
        }
      }),
      { ...settings, numRuns: 500 },
    )
  })
})

const offset = (zone: string, moment: number) => at(`${shown(zone, moment).replace(' ', 'T')}Z`) - moment
