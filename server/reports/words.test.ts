/** What codes are called in formulas: members of dictionaries and verdicts, in the words that the reader of the report has. */
import { expect, it } from 'vitest'
import { atOnce, fillingOf, templateOf } from '../../tests/support/report-sheets.ts'
import { pathOf } from '../../model/reports/path.ts'
import { readTemplate } from '../../model/reports/read.ts'
import { expand } from './expand.ts'

const words = {
  dictionaries: new Map([['a:unit', new Map([['1', 'metre'], ['kN', 'kilonewton']])]]), // prettier-ignore
  verdicts: new Map([['pass', 'Passed']]),
}
const template = templateOf({
  columns: [50, 50, 50, 50, 50, 50],
  rows: [20],
  cells: {
    A1: { field: 's.code', expand: 'down', aggregate: 'list' },
    B1: { formula: 'DICT("a:unit", A1)' },
    C1: { formula: 'VERDICT(A1) & "!"' },
    D1: { field: 's.secret' },
    E1: { formula: 'DICT("a:unit", D1)' },
    F1: { formula: 'DICT("__proto__", A1)' },
  },
})

it('a code is called by its name, and what is called nothing stands there itself; what the reader has not has no name either', () => {
  const filling = { ...fillingOf(['code'], [['kN'], [1], ['pass'], [null]], ['secret']), words }
  const { cells } = atOnce(expand(readTemplate(template), filling))
  const rows = [0, 1, 2, 3].map((row) => cells.filter((cell) => cell.row === row).map(({ text }) => text))
  expect(rows).toEqual([
    ['kN', 'kilonewton', 'kN!', '—', '', 'kN'],
    ['1', 'metre', '1!', '—', '', '1'],
    ['pass', 'pass', 'Passed!', '—', '', 'pass'],
    ['', '', '!', '—', '', ''],
  ])
})

it('the dictionaries are known before the report is filled, and it can be written row by row', () => {
  const report = readTemplate(template)
  expect(report.dictionaries).toEqual(['a:unit', '__proto__'])
  expect(pathOf(report)).toBe('stream')
})
