/** The cells that a cell repeats with. */
import { cellsOf, planOf } from '../../../../model/reports/plan.ts'
import type { Direction } from '../../../../model/reports/plan.ts'
import { TemplateFault } from '../../../../model/reports/faults.ts'
import type { ReportTemplate } from '../../../../model/reports/template.ts'

export interface Parent {
  readonly name: string
  readonly direction: Direction
}

/** The nearest cell that expands with which a cell repeats, in each direction; none where the template does not fit together yet. */
export function parentsIn(template: ReportTemplate, name: string): Parent[] {
  try {
    const cells = cellsOf(template)
    const one = cells.find((each) => each.name === name)
    if (!one) return []
    return (['down', 'right'] as const).flatMap((direction): Parent[] => {
      const chain = (planOf(cells, direction).chains.get(one) ?? []).filter((each) => each !== one)
      const parent = chain.at(-1)
      return parent ? [{ name: parent.name, direction }] : []
    })
  } catch (error) {
    if (error instanceof TemplateFault) return []
    throw error
  }
}
