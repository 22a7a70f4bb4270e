/** Processes of which I was sent a copy: to be read, with nothing to do. */
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ProcessCopy } from '../../../../model/contract/workflow/acts.ts'
import { queryCopy, readCopy } from '../../../../model/contract/workflow/acts.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import '../../../kernel/resource/resource-page.css'
import { useSession } from '../../../kernel/session/session-store.ts'
import { done } from '../../../shared/workflow/act.ts'
import { PROCESS_QUERIES, useProcessNews } from '../../../shared/workflow/queries.ts'
import { useShown } from '../../../shared/workflow/tasks/buttons.ts'
import { useListAddress } from '../../../shared/workflow/tasks/use-list-address.ts'
import type { ColumnSettings } from '../../../ui/column-settings.ts'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { Toolbar } from '../../../ui/toolbar.tsx'
import { copyColumnsOf } from './columns.tsx'

const DETAILS = '/personaloa/myprocessdetails'
const NAMES = ['name', 'read']
const none: ReadonlySet<string> = new Set()

export default function CopyTaskPage() {
  useProcessNews()
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { user } = useSession()
  const shows = useShown('copytask')
  const { page, size, filters, show } = useListAddress(NAMES)
  const [look, setLook] = useState<ColumnSettings>({})
  const [chosen, setChosen] = useState(none)
  const read = filters['read'] === '0' || filters['read'] === '1' ? filters['read'] : undefined
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery({
    queryKey: [PROCESS_QUERIES, 'copies', page, size, filters],
    queryFn: ({ signal }) =>
      ask(
        queryCopy,
        { ...(filters['name'] ? { name: filters['name'] } : {}), ...(read ? { read } : {}), currentPage: page, pageSize: size },
        { signal, quiet: true },
      ),
    placeholderData: keepPreviousData,
  })
  // eslint-disable-next-line no-restricted-syntax -- a count beside the list, which shows what fails
  const { data: unread } = useQuery({
    queryKey: [PROCESS_QUERIES, 'copies', 'unread'],
    queryFn: ({ signal }) => ask(queryCopy, { read: '0', currentPage: 1, pageSize: 1 }, { signal, quiet: true }),
  })
  const rows = data?.list ?? []
  const total = data?.total ?? 0
  // A preview only looks.
  const mayMark = user.acting !== 'preview'
  const forget = () => queries.invalidateQueries({ queryKey: [PROCESS_QUERIES, 'copies'] })
  const mark = async (copies: readonly ProcessCopy[]) => {
    const fresh = copies.filter(({ readTime }) => readTime === null)
    if (fresh.length > 0) await ask(readCopy, { id: fresh.map(({ id }) => id).join(',') })
    await forget()
  }

  function open(copy: ProcessCopy): void {
    void navigate(`${DETAILS}?id=${copy.processInstanceId}`)
    // Whoever cannot be told that it was read reads it all the same.
    if (mayMark) mark([copy]).catch((failure: unknown) => failure instanceof ApiError || Promise.reject(failure as Error))
  }

  async function markChosen(): Promise<void> {
    const copies = chosen.size > 0 ? rows.filter(({ id }) => chosen.has(id)) : rows
    if (await done(() => mark(copies), t('my-task.read-done'))) setChosen(none)
  }

  return (
    <div className="resource-page">
      <h1 className="visually-hidden">{t('menu.copytask')}</h1>
      <FilterBar
        fields={[
          { key: 'name', label: t('field.process-tasks.processInstanceName'), kind: 'input' },
          {
            key: 'read',
            label: t('my-task.read-state'),
            kind: 'select',
            options: [
              { value: '0', label: t('my-task.unread') },
              { value: '1', label: t('my-task.read') },
            ],
          },
        ]}
        first={2}
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
            actions={
              mayMark && rows.some(({ readTime }) => readTime === null)
                ? [{ key: 'read', label: t('my-task.mark-read'), run: () => void markChosen() }]
                : []
            }
          >
            {unread && unread.total > 0 && <span className="quiet">{t('my-task.unread-count', { count: unread.total })}</span>}
          </Toolbar>
          <DataTable
            columns={copyColumnsOf(t, open)}
            look={look}
            onLook={setLook}
            rows={rows}
            nameOf={({ processInstanceName }) => processInstanceName}
            choosable={mayMark}
            chosen={chosen}
            onChoose={setChosen}
            onSort={() => undefined}
            {...(shows('details')
              ? { actionsOf: (copy: ProcessCopy) => [{ key: 'details', label: t('button.details'), main: true, run: () => open(copy) }] }
              : {})}
            card={{ title: 'name', status: 'read', fields: ['sender', 'status', 'sent', 'comment'] }}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={size}
            texts={{
              ...tableTexts(t('menu.copytask'), t),
              empty: t(Object.keys(filters).length > 0 ? 'list.empty' : 'my-task.copies-empty'),
            }}
          />
          <Pager
            page={page}
            size={size}
            total={total}
            texts={pagerTexts(total, t)}
            onChange={(next, rows) => show({ page: next, size: rows })}
          />
        </section>
      )}
    </div>
  )
}
