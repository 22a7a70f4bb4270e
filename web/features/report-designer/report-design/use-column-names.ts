/** What people call the columns of the template's data. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { figuresDocumentOf } from '../../../../model/figures/document.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { subjectsOf } from '../../../shared/figures/client.ts'
import { headingsOf } from '../../../shared/figures/names.ts'
import { fieldsOf } from './state/fields.ts'
import { useSheetState } from './store.ts'

/** The name of a column as cells name it, such as `room.time`; with that of its set where there are several. What is not known keeps its own. */
export function useColumnNames(): (field: string) => string {
  const t = useT()
  const sets = useSheetState(({ template }) => template.sets)
  const { data } = useQuery(subjectsOf())
  return useMemo(() => {
    const names = new Map<string, string>()
    const all = Object.entries(sets)
    for (const [set, { document }] of all) {
      const figures = figuresDocumentOf(document)
      const headings = figures && data ? headingsOf(figures, data.list, t) : {}
      for (const { field, name, shown } of fieldsOf(set, document)) {
        const heading = headings[name]
        if (heading === undefined) continue
        const label = all.length > 1 ? `${set}: ${heading}` : heading
        names.set(field, label)
        if (shown !== undefined) names.set(shown, t('report-design.show-name', { field: label }))
      }
    }
    return (field: string) => names.get(field) ?? field
  }, [sets, data, t])
}
