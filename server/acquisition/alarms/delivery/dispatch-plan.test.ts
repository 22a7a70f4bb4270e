/** When deliveries leave by themselves, when together; and who is on duty. Tables, without a server. */
import { describe, expect, it } from 'vitest'
import { CLOCK_TIME, minutesOf, sinceStart } from '../../../../model/acquisition/clock-time.ts'
import type { DispatchState } from './dispatch-plan.ts'
import { planOf } from './dispatch-plan.ts'
import type { Shift } from './recipients.ts'
import { isOn } from './recipients.ts'

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
  const shift = (values: Partial<Shift>): Shift => ({
    users: [],
    sites: [],
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
    expect(isOn(shift({}), { weekday, minute: minutesOf(time) as number, now: 0 })).toBe(is)
  })

  it('counts while it is valid', () => {
    const at = { weekday: MON, minute: 1300, now: 1000 }
    expect(isOn(shift({ from: new Date(1000), until: new Date(1001) }), at)).toBe(true)
    expect(isOn(shift({ from: new Date(1001) }), at)).toBe(false)
    expect(isOn(shift({ until: new Date(1000) }), at)).toBe(false)
  })
})
