/** Golden reports: what is asked of rows. A4 upright has 769.89 points within margins of 36. */
import type { Golden } from './kinds.ts'
import { golden } from './kinds.ts'

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
/** Groups by their sizes, numbered on. */
const grouped = (sizes: Readonly<Record<string, number>>) =>
  [['name', 'n'], ...Object.entries(sizes).flatMap(([name, size]) => numbers(size).map((n) => [name, n] as const))] as const
const LIST = { field: 's.n', expand: 'down', aggregate: 'list' }
/** A heading over the rows of each group. */
const HEADED = { columns: [60, 60], rows: [100, 100], cells: { A1: { field: 's.name', expand: 'down' }, B2: { ...LIST, left: 'A1' } } }
const rowsOf = (from: number, to: number) => numbers(to - from + 1).map((at) => `2 |  | ${at + from - 1}`)

export const RULED: readonly Golden[] = [
  golden(
    'rows that are left out by a condition',
    {
      columns: [50, 60],
      rows: [20, 15, 12],
      cells: { A1: { text: 'n' }, A2: LIST, A3: { text: 'sum' }, B3: { formula: 'SUM(A2)' } },
      rowRules: { 2: { hideIf: 'A2 = 2' } },
    },
    grouped({ a: 3 }),
    // 1 + 2 + 3, whether or not the 2 is shown.
    [['  | A   | B', '1 | n   |', '2 | 1   |', '2 | 3   |', '3 | sum | 6']],
  ),
  golden(
    'a page behind each group, and before a row',
    {
      columns: [50, 60],
      rows: [15, 12],
      cells: {
        A1: { field: 's.name', expand: 'down' },
        B1: { ...LIST, left: 'A1' },
        A2: { text: 'sum', left: 'A1' },
        B2: { formula: 'SUM(B1)', left: 'A1' },
      },
      rowRules: { 1: { breakBefore: 'B1 = 3' }, 2: { breakAfter: true } },
    },
    grouped({ a: 3, b: 1 }),
    // The name goes over all rows of its group, and stands on both pages.
    [['  | A   | B', '1 | a   | 1', '1 | ^   | 2']],
    [['  | A   | B', '1 | a   | 3', '2 | sum | 6']],
    [['  | A   | B', '1 | b   | 1', '2 | sum | 1']],
  ),
  golden(
    'groups that stand on one page',
    { ...HEADED, cells: { ...HEADED.cells, A1: { ...HEADED.cells.A1, together: true } } },
    grouped({ a: 2, b: 4, c: 1 }),
    // 300 and 500 are more than a page; 500 and 200 are not.
    [['  | A | B', '1 | a |', ...rowsOf(1, 2)]],
    [['  | A | B', '1 | b |', ...rowsOf(1, 4), '1 | c |', ...rowsOf(1, 1)]],
  ),
  golden(
    'a group that is longer than a page',
    { ...HEADED, cells: { ...HEADED.cells, A1: { ...HEADED.cells.A1, together: true } } },
    grouped({ a: 1, b: 8 }),
    // Nowhere is there room for 900: it begins where it does.
    [['  | A | B', '1 | a |', ...rowsOf(1, 1), '1 | b |', ...rowsOf(1, 4)]],
    [['  | A | B', ...rowsOf(5, 8)]],
  ),
  golden(
    'a heading with two rows below it',
    { ...HEADED, rowRules: { 1: { withNext: 2 } } },
    grouped({ a: 4, b: 4 }),
    // Five rows of a hundred; the heading and one row would fit, and a second row would not.
    [['  | A | B', '1 | a |', ...rowsOf(1, 4)]],
    [['  | A | B', '1 | b |', ...rowsOf(1, 4)]],
  ),
]
