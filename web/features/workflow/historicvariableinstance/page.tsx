/** The variables of one instance as they are, or were at its end. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoricVariable } from '../../../../model/contract/workflow/history.ts'
import { queryHistoricVariableInstance } from '../../../../model/contract/workflow/history.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { HistoryFiles } from '../../../shared/workflow/history-files.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { valueText } from '../../../../model/workflow/value-text.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { FIRST_PAGE } from '../../../ui/page-sizes.ts'

const SIZE = 50

export default function HistoricVariablesPage() {
  return (
    <PageOfOne
      title="menu.historicvariableinstance"
      list={{ path: '/activiti/historicprocessinstance', name: 'menu.historicprocessinstance' }}
    >
      {(id) => <Variables key={id} id={id} />}
    </PageOfOne>
  )
}

function Variables({ id }: { id: string }) {
  useProcessInvalidation()
  const t = useT()
  const [{ page, size }, turn] = useState({ page: FIRST_PAGE, size: SIZE })
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'variables', id, page, size],
    queryFn: ({ signal }) =>
      ask(queryHistoricVariableInstance, { processInstanceId: id, currentPage: page, pageSize: size }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className="resource-card">
      <Asked of={asked}>
        {({ list, total, formats }) => (
          <>
            <HistoryFiles of={id} part="variable" formats={formats} />
            <Lines
              caption={t('menu.historicvariableinstance')}
              empty={t('process-list.no-variables')}
              columns={columnsOf(t)}
              rows={list}
              nameOf={({ variableName }) => variableName}
              card={{ title: 'name' }}
              isAsking={asked.isPlaceholderData}
              pages={{ page, size, total, onChange: (nextPage, nextSize) => turn({ page: nextPage, size: nextSize }) }}
            />
          </>
        )}
      </Asked>
    </section>
  )
}

function columnsOf(t: Translate): Column<HistoricVariable>[] {
  const text = (key: string, title: string, width: number, of: (row: HistoricVariable) => string): Column<HistoricVariable> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  return [
    text('name', t('process-list.variable-name'), 180, ({ variableName }) => variableName),
    text('type', t('process-list.variable-type'), 110, ({ variableTypeName }) => variableTypeName),
    text('value', t('process-list.value'), 320, ({ value }) => valueText(value)),
    { ...text('created', t('process-list.created'), 170, ({ createTime }) => createTime), isFirm: true },
    { ...text('updated', t('process-list.updated'), 170, ({ lastUpdatedTime }) => lastUpdatedTime), isFirm: true },
  ]
}
