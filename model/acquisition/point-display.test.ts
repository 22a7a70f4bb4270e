import { describe, expect, test } from 'vitest'
import { conversion, converted, convertedDifference, unitsLike } from './mapping/units.ts'
import { alarmLimitText, limitWithUnit, meanText, readStateTexts, valueText, valueWithUnit, withoutHidden } from './point-display.ts'

describe('the words of states', () => {
  test.each([
    [
      '0=Stopped, 1=Running',
      [
        [0, 'Stopped'],
        [1, 'Running'],
      ],
    ],
    [
      '0＝停止，1：运行；-1=故障',
      [
        [0, '停止'],
        [1, '运行'],
        [-1, '故障'],
      ],
    ],
    [
      '2.5=half\n3=a = b',
      [
        [2.5, 'half'],
        [3, 'a = b'],
      ],
    ],
    ['', []],
  ])('%j', (text, states) => expect([...(readStateTexts(text) ?? [])]).toEqual(states))

  test.each(['Stopped', '0=', '=Stopped', 'x=Stopped', '0=a, 0=b', Array.from({ length: 65 }, (_, at) => `${at}=a`).join()])(
    'are none in %j',
    (text) => expect(readStateTexts(text)).toBeUndefined(),
  )
})

describe('a value', () => {
  test.each([
    [13.87768, {}, 'en', '13.87768'],
    [1234.56789, {}, 'en', '1,234.568'],
    [13.87768, { decimals: 1 }, 'en', '13.9'],
    [13, { decimals: 2 }, 'de', '13,00'],
    [-0.01, { decimals: 1 }, 'en', '0.0'],
    [-0.06, { decimals: 1 }, 'en', '-0.1'],
    [1, { stateTexts: '0=停止，1=运行' }, 'zh-CN', '运行'],
    [2, { stateTexts: '0=停止，1=运行', decimals: 0 }, 'zh-CN', '2'],
    [null, { decimals: 1 }, 'en', '–'],
    [undefined, {}, 'en', '–'],
  ])('%j with %j in %s is %j', (value, display, locale, text) => expect(valueText(value, display, locale)).toBe(text))

  test.each([
    [1.5, { unit: 'MPa', decimals: 2 }, '1.50 MPa'],
    [1, { unit: 'MPa', stateTexts: '1=on' }, 'on'],
    [2, { unit: 'MPa', stateTexts: '1=on' }, '2 MPa'],
    [null, { unit: 'MPa' }, '–'],
    [1.5, { unit: null }, '1.5'],
  ])('%j with its unit, of %j, is %j', (value, display, text) => expect(valueWithUnit(value, display, 'en')).toBe(text))
})

describe('what is made of values', () => {
  test.each([
    [20.96875, { decimals: 1 }, '20.97'],
    [21, { decimals: 1 }, '21.0'],
    [0.00004, { decimals: 1 }, '0.0'],
    [0.37, { decimals: 0, stateTexts: '0=Stopped, 1=Running' }, '0.4'],
    // A mean of states is no state, even where it is as great as one.
    [1, { stateTexts: '0=Stopped, 1=Running' }, '1'],
    [0.35355339, {}, '0.3535534'],
    [null, { decimals: 1 }, '–'],
  ])('a mean of %j with %j is %j', (value, display, text) => expect(meanText(value, display, 'en')).toBe(text))

  test.each([
    [22, { unit: '°C', decimals: 1 }, '22.0 °C'],
    [22.555, { unit: '°C', decimals: 1 }, '22.555 °C'],
    [1, { stateTexts: '1=Running' }, '1'],
    [0.1 + 0.2, {}, '0.3'],
  ])('a limit of %j with %j is %j', (value, display, text) => expect(limitWithUnit(value, display, 'en')).toBe(text))

  test('whoever does not see how values are written is given plain numbers', () => {
    const display = { name: 'a', unit: 'bar', decimals: 2, stateTexts: '0=off' }
    expect(withoutHidden(display, ['name', 'stateTexts', 'decimals'])).toMatchObject({
      name: 'a',
      unit: 'bar',
      decimals: null,
      stateTexts: null,
    })
    expect(withoutHidden(display, ['name'])).toBe(display)
  })
})

describe('another unit', () => {
  test.each([
    [12.5, { unit: 'bar', displayUnit: 'MPa', decimals: 3 }, '1.250 MPa'],
    [21.5, { unit: '°C', displayUnit: '°F', decimals: 1 }, '70.7 °F'],
    [98.0665, { unit: 'kN', displayUnit: 'tf', decimals: 2 }, '10.00 tf'],
    [1234.5, { unit: 'mm', displayUnit: 'm' }, '1.2345 m'],
    [1, { unit: '℃', displayUnit: '°C' }, '1 °C'],
    // What cannot be converted is shown as it is stored.
    [1, { unit: 'bar', displayUnit: '°C' }, '1 bar'],
    [1, { displayUnit: 'MPa' }, '1'],
  ])('%j of %j is shown as %j', (value, display, text) => expect(valueWithUnit(value, display, 'en')).toBe(text))

  test('is that of means and limits too; of a rate and of what lies between two values without the beginning of the scale', () => {
    const display = { unit: '°C', displayUnit: '°F', decimals: 1 }
    expect([meanText(10, display, 'en'), limitWithUnit(30, display, 'en')]).toEqual(['50.0', '86.0 °F'])
    expect([alarmLimitText(5, 'rate', display, 'en'), alarmLimitText(5, 'high', display, 'en')]).toEqual(['9.0 °F/min', '41.0 °F'])
    // Who does not see of which kind the alarm is cannot be told whether it is a rate.
    expect(alarmLimitText(5, undefined, display, 'en')).toBe('5.0 °C')
    const toFahrenheit = conversion('°C', '°F') ?? { factor: 0, offset: 0 }
    expect([converted(21.5, toFahrenheit), convertedDifference(2, toFahrenheit), converted(null, toFahrenheit)]).toEqual([70.7, 3.6, null])
  })

  test('whoever does not see one of the two is shown what is stored', () => {
    const display = { unit: 'bar', displayUnit: 'MPa' }
    expect(valueWithUnit(5, withoutHidden(display, ['displayUnit']), 'en')).toBe('5 bar')
    expect(valueWithUnit(5, withoutHidden(display, ['unit']), 'en')).toBe('5')
  })

  test('is offered among those of its kind, and leads there and back', () => {
    expect([unitsLike('℃'), unitsLike('furlong')]).toEqual([['K', '°F'], []])
    for (const unit of ['bar', 'kN', '°C', 'm³/h', 'µS/cm'])
      for (const other of unitsLike(unit)) {
        const [there, back] = [conversion(unit, other), conversion(other, unit)]
        if (!there || !back) throw new Error(`${unit} cannot be converted to ${other}`)
        expect(converted(converted(12.375, there), back), `${unit} ${other}`).toBeCloseTo(12.375, 9)
      }
  })
})
