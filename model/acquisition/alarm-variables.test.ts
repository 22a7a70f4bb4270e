import { expect, it } from 'vitest'
import { alarmVariableLines, alarmVariables, alarmVariablesText, readAlarmVariables } from './alarm-variables.ts'

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

it('gives what has no name of its own under those of a rule alone', () => {
  const further = readAlarmVariables('most = limit') ?? expect.fail('it is not read')
  expect(alarmVariables({ value: 21, limit: 20 }, further)).toEqual({ value: 21, most: 20 })
})

it('is written on line by line, and kept as it is read', () => {
  const lines = alarmVariableLines('reading = value，设备=device\n\nplace =, x = y = z')
  expect(lines).toEqual([
    { name: 'reading', source: 'value' },
    { name: '设备', source: 'device' },
    { name: 'place', source: '' },
    { name: 'x', source: 'y = z' },
  ])
  expect(alarmVariablesText([{ name: ' a ', source: 'value' }, { name: '', source: '' }, ...lines.slice(1, 3)])).toBe(
    'a = value, 设备 = device, place = ',
  )
  // What is not whole is not lost without a word: it is refused.
  expect(readAlarmVariables('a = value, place = ')).toBeUndefined()
})
