import { describe, expect, it } from 'vitest'
import { lastDue, lastOver, nextDue, periodOn, periodsBefore } from './schedule.ts'

const SHANGHAI = 'Asia/Shanghai'
const BERLIN = 'Europe/Berlin'
const at = (text: string) => Date.parse(text)
const iso = (moment: number) => new Date(moment).toISOString()
const daily = { rhythm: 'day', runAt: '06:30', offsetDays: 0 } as const

describe('a report is due', () => {
  it('on the day after its period, by the clock of the tenant', () => {
    const next = nextDue(SHANGHAI, daily, at('2026-11-25T12:00:00+08:00'))
    expect([next.day, iso(next.dueAt)]).toEqual(['2026-11-25', '2026-11-25T22:30:00.000Z'])
    expect(nextDue(SHANGHAI, daily, next.dueAt).day, 'once').toBe('2026-11-26')
    expect(lastDue(SHANGHAI, daily, next.dueAt).day).toBe('2026-11-25')
    expect(lastDue(SHANGHAI, daily, next.dueAt - 1).day).toBe('2026-11-24')
  })

  it('never before its period is over and what was measured in it has come', () => {
    const next = nextDue(SHANGHAI, { ...daily, runAt: '00:00' }, at('2026-11-25T12:00:00+08:00'))
    expect(next.dueAt - next.to).toBe(120_000)
  })

  it('not before the production day is over, at whatever hour that begins', () => {
    const ofProduction = { ...daily, dayBegins: 8 }
    // Due at 06:30, when it has an hour and a half to go: two minutes behind its end.
    const next = nextDue(SHANGHAI, ofProduction, at('2026-11-25T12:00:00+08:00'))
    expect([next.day, iso(next.from), iso(next.to), iso(next.dueAt)]).toEqual([
      '2026-11-25',
      '2026-11-25T00:00:00.000Z',
      '2026-11-26T00:00:00.000Z',
      '2026-11-26T00:02:00.000Z',
    ])
    expect(nextDue(SHANGHAI, ofProduction, next.dueAt).day, 'once').toBe('2026-11-26')
    expect(lastDue(SHANGHAI, ofProduction, next.dueAt).day).toBe('2026-11-25')
    expect(lastDue(SHANGHAI, ofProduction, next.dueAt - 1).day).toBe('2026-11-24')
    expect(iso(nextDue(SHANGHAI, { ...ofProduction, runAt: '09:00' }, at('2026-11-25T12:00:00+08:00')).dueAt), 'later than its end').toBe(
      '2026-11-26T01:00:00.000Z',
    )
    expect(periodsBefore(SHANGHAI, ofProduction, '2026-11-23', next, 10).map(({ day }) => day)).toEqual(['2026-11-23', '2026-11-24'])
    expect(lastOver(SHANGHAI, ofProduction, at('2026-11-26T07:59:59+08:00')).day).toBe('2026-11-24')
    expect(lastOver(SHANGHAI, ofProduction, at('2026-11-26T08:00:00+08:00')).day).toBe('2026-11-25')
    expect(periodOn(SHANGHAI, ofProduction, '2026-11-25')).toEqual(next)
    const week = nextDue(SHANGHAI, { ...ofProduction, rhythm: 'week' }, at('2026-11-25T12:00:00+08:00'))
    expect([week.day, iso(week.from), iso(week.to)]).toEqual(['2026-11-23', '2026-11-23T00:00:00.000Z', '2026-11-30T00:00:00.000Z'])
  })

  it('once a week from Monday to Sunday, and once a month, some days later', () => {
    const week = nextDue(SHANGHAI, { rhythm: 'week', runAt: '08:00', offsetDays: 1 }, at('2026-11-25T12:00:00+08:00'))
    expect([week.day, iso(week.dueAt)]).toEqual(['2026-11-23', '2026-12-01T00:00:00.000Z'])
    const month = nextDue(SHANGHAI, { rhythm: 'month', runAt: '08:00', offsetDays: 4 }, at('2026-11-25T12:00:00+08:00'))
    expect([month.day, iso(month.dueAt)]).toEqual(['2026-11-01', '2026-12-05T00:00:00.000Z'])
    const late = nextDue(SHANGHAI, { rhythm: 'month', runAt: '08:00', offsetDays: 27 }, at('2026-11-25T12:00:00+08:00'))
    expect([late.day, iso(late.dueAt)]).toEqual(['2026-10-01', '2026-11-28T00:00:00.000Z'])
  })

  it('once on the days on which clocks are changed, also at an hour that comes twice or never', () => {
    for (const [runAt, begin] of [
      ['02:30', '2026-03-27T12:00:00Z'],
      ['02:30', '2026-10-23T12:00:00Z'],
    ] as const) {
      const days: string[] = []
      let now = at(begin)
      for (let count = 0; count < 5; count += 1) {
        const next = nextDue(BERLIN, { ...daily, runAt }, now)
        days.push(next.day)
        now = next.dueAt
      }
      expect(new Set(days).size).toBe(5)
      expect(days.toSorted()).toEqual(days)
    }
  })

  it('at its time also on a day whose midnight clocks leave out', () => {
    const next = nextDue('America/Havana', daily, at('2026-03-07T12:00:00-05:00'))
    expect([next.day, iso(next.to), iso(next.dueAt)]).toEqual(['2026-03-07', '2026-03-08T05:00:00.000Z', '2026-03-08T10:30:00.000Z'])
  })

  it('for the last of several periods that nobody was there for, and the others are known', () => {
    const last = lastDue(SHANGHAI, daily, at('2026-11-25T12:00:00+08:00'))
    expect(periodsBefore(SHANGHAI, daily, '2026-11-20', last, 10).map(({ day }) => day)).toEqual([
      '2026-11-20',
      '2026-11-21',
      '2026-11-22',
      '2026-11-23',
    ])
    expect(periodsBefore(SHANGHAI, daily, '2020-01-01', last, 2).map(({ day }) => day)).toEqual(['2026-11-22', '2026-11-23'])
    expect(periodsBefore(SHANGHAI, daily, '2026-11-24', last, 10)).toEqual([])
  })

  it('by hand for the newest period that is over', () => {
    expect(lastOver(SHANGHAI, { ...daily, offsetDays: 5 }, at('2026-11-25T12:00:00+08:00')).day).toBe('2026-11-24')
    expect(lastOver(SHANGHAI, { ...daily, rhythm: 'month' }, at('2026-11-25T12:00:00+08:00')).day).toBe('2026-10-01')
  })
})
