/** Newest values of points as columns of the list of devices, of those keys that its reader has chosen. They follow by themselves. */
import { useQuery } from '@tanstack/react-query'
import { createContext, lazy, use, useMemo } from 'react'
import type { BoardPoint } from '../../../../model/contract/acquisition/devices.ts'
import { figure, unitOf } from '../../../shared/acquisition/figures.ts'
import type { LiveStore } from '../../../shared/acquisition/live-store.ts'
import { useLiveStore, useLiveValue } from '../../../shared/acquisition/live-store.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import type { Beside } from '../../../kernel/resource/beside.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { namesOfKeys, pointsOfDevices } from './device-points.ts'

interface Followed {
  readonly points: ReadonlyMap<string, readonly BoardPoint[]>
  readonly store: LiveStore
}
const Values = createContext<Followed | undefined>(undefined)

/** A column for each key, headed by what the points of these devices are called. */
const useValueColumns: Beside['useColumns'] = (rows, keys) => {
  const ids = keys.length === 0 ? '' : rows.map(({ id }) => id).join(',')
  const { data, error, refetch } = useQuery(pointsOfDevices(ids, keys))
  const names = useMemo(() => namesOfKeys(data), [data])
  const points = useMemo(() => new Map(data?.map((each) => [each.deviceId, each.points])), [data])
  const pointIds = useMemo(() => data?.flatMap((each) => each.points.map(({ pointId }) => pointId)) ?? [], [data])
  const store = useLiveStore(pointIds)
  const followed = useMemo(() => ({ points, store }), [points, store])
  const columns = useMemo(
    () =>
      keys.map((key) => ({
        key: `value:${key}`,
        title: names.get(key) ?? key,
        width: 120,
        render: ({ id }: { readonly id: string }) => <Cell id={id} pointKey={key} />,
      })),
    [keys, names],
  )
  return {
    columns,
    around: (table) => (
      <Values value={followed}>
        {error instanceof ApiError && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
        {table}
      </Values>
    ),
  }
}

export const newestValues: Beside = {
  button: 'points',
  label: 'device-values.open',
  Dialog: lazy(() => import('./value-dialog.tsx')),
  useColumns: useValueColumns,
}

/** Empty for a device that has no such point. */
function Cell({ id, pointKey }: { readonly id: string; readonly pointKey: string }) {
  const followed = use(Values)
  const point = followed?.points.get(id)?.find((each) => each.pointKey === pointKey)
  return followed && point ? <Value point={point} store={followed.store} /> : null
}

function Value({ point, store }: { readonly point: BoardPoint; readonly store: LiveStore }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const { value, worth } = useLiveValue(store, point.pointId, point.staleSeconds ?? undefined)
  const latest = value?.latest.value
  const unit = unitOf(point)
  return (
    <span className={`board-value board-${worth}`} title={worth === 'good' || worth === 'none' ? undefined : t(`worth.${worth}`)}>
      <span key={value?.flash} className={value?.flash ? 'board-new' : undefined}>
        {figure(latest, point, locale)}
      </span>
      {unit && typeof latest === 'number' && <small> {unit}</small>}
    </span>
  )
}
