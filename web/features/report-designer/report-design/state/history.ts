/** The state of the designer: the template, what was before and what was taken back, and which cells are chosen. */
import type { Area, Place } from '../../../../../model/reports/places.ts'
import type { ReportTemplate } from '../../../../../model/reports/template.ts'
import { areaOf, grown, wholeOf } from './cells.ts'

/** Steps that can be taken back. */
const MAX_UNDO = 200

export interface SheetState {
  readonly template: ReportTemplate
  readonly past: readonly ReportTemplate[]
  readonly future: readonly ReportTemplate[]
  /** The cell that is written into, and the corner opposite to it. */
  readonly at: Place
  readonly to: Place
  /** Changes that follow each other with the same word are one step. */
  readonly run?: string | undefined
}

/** The state of a template that is opened. */
export const beginWith = (template: ReportTemplate): SheetState => ({
  template,
  past: [],
  future: [],
  at: { row: 0, column: 0 },
  to: { row: 0, column: 0 },
})

/** What is chosen, with the merged cells that it touches. */
export const chosenIn = ({ template, at, to }: SheetState): Area => grown(template, areaOf(at, to))

/** The state with the template as its newest step; the same one where nothing changed. */
export function step(state: SheetState, template: ReportTemplate, run?: string): SheetState {
  if (template === state.template) return state
  const isSameRun = run !== undefined && run === state.run
  const past = isSameRun ? state.past : [...state.past, state.template].slice(-MAX_UNDO)
  return inside({ ...state, template, past, future: [], run })
}

/** The state with the newest step taken back; the same one where there is none. */
export function undo(state: SheetState): SheetState {
  const template = state.past.at(-1)
  if (!template) return state
  return inside({ ...state, template, past: state.past.slice(0, -1), future: [state.template, ...state.future], run: undefined })
}

/** The state with the step done again that was taken back last; the same one where there is none. */
export function redo(state: SheetState): SheetState {
  const [template, ...future] = state.future
  if (!template) return state
  return inside({ ...state, template, past: [...state.past, state.template], future, run: undefined })
}

/** The state with other cells chosen: from one corner to the other, or one cell with all that it is merged of. */
export const choose = (state: SheetState, at: Place, to: Place = at): SheetState => inside({ ...state, at, to, run: undefined })

/** The chosen cells lie within the sheet, whatever became of it. */
function inside(state: SheetState): SheetState {
  const fit = ({ row, column }: Place): Place => ({
    row: Math.max(0, Math.min(row, state.template.rows.length - 1)),
    column: Math.max(0, Math.min(column, state.template.columns.length - 1)),
  })
  return { ...state, at: wholeOf(state.template, fit(state.at)).from, to: fit(state.to) }
}

/** The place that a key leads to from a cell, over merged ones at once. */
export function neighbour(template: ReportTemplate, from: Place, by: Place, isFrom: Place = from): Place {
  const { from: first, to: last } = wholeOf(template, isFrom)
  const move = (line: 'row' | 'column') => (by[line] > 0 ? last[line] + by[line] : by[line] < 0 ? first[line] + by[line] : from[line])
  return { row: move('row'), column: move('column') }
}
