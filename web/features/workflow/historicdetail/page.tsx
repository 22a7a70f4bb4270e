/** What happened in one instance, in order: acts with what was said, and values that variables were given. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoricDetail } from '../../../../model/contract/workflow/history.ts'
import { queryHistoricDetail } from '../../../../model/contract/workflow/history.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { HistoryFiles } from '../../../shared/workflow/history-files.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { valueText } from '../../../../model/workflow/value-text.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { FIRST_PAGE } from '../../../ui/page-sizes.ts'

const SIZE = 50

export default function HistoricDetailPage() {
  return (
    <PageOfOne title="menu.historicdetail" list={{ path: '/activiti/historicprocessinstance', name: 'menu.historicprocessinstance' }}>
      {(id) => <Details key={id} id={id} />}
    </PageOfOne>
  )
}

function Details({ id }: { id: string }) {
  useProcessInvalidation()
  const t = useT()
  const [{ page, size }, turn] = useState({ page: FIRST_PAGE, size: SIZE })
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'details', id, page, size],
    queryFn: ({ signal }) =>
      ask(queryHistoricDetail, { processInstanceId: id, currentPage: page, pageSize: size }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className="resource-card">
      <Asked of={asked}>
        {({ list, total, formats }) => (
          <>
            <HistoryFiles of={id} part="detail" formats={formats} />
            <Lines
              caption={t('menu.historicdetail')}
              empty={t('process-list.record-empty')}
              columns={columnsOf(t)}
              rows={list}
              nameOf={(row) => nameOf(row)}
              card={{ title: 'name', status: 'kind' }}
              isAsking={asked.isPlaceholderData}
              pages={{ page, size, total, onChange: (nextPage, nextSize) => turn({ page: nextPage, size: nextSize }) }}
            />
          </>
        )}
      </Asked>
    </section>
  )
}

/** An act by its name; a variable by its own. */
const nameOf = ({ kind, name }: HistoricDetail): string => (kind === 'act' ? textOr(`process-act.${name}`, name) : name)

function columnsOf(t: Translate): Column<HistoricDetail>[] {
  const text = (key: string, title: string, width: number, of: (row: HistoricDetail) => string): Column<HistoricDetail> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  return [
    { ...text('time', t('monitor.time'), 170, ({ time }) => time), isFirm: true },
    text('kind', t('process-list.detail-kind'), 100, ({ kind }) => t(`process-list.detail-${kind}`)),
    text('name', t('process-list.detail-name'), 180, nameOf),
    text('before', t('process-list.value-before'), 180, ({ before }) => valueText(before)),
    text('value', t('process-list.value'), 220, ({ value }) => valueText(value)),
    text('task', t('field.process-tasks.name'), 160, ({ taskName }) => taskName ?? ''),
    text('user', t('process-list.who'), 130, ({ userId }) => userId ?? ''),
    text('comment', t('process-list.comment'), 260, ({ comment }) => comment ?? ''),
  ]
}
