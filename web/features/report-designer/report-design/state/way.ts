import { TemplateFault } from '../../../../../model/reports/faults.ts'
import type { JudgedPath } from '../../../../../model/reports/path.ts'
import { judgedPath } from '../../../../../model/reports/path.ts'
import { readTemplate } from '../../../../../model/reports/read.ts'
import type { ReportTemplate } from '../../../../../model/reports/template.ts'

/** How a long report of a draft is written, and what keeps it from being written row by row; undefined of a draft that no report can come of. */
export function wayOf(draft: ReportTemplate): JudgedPath | undefined {
  try {
    return judgedPath(readTemplate(draft))
  } catch (error) {
    if (error instanceof TemplateFault) return undefined
    throw error
  }
}
