/** Devices as cards: the state of each, when it was heard of last, its open alarms and the newest values of its first points, which follow by themselves. */
import { useQuery } from '@tanstack/react-query'
import { Fragment, memo, useDeferredValue, useMemo } from 'react'
import { Link } from 'react-router'
import type { BoardPoint } from '../../../../model/contract/acquisition/devices.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { agoOf, figure, unitOf } from '../../../shared/acquisition/figures.ts'
import { groupedPoints, groupHeadings } from '../../../shared/acquisition/point-groups.ts'
import type { LiveStore } from '../../../shared/acquisition/live-store.ts'
import { useLiveStore, useLiveValue } from '../../../shared/acquisition/live-store.ts'
import { PresenceTag } from '../../../shared/acquisition/quality-tag.tsx'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { useNow } from '../../../kernel/i18n/use-now.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import type { BoardProps } from '../../../kernel/resource/board.ts'
import { useSteadyActions } from '../../../kernel/resource/board.ts'
import { RowActions } from '../../../ui/row-actions.tsx'
import { momentOfText } from '../../../ui/clock.ts'
import { pointsOfDevices } from './device-points.ts'
import './board.css'

interface DeviceBoardProps extends BoardProps {
  /** Pages that the reader has. */
  readonly pages: ReadonlySet<string>
}

const noPoints: readonly BoardPoint[] = []
/** What a screen shows at once. The others are drawn when these are there, a few at a time: with all fifty the first came a third of a second later. */
const FIRST_CARDS = 12

export function DeviceBoard({ rows, isFirst, allowed, actionsOf, pages }: DeviceBoardProps) {
  const t = useT()
  const ids = rows.map(({ id }) => id).join(',')
  const { data, error, refetch } = useQuery(pointsOfDevices(allowed?.includes('points') ? ids : ''))
  const byDevice = useMemo(() => data && new Map(data.map((each) => [each.deviceId, each])), [data])
  const pointIds = useMemo(() => data?.flatMap(({ points }) => points.map(({ pointId }) => pointId)) ?? [], [data])
  const store = useLiveStore(pointIds)
  const steady = useSteadyActions(actionsOf)

  if (rows.length === 0)
    return isFirst ? <div className="board-waiting" aria-busy="true" /> : <p className="board-empty">{t('board.empty')}</p>
  return (
    <>
      {error instanceof ApiError && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
      <Cards rows={rows} byDevice={byDevice} store={store} actionsOf={steady} allowed={allowed} pages={pages} />
    </>
  )
}

interface CardsProps extends Omit<CardProps, 'row' | 'points' | 'more' | 'isKnown'> {
  readonly rows: readonly ResourceRow[]
  /** Absent while it is not known. */
  readonly byDevice: ReadonlyMap<string, { readonly points: readonly BoardPoint[]; readonly more: number }> | undefined
}

/** There once there are rows. What has changed of all of them at once is drawn a few at a time, so that no key or click waits for it. */
function Cards({ rows, byDevice, ...shared }: CardsProps) {
  const t = useT()
  const drawn = useDeferredValue(rows, rows.slice(0, FIRST_CARDS))
  const known = useDeferredValue(byDevice)
  return (
    <ul className="device-board" aria-label={t('noun.devices')}>
      {drawn.map((row) => (
        <Card
          key={row.id}
          row={row}
          points={known?.get(row.id)?.points ?? noPoints}
          more={known?.get(row.id)?.more ?? 0}
          isKnown={known !== undefined}
          {...shared}
        />
      ))}
    </ul>
  )
}

interface CardProps extends Pick<DeviceBoardProps, 'pages' | 'actionsOf' | 'allowed'> {
  readonly row: ResourceRow
  readonly points: readonly BoardPoint[]
  readonly more: number
  readonly isKnown: boolean
  readonly store: LiveStore
}

/** Drawn anew with its row; its values follow by themselves. */
const Card = memo(function Card({ row, points, more, isKnown, store, actionsOf, pages }: CardProps) {
  const t = useT()
  const name = String(row['deviceName'] ?? row['deviceCode'] ?? '')
  const presence = row['presence'] as Presence | undefined
  const alarms = Number(row['openAlarms'] ?? 0)
  const placed = groupedPoints(points)
  const headingOf = groupHeadings(placed, t)
  const place = [row['siteIdCn'], row['deviceCode']].filter(Boolean).map(String).join(' · ')
  return (
    <li className={`board-card board-${presence ?? 'unknown'}`}>
      <header>
        <h2>{pages.has('/acquisition/device') ? <Link to={`/acquisition/device?id=${row.id}`}>{name}</Link> : name}</h2>
        {presence && <PresenceTag presence={presence} />}
      </header>
      <p className="board-place">{place}</p>
      <div className="board-points">
        {[...Map.groupBy(placed, (point) => headingOf?.(point) ?? '')].map(([heading, some]) => (
          <Fragment key={heading}>
            {heading && <h3>{heading}</h3>}
            <dl>
              {some.map((point) => (
                <Value key={point.pointId} point={point} store={store} />
              ))}
            </dl>
          </Fragment>
        ))}
        {isKnown && points.length === 0 && <p className="board-place">{t('board.no-points')}</p>}
      </div>
      {more > 0 && <p className="board-place">{t('board.more-points', { count: more })}</p>}
      <footer>
        <LastSeen text={String(row['lastSeenAt'] ?? '')} />
        {alarms > 0 && <AlarmCount id={row.id} count={alarms} pages={pages} />}
        <span className="board-actions">
          <RowActions
            actions={actionsOf(row).map((action) => ({ ...action, rare: action.key !== 'details' }))}
            name={name}
            more={t('list.more')}
          />
        </span>
      </footer>
    </li>
  )
})

/** How long ago the device was heard of; a dash where it never was. */
function LastSeen({ text }: { text: string }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow()
  const seen = momentOfText(text)
  return <span className="board-place">{seen === undefined ? '–' : agoOf(seen, now, locale, t)}</span>
}

/** A point with its newest value, which follows by itself; stands in a list of terms. */
export function Value({ point, store }: { point: BoardPoint; store: LiveStore }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { value, worth } = useLiveValue(store, point.pointId, point.staleSeconds ?? undefined)
  const unit = unitOf(point)
  const latest = value?.latest.value
  return (
    <div>
      <dt>{point.pointName ?? ''}</dt>
      <dd className={`board-value board-${worth}`} title={worth === 'good' || worth === 'none' ? undefined : t(`worth.${worth}`)}>
        <span key={value?.flash} className={value?.flash ? 'board-new' : undefined}>
          {figure(latest, point, locale)}
        </span>
        {unit && typeof latest === 'number' && <small> {unit}</small>}
      </dd>
    </div>
  )
}

/** Leads to the alarms of a device that somebody has to know of. */
export function AlarmCount({ id, count, pages }: { id: string; count: number; pages: ReadonlySet<string> }) {
  const t = useT()
  const text = t('board.alarms', { count })
  return pages.has('/acquisition/alarms') ? (
    <Link className="board-alarms" to={`/acquisition/alarms?deviceId=${id}&isCurrent=1`} aria-label={text} title={text}>
      <span aria-hidden="true">▲</span> {count}
    </Link>
  ) : (
    <span className="board-alarms" title={text}>
      <span aria-hidden="true">▲</span> <span className="visually-hidden">{text}</span>
      <span aria-hidden="true">{count}</span>
    </span>
  )
}
