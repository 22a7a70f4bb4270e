/** Golden reports: what stands on which page, and what is drawn in a cell. A4 upright has 523.28 × 769.89 points within margins of 36. */
import type { Golden } from './kinds.ts'
import { PLAIN, golden } from './kinds.ts'

const PICTURE = '01900000-0000-7000-8000-000000000001'
const list = (field: string, more: object = {}) => ({ field: `s.${field}`, expand: 'down', aggregate: 'list', ...more })
const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
/** A set of the numbers from 1. */
const counted = (count: number) => [['n'], ...numbers(count).map((n) => [n])] as const
/** Lines of a drawing for the numbers from one to another. */
const lines = (row: string, from: number, to: number, more = '') => numbers(to - from + 1).map((n) => `${row} | ${n + from - 1}${more}`)
const repeat = (bands: object) => ({ ...PLAIN.page, repeat: bands })
const COVER = { A1: { text: 'cover' }, A2: { text: 'head' }, A3: list('n'), A4: { text: 'foot' }, A5: { text: 'last' } }
const COVERED = { columns: [100], rows: [200, 40, 100, 50, 120], cells: COVER }
const hour = (at: number) => `2026-11-26 0${at}:00:00`

export const PAGED: readonly Golden[] = [
  golden(
    'texts with parameters, sizes and merged cells',
    {
      page: { size: 'A5', landscape: true, margins: [20, 30, 40, 50] },
      columns: [100, 60, 45.5],
      rows: [30, 18, 12.25],
      styles: [{ font: ['sc', 16, 'bold'] }, { font: ['sc', 7.5], border: [1, 1, 1, 1] }],
      merges: ['A1:C1', 'B2:C3'],
      cells: { A1: { text: '{title}', style: 0 }, A2: { text: 'of {title}' }, B2: { text: 'both', style: 1 }, A3: { text: '', style: 1 } },
    },
    counted(0),
    [['  | A         | B    | C', '1 | Report    | <    | <', '2 | of Report | both | <', '3 | @         | ^    | <']],
  ),
  golden(
    'the head on each page',
    {
      page: repeat({ head: [2, 2] }),
      columns: [100],
      rows: [100, 100, 100],
      cells: { A1: { text: 'title' }, A2: { text: 'head' }, A3: list('n') },
    },
    counted(12),
    // Of 769.89 the title and the head leave five rows of a hundred, and the head alone six.
    [['  | A', '1 | title', '2 | head', ...lines('3', 1, 5)]],
    [['  | A', '2 | head', ...lines('3', 6, 11)]],
    [['  | A', '2 | head', ...lines('3', 12, 12)]],
  ),
  golden(
    'the foot at the end of each page',
    { page: repeat({ foot: [2, 2] }), columns: [100], rows: [100, 60], cells: { A1: list('n'), A2: { text: 'foot' } } },
    counted(9),
    [['   | A', ...lines('1', 1, 7), '_2 | foot']],
    [['   | A', ...lines('1', 8, 9), '_2 | foot']],
  ),
  golden(
    'a first page of its own',
    { page: repeat({ head: [2, 2], firstHead: [1, 1], foot: [4, 4], firstFoot: [5, 5] }), ...COVERED },
    counted(11),
    // 769.89 − 200 − 120 leaves four rows, 769.89 − 40 − 50 six.
    [['   | A', '1  | cover', ...lines('3', 1, 4), '_5 | last']],
    [['   | A', '2  | head', ...lines('3', 5, 10), '_4 | foot']],
    [['   | A', '2  | head', ...lines('3', 11, 11), '_4 | foot']],
  ),
  golden(
    'a first page with neither head nor foot',
    { page: repeat({ head: [2, 2], firstHead: 'none', foot: [4, 4], firstFoot: 'none' }), ...COVERED },
    counted(10),
    // What stands above the head comes first and leaves five rows; the last row of all stands behind the list.
    [['   | A', '1  | cover', ...lines('3', 1, 5)]],
    [['   | A', '2  | head', ...lines('3', 6, 10), '5  | last', '_4 | foot']],
  ),
  golden(
    'so many on each page, filled up on the last one',
    {
      columns: [60],
      rows: [15],
      styles: [{ border: [1, 0, 1, 0] }],
      cells: { A1: list('n', { perPage: 3, fill: 'page', style: 0 }) },
    },
    counted(4),
    [['  | A', ...lines('1', 1, 3)]],
    [['  | A', ...lines('1', 4, 4), '1 | @', '1 | @']],
  ),
  golden(
    'what a page comes to, what is carried over, and what there is so far',
    {
      page: repeat({ head: [1, 1], foot: [3, 3] }),
      columns: [60, 60],
      rows: [20, 15, 25],
      cells: {
        A1: { text: 'carried' },
        B1: { subtotal: { of: 'A2', take: 'sum', over: 'before' } },
        A2: list('n', { perPage: 2 }),
        A3: { subtotal: { of: 'A2', take: 'sum' } },
        B3: { subtotal: { of: 'A2', take: 'sum', over: 'so-far' } },
      },
    },
    counted(5),
    [['   | A       | B', '1  | carried |  ', '2  | 1 |', '2  | 2 |', '_3 | 3 | 3 ']],
    [['   | A       | B', '1  | carried | 3', '2  | 3 |', '2  | 4 |', '_3 | 7 | 10']],
    [['   | A       | B', '1  | carried | 10', '2  | 5 |', '_3 | 5 | 15']],
  ),
  golden(
    'numbers of pages',
    {
      page: repeat({ foot: [2, 2] }),
      columns: [60],
      rows: [20, 20],
      cells: { A1: list('n', { perPage: 1 }), A2: { text: '{page} of {pages}' } },
    },
    counted(2),
    [['   | A', '1  | 1', '_2 | 1 of 2']],
    [['   | A', '1  | 2', '_2 | 2 of 2']],
  ),
  golden(
    'columns of a page',
    {
      page: { ...PLAIN.page, columns: { count: 3, gap: 20 } },
      columns: [50, 40],
      rows: [200],
      cells: { A1: list('n'), B1: { text: 'x' } },
    },
    counted(11),
    // Three rows of 200 are 600 of 769.89 points, and three columns are nine of them. The columns are (523.28 − 40) ÷ 3 wide.
    [
      ['  | A | B', ...lines('1', 1, 3, ' | x')],
      ['  | A | B', ...lines('1', 4, 6, ' | x')],
      ['  | A | B', ...lines('1', 7, 9, ' | x')],
    ],
    [['  | A | B', ...lines('1', 10, 11, ' | x')]],
  ),
  {
    ...golden(
      'a sheet that is wider than its page is made smaller',
      { columns: [400, 240], rows: [40, 20], cells: { A1: { text: 'wide' }, B1: { text: 'as well' }, A2: list('n') } },
      counted(2),
      [['  | A    | B', '1 | wide | as well', '2 | 1 |', '2 | 2 |']],
    ),
    scale: 523.28 / 640,
  },
  {
    ...golden(
      'what does not fit at 60 % goes on on pages beside',
      // 523.28 ÷ 0.6 is 872.13: two columns of 400, and the third beside them.
      {
        columns: [400, 400, 400],
        rows: [40, 20],
        merges: ['A1:C1'],
        cells: { A1: { text: 'over all' }, A2: { text: 'a' }, B2: { text: 'b' }, C2: { text: 'c' } },
      },
      counted(0),
      [['  | A | B', '1 | over all | <', '2 | a | b']],
      [['  | C', '1 | over all', '2 | c']],
    ),
    scale: 0.6,
  },
  golden(
    'a group that goes on on the next page',
    { columns: [60, 60], rows: [250], cells: { A1: { field: 's.name', expand: 'down' }, B1: list('n') } },
    [
      ['name', 'n'],
      ['both', 1],
      ['both', 2],
      ['both', 3],
      ['both', 4],
      ['other', 5],
    ],
    // Three rows of 250 stand on a page; the name stands on both.
    [['  | A    | B', '1 | both | 1', '1 | ^    | 2', '1 | ^    | 3']],
    [['  | A     | B', '1 | both  | 4', '1 | other | 5']],
  ),
  golden(
    'a text that breaks makes its row higher',
    {
      columns: [40, 60],
      rows: [15, 15],
      styles: [{ wrap: true }],
      cells: { A1: { field: 's.name', expand: 'down', style: 0 }, B1: { text: 'beside' }, A2: { text: 'below' } },
    },
    // Four letters of 9 points are as wide as 40 − 4: of ten there are three lines of 1.35 × 9, and 4 around them; of one, 12.15 and 4.
    [['name'], ['温度湿度温度湿度温度'], ['温']],
    [['        | A                       | B     ', '1=40.45 | 温度湿度 温度湿度 温度 | beside', '1=16.15 | 温 | beside', '2 | below |']],
  ),
  golden(
    'conditions with styles of their own',
    {
      columns: [60],
      rows: [30],
      styles: [{ font: ['sc', 12] }, { fill: '#ff0000', border: [1, 1, 1, 1], font: ['sc', 12, 'bold'] }],
      cells: { A1: list('n', { style: 0, rules: [{ if: 'A1 > 1', style: 1 }] }) },
    },
    counted(2),
    [['  | A', '1 | 1', '1 | 2']],
  ),
  golden(
    'a diagonal head',
    {
      columns: [100, 40],
      rows: [18, 15],
      cells: { A1: { diagonal: { rows: 'day', columns: '{title}' } }, B1: { field: 's.name', expand: 'right' }, A2: list('n') },
    },
    [
      ['name', 'n'],
      ['x', 1],
      ['y', 2],
    ],
    // Both texts have a line: 2 × 12.15 + 4 are more than the 18 of the row.
    [['       | A          | B | B', '1=28.3 | Report day | x | y', '2 | 1 | |', '2 | 2 | |']],
  ),
  golden(
    'codes',
    {
      columns: [80, 150],
      rows: [80, 40],
      cells: { A1: list('name', { code: 'qr' }), B1: { field: 's.name' }, B2: { text: 'No. 1', code: 'code128' } },
    },
    [['name'], ['m1'], ['m2']],
    // What bars say stands below them; what a square says stands nowhere.
    [['  | A | B', '1 | @ | m1', '1 | @ | m2', '2 |   | No. 1']],
  ),
  golden(
    'charts',
    {
      columns: [200, 100],
      rows: [20, 150],
      merges: ['A2:B2'],
      cells: { A1: { text: 'curve' }, A2: { chart: { kind: 'line', x: 's.time', series: [{ field: 's.n' }] }, format: 'HH' } },
    },
    [
      ['time', 'n'],
      [hour(1), 5],
      [hour(2), 7],
    ],
    [['  | A     | B', '1 | curve |  ', '2 | @     | <']],
  ),
  golden(
    'a chart for each group',
    {
      columns: [60, 200],
      rows: [100],
      cells: { A1: { field: 's.name', expand: 'down' }, B1: { chart: { kind: 'bar', x: 's.time', series: [{ field: 's.n' }] } } },
    },
    [
      ['name', 'time', 'n'],
      ['a', hour(1), 5],
      ['b', hour(1), 7],
    ],
    [['  | A | B', '1 | a | @', '1 | b | @']],
  ),
  golden(
    'pictures',
    { columns: [60, 90], rows: [50, 20], merges: ['B1:B2'], cells: { A1: { text: 'yard' }, B1: { picture: PICTURE } } },
    counted(0),
    [['  | A    | B', '1 | yard | @', '2 |      | ^']],
  ),
  golden(
    'own paper',
    {
      page: { size: [100, 60], margins: [10, 20, 30, 40] },
      columns: [100, 80],
      rows: [50],
      cells: { A1: list('n'), B1: { text: 'label' } },
    },
    counted(3),
    // 60 mm are 170.08 points, of which the margins leave 130.08: two rows of fifty.
    [['  | A | B', ...lines('1', 1, 2, ' | label')]],
    [['  | A | B', ...lines('1', 3, 3, ' | label')]],
  ),
  golden(
    'boxes to be ticked, with a label and without',
    {
      columns: [80, 40],
      rows: [20, 20],
      cells: { A1: { formula: '2 > 1', check: { label: 'of {title}' } }, B1: { text: 'FALSE', check: {} }, A2: { text: 'plain' } },
    },
    counted(0),
    [['  | A         | B', '1 | of Report | @', '2 | plain     |  ']],
  ),
  golden(
    'upright A3 without margins',
    {
      page: { size: 'A3', margins: [0, 0, 0, 0] },
      columns: [400, 441.89],
      rows: [500, 500, 190.55],
      cells: { A1: { text: 'whole' }, B2: { text: 'page' }, B3: { text: 'end' } },
    },
    counted(0),
    [['  | A     | B', '1 | whole |', '2 |       | page', '3 |       | end']],
  ),
]

/** The pictures that the cells name, by their ids. */
export const PICTURES = [PICTURE]
