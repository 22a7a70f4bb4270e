/** Faults of machines: reported here by whoever sees them, with photographs, and worked off by orders. What is open stands there first. */
import { useQueryClient } from '@tanstack/react-query'
import { Segmented } from 'antd'
import { useLayoutEffect, useMemo, useRef } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { faults } from '../../../../model/index.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useNarrowedTo } from '../../../kernel/navigation/rows-of.ts'
import { useInvalidation } from '../../../kernel/realtime/live.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { FaultStateTag } from '../../../shared/maintenance/order-tags.tsx'
import { MachineLink, OrderLink } from '../../../shared/maintenance/row-link.tsx'
import '../../../shared/maintenance/maintenance.css'

const DETAIL = '/maintenance/fault'

const columns: ColumnSetups = {
  faultNumber: { width: 150, first: true },
  faultTitle: { width: 260, first: true },
  faultState: { width: 130, first: true, render: (row) => <FaultStateTag state={row['faultState']} /> },
  equipmentId: { width: 160, first: true, render: (row, text) => <MachineLink id={row['equipmentId']} text={text} /> },
  faultEffect: { width: 150 },
  downFrom: { width: 180 },
  downTo: { width: 180 },
  downUntil: { hide: true },
  isOpen: { hide: true },
  isFailure: { hide: true },
  category: { hide: true },
  reporterId: { width: 140 },
  siteId: { width: 160 },
  orderId: { width: 150, render: (row, text) => <OrderLink id={row['orderId']} text={text} /> },
  solvedAt: { width: 180 },
  faultCause: { width: 200 },
  faultRemedy: { width: 200 },
  faultReason: { hide: true },
  faultDescription: { hide: true },
}

const filters = ['faultState', 'faultEffect', 'equipmentId', 'siteId', 'reporterId']

const defaults = { faultEffect: 'stopped' }

type Which = 'open' | 'all'

const WAYS: Readonly<Record<Which, Record<string, string>>> = { open: { isOpen: '1' }, all: {} }

const idOf = (answer: unknown): string | undefined =>
  typeof answer === 'object' && answer !== null && 'id' in answer && typeof answer.id === 'string' ? answer.id : undefined

export default function FaultsPage() {
  const t = useT()
  const navigate = useNavigate()
  const location = useLocation()
  const queries = useQueryClient()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const narrowed = useNarrowedTo('equipmentId')
  useInvalidation('work-orders', () => void forgetLists(queries, faults))

  // It opens with what is to be done; whoever takes the filter away sees all there are.
  const [address, setAddress] = useSearchParams()
  const opened = useRef(false)
  useLayoutEffect(() => {
    if (opened.current) return
    opened.current = true
    // Whoever comes to report one says so in the state of the address.
    if (address.size === 0) setAddress(WAYS.open, { replace: true, state: location.state as unknown })
  }, [address, setAddress, location.state])
  const which: Which | '' = address.size === 0 ? 'all' : address.get('isOpen') === '1' ? 'open' : ''

  return (
    <div>
      <div className="upkeep-bar">
        <Segmented<Which | ''>
          aria-label={t('fault.which')}
          value={which}
          options={(['open', 'all'] as const).map((value) => ({ value, label: t(`work-order.which-${value}`) }))}
          onChange={(value) => value !== '' && setAddress(WAYS[value])}
        />
      </div>
      <ResourcePage
        of={faults}
        columns={columns}
        filters={filters}
        defaults={{ ...defaults, ...narrowed }}
        empty={t('fault.empty')}
        without={['delete']}
        // Whoever has reported one goes on with its photographs.
        onAdded={(answer) => {
          const id = idOf(answer)
          if (id !== undefined && pages.has(DETAIL)) void navigate(`${DETAIL}?id=${id}`)
        }}
        refusal={(row) => (row['faultState'] === 'rejected' ? t('error.order.over') : undefined)}
        rowActions={(row, may) =>
          may('detail') && pages.has(DETAIL)
            ? [{ key: 'detail', label: t('button.details'), main: true, run: () => void navigate(`${DETAIL}?id=${row.id}`) }]
            : []
        }
      />
    </div>
  )
}
