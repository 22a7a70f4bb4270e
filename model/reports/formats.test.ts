/** Numbers as cells show them: rounded half away from zero, worked out with whole numbers here; and formats of workbooks and ours. */
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { clockOf, compareTimes, formatOfWorkbook, numberShown, timeShown, workbookFormat } from './formats.ts'

it('numbers with four digits behind their point are rounded as people do', () => {
  fc.assert(
    fc.property(fc.integer({ min: -99_999_999, max: 99_999_999 }), fc.integer({ min: 0, max: 3 }), (tenThousandths, digits) => {
      const unit = 10 ** (4 - digits)
      const whole = Math.floor((Math.abs(tenThousandths) + unit / 2) / unit)
      const text = String(whole).padStart(digits + 1, '0')
      const wanted = digits === 0 ? text : `${text.slice(0, -digits)}.${text.slice(-digits)}`
      const shown = numberShown(tenThousandths / 10_000, `0${digits > 0 ? `.${'0'.repeat(digits)}` : ''}`)
      expect(shown.replace('-', '')).toBe(wanted)
      expect(shown.startsWith('-')).toBe(tenThousandths < 0 && whole > 0)
    }),
    { numRuns: 3000 },
  )
})

it.each([
  [0.285, '0%', '29%'],
  [0.125, '0.0%', '12.5%'],
  [1.005, '0.00', '1.01'],
  [2.5, '0', '3'],
  [-2.5, '0', '-3'],
  [1_234_567.895, '#,##0.00', '1,234,567.90'],
])('%d as %s is %s', (value, format, shown) => expect(numberShown(value, format)).toBe(shown))

it.each([
  ['General', ''],
  ['@', ''],
  ['0.00', '0.00'],
  ['#,##0.00_);(#,##0.00)', '#,##0.00'],
  ['[Red]0.0%', '0.0%'],
  ['yyyy\\-mm\\-dd hh:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  ['m/d/yyyy h:mm', 'M/d/yyyy H:mm'],
  ['mm:ss', 'mm:ss'],
  ['[$-804]yyyy"年"m"月"d"日"', 'yyyy年M月d日'],
])('the format %s of a workbook is %j here', (code, format) => {
  expect(formatOfWorkbook(code)).toBe(format)
})

it.each(['¥#,##0', '0.##', '[h]:mm', 'h:mm AM/PM', 'mmm-yy', '# ?/?', '0.00E+00', '0'.repeat(40)])(
  'there is none here for the format %s of a workbook',
  (code) => {
    expect(formatOfWorkbook(code)).toBeUndefined()
  },
)

it.each(['0', '0.0', '#,##0.00', '0.0%', 'yyyy-MM-dd HH:mm', 'HH:mm', 'MM-dd', 'yyyy年M月d日'])(
  'the format %s comes back from a workbook that it went to',
  (format) => {
    expect(formatOfWorkbook(workbookFormat(format))).toBe(format)
  },
)

it.each([
  ['2026-10-25 02:15:00+02:00', 'HH:mm', '02:15+02'],
  ['2026-10-25 02:15:00+01:00', 'MM-dd HH:mm', '10-25 02:15+01'],
  ['2026-04-05 01:45:00+10:30', 'H:mm', '1:45+10:30'],
  ['2026-11-01 01:00:00-05:00', 'yyyy-MM-dd', '2026-11-01'],
  ['2026-10-25 02:15:00+02:00', undefined, '2026-10-25 02:15:00+02:00'],
  ['2026-10-25 03:15:00', 'HH:mm', '03:15'],
])('the time %s as %s is %s: an hour that clocks show twice has its offset', (text, format, shown) =>
  expect(timeShown(text, format)).toBe(shown),
)

it('times stand in the order in which they were, also in an hour that clocks show twice', () => {
  // As clocks in Berlin and in New York showed them, one after the other.
  const berlin = ['01:45:00', '02:00:00+02:00', '02:45:00+02:00', '02:00:00+01:00', '02:45:00+01:00', '03:00:00']
  const newYork = ['00:45:00', '01:00:00-04:00', '01:45:00-04:00', '01:00:00-05:00', '01:45:00-05:00', '02:00:00']
  for (const clock of [berlin.map((time) => `2026-10-25 ${time}`), newYork.map((time) => `2026-11-01 ${time}`)]) {
    expect(clock.toReversed().toSorted(compareTimes)).toEqual(clock)
    expect(clock.map(clockOf).every((text) => /^2026-1[01]-\d\d \d\d:\d\d:00$/.test(text))).toBe(true)
  }
})
