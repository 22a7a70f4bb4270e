/** The passages of one instance in time: what came when, how long it took, and by whom. */
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { HistoricActivity } from '../../../../model/contract/workflow/history.ts'
import { queryHistoricActivityInstance } from '../../../../model/contract/workflow/history.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Language, Translate } from '../../../kernel/i18n/i18n.ts'
import { localeOf, textOr, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { HistoryFiles } from '../../../shared/workflow/history-files.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessInvalidation } from '../../../shared/workflow/queries.ts'
import { spanText } from '../../../shared/workflow/span-text.ts'
import { momentOfText } from '../../../ui/clock.ts'
import type { Column } from '../../../ui/data-table.tsx'
import { FIRST_PAGE } from '../../../ui/page-sizes.ts'
import { Tag } from '../../../ui/tag.tsx'
import { spansOf } from './spans.ts'

const SIZE = 50

export default function HistoricActivitiesPage() {
  return (
    <PageOfOne
      title="menu.historicactivityinstance"
      list={{ path: '/activiti/historicprocessinstance', name: 'menu.historicprocessinstance' }}
    >
      {(id) => <Activities key={id} id={id} />}
    </PageOfOne>
  )
}

function Activities({ id }: { id: string }) {
  useProcessInvalidation()
  const t = useT()
  const language = useLanguage()
  const [{ page, size }, turn] = useState({ page: FIRST_PAGE, size: SIZE })
  const asked = useQuery({
    queryKey: [PROCESS_QUERIES, 'activities', id, page, size],
    queryFn: ({ signal }) =>
      ask(queryHistoricActivityInstance, { processInstanceId: id, currentPage: page, pageSize: size }, { signal, quiet: true }),
    placeholderData: (before) => before,
  })
  return (
    <section className="resource-card">
      <Asked of={asked}>
        {({ list, total, formats }) => (
          <>
            <HistoryFiles of={id} part="activity" formats={formats} />
            <Lines
              caption={t('menu.historicactivityinstance')}
              empty={t('process-list.nowhere')}
              columns={columnsOf(list, language, t)}
              rows={list}
              nameOf={({ activityName, activityId }) => activityName ?? activityId}
              card={{ title: 'name', status: 'state' }}
              isAsking={asked.isPlaceholderData}
              pages={{ page, size, total, onChange: (nextPage, nextSize) => turn({ page: nextPage, size: nextSize }) }}
            />
          </>
        )}
      </Asked>
    </section>
  )
}

const KINDS = { active: 'info', done: 'good', cancelled: 'quiet', undone: 'quiet', failed: 'urgent' } as const

function columnsOf(list: readonly HistoricActivity[], language: Language, t: Translate): Column<HistoricActivity>[] {
  const spans = spansOf(
    list.map(({ startTime, endTime }) => ({ from: momentOfText(startTime), to: endTime === null ? undefined : momentOfText(endTime) })),
    Date.now(),
  )
  const spanOf = ({ id }: HistoricActivity) => spans[list.findIndex((one) => one.id === id)]
  const text = (key: string, title: string, width: number, of: (row: HistoricActivity) => string): Column<HistoricActivity> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  const took = ({ durationInMillis }: HistoricActivity) =>
    durationInMillis === null ? t('process-list.still') : spanText(durationInMillis, localeOf[language])
  return [
    text('name', t('process-list.node'), 200, ({ activityName, activityId }) => activityName ?? activityId),
    {
      ...text('state', t('process-list.node-state'), 110, ({ state }) => t(`choice.activityState.${state}`)),
      render: ({ state }) => <Tag kind={KINDS[state]}>{t(`choice.activityState.${state}`)}</Tag>,
    },
    text('kind', t('process-list.node-kind'), 120, ({ activityType }) => textOr(`process-kind.${activityType}`, activityType)),
    text('assignee', t('field.process-tasks.assigneeId'), 130, ({ assignee }) => assignee ?? ''),
    { ...text('start', t('field.process-instances.startTime'), 170, ({ startTime }) => startTime), isFirm: true },
    { ...text('end', t('field.process-instances.endTime'), 170, ({ endTime }) => endTime ?? ''), isFirm: true },
    text('took', t('process-list.took'), 150, took),
    {
      ...text('span', t('process-list.when'), 200, took),
      render: (row) => {
        const span = spanOf(row)
        return (
          <div className="process-spans" aria-hidden="true">
            {span && <span className="process-span" style={{ left: `${span.left}%`, width: `${span.width}%` }} />}
          </div>
        )
      },
    },
  ]
}
