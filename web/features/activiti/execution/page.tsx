/** Where an instance is: scopes that are open, what goes on in them, tokens that wait at joins, and what is waited for. */
import { useQuery } from '@tanstack/react-query'
import type { Execution } from '../../../../model/contract/workflow/instances.ts'
import { queryExecution, queryProcessTrack } from '../../../../model/contract/workflow/instances.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { Translate } from '../../../kernel/i18n/i18n.ts'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { Asked } from '../../../shared/workflow/asked.tsx'
import { Lines } from '../../../shared/workflow/lines.tsx'
import { PageOfOne } from '../../../shared/workflow/page-of-one.tsx'
import { PROCESS_QUERIES, useProcessNews } from '../../../shared/workflow/queries.ts'
import { TrackView } from '../../../shared/workflow/track-view.tsx'
import type { Column } from '../../../ui/data-table.tsx'
import { Tag } from '../../../ui/tag.tsx'

export default function ExecutionPage() {
  return (
    <PageOfOne title="menu.execution" list={{ path: '/activiti/processinstance', name: 'menu.processinstance' }}>
      {(id) => <ExecutionOf key={id} id={id} />}
    </PageOfOne>
  )
}

function ExecutionOf({ id }: { id: string }) {
  useProcessNews()
  const t = useT()
  const track = useQuery({
    queryKey: [PROCESS_QUERIES, 'track', 'running', id],
    queryFn: ({ signal }) => ask(queryProcessTrack, { processInstanceId: id }, { signal, quiet: true }),
  })
  const executions = useQuery({
    queryKey: [PROCESS_QUERIES, 'executions', id],
    queryFn: ({ signal }) => ask(queryExecution, { processInstanceId: id }, { signal, quiet: true }),
  })
  return (
    <>
      <section className="resource-card">
        <Asked of={executions}>
          {({ list }) => (
            <Lines
              caption={t('menu.execution')}
              empty={t('process-list.nowhere')}
              columns={columnsOf(list, t)}
              rows={list}
              nameOf={({ name, activityId }) => name ?? activityId}
              card={{ title: 'name', status: 'state' }}
            />
          )}
        </Asked>
      </section>
      <section className="resource-card">
        <Asked of={track}>{(data) => <TrackView of={data} />}</Asked>
      </section>
    </>
  )
}

function columnsOf(list: readonly Execution[], t: Translate): Column<Execution>[] {
  const text = (key: string, title: string, width: number, of: (row: Execution) => string): Column<Execution> => ({
    key,
    title,
    width,
    text: of,
    render: of,
  })
  return [
    text('name', t('process-list.node'), 220, ({ name, activityId }) => name ?? activityId),
    {
      ...text('state', t('process-list.node-state'), 120, ({ state }) => t(`choice.activityState.${state}`)),
      render: ({ state }) => (
        <Tag kind={state === 'failed' ? 'urgent' : state === 'active' ? 'info' : 'quiet'}>{t(`choice.activityState.${state}`)}</Tag>
      ),
    },
    text('kind', t('process-list.node-kind'), 140, ({ activityType }) => textOr(`process-kind.${activityType}`, activityType)),
    text('parent', t('process-list.within'), 180, ({ parentId }) => {
      const parent = list.find(({ id }) => id === parentId)
      return parent ? (parent.name ?? parent.activityId) : ''
    }),
    text('waits', t('process-list.waits'), 260, ({ waits }) =>
      waits
        .map(({ kind, name, dueTime }) => [textOr(`process-wait.${kind}`, kind), name, dueTime].filter(Boolean).join(' '))
        .join(t('common.between')),
    ),
    { ...text('since', t('process-list.since'), 170, ({ since }) => since ?? ''), isFirm: true },
  ]
}
