/** Totals of a workbook as formulas: what is put together of the copies of one cell, over the cells that these are in the sheet. Nothing of what data says is in them. */
import type { AggregateFunction, Expression } from '../../model/expression/expression.ts'
import { isPlace, nameOfPlace } from '../../model/reports/places.ts'

/** Where the copy of a cell stands in the sheet, counted from 0. */
export interface Standing {
  readonly row: number
  readonly column: number
  readonly rows: number
  readonly columns: number
}

/** What workbooks call them. How many there are is none of them: a workbook counts numbers alone. */
const CALLED: Readonly<Partial<Record<AggregateFunction, string>>> = { sum: 'SUM', mean: 'AVERAGE', least: 'MIN', greatest: 'MAX' }
/** Areas of one formula; a total of more of them stays a number. */
const MAX_AREAS = 30

/** The function and the cell of a formula that is such a total and nothing else; undefined of any other. */
export function totalOf(expression: Expression | undefined): { readonly called: string; readonly of: string } | undefined {
  if (!expression || !('take' in expression) || expression.where || !isPlace(expression.rows)) return undefined
  const called = CALLED[expression.take]
  return called === undefined ? undefined : { called, of: expression.rows }
}

/** The areas that cells fill, which come one after the other. */
export interface Areas {
  /** Whether there are few enough of them still; of more there is no formula, whatever comes next. */
  add(at: Standing): boolean
  /** The formula over them, such as `SUM(D4:D99,D102:D110)`; undefined of none, and of too many. */
  formula(called: string): string | undefined
}

/** Areas without a cell. No more of them are kept than a formula has, however many cells come. */
export function openAreas(): Areas {
  const both = [areasAlong('row', 'column'), areasAlong('column', 'row')] as const
  return {
    add: (at) => both.map((each) => each.add(at)).includes(true),
    formula(called) {
      const [down = [], across = []] = both.map((each) => each.names())
      const areas = down.length === 0 || (across.length > 0 && across.length < down.length) ? across : down
      return areas.length === 0 ? undefined : `${called}(${areas.join(',')})`
    },
  }
}

/** The areas that cells fill without a gap along one direction; none as soon as they are too many. */
function areasAlong(along: 'row' | 'column', across: 'row' | 'column') {
  const length = along === 'row' ? 'rows' : 'columns'
  let runs: [first: Standing, last: Standing][] = []
  let isOver = false
  return {
    add(at: Standing): boolean {
      if (isOver) return false
      // Cells come by rows, so that each goes on from one before it.
      const run = runs.findLast(([, last]) => last[across] === at[across] && last[along] + last[length] === at[along])
      if (run) run[1] = at
      else runs.push([at, at])
      isOver = runs.length > MAX_AREAS
      if (isOver) runs = []
      return !isOver
    },
    names: (): string[] =>
      runs
        .toSorted(([one], [other]) => one[across] - other[across] || one[along] - other[along])
        .map(([first, last]) => (first === last ? nameOfPlace(first) : `${nameOfPlace(first)}:${nameOfPlace(last)}`)),
  }
}
