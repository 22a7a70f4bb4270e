/** Charts of a board, as they may be stored and as one reader is told them. */
import type { BoardChart, BoardContent } from '../../../../model/charts/board.ts'
import { MAX_BOARD_BYTES } from '../../../../model/charts/board.ts'
import { DocumentFault } from '../../../../model/figures/faults.ts'
import { readFigures } from '../../../../model/figures/read.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { readableBy } from '../../../figures/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { Failure, fail } from '../../../kernel/errors.ts'

/**
 * The board with the documents that the caller may read: of a chart that compares with what they do not see, or is grouped by it, `document` is null.
 */
export async function withinSight(tx: Transaction, caller: Caller, content: BoardContent): Promise<BoardContent> {
  const mayRead = await readableBy(
    tx,
    caller,
    content.charts.map(({ document }) => document),
  )
  return { ...content, charts: content.charts.map((chart, at) => (mayRead[at] ? chart : { ...chart, document: null })) }
}

/**
 * The board as JSON to be stored. A chart that was told without its document keeps the one that is stored.
 * @throws Failure `figure.document` with the place of what is wrong, `board.withheld` for a chart that has no document, `board.too-large`
 */
export function storable(content: BoardContent, stored: BoardContent | undefined, t: Translate): string {
  const kept = new Map(stored?.charts.map(({ id, document }) => [id, document]))
  const charts = content.charts.map((chart, at): BoardChart => {
    const document = chart.document ?? kept.get(chart.id) ?? fail('board.withheld')
    if (chart.document) assertReadable(chart.document, `content.charts[${at}].document`, t)
    return { ...chart, document }
  })
  const json = JSON.stringify({ ...content, charts })
  return Buffer.byteLength(json) <= MAX_BOARD_BYTES ? json : fail('board.too-large')
}

function assertReadable(document: unknown, place: string, t: Translate): void {
  try {
    readFigures(document)
  } catch (error) {
    if (!(error instanceof DocumentFault)) throw error
    const { code, values, place: within } = error.fault
    const message = t(`figures.fault.${code}`, { name: '', place: within, ...values })
    throw new Failure('figure.document', { fields: [{ field: `${place}.${within}`, message }], cause: error })
  }
}
