/** What I am told: unread ones first, each opened, starred, or all of them marked as read. */
import CheckOutlined from '@ant-design/icons/es/icons/CheckOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { MyNotification } from '../../../../model/contract/admin/notifications.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { forgetNotifications, mineOf, readAllNotifications, starNotification } from '../../../kernel/realtime/notifications.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { filterTexts, pagerTexts, tableTexts } from '../../../kernel/i18n/texts.ts'
import type { RowAction } from '../../../ui/data-table.tsx'
import { DataTable } from '../../../ui/data-table.tsx'
import { FilterBar } from '../../../ui/filter-bar.tsx'
import { Pager } from '../../../ui/pager.tsx'
import { toast } from '../../../ui/toast.ts'
import { Toolbar } from '../../../ui/toolbar.tsx'
import '../../../kernel/resource/resource-page.css'
import { columnsOf, filtersOf } from './columns.tsx'
import './my-notifications.css'
import { useMyList } from './use-my-list.ts'

const Content = lazy(() => import('./content.tsx'))

const nobody: ReadonlySet<string> = new Set()

export default function MyNotificationsPage() {
  const t = useT()
  const queries = useQueryClient()
  const { user } = useSession()
  const { page, size, filters, opened, show, open } = useMyList()
  const [used, setUsed] = useState(opened !== undefined)
  if (opened !== undefined && !used) setUsed(true)
  const { data, error, isPending, isPlaceholderData, refetch } = useQuery(mineOf({ currentPage: page, pageSize: size, ...filters }))
  // A preview only looks.
  const mayMark = user.acting !== 'preview'
  const total = data?.total ?? 0

  async function mark(work: () => Promise<unknown>, done?: string): Promise<void> {
    try {
      await work()
      if (done) toast.success(done)
    } catch (failure) {
      if (!(failure instanceof ApiError)) throw failure
    }
    await forgetNotifications(queries)
  }

  const star = ({ id, isStarred }: MyNotification) => mark(() => starNotification(id, isStarred ? 0 : 1))
  const actionsOf = (row: MyNotification): RowAction[] => [
    { key: 'view', label: t('button.view'), run: () => open(row.id) },
    ...(mayMark ? [{ key: 'star', label: t(row.isStarred ? 'notice.unstar' : 'notice.star'), run: () => void star(row) }] : []),
  ]
  const readAll = {
    key: 'read-all',
    label: t('notice.read-all'),
    icon: <CheckOutlined aria-hidden="true" />,
    run: () => void mark(readAllNotifications, t('notice.read-all-done')),
  }

  const failure = error instanceof ApiError && !data ? error : undefined
  return (
    <div className="my-notifications">
      <h1 className="visually-hidden">{t('menu.mynotification')}</h1>
      <FilterBar fields={filtersOf(t)} first={4} values={filters} onQuery={(values) => show({ filters: values })} texts={filterTexts(t)} />
      {failure ? (
        <ListFailure error={failure} onRetry={() => void refetch()} />
      ) : (
        <section className="resource-card">
          <Toolbar label={t('list.actions')} more={t('list.more')} actions={mayMark && data && data.unread > 0 ? [readAll] : []} />
          <DataTable
            columns={columnsOf(t, open)}
            rows={data?.list ?? []}
            nameOf={({ title }) => title ?? t('notice.untitled')}
            choosable={false}
            chosen={nobody}
            onChoose={() => undefined}
            onSort={() => undefined}
            actionsOf={actionsOf}
            card={{ title: 'title', status: 'isRead' }}
            state={isPending ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={size}
            texts={{ ...tableTexts(t('menu.mynotification'), t), empty: t('notice.no-match') }}
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
      {used && (
        <Suspense fallback={null}>
          <Content
            id={opened}
            row={data?.list.find(({ id }) => id === opened)}
            mayMark={mayMark}
            onStar={star}
            onClose={() => open(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}
