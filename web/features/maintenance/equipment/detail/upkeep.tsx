/** What hangs on a machine besides: faults, work orders, plans, where rounds look at it, and the parts that fit it, each with the page that lists all of them. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { faults, maintenancePlans, roundStops, spareParts, workOrders } from '../../../../../model/index.ts'
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import type { Resource } from '../../../../../model/resource.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { Section } from './section.tsx'

const SHOWN = 20

const faultColumns = {
  faultTitle: { width: 240, first: true },
  faultNumber: { width: 150, first: true },
  faultState: { width: 110 },
  faultEffect: { width: 130 },
  createTime: { width: 180 },
}
const orderColumns = {
  orderTitle: { width: 240, first: true },
  orderNumber: { width: 150, first: true },
  orderState: { width: 120 },
  orderKind: { width: 120 },
  assigneeId: { width: 140 },
  dueAt: { width: 180 },
}
const planColumns = {
  planName: { width: 240, first: true },
  planCode: { width: 150, first: true },
  planTrigger: { width: 120 },
  nextDue: { width: 140 },
  planStatus: { width: 110 },
}
const stopColumns = {
  stopName: { width: 240, first: true },
  routeId: { width: 200 },
  stopOrder: { width: 110 },
}
const partColumns = {
  partName: { width: 240, first: true },
  partCode: { width: 150, first: true },
  partStock: { width: 120 },
  partMinimum: { width: 120 },
  shelf: { width: 140 },
}

interface RowsProps {
  readonly of: Resource
  readonly columns: Readonly<Record<string, { readonly width: number; readonly first?: boolean }>>
  readonly title: string
  /** Of one row of it, where there is such a page. */
  readonly path?: string
  readonly listPath: string
  readonly equipmentId: string
}

function Rows({ of, columns: setups, title, path, listPath, equipmentId }: RowsProps) {
  const t = useT()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const { data, error } = useQuery(
    // In the order of each noun: the latest faults and orders, the plans that are due next, the stops as they are walked.
    listOf(of, { equipmentId, currentPage: 1, pageSize: SHOWN }, { quiet: true }),
  )
  // Somebody may see the machine and not what hangs on it.
  if (error instanceof ApiError) return null
  const columns = columnsOf(of, data?.fields, setups, t)
    .filter(({ key }) => key in setups)
    .map((column) => ({
      ...column,
      sortable: false,
      ...(column.key === title && path !== undefined && pages.has(path)
        ? { render: (row: ResourceRow) => <Link to={`${path}?id=${row.id}`}>{column.text?.(row)}</Link> }
        : {}),
    }))
  return (
    <Section
      title={t(`noun.${of.name}` as LabelKey)}
      button={pages.has(listPath) && <Link to={`${listPath}?equipmentId=${equipmentId}`}>{t('equipment.all-of-machine')}</Link>}
      columns={columns}
      rows={data?.list}
      none={t('equipment.no-rows')}
      nameOf={(row) => String(row[title] ?? '')}
    />
  )
}

export function Upkeep({ id }: { id: string }) {
  return (
    <>
      <Rows
        of={faults}
        columns={faultColumns}
        title="faultTitle"
        path="/maintenance/fault"
        listPath="/maintenance/faults"
        equipmentId={id}
      />
      <Rows
        of={workOrders}
        columns={orderColumns}
        title="orderTitle"
        path="/maintenance/workorder"
        listPath="/maintenance/workorders"
        equipmentId={id}
      />
      <Rows of={maintenancePlans} columns={planColumns} title="planName" listPath="/maintenance/plans" equipmentId={id} />
      <Rows of={roundStops} columns={stopColumns} title="stopName" listPath="/maintenance/stops" equipmentId={id} />
      <Rows of={spareParts} columns={partColumns} title="partName" listPath="/maintenance/spareparts" equipmentId={id} />
    </>
  )
}
