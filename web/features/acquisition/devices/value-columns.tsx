/** Newest values of points as columns of the list of devices: of those keys that its reader has chosen in this browser. They follow by themselves. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { createContext, use, useEffect, useMemo } from 'react'
import type { BoardPoint } from '../../../../model/contract/acquisition/devices.ts'
import { BOARD } from '../../../../model/contract/acquisition/devices.ts'
import { figure, unitOf } from '../../../shared/acquisition/figures.ts'
import type { LiveStore } from '../../../shared/acquisition/live-store.ts'
import { useLiveStore, useLiveValue } from '../../../shared/acquisition/live-store.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { localeOf, useLanguage, useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { useRemembered } from '../../../kernel/resource/remembered.ts'
import type { Column } from '../../../ui/column.ts'
import { pointsOfDevices } from './device-points.ts'

/** A key of points, and what its column is headed by. */
export interface ValueKey {
  readonly key: string
  readonly name: string
}

/** The keys whose values stand in columns, and how to choose others. */
export function useValueKeys(): [readonly ValueKey[], (keys: readonly ValueKey[]) => void] {
  const [word, setWord] = useRemembered('devices.values', '')
  const keys = useMemo(() => readKeys(word), [word])
  return [keys, (next) => setWord(next.length === 0 ? '' : JSON.stringify(next))]
}

/** What a browser has kept may be of another version, or anything. */
export function readKeys(word: string): readonly ValueKey[] {
  try {
    const kept: unknown = JSON.parse(word || '[]')
    if (!Array.isArray(kept)) return []
    const isKey = (each: unknown): each is ValueKey =>
      typeof each === 'object' && each !== null && 'key' in each && /^[\w.-]{1,64}$/.test(String(each.key)) && 'name' in each
    return kept
      .filter(isKey)
      .slice(0, BOARD.keys)
      .map(({ key, name }) => ({ key: String(key), name: String(name) }))
  } catch {
    return []
  }
}

/** The columns of these keys; they show what {@link FollowedValues} around the table knows. */
export const valueColumns = (keys: readonly ValueKey[]): Column<ResourceRow>[] =>
  keys.map(({ key, name }) => ({ key: `value:${key}`, title: name, width: 120, render: (row) => <Cell id={row.id} pointKey={key} /> }))

interface Followed {
  readonly points: ReadonlyMap<string, readonly BoardPoint[]>
  readonly store: LiveStore
}
const Values = createContext<Followed | undefined>(undefined)

interface FollowedValuesProps {
  readonly rows: readonly ResourceRow[]
  readonly keys: readonly ValueKey[]
  /** Hears which rows are shown. */
  readonly onRows: (rows: readonly ResourceRow[]) => void
  readonly children: ReactNode
}

/** Lets the cells within follow the newest values of these keys. */
export function FollowedValues({ rows, keys, onRows, children }: FollowedValuesProps) {
  useEffect(() => onRows(rows), [onRows, rows])
  const ids = keys.length === 0 ? '' : rows.map(({ id }) => id).join(',')
  const names = useMemo(() => keys.map(({ key }) => key), [keys])
  const { data, error, refetch } = useQuery(pointsOfDevices(ids, names))
  const points = useMemo(() => new Map(data?.map((each) => [each.deviceId, each.points])), [data])
  const pointIds = useMemo(() => data?.flatMap((each) => each.points.map(({ pointId }) => pointId)) ?? [], [data])
  const store = useLiveStore(pointIds)
  const followed = useMemo(() => ({ points, store }), [points, store])
  return (
    <Values value={followed}>
      {error instanceof ApiError && !data && <ListFailure error={error} onRetry={() => void refetch()} />}
      {children}
    </Values>
  )
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
