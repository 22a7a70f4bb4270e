/** What a built-in report is made for. */
import type { ReportParams } from '../params-text.ts'
import type { Period, ReportPeriod } from '../period.ts'

export const REPORT_CODES = [
  'curing-room',
  'day-sheet',
  'curve',
  'excursions',
  'mass-concrete',
  'steam',
  'spray',
  'degree-days',
  'curing-runs',
  'run-certificate',
  'specimens',
  'strength',
  'site',
  'shift-log',
  'alarm-month',
  'alarm-list',
  'availability',
  'tensioning',
  'grouting',
  'calibrations-due',
  'machine-archive',
  'order-sheet',
] as const
/** Those of the page of tensioning; the others are those of the page of periodic reports. */
export const TENSION_CODES: readonly string[] = ['tensioning', 'grouting'] satisfies readonly (typeof REPORT_CODES)[number][]
export type ReportCode = (typeof REPORT_CODES)[number]

/** Chosen points of one report at the most: as many as two pages beside one another have columns for. */
export const MAX_REPORT_POINTS = 30

export interface ReportFor {
  readonly period: Period
  readonly of: ReportPeriod
  readonly deviceId?: string | undefined
  readonly siteId?: string | undefined
  /** Whether its reader may have figures of a subject that the report has besides; without it they may. */
  readonly has?: ((subject: string) => boolean) | undefined
  /** Values of its parameters, by their names. */
  readonly params?: ReportParams | undefined
  /** Of a report that takes points (taking-points.ts): these alone. */
  readonly pointIds?: readonly string[] | undefined
}
