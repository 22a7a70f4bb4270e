/** Newest values of many points, each heard by those alone that show it: what a page of hundreds of numbers costs is what has changed. */
import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import type { Worth } from '../../../model/acquisition/quality.ts'
import type { Latest } from '../../../model/contract/acquisition/readings.ts'
import { watchPoints } from '../../kernel/realtime/live-points.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'
import { latestOf } from './live-values.ts'
import { worthOf } from './quality-tag.tsx'

/** A value becomes stale by itself; it is looked at so often (milliseconds). */
const LOOK_MS = 1000

/** A value that comes so long (milliseconds) after the one before catches the eye; one that changes all the time does not. */
const REST_MS = 2000

export interface LiveValue {
  readonly latest: Latest
  /** Another number whenever the value is to catch the eye. */
  readonly flash: number
  /** When it came, milliseconds since 1970. */
  readonly at: number
}

export interface LiveStore {
  get(pointId: string): LiveValue | undefined
  /** Milliseconds since 1970, as of the last look. */
  now(): number
  /** Hears of newer values of the point, and of each look. Gives how to end that. */
  subscribe(pointId: string, listener: () => void): () => void
  /** Takes values that are newer than those it has. @param at Milliseconds since 1970 */
  take(values: Iterable<Latest>, at: number): void
  /** Forgets all other points. */
  keep(pointIds: readonly string[]): void
  look(now: number): void
}

/** Newest values by their points, each of which is listened to by itself. @param opened When it was opened, in milliseconds since 1970 */
export function openLiveStore(opened: number): LiveStore {
  const newest = new Map<string, LiveValue>()
  const listeners = new Map<string, Set<() => void>>()
  let now = opened
  return {
    get: (pointId) => newest.get(pointId),
    now: () => now,
    subscribe(pointId, listener) {
      const mine = listeners.get(pointId) ?? new Set()
      listeners.set(pointId, mine.add(listener))
      return () => void mine.delete(listener)
    },
    take(values, at) {
      for (const latest of values) {
        const before = newest.get(latest.pointId)
        // Of one time there is one value, which may be corrected.
        if (before && (latest.time < before.latest.time || (latest.time === before.latest.time && latest.value === before.latest.value)))
          continue
        const isRested = before !== undefined && at - before.at > REST_MS
        newest.set(latest.pointId, { latest, at, flash: (before?.flash ?? 0) + (isRested ? 1 : 0) })
        for (const listener of listeners.get(latest.pointId) ?? []) listener()
      }
    },
    keep(pointIds) {
      const wanted = new Set(pointIds)
      for (const id of [...newest.keys()]) if (!wanted.has(id)) newest.delete(id)
      for (const [id, some] of [...listeners]) if (!wanted.has(id) && some.size === 0) listeners.delete(id)
    },
    look(moment) {
      now = moment
      for (const some of listeners.values()) for (const listener of some) listener()
    },
  }
}

/** The values of these points, as they come while the component is shown. The store stays the same. */
export function useLiveStore(pointIds: readonly string[]): LiveStore {
  const key = pointIds.join()
  const [store] = useState(() => openLiveStore(Date.now()))
  const { data, refetch } = useQuery(latestOf(key))
  useEffect(() => {
    if (data) store.take(data.values(), Date.now())
  }, [store, data])
  useEffect(() => {
    const ids = key === '' ? [] : key.split(',')
    store.keep(ids)
    if (ids.length === 0) return
    return watchPoints(ids, (values) =>
      store.take(
        values.map(([pointId, time, value, quality, reason]) => ({ pointId, time, value, quality, reason })),
        Date.now(),
      ),
    )
  }, [store, key])
  useEffect(() => {
    const timer = setInterval(() => store.look(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [store])
  // The socket was away: what was stored meanwhile is asked for (live.ts tells every topic so).
  useInvalidation('values', () => {
    if (key !== '') void refetch()
  })
  return store
}

/** The newest value of a point, undefined where it never had one, and what it is worth now. @param staleSeconds After so long without a sample it says nothing about now. */
export function useLiveValue(
  store: LiveStore,
  pointId: string,
  staleSeconds: number | undefined,
): { value: LiveValue | undefined; worth: Worth } {
  const subscribe = useCallback((listener: () => void) => store.subscribe(pointId, listener), [store, pointId])
  const value = useSyncExternalStore(subscribe, () => store.get(pointId))
  const worth = useSyncExternalStore(subscribe, () => worthOf(store.get(pointId)?.latest, staleSeconds, store.now()))
  return { value, worth }
}
