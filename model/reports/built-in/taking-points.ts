/** Which reports can be made of chosen points, whichever devices they are of. Templates of a tenant choose theirs themselves. */
import type { ReportCode } from './asked.ts'

const CODES: readonly string[] = ['day-sheet'] satisfies readonly ReportCode[]

/** Whether a report can be made of chosen points. @param report Its code, or the id of a template */
export const takesPoints = (report: unknown): boolean => CODES.includes(String(report))
