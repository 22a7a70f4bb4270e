/** One page of a report as it is told, and whose turn it is to have one made. */
import type { ReportPage } from '../../../../model/contract/report/reports.ts'
import type { ReportPath } from '../../../../model/reports/path.ts'
import type { Extent } from '../../../figures/index.ts'
import { openKeyedMutex } from '../../../kernel/database/keyed-mutex.ts'
import { fail } from '../../../kernel/errors.ts'
import type { PagedReport, Pictures } from '../../../reports/index.ts'
import { picturesOn } from '../../../reports/index.ts'

/** Calls of one tenant that wait for a report. */
const MAX_WAITING = 20
const queue = openKeyedMutex(MAX_WAITING)

/**
 * The result of the work, done when no other report of the tenant is being made: each takes the memory of all its cells. What a job makes has a turn of its own, so that nobody
 * waits for the minutes that it may read, and so have long reports that are signed, each in a thread.
 */
export const serialiseReports = <Result>(
  tenantId: string,
  work: () => Promise<Result>,
  extent: Extent | 'signature' = 'page',
): Promise<Result> => queue.run(`${tenantId} ${extent}`, work)

interface Pages {
  readonly title: string
  readonly paged: PagedReport
  readonly pictures: Pictures
  readonly omitted: number
  readonly path: ReportPath
}

/** The boxes of a page, counted from 1. @throws Failure `report.no-page` */
export async function pageOf({ title, paged, pictures, omitted, path }: Pages, page: number): Promise<ReportPage> {
  if (page > paged.count) fail('report.no-page', { values: { page, count: paged.count } })
  const { boxes } = await paged.page(page - 1)
  const shown = picturesOn(boxes, pictures)
  return {
    title,
    page,
    count: paged.count,
    width: paged.width,
    height: paged.height,
    omitted,
    path,
    ...(shown ? { pictures: shown } : {}),
    boxes: boxes.map((box) => ({
      ...box,
      ...(box.border ? { border: [...box.border] } : {}),
      lines: [...box.lines],
      ...(box.paths ? { paths: [...box.paths] } : {}),
    })),
  } as ReportPage
}
