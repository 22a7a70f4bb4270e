/** A board of charts as data: which figures, drawn in which way and how wide (docs/decisions/0145-boards-of-charts.md). */
import * as z from 'zod/mini'
import { RANGE } from '../figures/document.ts'
import { WIDTHS } from '../home/workbench.ts'
import { lineOf } from '../wire.ts'

export const CHART_KINDS = ['line', 'area', 'bar', 'stacked', 'pie', 'number', 'table', 'heat'] as const
export type BoardChartKind = (typeof CHART_KINDS)[number]

/** The figures of a board are asked for in one call, which takes 60 documents. */
export const MAX_CHARTS = 24
/** Of a board, as JSON in UTF-8; also said in the table (migrations/0116_boards.sql). */
export const MAX_BOARD_BYTES = 192 * 1024

const chart = z.strictObject({
  /** Told apart within the board. */
  id: z.string().check(z.regex(/^[\w-]{1,36}$/)),
  title: lineOf(64),
  kind: z.enum(CHART_KINDS),
  width: z.literal(WIDTHS),
  /** Of its values, as it stands on the axis. */
  unit: z.optional(z.string().check(z.maxLength(16))),
  /** A figures document, read by model/figures/read.ts. Null in an answer where its reader may not be told what it asks for, and then in what they store. */
  document: z.nullable(z.record(z.string(), z.unknown())),
})
export type BoardChart = z.output<typeof chart>

export const boardSchema = z.strictObject({
  format: z.literal(1),
  /** Of all charts, until its reader chooses another; absent where each has its own. */
  range: z.optional(RANGE),
  charts: z.array(chart).check(
    z.maxLength(MAX_CHARTS),
    z.refine((all) => new Set(all.map(({ id }) => id)).size === all.length),
  ),
})
export type BoardContent = z.output<typeof boardSchema>
