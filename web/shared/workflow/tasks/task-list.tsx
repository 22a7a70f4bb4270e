/** A list of one's own tasks: those that can be taken, those one has, those one has done. It follows by itself. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { PERSONAL_STATES, PersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { queryPersonalTask } from '../../../../model/contract/workflow/tasks.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import '../../../kernel/resource/resource-page.css'
import type { ColumnSettings } from '../../../ui/column-settings.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pager } from '../../../ui/pager.tsx'
import type { Action } from '../../../ui/toolbar.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { PROCESS_QUERIES, useProcessNews } from '../queries.ts'
import type { TaskColumnName } from './columns.tsx'
import { taskColumnsOf } from './columns.tsx'
import { useListAddress } from './use-list-address.ts'

const DETAILS = '/personaloa/mytaskdetails'
const NAMES = ['taskName', 'processDefinitionName', 'description', 'startTime', 'endTime']

interface TaskListProps {
  readonly status: (typeof PERSONAL_STATES)[number]
  readonly title: LabelKey
  readonly empty: LabelKey
  readonly columns: readonly TaskColumnName[]
  /** What stands on a card on a phone. */
  readonly fields: readonly TaskColumnName[]
  readonly actionsOf: (task: PersonalTask, open: () => void) => readonly RowAction[]
  /** Of the rows that are ticked; without it none can be. */
  readonly actions?: (chosen: readonly PersonalTask[], clear: () => void) => readonly Action[]
  /** What has to do with no row. */
  readonly tools?: readonly Action[]
}

const none: ReadonlySet<string> = new Set()

export function TaskList({ status, title, empty, columns, fields, actionsOf, actions, tools = [] }: TaskListProps) {
  useProcessNews()
  const t = useT()
  const navigate = useNavigate()
  const { page, size, filters, show } = useListAddress(NAMES)
  const [look, setLook] = useState<ColumnSettings>({})
  const [chosen, setChosen] = useState(none)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [PROCESS_QUERIES, 'mine', status, page, size, filters],
    queryFn: ({ signal }) =>
      ask(queryPersonalTask, { taskStatus: status, ...filters, currentPage: page, pageSize: size }, { signal, quiet: true }),
    placeholderData: keepPreviousData,
  })
  const open = ({ id }: PersonalTask) => void navigate(`${DETAILS}?id=${id}`)
  const all = taskColumnsOf(t, open)
  const rows = data?.list ?? []
  // What somebody else has taken meanwhile is no longer there to be chosen.
  const ticked = rows.filter(({ id }) => chosen.has(id))
  const total = data?.total ?? 0

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t(title)}</h1>
      <FilterBar
        fields={[
          { key: 'taskName', label: t('field.process-tasks.name'), kind: 'input' },
          { key: 'processDefinitionName', label: t('field.process-tasks.processDefinitionName'), kind: 'input' },
          { key: 'description', label: t('my-task.description'), kind: 'input' },
          {
            key: 'startTime',
            endKey: 'endTime',
            label: t(status === 'finished' ? 'my-task.period-done' : 'my-task.period'),
            kind: 'dates',
          },
        ]}
        first={3}
        values={filters}
        onQuery={(values) => show({ filters: values })}
        texts={filterTexts(t)}
      />
      {error instanceof ApiError && !data ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card">
          {(actions !== undefined || tools.length > 0) && (
            <Toolbar
              label={t('list.actions')}
              more={t('list.more')}
              actions={[...(actions?.(ticked, () => setChosen(none)) ?? []), ...tools]}
            />
          )}
          <DataTable
            columns={columns.map((name) => all[name])}
            look={look}
            onLook={setLook}
            rows={rows}
            nameOf={({ name, processInstanceName }) => [name, processInstanceName].filter(Boolean).join(' · ')}
            choosable={actions !== undefined}
            chosen={chosen}
            onChoose={setChosen}
            onSort={() => undefined}
            actionsOf={(task) => actionsOf(task, () => open(task))}
            card={{ title: 'name', status: status === 'finished' ? 'outcome' : undefined, fields }}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={size}
            texts={{ ...tableTexts(t(title), t), empty: t(Object.keys(filters).length > 0 ? 'list.empty' : empty) }}
          />
          <Pager
            page={page}
            size={size}
            total={total}
            // Of very many, only so many are counted while somebody waits.
            texts={pagerTexts(Math.min(total, COUNTED), t, total > COUNTED ? 'at-least' : 'exact')}
            onChange={(next, rows) => show({ page: next, size: rows })}
          />
        </section>
      )}
    </div>
  )
}

/** So many rows the server counts (server/workflow/people/candidates.ts). */
const COUNTED = 1000
