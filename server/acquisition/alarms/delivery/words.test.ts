/** What a delivery says of values, without a server. */
import { expect, it } from 'vitest'
import type { Language } from '../../../../model/labels/index.ts'
import { translatorFor } from '../../../kernel/http/language.ts'
import type { NotifiedAlarm } from './words.ts'
import { jsonOf, wordsOf } from './words.ts'

const alarm = (values: Partial<NotifiedAlarm>): NotifiedAlarm => ({
  deliveryId: 'd',
  alarmId: 'a',
  event: 'raised',
  priority: 2,
  name: 'rule',
  zh: null,
  tw: null,
  en: null,
  kind: 'high',
  limit: 22,
  value: 1234.5678,
  unit: 'bar',
  decimals: null,
  displayUnit: null,
  stateTexts: null,
  point: 'Pressure',
  device: 'Pump',
  deviceCode: null,
  deviceId: null,
  site: null,
  siteId: null,
  happenedAt: new Date(0),
  ...values,
})
const context = (language: Language) => ({
  t: translatorFor(language),
  language,
  zone: 'UTC',
  tenant: 't',
  rule: 'r',
  waited: 0,
  address: 'https://console.example',
})
const textOf = (values: Partial<NotifiedAlarm>, language: Language = 'en') => wordsOf([alarm(values)], context(language), false).text

it('writes values as their point says, and limits with all their digits', () => {
  expect(textOf({})).toContain('Pressure: 1,234.568 bar, limit 22 bar')
  expect(textOf({ decimals: 1, limit: 22.25 })).toContain('Pressure: 1,234.6 bar, limit 22.25 bar')
  expect(textOf({ value: 0, limit: 0.5, unit: null, stateTexts: '0=停止，1=运行' }, 'zh')).toContain('Pressure：停止，限值 0.5')
  expect(textOf({ value: null })).not.toContain('limit')
})

it('of several alarms, and in a short message, as of one', () => {
  const values = { value: 1, unit: 'x', stateTexts: '0=Stopped, 1=Running' }
  expect(wordsOf([alarm(values), alarm({ decimals: 0 })], context('en'), false).text).toMatch(/Pressure Running\n[^]*Pressure 1,235 bar\n/)
  expect(wordsOf([alarm(values)], context('en'), true).text).toMatch(/Pressure Running \d/)
})

it('writes values and limits in the unit in which they are shown', () => {
  expect(textOf({ displayUnit: 'MPa', decimals: 2 })).toContain('Pressure: 123.46 MPa, limit 2.20 MPa')
})

it('gives programs the number as it is stored', () => {
  expect(JSON.parse(jsonOf([alarm({ decimals: 1, displayUnit: 'MPa' })], context('en')))).toMatchObject({
    alarms: [{ value: 1234.5678, limit: 22, unit: 'bar' }],
  })
})

it.each([
  // In winter New York is five hours behind UTC, in summer Berlin two ahead, and Kathmandu is 5:45 ahead all year.
  ['America/New_York', Date.UTC(2026, 0, 1, 1, 30, 15), '2025-12-31 20:30:15'],
  ['Europe/Berlin', Date.UTC(2026, 6, 1, 22, 15, 5), '2026-07-02 00:15:05'],
  ['Asia/Kathmandu', Date.UTC(2026, 1, 28, 18, 15), '2026-03-01 00:00:00'],
])('says when it was in the zone of the tenant: in %s, by mail, in a short message and in a digest', (zone, at, time) => {
  const [one, other] = [alarm({ happenedAt: new Date(at) }), alarm({ happenedAt: new Date(at), priority: 3 })]
  const inZone = { ...context('en'), zone }
  expect(wordsOf([one], inZone, false).text).toContain(`${time} (${zone})`)
  // Month, day and minute.
  const short = time.slice(5, 16)
  expect(wordsOf([one], inZone, true).text.endsWith(` ${short}`)).toBe(true)
  const lines = wordsOf([one, other], inZone, false).text.split('\n')
  expect(lines.filter((line) => line.startsWith(`${short} `))).toHaveLength(2)
  // Programs have a moment, which no zone changes.
  expect(JSON.parse(jsonOf([one], inZone))).toMatchObject({ alarms: [{ happenedAt: new Date(at).toISOString() }] })
})
