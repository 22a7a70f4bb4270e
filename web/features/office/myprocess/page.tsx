/** Processes that I have started: how each is, who has it now, and what can still be done with it. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { MyProcess } from '../../../../model/contract/workflow/office.ts'
import { queryMyProcess } from '../../../../model/contract/workflow/office.ts'
import { PROCESS_STATUSES } from '../../../../model/workflow/process-instances.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import '../../../kernel/resource/resource-page.css'
import { actsInList, useMyActs } from '../../../shared/workflow/office/my-acts.tsx'
import { PROCESS_QUERIES, useProcessNews } from '../../../shared/workflow/queries.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { useListAddress } from '../../../shared/workflow/tasks/use-list-address.ts'
import type { ColumnSettings } from '../../../ui/column-settings.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { columnsOf } from './columns.tsx'

const DETAILS = '/personaloa/myprocessdetails'
const START = '/personaloa/startprocess'
const NAMES = ['name', 'processDefinitionName', 'description', 'processStatus', 'startTimeStart', 'startTimeEnd']
/** So many the server counts (server/workflow/people/candidates.ts). */
const COUNTED = 1000
const none: ReadonlySet<string> = new Set()

export default function MyProcessPage() {
  useProcessNews()
  const t = useT()
  const navigate = useNavigate()
  const shows = useShown('myprocess')
  const { page, size, filters, show } = useListAddress(NAMES)
  const [look, setLook] = useState<ColumnSettings>({})
  const { actsOf, dialogs } = useMyActs()
  const { processStatus, ...others } = filters
  const status = PROCESS_STATUSES.find((one) => one === processStatus)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [PROCESS_QUERIES, 'started', page, size, filters],
    queryFn: ({ signal }) =>
      ask(
        queryMyProcess,
        { ...others, ...(status ? { processStatus: status } : {}), currentPage: page, pageSize: size },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  })
  const total = data?.total ?? 0
  const open = ({ id }: MyProcess) => void navigate(`${DETAILS}?id=${id}`)
  const rowActions = (row: MyProcess): RowAction[] => [
    ...(shows('details') ? [{ key: 'details', label: t('button.details'), main: true, run: () => open(row) }] : []),
    ...actsOf(row, actsInList(row)),
  ]

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t('menu.myprocess')}</h1>
      <FilterBar
        fields={[
          { key: 'name', label: t('my-process.name'), kind: 'input' },
          {
            key: 'processStatus',
            label: t('my-process.status'),
            kind: 'select',
            options: PROCESS_STATUSES.map((value) => ({ value, label: t(`choice.processStatus.${value}`) })),
          },
          { key: 'description', label: t('my-process.description'), kind: 'input' },
          { key: 'processDefinitionName', label: t('field.process-tasks.processDefinitionName'), kind: 'input' },
          { key: 'startTimeStart', endKey: 'startTimeEnd', label: t('field.process-instances.startTime'), kind: 'dates' },
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
          <Toolbar
            label={t('list.actions')}
            more={t('list.more')}
            actions={shows('start') ? [{ key: 'start', label: t('menu.startprocess'), run: () => void navigate(START) }] : []}
          />
          <DataTable
            columns={columnsOf(t, open)}
            look={look}
            onLook={setLook}
            rows={data?.list ?? []}
            nameOf={({ name }) => name}
            choosable={false}
            chosen={none}
            onChoose={() => undefined}
            onSort={() => undefined}
            actionsOf={rowActions}
            card={{ title: 'name', status: 'status', fields: ['with', 'attention', 'description', 'start', 'number'] }}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={size}
            texts={{
              ...tableTexts(t('menu.myprocess'), t),
              empty: t(Object.keys(filters).length > 0 ? 'my-process.none-of-these' : 'my-process.none'),
            }}
          />
          <Pager
            page={page}
            size={size}
            total={total}
            texts={pagerTexts(Math.min(total, COUNTED), t, total > COUNTED ? 'at-least' : 'exact')}
            onChange={(next, rows) => show({ page: next, size: rows })}
          />
        </section>
      )}
      {dialogs}
    </div>
  )
}
