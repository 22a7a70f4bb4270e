/** How a table divides its place among boxes to tick, columns and actions. */
import type { RefObject } from 'react'
import { useState } from 'react'
import type { Placed } from './column-settings.ts'
import { offsetsOf } from './column-settings.ts'
import { fitColumns } from './fit-columns.ts'
import type { RowAction, RowRoom } from './row-action.ts'
import { widthOfActions } from './row-action.ts'
import { widthOfText } from './text-width.ts'
import { useDesk } from './use-media.ts'
import { useRoom } from './use-room.ts'

/** Width of the column of boxes, in pixels; data-table.css counts on it. */
export const CHOICE = 48
/** For the actions, as long as no row says what it has. */
const EXPECTED = 132
/** What a heading has at its sides, and beside its words where it sorts. */
const HEADING = 22
const ARROWS = 14
/** What tells of further columns, around its number. */
const BEYOND = 28

interface LayoutOf<Row> {
  readonly placed: readonly Placed<Row>[]
  readonly choosable: boolean
  /** The actions of each row that is drawn; nothing where rows have none. */
  readonly actions: readonly (readonly RowAction[])[] | undefined
  /** What stands over the actions. */
  readonly heading: string
  readonly isLoading: boolean
}

interface Layout<Row> {
  readonly placed: readonly Placed<Row>[]
  readonly offsets: readonly (number | undefined)[]
  /** Of all columns together. */
  readonly width: number
  readonly actionsWidth: number
  readonly room: RowRoom
  readonly beyond: number
}

/** Where everything stands. What is measured is measured before it is drawn. */
export function useLayout<Row>(scroller: RefObject<HTMLElement | null>, of: LayoutOf<Row>): Layout<Row> {
  const { choosable, actions, heading, isLoading } = of
  const isDesk = useDesk()
  const seen = useRoom(scroller)
  const needed = useWidest(actions, heading)
  const before = choosable ? CHOICE : 0
  const wanted = fitColumns(of.placed, undefined, headingWidth).placed
  const isTight = seen !== undefined && before + sum(wanted) + needed.words > seen
  const room = isTight ? 'icons' : 'words'
  const actionsWidth = actions ? (isLoading ? EXPECTED : Math.max(needed[room], headWidth(heading))) : 0

  const fitBeside = (actionsWidth: number) =>
    fitColumns(of.placed, isDesk && seen !== undefined ? seen - before - actionsWidth : undefined, headingWidth)
  const first = fitBeside(actionsWidth)
  // What tells of further columns takes room as well.
  const wider = actions && first.beyond > 0 ? Math.max(actionsWidth, headWidth(heading) + beyondWidth(first.beyond)) : actionsWidth
  const { placed, beyond } = wider > actionsWidth ? fitBeside(wider) : first
  return {
    placed,
    offsets: offsetsOf(placed, before, wider),
    width: before + sum(placed) + wider,
    actionsWidth: wider,
    room,
    beyond: actions ? beyond : 0,
  }
}

/** The widest that the actions of a row have been, so that the columns stand still from page to page. Another language begins anew. */
function useWidest(actions: LayoutOf<unknown>['actions'], heading: string): Readonly<Record<'words' | 'icons', number>> {
  const [kept, setKept] = useState({ heading, words: 0, icons: 0 })
  const before = kept.heading === heading ? kept : { words: 0, icons: 0 }
  const widest = (room: 'words' | 'icons') =>
    (actions ?? []).reduce((most, of) => Math.max(most, widthOfActions(of, room, widthOfText)), before[room])
  const now = { heading, words: widest('words'), icons: widest('icons') }
  if (now.words !== kept.words || now.icons !== kept.icons || heading !== kept.heading) setKept(now)
  return now
}

/** Wide enough for one column more as well, which it may push out itself. */
const beyondWidth = (columns: number) => BEYOND + Math.ceil(widthOfText(`+${columns + 1}`))
const headWidth = (text: string) => Math.ceil(widthOfText(text, 'heading')) + HEADING
const headingWidth = ({ column: { title, sortable } }: Placed<never>) => headWidth(title) + (sortable ? ARROWS : 0)
const sum = (columns: readonly { readonly width: number }[]) => columns.reduce((total, { width }) => total + width, 0)
