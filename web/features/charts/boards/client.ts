/** Boards, what charts can be made of, and the figures of charts. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { BoardChart, BoardContent } from '../../../../model/charts/board.ts'
import * as contract from '../../../../model/contract/charts/boards.ts'
import { exportFigure } from '../../../../model/contract/report/figure.ts'
import type { FiguresDocument } from '../../../../model/figures/document.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { fetchFile } from '../../../kernel/resource/exchange/save-file.ts'

const KEY = ['boards']

/** The query for the boards of the caller and one of them: the first one without an id. */
export const boardsOf = (id: string | undefined) =>
  queryOptions({
    queryKey: [...KEY, id ?? ''],
    queryFn: ({ signal }) => ask(contract.queryBoard, id === undefined ? {} : { id }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
/** Has boards asked for again. */
export const forgetBoards = (queries: QueryClient) => queries.invalidateQueries({ queryKey: KEY })
/** The id of the board that was added. @throws ApiError */
export const addBoard = (boardName: string, content: BoardContent) => ask(contract.addBoard, { boardName, content })
/** The version that the board has now. @throws ApiError, `row.changed` where it was changed elsewhere */
export const updateBoard = (id: string, change: { version: number; boardName?: string; content?: BoardContent }) =>
  ask(contract.updateBoard, { id, ...change })
/** The answer to deleting a board. @throws ApiError */
export const deleteBoard = (id: string) => ask(contract.deleteBoard, { id })
/** The answer to sharing a board, or to making a shared one one's own. @throws ApiError */
export const shareBoard = (id: string, audience: contract.ListedBoard['audience'], roles: readonly string[]) =>
  ask(contract.shareBoard, { id, audience, roleId: roles.join(',') })

/** Has the browser save the figures of a chart. @throws ApiError */
export const saveFigures = (
  chart: BoardChart,
  document: FiguresDocument,
  format: 'csv' | 'xlsx',
  headings: Readonly<Record<string, string>>,
) => fetchFile(exportFigure, { document: document as unknown as Record<string, unknown>, format, title: chart.title, headings })
