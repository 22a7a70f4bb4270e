import { expect, test } from 'vitest'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { hasNewAlarm, soundingOf, unacknowledgedOf } from './use-alarm-sound.ts'

const NOW = Date.UTC(2026, 10, 30, 12)
const rect = [0, 0, 10, 10] as const
const alarm = (id: string, raisedAt: number | null, state: ScreenRows<'alarms'>[number]['state'] = 'unacknowledged') => ({
  id,
  state,
  priority: 1,
  title: id,
  deviceId: null,
  deviceName: null,
  pointName: null,
  value: null,
  unit: null,
  raisedAt,
})
const feed = (...rows: ScreenRows<'alarms'>) => ({ list: (): ScreenList => ({ of: 'alarms', rows, total: rows.length }) })
const of = (...rows: ScreenRows<'alarms'>) => unacknowledgedOf(feed(...rows), ['banner'])

test('banners sound where their document wants it', () => {
  const widgets = [
    { id: 'a', kind: 'alarm-banner', rect: [...rect], options: { sound: true } },
    { id: 'b', kind: 'alarm-banner', rect: [...rect] },
    { id: 'c', kind: 'alarms', rect: [...rect] },
  ] as const
  expect(soundingOf({ widgets: widgets as never })).toEqual(['a'])
})

test('an alarm that was just raised is new once, and one that stands for long is not', () => {
  const [fresh, old] = [alarm('fresh', NOW - 2000), alarm('old', NOW - 3_600_000)]
  expect(hasNewAlarm(NOW, of(old), undefined)).toBe(false)
  expect(hasNewAlarm(NOW, of(fresh, old), undefined)).toBe(true)
  expect(hasNewAlarm(NOW, of(fresh, old), of(old))).toBe(true)
  expect(hasNewAlarm(NOW, of(fresh, old), of(fresh, old))).toBe(false)
})

test('one that is raised again is another one, and one that somebody has acknowledged is silent', () => {
  const before = of(alarm('a', NOW - 50_000))
  expect(hasNewAlarm(NOW, of(alarm('a', NOW - 1000)), before)).toBe(true)
  expect(hasNewAlarm(NOW, of(alarm('a', NOW - 1000, 'acknowledged')), before)).toBe(false)
})

test('where the time is hidden one is new that was not there before', () => {
  expect(hasNewAlarm(NOW, of(alarm('a', null)), undefined)).toBe(false)
  expect(hasNewAlarm(NOW, of(alarm('a', null)), of())).toBe(true)
})
