import type { TaskDetails } from '../../../model/contract/workflow/tasks.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { Lines } from './lines.tsx'
import { valueText } from '../../../model/workflow/value-text.ts'

/** The variables of an instance that their reader sees. */
export function VariableLines({ of }: { of: TaskDetails['variables'] }) {
  const t = useT()
  return (
    <Lines
      caption={t('process-list.variables')}
      empty={t('process-list.no-variables')}
      columns={[
        { key: 'name', title: t('process-list.variable-name'), width: 200, render: ({ name }) => name, text: ({ name }) => name },
        { key: 'type', title: t('process-list.variable-type'), width: 120, render: ({ type }) => type, text: ({ type }) => type },
        {
          key: 'value',
          title: t('process-list.value'),
          width: 320,
          render: ({ value }) => valueText(value),
          text: ({ value }) => valueText(value),
        },
      ]}
      rows={of.map((variable) => ({ ...variable, id: variable.name }))}
      nameOf={({ name }) => name}
      card={{ title: 'name' }}
    />
  )
}
