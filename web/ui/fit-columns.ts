/** How wide the columns of a table are where it has so much room: none ends in the middle of what lies over its edge. */
import type { Placed } from './column-settings.ts'

/** How much of its width a column gives, so that one more has room. */
const MIN_WIDTH_SHARE = 0.85

export interface Fitted<Row> {
  readonly placed: readonly Placed<Row>[]
  /** How many columns are seen only after scrolling. */
  readonly beyond: number
}

/**
 * The columns with their widths: as many as can be read stand whole in the room, and what has none begins at its edge. No heading is cut.
 * Widths that a reader has set are left alone.
 * @param room Pixels between what stays at the left of the table and at its right; nothing where it is not known, or nothing stays there.
 * @param headingOf How wide the heading of a column is, with all that stands in it.
 */
export function fitColumns<Row>(
  placed: readonly Placed<Row>[],
  room: number | undefined,
  headingOf: (column: Placed<Row>) => number,
): Fitted<Row> {
  const wanted = placed.map((column) => (column.isOwn ? column : { ...column, width: Math.max(column.width, headingOf(column)) }))
  if (room === undefined || sum(wanted) <= room) return { placed: wanted, beyond: 0 }
  const held = wanted.filter(({ pin }) => pin === 'right')
  const free = wanted.filter(({ pin }) => pin !== 'right')
  const space = room - sum(held)
  const least = free.map((column) =>
    column.isOwn || column.column.isFirm ? column.width : Math.max(column.width * MIN_WIDTH_SHARE, headingOf(column)),
  )
  const isOwn = placed.some((column) => column.isOwn)
  const count = countWithin(isOwn ? free.map(({ width }) => width) : least, space)
  if (isOwn || count === 0) return { placed: wanted, beyond: free.length - count }
  const [seen, later] = [free.slice(0, count), free.slice(count)]
  const [widest, narrowest] = [sum(seen), least.slice(0, count).reduce((total, width) => total + width, 0)]
  // Between what they need and what they would like, each gives or takes its part.
  const share = (space - narrowest) / (widest - narrowest)
  const isTight = widest > space
  const fitting = seen.map((column, at) => {
    const low = least[at] as number
    return { ...column, width: isTight ? low + (column.width - low) * share : (column.width * space) / widest }
  })
  return { placed: [...fitting, ...later, ...held], beyond: later.length }
}

const sum = (columns: readonly { readonly width: number }[]) => columns.reduce((total, { width }) => total + width, 0)

/** How many of the widths, from the first on, have room together. */
function countWithin(widths: readonly number[], space: number): number {
  let left = space
  const over = widths.findIndex((width) => (left -= width) < -0.5)
  return over < 0 ? widths.length : over
}
