/** Work orders: what is open first; it follows by itself. */
import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { Suspense, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { workOrders } from '../../../../model/index.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { OrderStateTag, PriorityTag } from '../../../shared/maintenance/order-tags.tsx'
import { FaultLink, MachineLink } from '../../../shared/maintenance/row-link.tsx'
import { lazyWithPreload } from '../../../ui/lazy-with-preload.tsx'
import { Tag } from '../../../ui/tag.tsx'
import '../../../shared/maintenance/maintenance.css'

const Forgotten = lazyWithPreload(() => import('./forgotten.tsx'))

const DETAIL = '/maintenance/workorder'

const columns: ColumnSetups = {
  orderNumber: { width: 150, first: true },
  orderTitle: { width: 220, first: true },
  equipmentId: { width: 160, first: true, render: (row, text) => <MachineLink id={row['equipmentId']} text={text} /> },
  orderState: { width: 130, first: true, render: (row) => <OrderStateTag state={row['orderState']} /> },
  orderPriority: { width: 100, first: true, render: (row, text) => <PriorityTag priority={row['orderPriority']} text={text} /> },
  dueAt: { width: 190, first: true, render: (row, text) => (row['isOverdue'] === 1 ? <Tag kind="urgent">{text}</Tag> : text) },
  isOverdue: { width: 100, render: (row, text) => (row['isOverdue'] === 1 ? <Tag kind="urgent">{text}</Tag> : null) },
  assigneeId: { width: 140 },
  ageDays: { width: 100 },
  isOpen: { hide: true },
  orderKind: { width: 120 },
  orderOrigin: { width: 120 },
  holdReason: { width: 150 },
  siteId: { width: 160 },
  deviceId: { hide: true },
  faultId: { width: 140, render: (row, text) => <FaultLink id={row['faultId']} text={text} /> },
  occurrences: { width: 110 },
  estimateHours: { hide: true },
  startedAt: { width: 180 },
  finishedAt: { width: 180 },
  closedAt: { width: 180 },
  downFrom: { hide: true },
  downTo: { hide: true },
  downUntil: { hide: true },
  isFailure: { hide: true },
  planDay: { hide: true },
  planOutcome: { hide: true },
  category: { hide: true },
  orderCause: { hide: true },
  orderRemedy: { hide: true },
  mustSign: { hide: true },
  orderDescription: { hide: true },
}

const filters = ['orderState', 'orderPriority', 'assigneeId', 'equipmentId', 'siteId', 'orderKind', 'isOverdue']

const defaults = { orderKind: 'corrective', orderPriority: 3, mustSign: 0 }

type Which = 'open' | 'mine' | 'overdue' | 'all'

function whichOf(address: URLSearchParams, userId: string): Which | undefined {
  if (address.size === 0) return 'all'
  if (address.get('isOpen') !== '1') return undefined
  if (address.get('assigneeId') === userId) return 'mine'
  return address.get('isOverdue') === '1' ? 'overdue' : 'open'
}

export default function WorkOrdersPage() {
  const t = useT()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const { authority, user } = useSession()
  const [address, setAddress] = useSearchParams()
  const [isForgotten, setForgotten] = useState(false)
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const narrowed = useNarrowedTo('equipmentId')
  useInvalidation('work-orders', () => void forgetLists(queries, workOrders))

  // It opens with what is to be done; whoever takes the filter away sees all there are.
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current) return
    opened.current = true
    if (address.size === 0) setAddress({ isOpen: '1' }, { replace: true })
  }, [address, setAddress])

  const ways: Readonly<Record<Which, Record<string, string>>> = {
    open: { isOpen: '1' },
    // What is to be done next stands first.
    mine: { isOpen: '1', assigneeId: user.id, sorter: 'dueAt_ascend' },
    overdue: { isOpen: '1', isOverdue: '1' },
    all: {},
  }
  return (
    <div>
      <div className="upkeep-bar">
        <Segmented<Which | ''>
          aria-label={t('work-order.which')}
          value={whichOf(address, user.id) ?? ''}
          options={(['open', 'mine', 'overdue', 'all'] as const).map((value) => ({ value, label: t(`work-order.which-${value}`) }))}
          onChange={(value) => value !== '' && setAddress(ways[value])}
        />
      </div>
      <ResourcePage
        of={workOrders}
        columns={columns}
        filters={filters}
        defaults={{ ...defaults, ...narrowed }}
        empty={t('work-order.empty')}
        without={['delete']}
        refusal={(row) => (row['isOpen'] === 0 ? t('error.order.over') : undefined)}
        actions={(_chosen, may) =>
          may('out') ? [{ key: 'forgotten', label: t('work-order.forgotten'), run: () => setForgotten(true) }] : []
        }
        rowActions={(row, may) =>
          may('detail') && pages.has(DETAIL)
            ? [{ key: 'detail', label: t('button.details'), main: true, run: () => void navigate(`${DETAIL}?id=${row.id}`) }]
            : []
        }
      />
      {isForgotten && (
        <Suspense fallback={null}>
          <Forgotten onClose={() => setForgotten(false)} />
        </Suspense>
      )}
    </div>
  )
}
