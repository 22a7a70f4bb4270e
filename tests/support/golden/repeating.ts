/** Golden reports: how cells repeat, in one direction and in both, and what is put together of them. Longer than other files, since it is one list, read from the simple to the hard. */
import type { Golden } from './kinds.ts'
import { golden } from './kinds.ts'

const SALES = [
  ['region', 'item', 'n'],
  ['north', 'a', 1],
  ['north', 'b', 2],
  ['south', 'a', 10],
  ['south', 'b', 20],
  ['south', 'b', 5],
] as const
const YEARS = [
  ['year', 'month', 'n'],
  ['2024', 'jan', 10],
  ['2024', 'feb', 20],
  ['2025', 'feb', 26],
  ['2025', 'mar', 5],
] as const
const list = (field: string, more: object = {}) => ({ field: `s.${field}`, expand: 'down', aggregate: 'list', ...more })
const group = (field: string, more: object = {}) => ({ field: `s.${field}`, expand: 'down', ...more })
const across = (field: string, more: object = {}) => ({ field: `s.${field}`, expand: 'right', ...more })
const sum = { field: 's.n', aggregate: 'sum' }

export const REPEATING: readonly Golden[] = [
  golden(
    'a list',
    { columns: [80, 40], rows: [20, 15], cells: { A1: { text: 'item' }, B1: { text: 'n' }, A2: list('item'), B2: { field: 's.n' } } },
    SALES,
    [['  | A    | B ', '1 | item | n ', '2 | a    | 1 ', '2 | b    | 2 ', '2 | a    | 10', '2 | b    | 20', '2 | b    | 5 ']],
  ),
  golden(
    'groups',
    { columns: [80, 40], rows: [15], cells: { A1: group('item'), B1: sum } },
    SALES,
    // 1 + 10, and 2 + 20 + 5.
    [['  | A | B ', '1 | a | 11', '1 | b | 27']],
  ),
  golden(
    'neighbours of one value',
    { columns: [80, 40], rows: [15], cells: { A1: group('item', { aggregate: 'neighbours' }), B1: sum } },
    SALES,
    // The last two follow one another: 20 + 5.
    [['  | A | B ', '1 | a | 1 ', '1 | b | 2 ', '1 | a | 10', '1 | b | 25']],
  ),
  golden(
    'segments of numbers, with one that nothing is in',
    {
      columns: [80, 40],
      rows: [15],
      cells: {
        A1: group('n', { aggregate: 'segments', format: '0.0', segments: [{ below: 0 }, { below: 5 }, { below: 10, name: 'some' }, {}] }),
        B1: sum,
      },
    },
    SALES,
    // 1 + 2, 5, and 10 + 20.
    [['  | A         | B ', '1 | < 0.0     |   ', '1 | 0.0 – 5.0 | 3 ', '1 | some      | 5 ', '1 | ≥ 10.0    | 30']],
  ),
  golden(
    'groups within groups, with what each comes to',
    {
      columns: [50, 60, 70],
      rows: [20, 16, 12],
      cells: {
        A1: group('region'),
        B1: group('item'),
        C1: sum,
        B2: { text: 'sum', left: 'A1' },
        C2: { formula: 'SUM(C1)', left: 'A1' },
        A3: { text: 'all' },
        C3: { formula: 'SUM(C2)', left: 'none' },
      },
    },
    SALES,
    [
      [
        '  | A     | B   | C ',
        '1 | north | a   | 1 ',
        '1 | ^     | b   | 2 ',
        '2 |       | sum | 3 ',
        '1 | south | a   | 10',
        '1 | ^     | b   | 25',
        '2 |       | sum | 35',
        '3 | all   |     | 38',
      ],
    ],
  ),
  golden(
    'three groups within one another',
    { columns: [40, 40, 40, 40], rows: [14], cells: { A1: group('region'), B1: group('item'), C1: group('n'), D1: { formula: 'C1 * 2' } } },
    SALES,
    [
      [
        '  | A     | B | C  | D ',
        '1 | north | a | 1  | 2 ',
        '1 | ^     | b | 2  | 4 ',
        '1 | south | a | 10 | 20',
        '1 | ^     | b | 20 | 40',
        '1 | ^     | ^ | 5  | 10',
      ],
    ],
  ),
  golden(
    'what stands above and below each member',
    {
      columns: [60, 60],
      rows: [11, 13, 17],
      cells: { A1: { text: 'above', left: 'A2' }, A2: group('region'), B2: sum, B3: { text: 'below', left: 'A2' } },
    },
    SALES,
    [
      [
        '  | A     | B    ',
        '1 | above |      ',
        '2 | north | 3    ',
        '3 |       | below',
        '1 | above |      ',
        '2 | south | 35   ',
        '3 |       | below',
      ],
    ],
  ),
  golden(
    'the greatest first, and the first two alone',
    { columns: [60, 60], rows: [15], cells: { A1: list('n', { sort: 'descend', most: 2 }), B1: { field: 's.region' } } },
    SALES,
    [['  | A  | B    ', '1 | 20 | south', '1 | 10 | south']],
  ),
  golden(
    'empty lines up to four, to be filled in by hand',
    { columns: [60, 60], rows: [15], styles: [{ border: [1, 1, 1, 1] }], cells: { A1: group('region', { fill: 4, style: 0 }), B1: sum } },
    SALES,
    // What has neither a text nor a line around it is no box.
    [['  | A     | B ', '1 | north | 3 ', '1 | south | 35', '1 | @     |   ', '1 | @     |   ']],
  ),
  golden(
    'a table without rows',
    {
      columns: [60, 60],
      rows: [20, 15, 15],
      styles: [{ fill: '#eeeeee' }],
      cells: {
        A1: { text: 'item' },
        A2: group('item', { style: 0 }),
        B2: sum,
        A3: { text: 'end' },
        B3: { formula: 'COUNT(B2)', left: 'none' },
      },
    },
    [['item', 'n']],
    [['  | A    | B', '1 | item |  ', '2 | @    |  ', '3 | end  | 0']],
  ),
  golden('columns', { columns: [30, 50], rows: [20, 15], cells: { B1: across('item'), A2: { text: 'n' }, B2: sum } }, SALES, [
    ['  | A | B  | B ', '1 |   | a  | b ', '2 | n | 11 | 27'],
  ]),
  golden(
    'columns within columns, with what each comes to',
    {
      columns: [30, 40, 45, 55],
      rows: [20, 18, 15],
      cells: {
        B1: across('region'),
        B2: across('item'),
        C2: { text: 'sum', top: 'B1' },
        D2: { text: 'all' },
        A3: { text: 'n' },
        B3: sum,
        C3: { formula: 'SUM(B3)', top: 'B1' },
        D3: { formula: 'SUM(B3)', top: 'none' },
      },
    },
    SALES,
    [
      [
        '  | A | B     | B  | C   | B     | B  | C   | D  ',
        '1 |   | north | <  |     | south | <  |     |    ',
        '2 |   | a     | b  | sum | a     | b  | sum | all',
        '3 | n | 1     | 2  | 3   | 10    | 25 | 35  | 38 ',
      ],
    ],
  ),
  golden(
    'a crosstab with the totals of both',
    {
      columns: [50, 40, 60],
      rows: [20, 15, 18],
      cells: {
        B1: across('item'),
        C1: { text: 'all' },
        A2: group('region', { sort: 'descend' }),
        B2: sum,
        C2: sum,
        A3: { text: 'all' },
        B3: { formula: 'SUM(B2)' },
        C3: { formula: 'SUM(C2)', left: 'none' },
      },
    },
    SALES,
    [
      [
        '  | A     | B  | B  | C  ',
        '1 |       | a  | b  | all',
        '2 | south | 10 | 25 | 35 ',
        '2 | north | 1  | 2  | 3  ',
        '3 | all   | 11 | 27 | 38 ',
      ],
    ],
  ),
  golden(
    'a crosstab with empty places',
    { columns: [50, 40], rows: [20, 15], cells: { B1: across('year'), A2: group('month'), B2: sum } },
    YEARS,
    [['  | A   | B    | B   ', '1 |     | 2024 | 2025', '2 | jan | 10   |     ', '2 | feb | 20   | 26  ', '2 | mar |      | 5   ']],
  ),
  golden(
    'a title over all columns, and a note beside all rows',
    {
      columns: [50, 40, 30],
      rows: [22, 18, 15],
      cells: { B1: { text: 'title', top: 'none' }, B2: across('item'), A3: group('region'), B3: sum, C3: { text: 'note', left: 'none' } },
    },
    SALES,
    [
      [
        '  | A     | B     | B  | C   ',
        '1 |       | title | <  |     ',
        '2 |       | a     | b  |     ',
        '3 | north | 1     | 2  | note',
        '3 | south | 10    | 25 | ^   ',
      ],
    ],
  ),
  golden(
    'a figure that goes along with the outer group',
    { columns: [50, 40, 40, 60], rows: [15], cells: { A1: group('region'), B1: group('item'), C1: sum, D1: { ...sum, left: 'A1' } } },
    SALES,
    [
      [
        '  | A     | B | C  | D ',
        '1 | north | a | 1  | 3 ',
        '1 | ^     | b | 2  | ^ ',
        '1 | south | a | 10 | 35',
        '1 | ^     | b | 25 | ^ ',
      ],
    ],
  ),
  golden(
    'two blocks below one another',
    {
      columns: [50, 40],
      rows: [15, 10, 25],
      cells: { A1: group('region'), B1: sum, A2: { text: 'items' }, A3: list('item', { most: 3 }), B3: { field: 's.n' } },
    },
    SALES,
    [['  | A     | B ', '1 | north | 3 ', '1 | south | 35', '2 | items |   ', '3 | a     | 1 ', '3 | b     | 2 ', '3 | a     | 10']],
  ),
  golden(
    'two blocks beside one another',
    { columns: [40, 30, 60], rows: [18, 15], cells: { A1: across('region'), A2: sum, B1: { text: 'and' }, C1: across('item'), C2: sum } },
    SALES,
    [['  | A     | A     | B   | C  | C ', '1 | north | south | and | a  | b ', '2 | 3     | 35    |     | 11 | 27']],
  ),
  golden(
    'running sums, ranks and shares',
    {
      columns: [40, 40, 40, 40],
      rows: [15],
      cells: { A1: list('n'), B1: { formula: 'RUN(A1)' }, C1: { formula: 'RANK(A1)' }, D1: { formula: 'SHARE(A1)', format: '0.0%' } },
    },
    SALES,
    // Of 38: 1 is 2.63 %, 2 is 5.26 %, 10 is 26.32 %, 20 is 52.63 %, 5 is 13.16 %.
    [
      [
        '  | A  | B  | C | D    ',
        '1 | 1  | 1  | 5 | 2.6% ',
        '1 | 2  | 3  | 4 | 5.3% ',
        '1 | 10 | 13 | 2 | 26.3%',
        '1 | 20 | 33 | 1 | 52.6%',
        '1 | 5  | 38 | 3 | 13.2%',
      ],
    ],
  ),
  golden(
    'the same month of the year before',
    { columns: [40, 40, 40, 40], rows: [15], cells: { A1: group('year'), B1: group('month'), C1: sum, D1: { formula: 'C1 - C1[A1:-1]' } } },
    YEARS,
    [
      [
        '  | A    | B   | C  | D',
        '1 | 2024 | jan | 10 |  ',
        '1 | ^    | feb | 20 |  ',
        '1 | 2025 | feb | 26 | 6',
        '1 | ^    | mar | 5  |  ',
      ],
    ],
  ),
  golden(
    'another column in place of an id',
    { columns: [60, 40], rows: [15], cells: { A1: group('item', { show: 's.region' }), B1: sum } },
    SALES,
    // The region of the first row of each item.
    [['  | A     | B ', '1 | north | 11', '1 | north | 27']],
  ),
  {
    ...golden(
      'what its reader has not',
      { columns: [60, 40, 40], rows: [15], cells: { A1: group('item'), B1: { field: 's.secret', aggregate: 'sum' }, C1: sum } },
      SALES,
      [['  | A | B | C ', '1 | a | — | 11', '1 | b | — | 27']],
    ),
    omitted: ['secret'],
  },
]
