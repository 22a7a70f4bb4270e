/** Which built-in reports are asked for by parameters (`BUILT_IN`), without their templates: a form that is about many reports needs none of these. */
import type { ReportCode } from './asked.ts'

export const WITH_PARAMETERS: readonly string[] = ['run-certificate', 'machine-archive', 'order-sheet'] satisfies readonly ReportCode[]
