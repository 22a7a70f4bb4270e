/** Finding what is typed in cells, and putting something else in its place. Pure. */
import type { Place } from '../../../../../model/reports/places.ts'
import { nameOfPlace, placeNamed } from '../../../../../model/reports/places.ts'
import type { ReportTemplate, TemplateCell } from '../../../../../model/reports/template.ts'
import { MAX_RUN, MAX_TEXT } from '../../../../../model/reports/template.ts'
import { isFixed, typedOf } from './cells.ts'
import { changeCell, typeInto } from './edits.ts'

const isBefore = (one: Place, other: Place) => one.row < other.row || (one.row === other.row && one.column < other.column)

/** The texts in which is sought: what is typed to get a cell, or each part of one that has several. */
const textsOf = (cell: TemplateCell): string[] => cell.rich?.map(({ text }) => text) ?? [typedOf(cell)]

/** The cells that have a text in what is typed to get them, or in one of their parts, row by row; whether letters are capitals makes no difference. */
export function placesWith({ cells }: Pick<ReportTemplate, 'cells'>, sought: string): Place[] {
  if (sought === '') return []
  const pattern = patternOf(sought)
  return Object.entries(cells)
    .filter(([, cell]) => textsOf(cell).some((text) => text.search(pattern) >= 0))
    .flatMap(([name]) => placeNamed(name) ?? [])
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
}

/** The next of the places behind a cell, or the last one before it, around the end of the sheet; undefined of none. */
export function nextOf(places: readonly Place[], at: Place, isBack = false): Place | undefined {
  return isBack
    ? (places.findLast((place) => isBefore(place, at)) ?? places.at(-1))
    : (places.find((place) => isBefore(at, place)) ?? places[0])
}

/** The template with one text in place of another in what is typed in these cells; a cell that would have too much stays. */
export function replaced(template: ReportTemplate, places: readonly Place[], sought: string, by: string): ReportTemplate {
  if (sought === '') return template
  const pattern = patternOf(sought)
  return places.reduce((made, place) => {
    const cell = made.cells[nameOfPlace(place)]
    if (cell?.rich) {
      const rich = cell.rich.map((run) => ({ ...run, text: run.text.replaceAll(pattern, () => by) }))
      const isTooLong = rich.some(({ text }) => text.length > MAX_RUN) || rich.reduce((sum, { text }) => sum + text.length, 0) > MAX_TEXT
      return isTooLong || rich.every(({ text }, at) => text === cell.rich?.[at]?.text) ? made : changeCell(made, place, { rich })
    }
    const before = typedOf(cell)
    const typed = before.replaceAll(pattern, () => by)
    return isFixed(cell) || typed === before || typed.length > MAX_TEXT ? made : typeInto(made, place, typed)
  }, template)
}

/** A text as it stands, with no meaning of its characters. */
const patternOf = (text: string) => new RegExp(text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`), 'giu')
