/** The points of a device with their newest values, which follow the device by themselves. */
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import type { ReactNode } from 'react'
import { Suspense, useMemo, useState } from 'react'
import { points } from '../../../../../model/index.ts'
import { agoOf, displayOf, figure, unitOf } from '../../../../shared/acquisition/figures.ts'
import type { Latest } from '../../../../../model/contract/acquisition/readings.ts'
import { MAX_POINTS } from '../../../../../model/contract/acquisition/readings.ts'
import { groupedPoints, groupHeadings } from '../../../../shared/acquisition/point-groups.ts'
import { Sparkline } from '../../../../shared/acquisition/sparkline.tsx'
import { useLastDay } from './day.ts'
import { useStateWithValues } from './device-state.ts'
import { useLiveValues } from '../../../../shared/acquisition/live-values.ts'
import { QualityTag, worthOf } from '../../../../shared/acquisition/quality-tag.tsx'
import { useRuleFor } from '../../../../shared/acquisition/rule-for.ts'
import { ApiError } from '../../../../kernel/http/api.ts'
import { columnsOf } from '../../../../kernel/resource/columns.tsx'
import { localeOf, useLanguage, useT } from '../../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../../kernel/resource/list-failure.tsx'
import type { ResourceRow } from '../../../../kernel/http/resource-client.ts'
import { listOf } from '../../../../kernel/http/resource-client.ts'
import { pagerTexts, tableTexts } from '../../../../kernel/i18n/texts.ts'
import { useNow } from '../../../../kernel/i18n/use-now.ts'
import type { Column } from '../../../../ui/data-table.tsx'
import { DataTable } from '../../../../ui/data-table.tsx'
import { lazyWithPreload } from '../../../../ui/lazy-with-preload.tsx'
import { Pager } from '../../../../ui/pager.tsx'
import { secondOf, shortOf } from '../../../../ui/clock.ts'
import { named } from '../../../../ui/named.ts'

const Trend = lazyWithPreload(() => import('./trend.tsx'))

const columnSetups = {
  pointName: { width: 180, first: true },
  pointKey: { width: 140 },
  unit: { width: 80, text: unitOf },
}
const CARD = { title: 'pointName', status: 'value', fields: ['unit', 'day', 'quality', 'measured'] }
const nobody: ReadonlySet<string> = new Set()
const nothing = () => undefined
const noRows: readonly ResourceRow[] = []

