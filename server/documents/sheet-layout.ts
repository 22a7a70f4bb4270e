/** How a sheet of a workbook looks, read in a thread of its own with a memory and a time of its own. */
import { SheetError } from './limits.ts'
import type { SheetExtent, SheetLayout } from './layout-types.ts'
import { nextOf, openReader } from './reader.ts'

/**
 * What stands in a sheet and how it looks, with what was left out of that.
 * @param most Rows and columns beyond which nothing may stand
 * @param at Which of those that are shown, from 0
 * @throws SheetError when the file is not taken, and why
 */
export async function sheetLayout(path: string, most: SheetExtent, at = 0): Promise<SheetLayout> {
  const worker = openReader({ path, at, layout: most })
  try {
    const answer = await nextOf(worker)
    if ('refused' in answer) throw new SheetError(answer.refused)
    if (!('layout' in answer)) throw new Error('the reader of a workbook answered something else')
    return answer.layout
  } finally {
    await worker.terminate()
  }
}
