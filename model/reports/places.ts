/** Places of a sheet: `B4` and `A1:C2`, as people and workbooks write them. Rows and columns are counted from 0. */
import { columnName } from '../workbook.ts'

export interface Place {
  readonly row: number
  readonly column: number
}

/** A rectangle of cells, both corners included. */
export interface Area {
  readonly from: Place
  readonly to: Place
}

const PLACE = /^([A-Z]{1,2})([1-9]\d{0,2})$/

/** Whether a text is the name of a cell. */
export const isPlace = (text: string): boolean => PLACE.test(text)

/** The place that a name such as `B4` means; undefined for another text. */
export function placeNamed(name: string): Place | undefined {
  const [, letters, digits] = PLACE.exec(name) ?? []
  if (letters === undefined || digits === undefined) return undefined
  const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1
  return { row: Number(digits) - 1, column }
}

/** The name of a place, such as `B4`. */
export const nameOfPlace = ({ row, column }: Place): string => `${columnName(column)}${row + 1}`

/** The area that `A1:C2` means; undefined for another text, and where the second corner lies before the first. */
export function areaNamed(name: string): Area | undefined {
  const [first = '', last = '', ...more] = name.split(':')
  const [from, to] = [placeNamed(first), placeNamed(last)]
  if (!from || !to || more.length > 0 || to.row < from.row || to.column < from.column) return undefined
  return { from, to }
}
