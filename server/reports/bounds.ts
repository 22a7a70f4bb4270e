/** How large a report may be: as much as somebody waits for, or as much as a job makes. */
import { fail } from '../kernel/errors.ts'

export interface ReportBounds {
  /** Rows of its sheet. */
  readonly rows: number
  /** Steps of all formulas together, and values of its charts. */
  readonly steps: number
  /** Whether what is beyond them is refused for good: otherwise a job may have more. */
  readonly isJob: boolean
}

/** A tenant may have reports made by a job that are smaller than these (`export.jobRows`), and none that are larger. */
export const MAX_PAGE_ROWS = 20_000
/** Rows of a sheet that is held in memory with all its cells; these are counted besides. */
const MAX_JOB_ROWS = 200_000

/** The bounds of a report that somebody waits for. @param jobRows With so many rows it is a job */
export const boundsOfPage = (jobRows: number): ReportBounds => ({
  rows: Math.min(jobRows, MAX_PAGE_ROWS) - 1,
  steps: 1_000_000,
  isJob: false,
})
export const JOB_BOUNDS: ReportBounds = { rows: MAX_JOB_ROWS, steps: 20_000_000, isJob: true }

/** What a refusal has besides its words: nothing is wrong, and a job makes it. Pages go by it. */
const FOR_A_JOB = { background: true } as const

/** Never returns. @throws Failure `report.as-job` where a job may make as much, else `report.too-much` */
export function tooManyRows({ rows, isJob }: ReportBounds): never {
  return isJob ? fail('report.too-much', { values: { most: rows } }) : fail('report.as-job', { values: { most: rows }, more: FOR_A_JOB })
}
