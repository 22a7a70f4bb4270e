/** Which columns a table shows, where and how wide: what the page declares, changed by what its reader wants. */
import type { Column } from './column.ts'

/** What somebody wants otherwise; what is absent is as the page has it. Columns by their key. */
export interface ColumnSettings {
  /** Those not named follow in their own order. */
  readonly order?: readonly string[] | undefined
  /** Without it those that are rare. */
  readonly hidden?: readonly string[] | undefined
  /** Without it the first column stays where it is. */
  readonly left?: readonly string[] | undefined
  readonly right?: readonly string[] | undefined
  /** Pixels. */
  readonly widths?: Readonly<Record<string, number>> | undefined
  readonly density?: 'compact' | 'standard' | 'roomy' | undefined
}

export type Pin = 'left' | 'right' | undefined

export interface Placed<Row> {
  readonly column: Column<Row>
  readonly width: number
  readonly pin: Pin
  /** Its reader has set the width. */
  readonly isOwn: boolean
  /** Takes what is left over, where its neighbours have a width of their own. */
  readonly elastic: boolean
}

interface Keyed {
  readonly key: string
  readonly isRare?: boolean
}

/** The keys of the columns that are not shown: those that the reader does not want, or as long as they have said nothing, those that few rows have anything in. */
export function hiddenOf(columns: readonly Keyed[], { hidden }: ColumnSettings): readonly string[] {
  return hidden ?? columns.filter(({ isRare }) => isRare).map(({ key }) => key)
}

/** All columns in the order wanted, the hidden ones among them. */
export function inOrder<Col extends Keyed>(columns: readonly Col[], { order = [] }: ColumnSettings): Col[] {
  const named = order.flatMap((key) => columns.find((column) => column.key === key) ?? [])
  return [...named, ...columns.filter(({ key }) => !order.includes(key))]
}

/** Where a column stays while the others pass beneath it. */
export function pinOf(key: string, lead: string | undefined, { left, right = [] }: ColumnSettings): Pin {
  if (right.includes(key)) return 'right'
  return (left?.includes(key) ?? key === lead) ? 'left' : undefined
}

/** The columns as they stand in the table, from left to right. A table shows one at least. */
export function arranged<Row>(columns: readonly Column<Row>[], look: ColumnSettings): Placed<Row>[] {
  const wanted = inOrder(columns, look)
  const hidden = hiddenOf(columns, look)
  const shown = wanted.filter(({ key }) => !hidden.includes(key))
  const there = shown.length > 0 ? shown : wanted.slice(0, 1)
  const pinned = there.map((column) => ({ column, pin: pinOf(column.key, there[0]?.key, look) }))
  const sides = [
    ...pinned.filter(({ pin }) => pin === 'left'),
    ...pinned.filter(({ pin }) => !pin),
    ...pinned.filter(({ pin }) => pin === 'right'),
  ]
  const own = look.widths ?? {}
  const isSet = sides.some(({ column }) => own[column.key] !== undefined)
  const elastic = isSet ? sides.findLast(({ pin }) => !pin) : undefined
  return sides.map(({ column, pin }) => ({
    column,
    pin,
    width: own[column.key] ?? column.width,
    isOwn: own[column.key] !== undefined,
    elastic: column === elastic?.column,
  }))
}

/** How far from its edge each pinned column stays, in pixels; `before` and `after` stand outside of them. */
export function offsetsOf<Row>(placed: readonly Placed<Row>[], before: number, after: number): (number | undefined)[] {
  const sum = (part: readonly Placed<Row>[]) => part.reduce((total, { width }) => total + width, 0)
  return placed.map(({ pin }, at) => {
    if (pin === 'left') return before + sum(placed.slice(0, at))
    return pin === 'right' ? after + sum(placed.slice(at + 1)) : undefined
  })
}

/** The look after a column was moved to the place of another one. */
export function moved<Col extends Keyed>(columns: readonly Col[], look: ColumnSettings, key: string, to: string): ColumnSettings {
  const keys = inOrder(columns, look).map((column) => column.key)
  const [from, at] = [keys.indexOf(key), keys.indexOf(to)]
  if (from < 0 || at < 0 || from === at) return look
  keys.splice(at, 0, ...keys.splice(from, 1))
  return { ...look, order: keys }
}

/** The settings with the column shown, or hidden. */
export function shownOrNot(columns: readonly Keyed[], look: ColumnSettings, key: string, isShown: boolean): ColumnSettings {
  const others = hiddenOf(columns, look).filter((one) => one !== key)
  return { ...look, hidden: isShown ? others : [...others, key] }
}

/** The settings with the column held at a side, or at none. @param lead The column that is held on the left unless settings say otherwise */
export function pinned(look: ColumnSettings, key: string, pin: Pin, lead: string | undefined): ColumnSettings {
  const without = (keys: readonly string[]) => keys.filter((one) => one !== key)
  const left = without(look.left ?? (lead === undefined ? [] : [lead]))
  const right = without(look.right ?? [])
  return { ...look, left: pin === 'left' ? [...left, key] : left, right: pin === 'right' ? [...right, key] : right }
}
