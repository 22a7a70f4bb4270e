/** Stores the routes of the demonstration with their rounds of some days: most were done, some were missed, and something was found. */
import { checklistText, judgeChecks } from '../../model/maintenance/checklist.ts'
import { dayOf } from '../../model/maintenance/due-days.ts'
import { roundsBetween } from '../../model/maintenance/round-times.ts'
import type { RouteSeed } from '../../seeds/upkeep-seed.ts'
import { routeLook } from '../maintenance/index.ts'
import { build } from '../kernel/database/sql.ts'
import { newId } from '../kernel/ids.ts'
import { idIn } from './id-in.ts'
import type { Storing } from './upkeep-storing.ts'
import { DAY_MS, MINUTE_MS, dayAgo, fine } from './upkeep-storing.ts'

/** A stop takes so long. */
const STOP_MS = 6 * MINUTE_MS

/** Stores a route with its stops and rounds; from now on its rounds fall due. */
export async function storeRoute(storing: Storing, route: RouteSeed): Promise<void> {
  const { tx, tenantId, services, personIn, zone, now, machines, sites } = storing
  const id = newId()
  const first = dayAgo(storing, route.past.days)
  await tx.run(
    build.insertInto('round_routes').values({
      tenant_id: tenantId,
      id,
      route_code: route.routeCode,
      route_name: route.routeName,
      site_id: idIn(sites, route.site),
      every_count: 1,
      every_unit: 'day',
      first_due: new Date(now - route.past.days * DAY_MS),
      round_times: route.times.join(','),
      grace_minutes: route.graceMinutes,
      assignee_id: personIn(route.assignee),
      notify_role: null,
      route_status: 1,
      route_description: null,
      counts_from: new Date(now - route.graceMinutes * MINUTE_MS),
      next_due: null,
    }),
  )
  const stops = route.stops.map((stop, at) => ({
    id: newId(),
    order: (at + 1) * 10,
    ...stop,
    equipmentId: stop.machine === undefined ? null : idIn(machines, stop.machine),
  }))
  await tx.run(
    build.insertInto('round_stops').values(
      stops.map((stop) => ({
        tenant_id: tenantId,
        id: stop.id,
        route_id: id,
        stop_order: stop.order,
        stop_name: stop.name,
        equipment_id: stop.equipmentId,
        checks: checklistText(stop.checks),
        stop_description: null,
      })),
    ),
  )
  const rhythm = { rhythm: { every: 1, unit: 'day' }, first, times: route.times } as const
  const over = roundsBetween(zone, rhythm, now - route.past.days * DAY_MS, now - route.graceMinutes * MINUTE_MS, 100)
  for (const [at, dueAt] of over.entries()) await storeRound(storing, { id, route, stops }, at, dueAt)
  await routeLook(tx, services, [id])
}

interface StoredRoute {
  readonly id: string
  readonly route: RouteSeed
  readonly stops: readonly (RouteSeed['stops'][number] & {
    readonly id: string
    readonly order: number
    readonly equipmentId: string | null
  })[]
}

async function storeRound(storing: Storing, { id: routeId, route, stops }: StoredRoute, at: number, dueAt: number): Promise<void> {
  const { tx, tenantId, personIn, now, zone } = storing
  const daysAgo = Math.round((Date.parse(dayOf(zone, now)) - Date.parse(dayOf(zone, dueAt))) / DAY_MS)
  const isMissed = route.past.missedDaysAgo.includes(daysAgo) && at % route.times.length === route.times.length - 1
  const id = newId()
  const begun = dueAt + (10 + (at % 5) * 7) * MINUTE_MS
  const who = personIn(route.past.by[at % route.past.by.length] ?? '')
  const found = stops.map((stop, place) => {
    const odd = at % route.times.length === 0 ? route.failed.find((each) => each.daysAgo === daysAgo && each.stop === place) : undefined
    const results = stop.checks
      .map((item, nth) =>
        item.key !== odd?.key
          ? fine(item, at + nth)
          : { key: item.key, note: odd.note, ...(odd.value === undefined ? { passed: false } : { value: odd.value }) },
      )
      .filter((result) => Object.keys(result).length > 1)
    return { ...stop, results, failed: judgeChecks(stop.checks, results).failed.length, recordedAt: begun + (place + 1) * STOP_MS }
  })
  await tx.run(
    build.insertInto('rounds').values({
      tenant_id: tenantId,
      id,
      route_id: routeId,
      round_name: route.routeName,
      round_state: isMissed ? 'missed' : 'done',
      due_at: new Date(dueAt),
      due_until: new Date(dueAt + route.graceMinutes * MINUTE_MS),
      started_at: isMissed ? null : new Date(begun),
      done_at: isMissed ? null : new Date(begun + (stops.length + 1) * STOP_MS),
      done_by: isMissed ? null : who,
      stop_count: stops.length,
      stops_done: isMissed ? 0 : stops.length,
      items_failed: isMissed ? 0 : found.reduce((sum, { failed }) => sum + failed, 0),
      request_id: null,
      created_at: new Date(dueAt),
    }),
  )
  await tx.run(
    build.insertInto('round_results').values(
      found.map((stop) => ({
        tenant_id: tenantId,
        id: newId(),
        round_id: id,
        stop_order: stop.order,
        stop_name: stop.name,
        equipment_id: stop.equipmentId,
        stop_id: stop.id,
        checks: JSON.stringify(stop.checks),
        results: isMissed ? null : JSON.stringify(stop.results),
        items_failed: isMissed ? null : stop.failed,
        was_scanned: isMissed ? null : stop.equipmentId !== null,
        recorded_at: isMissed ? null : new Date(stop.recordedAt),
        recorded_by: isMissed ? null : who,
      })),
    ),
  )
}
