/** The rows of a list as cards: another look at the same page of the same rows. Who has chosen it finds it again in this browser. */
import type { ReactNode } from 'react'
import { useCallback, useEffect, useRef } from 'react'
import type { Resource } from '../../../model/resource.ts'
import type { RowAction } from '../../ui/data-table.tsx'
import type { ResourceRow } from '../http/resource-client.ts'
import { PAGE_SIZE } from './list-state.ts'
import { remembered, useRemembered } from './remembered.ts'

/** What a page draws in place of its table. */
export interface BoardProps {
  readonly rows: readonly ResourceRow[]
  readonly isFirst: boolean
  readonly fields: readonly string[] | undefined
  readonly allowed: readonly string[] | undefined
  readonly actionsOf: (row: ResourceRow) => readonly RowAction[]
}

export interface Board {
  /** Its name, beside that of the table. */
  readonly names: { readonly label: string; readonly table: string; readonly board: string }
  readonly draw: (props: BoardProps) => ReactNode
}

/** More fit on a screen than in a table, which begins with ten rows. */
const BOARD_SIZE = 50

const keyOf = (of: Resource) => `${of.name}.look`

/** The rows of a page: a board begins with more of them. */
export const sizeOf = (isBoard: boolean, size: number): number => (isBoard && size === PAGE_SIZE ? BOARD_SIZE : size)

/** The size of the first page, by what was chosen last in this browser. */
export const firstSizeOf = (of: Resource, size: number): number => sizeOf(remembered(keyOf(of)) === 'board', size)

/** Whether the board is looked at, and how to change that. */
export function useBoard(of: Resource, board: Board | undefined): [boolean, (isBoard: boolean) => void] {
  const [word, setWord] = useRemembered(keyOf(of), 'table')
  return [board !== undefined && word === 'board', (isBoard) => setWord(isBoard ? 'board' : 'table')]
}

/**
 * The actions of a row by a function that stays the same, so that a card is drawn anew with its row and not with the page. What an action does is that of the page as it is by then; whoever
 * draws by it has `allowed` among their properties, by which the actions there are change.
 */
export function useSteadyActions(actionsOf: BoardProps['actionsOf']): BoardProps['actionsOf'] {
  const newest = useRef(actionsOf)
  useEffect(() => {
    newest.current = actionsOf
  })
  return useCallback(
    (row) =>
      newest.current(row).map((action) => ({
        ...action,
        run: () =>
          newest
            .current(row)
            .find(({ key }) => key === action.key)
            ?.run(),
      })),
    [],
  )
}
