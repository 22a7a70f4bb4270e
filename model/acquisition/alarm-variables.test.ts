import { expect, it } from 'vitest'
import { alarmVariables, readAlarmVariables } from './alarm-variables.ts'

it('gives what is known of an alarm under its own names, and under those of a rule as well', () => {
  const further = readAlarmVariables('reading = value, 设备 = device\nplace=device') ?? expect.fail('it is not read')
  expect(alarmVariables({ value: 21, device: 'Pump', rule: 'High' }, further)).toEqual({
    value: 21,
    device: 'Pump',
    rule: 'High',
    reading: 21,
    设备: 'Pump',
    place: 'Pump',
  })
  // What is not known now keeps what it was.
  expect(alarmVariables({ occurrences: 2 }, further)).toEqual({ occurrences: 2 })
  expect(readAlarmVariables('')?.size).toBe(0)
})

it.each(['reading', 'reading = price', 'reading = value = device', '1x = value', '__proto__ = value', 'a = value, a = device', '= value'])(
  'does not read %s',
  (text) => {
    expect(readAlarmVariables(text)).toBeUndefined()
  },
)
