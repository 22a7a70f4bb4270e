/** What can be done to a row, and how much room that takes. */
import type { ReactNode } from 'react'

export interface RowAction {
  readonly key: string
  readonly label: string
  readonly danger?: boolean
  /** Shown in place of the word, which is told by hovering and to whoever hears it. */
  readonly icon?: ReactNode
  /** Shown so only where words would take the room of a column. */
  readonly smallIcon?: ReactNode
  /** Not an everyday thing: it stands in the menu. */
  readonly rare?: boolean
  /** What the row is there for: on a phone it stands beside the menu of the others. */
  readonly main?: boolean
  readonly run: () => void
}

/** How much room a row has: for words, for icons where there are some, or for what is most important and a menu. */
export type RowRoom = 'words' | 'icons' | 'menu'

/** As many words as fit beside each other in the longest of our languages. */
const MAX_ACTIONS = 3

/** Which actions stand beside each other, and which in the menu. */
export function actionsIn(actions: readonly RowAction[], room: RowRoom): { shown: readonly RowAction[]; rest: readonly RowAction[] } {
  const isShown = ({ rare = false, main = false }: RowAction) => (room === 'menu' ? main : !rare)
  // The last ones are those every row has, in the same place on every page.
  const shown = actions.filter(isShown).slice(-MAX_ACTIONS)
  return { shown, rest: actions.filter((action) => !shown.includes(action)) }
}

/** What stands in place of the word of an action, if anything does. */
export const iconOf = ({ icon, smallIcon }: RowAction, room: RowRoom): ReactNode => icon ?? (room === 'words' ? undefined : smallIcon)

/** Pixels beside the text of a button, as data-table.css has them. */
const AROUND = 16
const ICON = 16
/** What a cell has at its sides, less what the first button is moved outwards. */
const CELL = 20 - 8

/** The pixels that the cell needs for these actions. @param widthOf How wide a text is */
export function widthOfActions(actions: readonly RowAction[], room: RowRoom, widthOf: (text: string) => number): number {
  const { shown, rest } = actionsIn(actions, room)
  const widths = shown.map((action) => (iconOf(action, room) === undefined ? widthOf(action.label) : ICON))
  const buttons = rest.length > 0 ? [...widths, ICON] : widths
  return Math.ceil(buttons.reduce((sum, width) => sum + width + AROUND, CELL))
}
