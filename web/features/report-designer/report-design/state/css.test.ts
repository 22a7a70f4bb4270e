/** Style sheets of spreadsheets, written by hand as their programs document them, and such as nobody means well with. */
import { describe, expect, it } from 'vitest'
import { formatOfWorkbook } from '../../../../../model/reports/formats.ts'
import { colourIn, declarationsOf, formatCodeIn, sheetOf, styleOf, together } from './css.ts'

/** As Excel puts it into the clipboard: within the comment that old browsers skip, one declaration a line. */
const EXCEL = `<!--table
	{mso-displayed-decimal-separator:"\\.";
	mso-displayed-thousand-separator:"\\,";}
@page
	{margin:.75in .7in .75in .7in;}
br
	{mso-data-placement:same-cell;}
td
	{padding-top:1px;
	mso-ignore:padding;
	color:black;
	font-size:11.0pt;
	font-weight:400;
	font-family:Calibri, sans-serif;
	mso-number-format:General;
	text-align:general;
	vertical-align:bottom;
	border:none;
	white-space:nowrap;
	mso-rotate:0;}
.xl65
	{font-weight:700;
	color:red;
	text-align:center;
	vertical-align:middle;
	border:.5pt solid windowtext;
	background:#FFFF00;
	mso-pattern:black none;
	white-space:normal;}
.xl66
	{mso-number-format:"\\#\\,\\#\\#0\\.00_ \\;\\[Red\\]\\\\-\\#\\,\\#\\#0\\.00\\\\ ";
	border-top:1.0pt solid windowtext;
	border-right:none;
	border-bottom:2.0pt double #4472C4;
	border-left:none;
	background:navy;
	mso-pattern:black none;}
-->`

const looked = (sheet: string, names: readonly string[], inline = '') => {
  const rules = sheetOf(sheet)
  return styleOf(together(...names.map((name) => rules.get(name)), declarationsOf(inline)))
}

describe('looks', () => {
  it('of Excel come from its sheet, by class, and what the cell says itself counts more', () => {
    expect(looked(EXCEL, ['td'])).toEqual({ font: ['sc', 11], vertical: 'bottom' })
    expect(looked(EXCEL, ['td', '.xl65'])).toEqual({
      font: ['sc', 11, 'bold'],
      align: 'center',
      vertical: 'middle',
      colour: '#ff0000',
      fill: '#ffff00',
      border: [0.5, 0.5, 0.5, 0.5],
      wrap: true,
    })
    expect(looked(EXCEL, ['td', '.xl65'], 'height:15.0pt;border-left:none;background:yellow')).toMatchObject({
      border: [0.5, 0.5, 0.5, 0],
      fill: '#ffff00',
    })
    expect(looked(EXCEL, ['td', '.xl66'])).toEqual({ font: ['sc', 11], vertical: 'bottom', fill: '#000080', border: [1, 0, 2, 0] })
  })

  it('of a border as a whole take the place of those of its sides that were said before, and of no others', () => {
    expect(looked('.a{border-left:1pt solid}', ['.a'], 'border:none')).toEqual({})
    expect(looked('.a{border:none;border-left:thick solid}', ['.a'])).toEqual({ border: [0, 0, 0, 2.25] })
    expect(looked('.a{border:40px solid}', ['.a'])).toEqual({ border: [4, 4, 4, 4] })
  })

  it('are found for lists of tags as LibreOffice has them, behind comments and beside rules for print', () => {
    const sheet =
      'body,div,TD, p { font-size:x-small } /* td { color:red } */ @media print { td { color:lime } } td.total{font-weight:bold}'
    expect(looked(sheet, ['td'])).toEqual({ font: ['sc', 10] })
    expect(looked(sheet, ['td', 'td.total'])).toEqual({ font: ['sc', 10, 'bold'] })
  })

  it('that a template cannot have are left out, and sizes are within its bounds', () => {
    expect(looked('', [], 'font-size:900pt;color:rebeccapurple;background:url(https://example.org/x.png);text-align:justify')).toEqual({
      font: ['sc', 72],
    })
    expect(looked('', [], 'font-size:1.2em;width:12px')).toEqual({})
  })
})

it('colours are named, in three or six digits, or counted; one that is seen through is none', () => {
  expect(['red', 'Windowtext', '#ABC', '#4472C4', 'rgb(255, 0, 10)', 'rgba(0,0,0,0)', 'transparent', 'constructor'].map(colourIn)).toEqual([
    '#ff0000',
    '#000000',
    '#aabbcc',
    '#4472c4',
    '#ff000a',
    undefined,
    undefined,
    undefined,
  ])
})

it('formats of numbers are those of the workbook, by what they are written with or by name', () => {
  const format = (value: string) => formatOfWorkbook(formatCodeIn(value))
  expect(format('"0\\.0"')).toBe('0.0')
  expect(format(sheetOf(EXCEL).get('.xl66')?.get('mso-number-format') ?? '')).toBe('#,##0.00')
  expect(format('Percent')).toBe('0.00%')
  expect(format('Fixed')).toBe('0.00')
  expect(format('"\\0022No\\.\\0022 0"')).toBeUndefined()
  expect(format('General')).toBe('')
  expect(format('"\\@"')).toBe('')
})

it('a megabyte of anything is read in no time: every text is walked once', () => {
  const hostile = ['/*', '"', '{', 'td{', '}', 'td,', '\\', 'a:b;', 'td{color:red}', "border:1pt 'x", ' ', '1'].map((part) =>
    part.repeat(Math.ceil(1_000_000 / part.length)),
  )
  const before = process.cpuUsage()
  for (const text of hostile) {
    styleOf(together(sheetOf(text).get('td'), declarationsOf(text), declarationsOf(`border:${text}`)))
    expect(sheetOf(`td{font-weight:bold} .x{${text}`).get('td')?.get('font-weight')).toBe('bold')
  }
  const { user, system } = process.cpuUsage(before)
  // Milliseconds. Walked once for each character that is in it, one of them alone would take minutes.
  expect((user + system) / 1000).toBeLessThan(10_000)
})
