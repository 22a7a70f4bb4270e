/** When deliveries leave by themselves, when together; and who is on duty. Tables, without a server. */
import { describe, expect, it } from 'vitest'
import { millis } from '../../../../model/brands.ts'
import { CLOCK_TIME, minutesOf, sinceStart } from '../../../../model/acquisition/clock-time.ts'
import type { DispatchState } from './dispatch-plan.ts'
import { planOf } from './dispatch-plan.ts'
import type { ShiftHours } from './shifts.ts'
import { clockOf, isOn } from './shifts.ts'

const state = (values: Partial<DispatchState>): DispatchState => ({
  fresh: 0,
  heldDue: 0,
  gatheringFor: undefined,
  recent: 0,
  room: 20,
  digestMinutes: 0,
  ...values,
})

describe('what is due', () => {
  it.each<[string, Partial<DispatchState>, ReturnType<typeof planOf>]>([
    ['is nothing', {}, { single: 0, digest: false, holdMs: undefined }],
    ['leaves by itself, while there are few', { fresh: 3 }, { single: 3, digest: false, holdMs: undefined }],
    ['is gathered for a minute beyond five', { fresh: 10_000 }, { single: 5, digest: false, holdMs: 60_000 }],
    ['is gathered after five within the minute', { fresh: 1, recent: 5 }, { single: 0, digest: false, holdMs: 60_000 }],
    ['is gathered beyond what the channel takes', { fresh: 4, room: 2 }, { single: 2, digest: false, holdMs: 60_000 }],
    ['joins what is being gathered', { fresh: 2, gatheringFor: 12_000 }, { single: 0, digest: false, holdMs: 12_000 }],
    [
      'leaves together when its time has come, with whatever else is due',
      { fresh: 2, heldDue: 9 },
      { single: 0, digest: true, holdMs: undefined },
    ],
    ['waits where the channel takes nothing', { heldDue: 9, room: 0 }, { single: 0, digest: false, holdMs: 5000 }],
    ['is gathered as long as the rule says', { fresh: 1, digestMinutes: 15 }, { single: 0, digest: false, holdMs: 900_000 }],
  ])('%s', (_name, given, plan) => {
    expect(planOf(state(given))).toEqual(plan)
  })
})

describe('a period of the day', () => {
  it.each([
    ['08:00', '20:00', '08:00', 0],
    ['08:00', '20:00', '20:00', undefined],
    ['22:00', '06:00', '23:30', 90],
    ['22:00', '06:00', '05:59', 479],
    ['22:00', '06:00', '12:00', undefined],
    ['07:00', '07:00', '06:59', 1439],
  ])('from %s to %s at %s has lasted %s minutes', (from, to, at, since) => {
    expect(sinceStart(minutesOf(at) as number, minutesOf(from) as number, minutesOf(to) as number)).toBe(since)
  })

  it('is written as a clock shows it', () => {
    const isTime = (text: string) => CLOCK_TIME.safeParse(text).success
    expect(['00:00', '23:59', ''].every(isTime)).toBe(true)
    expect(['24:00', '7:00', '07:60', '07:00:00', 'x'].some(isTime)).toBe(false)
  })
})

describe('a shift', () => {
  const shift = (values: Partial<ShiftHours>): ShiftHours => ({
    weekdays: 'mon',
    start: '20:00',
    end: '08:00',
    from: null,
    until: null,
    ...values,
  })
  const [MON, TUE] = [0, 1]
  it.each([
    [MON, '21:00', true],
    [TUE, '07:00', true],
    [MON, '07:00', false],
    [TUE, '21:00', false],
    [TUE, '08:00', false],
  ])('of Monday night is on at day %i, %s: %s', (weekday, time, is) => {
    expect(isOn(shift({}), { weekday, minute: minutesOf(time) as number, now: millis(0) })).toBe(is)
  })

  it('counts while it is valid', () => {
    const at = { weekday: MON, minute: 1300, now: millis(1000) }
    expect(isOn(shift({ from: new Date(1000), until: new Date(1001) }), at)).toBe(true)
    expect(isOn(shift({ from: new Date(1001) }), at)).toBe(false)
    expect(isOn(shift({ until: new Date(1000) }), at)).toBe(false)
  })

  const everyDay = 'mon,tue,wed,thu,fri,sat,sun'
  const rota = { day: shift({ weekdays: everyDay, start: '08:00', end: '20:00' }), night: shift({ weekdays: everyDay }) }
  /** Names of the shifts that are on when clocks in the zone are at this moment. */
  const onAt = (zone: string, moment: string, of: Record<string, ShiftHours> = rota) =>
    Object.entries(of).flatMap(([name, one]) => (isOn(one, clockOf(zone, millis(Date.parse(moment)))) ? [name] : []))

  it.each([
    ['Asia/Shanghai', '2026-11-25T11:59:59.999Z', 'day'],
    ['Asia/Shanghai', '2026-11-25T12:00:00Z', 'night'],
    ['Asia/Shanghai', '2026-11-25T16:00:00Z', 'night'],
    ['Asia/Shanghai', '2026-11-25T23:59:59.999Z', 'night'],
    ['Asia/Shanghai', '2026-11-26T00:00:00Z', 'day'],
    ['Asia/Kolkata', '2026-11-25T02:30:00Z', 'day'],
    // Clocks change within the night: from 02:00 to 03:00 in spring, back from 03:00 to 02:00 in autumn.
    ['Europe/Berlin', '2026-03-29T05:59:00Z', 'night'],
    ['Europe/Berlin', '2026-03-29T06:00:00Z', 'day'],
    ['Europe/Berlin', '2026-10-25T06:59:00Z', 'night'],
    ['Europe/Berlin', '2026-10-25T07:00:00Z', 'day'],
  ])('follows another without a gap and without being on with it: in %s at %s it is %s', (zone, moment, name) => {
    expect(onAt(zone, moment)).toEqual([name])
  })

  it('lasts as long as clocks show its hours, where they change', () => {
    const small = { small: shift({ weekdays: 'sun', start: '02:00', end: '03:00' }) }
    const minutesOn = (from: string) =>
      Array.from({ length: 240 }, (_, minute) => new Date(Date.parse(from) + minute * 60_000).toISOString()).filter(
        (moment) => onAt('Europe/Berlin', moment, small).length > 0,
      ).length
    expect([minutesOn('2026-03-28T23:00:00Z'), minutesOn('2026-10-24T23:00:00Z'), minutesOn('2026-11-01T00:00:00Z')]).toEqual([0, 120, 60])
  })
})
