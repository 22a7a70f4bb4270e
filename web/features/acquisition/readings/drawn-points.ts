/** The points of a trend by what their reader sees of them. */
import type { SeenPoint, Trend } from '../../../../model/contract/acquisition/readings.ts'
import type { Conversion } from '../../../../model/acquisition/mapping/units.ts'
import { shownIn } from '../../../../model/acquisition/point-display.ts'
import { displayOf, unitOf } from '../../../shared/acquisition/figures.ts'
import type { DrawnPoint } from '../../../shared/acquisition/readings.ts'

/** What a point is called beside those of other devices; empty where its reader sees nothing of that. */
export const nameOf = ({ deviceCode, pointName, pointKey }: SeenPoint): string =>
  [deviceCode, pointName ?? pointKey].filter(Boolean).join(' · ')

/** The chosen points: a device and a name, or whatever of that is not hidden. A point that is no longer there is left out; while nothing is known yet, so are all. */
export function pointsOf(ids: readonly string[], data: Trend | undefined): DrawnPoint[] {
  const known = new Map(data?.list.map(({ pointId, point }) => [pointId, point]))
  return ids.flatMap((id) => {
    const point = known.get(id)
    if (!point) return []
    const { deviceCode: _code, pointName: _name, pointKey: _key, unit: _unit, displayUnit: _displayUnit, ...silence } = point
    return [{ id, name: nameOf(point) || `#${ids.indexOf(id) + 1}`, unit: unitOf(point), ...silence }]
  })
}

/** What makes stored values of the points such as they are shown, by the id of the point. */
export const shownById = (data: Trend | undefined): ReadonlyMap<string, Conversion> =>
  new Map(data?.list.map(({ pointId, point }) => [pointId, shownIn(displayOf(point))]))

/** How many of the points belong to each device, as far as their reader sees that. */
export function devicesOf(data: Trend | undefined, ids: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { pointId, point } of data?.list ?? [])
    if (point.deviceId !== undefined && ids.includes(pointId)) counts.set(point.deviceId, (counts.get(point.deviceId) ?? 0) + 1)
  return counts
}

/** The list with the one at `from` moved to `to`; as it is where that is no place of it. */
export function withMoved<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const moved = [...list]
  if (from < 0 || from >= list.length || to < 0 || to >= list.length) return moved
  moved.splice(to, 0, ...moved.splice(from, 1))
  return moved
}
