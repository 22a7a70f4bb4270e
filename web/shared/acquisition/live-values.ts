/** Newest values of points: asked for once, and followed through the page's socket. */
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import type { Latest } from '../../../model/contract/acquisition/readings.ts'
import { queryLatestReading } from '../../../model/contract/acquisition/readings.ts'
import { ask } from '../../kernel/http/ask.ts'
import type { PushedValue } from '../../../model/contract/live.ts'
import { watchPoints } from '../../kernel/realtime/live-points.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'

type Values = ReadonlyMap<string, Latest>

/** Ids in one address: a few kilobytes. */
const MAX_IDS_PER_REQUEST = 100

async function readLatest(ids: readonly string[], signal: AbortSignal): Promise<Values> {
  const parts = Array.from({ length: Math.ceil(ids.length / MAX_IDS_PER_REQUEST) }, (_, at) =>
    ids.slice(at * MAX_IDS_PER_REQUEST, (at + 1) * MAX_IDS_PER_REQUEST),
  )
  const answers = await Promise.all(parts.map((part) => ask(queryLatestReading, { pointId: part }, { signal, quiet: true })))
  return new Map(answers.flatMap(({ list }) => list).map((latest) => [latest.pointId, latest]))
}

const nothing: Values = new Map()

/** The query for what the points say now. @param key Their ids, with commas between; none where it is empty */
export const latestOf = (key: string) =>
  queryOptions({
    queryKey: ['latest', key],
    queryFn: ({ signal }) => readLatest(key.split(','), signal),
    enabled: key !== '',
  })

/**
 * By point, as they are now; a point that never had a value is not among them. For what is on the screen: of more than 500 on one page
 * the rest does not follow.
 */
export function useLiveValues(pointIds: readonly string[]): Values {
  const key = pointIds.join()
  const { data = nothing, refetch } = useQuery(latestOf(key))
  const [pushed, setPushed] = useState(nothing)
  useEffect(() => {
    if (key === '') return
    const ids = key.split(',')
    return watchPoints(ids, (values) => setPushed((before) => withPushed(before, ids, values)))
  }, [key])
  // The socket was away: what was stored meanwhile is asked for (live.ts tells every topic so).
  useInvalidation('values', () => {
    if (key !== '') void refetch()
  })
  return useMemo(() => newestOf(key === '' ? [] : key.split(','), data, pushed), [key, data, pushed])
}

/** Keeps what is on the screen, and takes what is newer. */
export function withPushed(before: Values, ids: readonly string[], values: readonly PushedValue[]): Values {
  const wanted = new Set(ids)
  const after = new Map([...before].filter(([id]) => wanted.has(id)))
  for (const [pointId, time, value, quality, reason] of values) {
    if (wanted.has(pointId) && time >= (after.get(pointId)?.time ?? 0)) after.set(pointId, { pointId, time, value, quality, reason })
  }
  return after
}

/** The newer of the values that were asked for and that were pushed, by the id of the point. */
export function newestOf(ids: readonly string[], asked: Values, pushed: Values): Values {
  return new Map(
    ids.flatMap((id) => {
      const [one, other] = [asked.get(id), pushed.get(id)]
      const newest = one && other ? (other.time >= one.time ? other : one) : (one ?? other)
      return newest ? [[id, newest] as const] : []
    }),
  )
}
