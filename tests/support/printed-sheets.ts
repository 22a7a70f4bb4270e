/** Sheets of reports that are longer and wider than those of one day, to be printed by programs of other makers. */
import { STYLES, look } from '../../model/reports/built-in/parts.ts'
import type { ReportSheet } from '../../server/reports/expand.ts'
import { A4_UPRIGHT, sheetOf } from './report-sheets.ts'

/** What the QR code says, and the bars. */
export const PLACE = 'https://example.org/verify?A-17'
export const BARS = 'No. 2026/A-17'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
/** A title and a head over a list of this many columns beside its names, and a note below. */
const listed = (page: object, widths: readonly number[], name: object = {}, last = 'D', more: object = {}) => ({
  page: { ...A4_UPRIGHT, ...page, repeat: { head: [3, 3] } },
  columns: [...widths],
  rows: [30, 18, 18, 16, 30],
  styles: STYLES,
  merges: [`A1:${last}1`, `A2:${last}2`, 'A5:D5'],
  cells: {
    A1: { text: '{title}', style: look.title },
    A2: { text: '2026-11-26', style: look.quiet },
    A4: { field: 's.name', expand: 'down', aggregate: 'list', style: look.text, ...name },
    A5: { text: `${'混凝土测温记录, '.repeat(12)}end`, style: look.plain, left: 'none' },
    ...Object.fromEntries(
      widths.flatMap((_, at) => {
        const letter = LETTERS[at] ?? ''
        const figure = [`${letter}4`, { field: 's.v', left: 'A4', format: '0.00', style: at % 2 === 0 ? look.figure : look.text }]
        return [[`${letter}3`, { text: `Head ${at + 1} °C`, style: look.head }], ...(at === 0 ? [] : [figure])]
      }),
    ),
  },
  ...more,
})
/** As small as those of a day sheet: as high as one line of them, which is higher in the fonts of other programs. */
const SMALL = 8
const LOW = { rows: [30, 18, 18, SMALL * 1.35, 30], styles: STYLES.map((style, at) => (at === look.title ? style : { ...style, font: ['sc', SMALL], wrap: at === look.plain })) } // prettier-ignore
const ROWS = numbers(70).map((at) => [
  at % 9 === 4 ? `Probe ${at} in a long name that breaks 混凝土测温装置` : `Probe ${at}`,
  at * 1.25 - 10,
])
/** Sheets for what the reports of a day have none of, and how many pages each has. */
export const SHEETS: Readonly<Record<string, { readonly sheet: ReportSheet; readonly pages: number }>> = {
  // A row of one line is 9 × 1.35 + 4 = 16.15 points high, eight have three and 40.45: 62 × 16.15 + 8 × 40.45 = 1324.9, and a page has 769.89.
  long: { sheet: sheetOf(listed({}, [100, 60, 60, 120]), ['name', 'v'], ROWS), pages: 2 },
  // 1000 points go into 769.89 at 77 %; 70 rows are four times 15, and ten.
  breaks: {
    sheet: sheetOf(listed({ landscape: true }, [100, ...numbers(12).map(() => 75)], { perPage: 15 }), ['name', 'v'], ROWS),
    pages: 5,
  },
  // At 60 % a page has 1283.15 of 1300 points, so the last column stands on pages of its own, and the title on both.
  beside: {
    sheet: sheetOf(
      listed({ landscape: true }, [100, ...numbers(12).map(() => 100)], {}, 'M', LOW),
      ['name', 'v'],
      numbers(70).map((at) => [`Probe ${at}`, at * 1.25 - 10]),
    ),
    pages: 2,
  },
  // Of twelve groups, each has 20 + 9 × 16.15 = 165.35: a page has room for four of them, whole. The seventh begins one.
  kept: {
    sheet: sheetOf(
      {
        page: { ...A4_UPRIGHT, repeat: { head: [2, 2] } },
        columns: [120, 120],
        rows: [30, 18, 20, 16],
        styles: STYLES,
        merges: ['A1:B1'],
        cells: {
          A1: { text: '{title}', style: look.title },
          A2: { text: 'Group', style: look.head },
          B2: { text: 'n', style: look.head },
          A3: { field: 's.name', expand: 'down', style: look.section, together: true },
          A4: { text: 'figure', style: look.text, left: 'B4' },
          B4: { field: 's.n', expand: 'down', aggregate: 'list', left: 'A3', style: look.figure },
        },
        rowRules: { 3: { breakBefore: 'A3 = "Group G"', withNext: 3 }, 4: { hideIf: 'MOD(B4, 10) = 4' } },
      },
      ['name', 'n'],
      numbers(120).map((at) => [`Group ${LETTERS[Math.floor(at / 10)] ?? ''}`, at]),
    ),
    pages: 4,
  },
  // 90 mm are 255.12 points, of which 183.12 lie within the margins: nine rows of twenty.
  own: {
    sheet: sheetOf(
      {
        page: { size: [160, 90], margins: [36, 36, 36, 36] },
        columns: [140, 120],
        rows: [20],
        styles: STYLES,
        cells: {
          A1: { field: 's.name', expand: 'down', aggregate: 'list', style: look.text },
          B1: { field: 's.v', left: 'A1', format: '0.00', style: look.figure },
        },
      },
      ['name', 'v'],
      numbers(20).map((at) => [`Label ${at}`, at * 1.5]),
    ),
    pages: 3,
  },
  codes: {
    sheet: sheetOf(
      { columns: [120, 200], rows: [120, 40], cells: { A1: { text: PLACE, code: 'qr' }, B2: { text: BARS, code: 'code128' } } },
      ['n'],
      [],
    ),
    pages: 1,
  },
}
