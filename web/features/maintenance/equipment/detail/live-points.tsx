/** What the device of a machine measures now, and how much it was used. */
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { points } from '../../../../../model/index.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { localeOf, useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../../kernel/i18n/use-now.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { displayOf, figure, unitOf } from '../../../../shared/acquisition/figures.ts'
import { useLiveValues } from '../../../../shared/acquisition/live-values.ts'
import { QualityTag, worthOf } from '../../../../shared/acquisition/quality-tag.tsx'
import { shortOf } from '../../../../ui/clock.ts'
import { Section } from './section.tsx'

const DEVICE = '/acquisition/device'
const columnSetups = { pointName: { width: 200, first: true }, unit: { width: 80, text: unitOf } }
const noRows: readonly ResourceRow[] = []
const noIds: readonly string[] = []

export function LivePoints({ deviceId, hours }: { deviceId: string; hours: number | null }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow(1000)
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const { data, error } = useQuery(
    listOf(points, { deviceId, sorter: 'displayOrder_ascend', currentPage: 1, pageSize: 50 }, { quiet: true }),
  )
  const rows = data?.list ?? noRows
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const hasValues = data?.allowed?.includes('latest') ?? false
  const latest = useLiveValues(hasValues ? ids : noIds)
  // Somebody may see the machine and not the points of its device.
  if (error instanceof ApiError) return null
  const shown = columnsOf(points, data?.fields, columnSetups, t)
    .filter(({ key }) => key in columnSetups)
    .map((column) => ({ ...column, sortable: false }))
  const columns = hasValues
    ? [
        ...shown,
        {
          key: 'value',
          width: 130,
          title: t('monitor.value'),
          render: (row: ResourceRow) => <strong>{figure(latest.get(row.id)?.value, displayOf(row), locale)}</strong>,
        },
        {
          key: 'quality',
          width: 200,
          title: t('monitor.quality'),
          render: (row: ResourceRow) => {
            const value = latest.get(row.id)
            const stale = typeof row['staleSeconds'] === 'number' ? row['staleSeconds'] : undefined
            return (
              <>
                <QualityTag worth={worthOf(value, stale, now)} />
                {value && value.reason !== 'none' && value.reason !== 'backfill' && ` ${t(`reason.${value.reason}`)}`}
              </>
            )
          },
        },
        {
          key: 'measured',
          width: 150,
          title: t('monitor.measured'),
          render: (row: ResourceRow) => {
            const value = latest.get(row.id)
            return value ? <time>{shortOf(value.time)}</time> : ''
          },
        },
      ]
    : shown
  return (
    <Section
      title={t('equipment.measured')}
      button={pages.has(DEVICE) && <Link to={`${DEVICE}?id=${deviceId}`}>{t('field.equipment.deviceId')}</Link>}
      about={hours !== null && <p className="machine-about">{t('equipment.hours', { hours })}</p>}
      columns={columns}
      rows={data?.list}
      none={t('monitor.no-points')}
      nameOf={(row) => String(row['pointName'] ?? row['pointKey'] ?? '')}
    />
  )
}
