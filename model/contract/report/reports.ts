/** Reports: which there are, their pages, and their files. All of them are made of the same boxes. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { ASKED_PARAMETER } from '../../figures/document.ts'
import { commaList, day } from '../../wire.ts'
import { MAX_REPORT_POINTS, REPORT_CODES } from '../../reports/built-in/asked.ts'
import type { ReportParams } from '../../reports/params-text.ts'
import { reportParams } from '../../reports/params-text.ts'
import { REPORT_PATHS } from '../../reports/path.ts'
import { PERIODS } from '../../reports/period.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const asked = {
  /** The code of a built-in one, or the id of a template that was published. */
  report: z.union([z.enum(REPORT_CODES), id]),
  period: z._default(z.enum(PERIODS), 'day'),
  /** A day of the period, `yyyy-MM-dd`; the one of today without. */
  date: z.optional(day),
  deviceId: z.optional(id),
  siteId: z.optional(id),
  /** Of reports that take points (`takesPoints`): these alone; all of them without any. */
  pointId: z.optional(commaList(id, { max: MAX_REPORT_POINTS })),
  /** Of a report with parameters: their values by name, in a query string as JSON. One that is not given is what the template says. */
  params: z.optional(reportParams),
}

/** The reports that the caller can have, each with the hour at which its days begin where that is not midnight and with the parameters that it is asked for by, and in `allowed` which files of them, and whether they may issue them. */
export const queryReport = contract({
  method: 'GET',
  path: '/report/report/queryReport',
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        report: z.string(),
        title: z.string(),
        dayBegins: z.optional(z.number()),
        parameters: z.optional(z.array(ASKED_PARAMETER)),
      }),
    ),
    allowed: z.array(z.enum(['exportReport', 'exportWordReport', 'exportPDFReport', 'issueReport'])),
  }),
})

const line = z.strictObject({ text: z.string(), x: z.number(), y: z.number(), width: z.number() })
const box = z.strictObject({
  x: z.number(),
  y: z.number(),
  width: z.number(),
  height: z.number(),
  size: z.number(),
  isBold: z.optional(z.boolean()),
  isItalic: z.optional(z.boolean()),
  fill: z.optional(z.string()),
  colour: z.optional(z.string()),
  /** Widths of the lines above, to the right, below and to the left. */
  border: z.optional(z.tuple([z.number(), z.number(), z.number(), z.number()])),
  /** Each from where it begins, on its baseline, so many points wide. */
  lines: z.array(line),
  /** Of a picture of the page (`pictures`), where it stands between its ground and its lines. */
  picture: z.optional(z.strictObject({ id: z.string(), x: z.number(), y: z.number(), width: z.number(), height: z.number() })),
  /** Charts and codes, between its ground and its text: `d` as SVG has it, of M, L and Z alone. */
  paths: z.optional(
    z.array(
      z.strictObject({
        d: z.string(),
        fill: z.optional(z.string()),
        stroke: z.optional(z.string()),
        width: z.optional(z.number()),
        dash: z.optional(z.number()),
      }),
    ),
  ),
})

/** Boxes in points from the upper left corner of the page, counted from 1. `omitted` is how many fields the caller has not. */
export const reportPage = z.strictObject({
  title: z.string(),
  page: z.number(),
  count: z.number(),
  width: z.number(),
  height: z.number(),
  omitted: z.number(),
  /** How files of it are written: row by row, or from a sheet that is held in memory; absent of a report that was issued. */
  path: z.optional(z.enum(REPORT_PATHS)),
  boxes: z.array(box),
  /** The pictures that its boxes name, each once, by their ids: as addresses that begin with `data:`. Absent where there are none. */
  pictures: z.optional(z.record(z.string(), z.string())),
})

/** One page of a report. */
export const queryReportPage = contract({
  method: 'GET',
  path: '/report/report/queryReportPage',
  input: z.object({ ...asked, page: z._default(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(100_000)), 1) }),
  output: reportPage,
})
export type ReportPage = OutputOf<typeof queryReportPage>
/** As it has been read. */
export type ReportAsked = Omit<InputOf<typeof exportReport>, 'pointId' | 'params'> & {
  readonly pointId?: readonly string[] | undefined
  readonly params?: ReportParams | undefined
}

/** What is too large to be waited for is made by a job, which is told to clients that prefer it so. */
const queued = z.strictObject({ jobId: z.string(), queued: z.literal(true) })

/** The report as a workbook, as a Word document, and as a PDF. */
export const exportReport = contract({ method: 'GET', path: '/report/report/exportReport', input: z.object(asked), output: queued })
export const exportWordReport = contract({ method: 'GET', path: '/report/report/exportWordReport', input: z.object(asked), output: queued })
export const exportPDFReport = contract({ method: 'GET', path: '/report/report/exportPDFReport', input: z.object(asked), output: queued })
