/** Dates of plans: what became of each day on which a plan was due. */
import { useMemo } from 'react'
import { Link } from 'react-router'
import { planDates } from '../../../../model/index.ts'
import type { PlanDateOutcome } from '../../../../model/maintenance/dates-of-plans.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import type { ColumnSetups } from '../../../kernel/resource/columns.tsx'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'
import { useSession } from '../../../kernel/session/session-store.ts'
import { Tag } from '../../../ui/tag.tsx'

const ORDER = '/maintenance/workorder'
const KINDS = {
  'in-time': 'good',
  late: 'urgent',
  overdue: 'urgent',
  ahead: 'info',
  skipped: 'quiet',
  missed: 'urgent',
  cancelled: 'quiet',
} as const satisfies Readonly<Record<PlanDateOutcome, Parameters<typeof Tag>[0]['kind']>>

const isOutcome = (outcome: unknown): outcome is PlanDateOutcome => typeof outcome === 'string' && outcome in KINDS

const columnsFor = (pages: ReadonlySet<string>): ColumnSetups => ({
  dueOn: { width: 130, first: true },
  planId: { width: 220, first: true },
  planOutcome: {
    width: 130,
    first: true,
    render: ({ planOutcome }, text) => (isOutcome(planOutcome) ? <Tag kind={KINDS[planOutcome]}>{text}</Tag> : text),
  },
  equipmentId: { width: 180, first: true },
  orderId: {
    width: 160,
    first: true,
    render: (row, text) => (text !== '' && pages.has(ORDER) ? <Link to={`${ORDER}?id=${String(row['orderId'])}`}>{text}</Link> : text),
  },
  siteId: { width: 160 },
  category: { width: 140 },
})

const filters = ['planId', 'dueOn', 'planOutcome', 'equipmentId', 'siteId']

export default function PlanDatesPage() {
  const t = useT()
  const { authority } = useSession()
  const columns = useMemo(() => columnsFor(menuPaths(authority.menu)), [authority.menu])
  return <ResourcePage of={planDates} columns={columns} filters={filters} empty={t('plan-date.empty')} />
}
