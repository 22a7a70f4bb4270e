import type { TemplateCell } from '../../../../model/reports/template.ts'

/** What a panel about the content of the chosen cell is told. */
export interface ContentProps {
  readonly id: string
  readonly cell: TemplateCell
  readonly onChange: (more: Partial<Record<keyof TemplateCell, unknown>>, run?: string) => void
}