export function Points({ deviceId, hasTrends }: { deviceId: string; hasTrends: boolean }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow(1000)
  const [part, setPart] = useState({ page: 1, size: 50 })
  const [shown, setShown] = useState<ResourceRow>()
  const { data, error, isPlaceholderData, refetch } = useQuery(
    listOf(points, { deviceId, sorter: 'displayOrder_ascend', currentPage: part.page, pageSize: part.size }, { quiet: true }),
  )
  const may = (operation: string) => data?.allowed?.includes(operation) ?? false
  const rows = useMemo(() => groupedPoints(data?.list ?? noRows), [data])
  const ids = useMemo(() => rows.map(({ id }) => id), [rows])
  const latest = useLiveValues(may('latest') ? ids : noIds)
  useStateWithValues(deviceId, latest)
  const day = useLastDay(may('trend') ? ids : noIds)

  const ofRows = columnsOf(points, data?.fields, columnSetups, t)
    .filter(({ key }) => key in columnSetups)
    .map((column): Column<ResourceRow> => ({
      ...column,
      sortable: false,
      ...(column.key === 'pointName' && may('trend') ? { render: (row) => trendButton(row, column.text?.(row) ?? '') } : {}),
    }))
  const trendButton = (row: ResourceRow, name: string) => (
    <button
      type="button"
      className="row-action"
      aria-haspopup="dialog"
      aria-label={named(t('monitor.trend'), name)}
      onPointerEnter={() => void Trend.preload()}
      onClick={() => setShown(row)}
    >
      {name}
    </button>
  )
  type Draw = (value: Latest | undefined, row: ResourceRow) => ReactNode
  type FormatValue = (value: Latest, row: ResourceRow) => string
  /** @param say What is told where the cell is too narrow. */
  const column = (key: string, width: number, title: string, draw: Draw, format?: FormatValue): Column<ResourceRow> => ({
    key,
    width,
    title,
    render: (row) => draw(latest.get(row.id), row),
    ...(format ? { text: (row) => textOf(latest.get(row.id), row, format) } : {}),
  })
  const columns = may('latest')
    ? [
        ...ofRows,
        column(
          'value',
          130,
          t('monitor.value'),
          (value, row) => (
            <strong className="device-value" key={value?.time}>
              {figure(value?.value, displayOf(row), locale)}
            </strong>
          ),
          ({ value }, row) => figure(value, displayOf(row), locale),
        ),
        ...(may('trend') ? [column('day', 150, t('monitor.day'), (_value, row) => <LastDay row={row} spark={day.get(row.id)} />)] : []),
        column('quality', 220, t('monitor.quality'), (value, row) => (
          <Quality value={value} staleSeconds={row['staleSeconds']} now={now} />
        )),
        column(
          'measured',
          150,
          t('monitor.measured'),
          (value) => (value ? <time>{shortOf(value.time)}</time> : ''),
          ({ time }) => `${secondOf(time)} (${agoOf(time, now, locale, t)})`,
        ),
      ]
    : ofRows

  const ruleFor = useRuleFor()
  // Somebody may see the device and not its points.
  if (error instanceof ApiError && error.status === 403) return null
  return (
    // The table in it is a region by this name already.
    <section className="device-card">
      <div className="device-head">
        <h2>{t('noun.points')}</h2>
        {hasTrends && may('trend') && ids.length > 0 && (
          <Link to={`/acquisition/trends?points=${ids.slice(0, MAX_POINTS.chart).join(',')}`}>{t('monitor.all-trends')}</Link>
        )}
      </div>
      {error instanceof ApiError ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <>
          <DataTable
            columns={columns}
            rows={rows}
            headingOf={groupHeadings(rows, t)}
            nameOf={(row) => String(row['pointName'] ?? row['pointKey'] ?? '')}
            card={CARD}
            choosable={false}
            {...(ruleFor ? { actionsOf: (row: ResourceRow) => ruleFor(row) } : {})}
            chosen={nobody}
            onChoose={nothing}
            onSort={nothing}
            state={!data ? 'first' : isPlaceholderData ? 'again' : 'ready'}
            expected={5}
            texts={{ ...tableTexts(t('noun.points'), t), empty: t('monitor.no-points') }}
          />
          {(data?.total ?? 0) > 10 && (
            <Pager
              page={part.page}
              size={part.size}
              total={data?.total ?? 0}
              texts={pagerTexts(data?.total ?? 0, t, data?.totalIs)}
              onChange={(page, size) => setPart({ page, size })}
            />
          )}
        </>
      )}
      {shown && (
        <Suspense fallback={null}>
          <Trend point={shown} onClose={() => setShown(undefined)} />
        </Suspense>
      )}
    </section>
  )
}

const noIds: readonly string[] = []

function LastDay({ row, spark }: { row: ResourceRow; spark: { path: string; low: number; high: number } | undefined }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  if (!spark) return null
  const [low, high] = [spark.low, spark.high].map((value) => figure(value, displayOf(row), locale))
  const name = String(row['pointName'] ?? row['pointKey'] ?? '')
  return <Sparkline path={spark.path} label={t('monitor.day-of', { name, low: low ?? '', high: high ?? '' })} />
}

const textOf = (value: Latest | undefined, row: ResourceRow, format: (value: Latest, row: ResourceRow) => string) =>
  value ? format(value, row) : ''

function Quality({ value, staleSeconds, now }: { value: Latest | undefined; staleSeconds: unknown; now: number }) {
  const t = useT()
  const worth = worthOf(value, typeof staleSeconds === 'number' ? staleSeconds : undefined, now)
  const reason = worth === 'stale' ? 'stale' : (value?.reason ?? 'none')
  return (
    <>
      <QualityTag worth={worth} />
      {reason !== 'none' && <span className="device-reason">{t(`reason.${reason}`)}</span>}
    </>
  )
}
