/** A checklist in a list: how many items it has, in place of the text that keeps them. */
import { readChecklist } from '../../../model/maintenance/checklist.ts'
import type { ColumnSetups } from '../../kernel/resource/columns.tsx'
import { useT } from '../../kernel/i18n/i18n.ts'

/** The setup of a column that shows the number of items of a checklist. @param name Of the field */
export const checklistColumn = (name: string): Pick<ColumnSetups[string], 'render'> => ({
  render: (row) => <Items text={row[name]} />,
})

function Items({ text }: { readonly text: unknown }) {
  const t = useT()
  const items = typeof text === 'string' ? (readChecklist(text) ?? []) : []
  return items.length === 0 ? null : (
    <span title={items.map((item) => item.text).join('\n')}>{t('checklist.count', { count: items.length })}</span>
  )
}
