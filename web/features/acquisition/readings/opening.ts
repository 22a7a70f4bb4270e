/** What trends open with where the address names nothing: what was looked at last, else favourites, else points of a device that have values. */
import { useEffect, useState } from 'react'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import { queryLatestReading } from '../../../../model/contract/acquisition/readings.ts'
import { devices } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask } from '../../../kernel/http/ask.ts'
import { readList } from '../../../kernel/http/resource-client.ts'
import { keep, readKept, withRecent } from './kept.ts'
import type { TrendView } from './state.ts'
import { readView, writeView } from './state.ts'

/** Devices that are looked at for values, first of those that are online, and points that are shown of the first that has some. */
const MAX_DEVICES = 5
const FIRST_POINTS = 4

async function pointsWithValues(): Promise<readonly string[]> {
  // Where many devices have been made and none connected yet, the newest of all have nothing to show.
  for (const presence of ['online', undefined] as const) {
    const { list } = await readList(devices, { pageSize: MAX_DEVICES, deviceStatus: 1, ...(presence && { presence }) }, { quiet: true })
    for (const { id } of list) {
      const { list: latest } = await ask(queryLatestReading, { deviceId: id }, { quiet: true })
      const valued = latest.filter(({ value }) => value !== null).map(({ pointId }) => pointId)
      if (valued.length > 0) return valued.slice(0, FIRST_POINTS)
    }
  }
  return []
}

/**
 * Opens with something useful, once, and notes what is shown from then on.
 * @returns Whether it is still being looked for.
 */
export function useOpening(user: string, view: TrendView, correct: (next: TrendView) => void): boolean {
  const [isLooking, setLooking] = useState(view.points.length === 0 && view.trend === undefined)
  const points = view.points.join(',')

  useEffect(() => {
    if (!isLooking) return
    let gone = false
    const show = (next: TrendView) => {
      if (gone) return
      if (next.points.length > 0) correct(next)
      setLooking(false)
    }
    const { last, favourites } = readKept(user)
    const before = readView(new URLSearchParams(last))
    if (before.points.length > 0) show(before)
    else if (favourites.length > 0) show({ ...view, points: favourites.slice(0, MAX_TREND_LINES) })
    else
      void pointsWithValues().then(
        (found) => show({ ...view, points: found }),
        (error: unknown) => {
          show(view)
          if (!(error instanceof ApiError)) throw error
        },
      )
    return () => {
      gone = true
    }
    // Once, with what the address said at first.
    // eslint-disable-next-line react-hooks/exhaustive-deps -- it opens once, and not anew when somebody removes the last point
  }, [])

  const address = writeView({ ...view, trend: undefined }).toString()
  useEffect(() => {
    if (isLooking || points === '') return
    keep(user, { last: address, recent: withRecent(readKept(user).recent, points.split(',')) })
  }, [isLooking, user, points, address])
  return isLooking
}
