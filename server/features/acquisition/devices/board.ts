/** What the board and the tree of devices show beside the list: where how many stand in which state, and which points stand on their cards. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/devices.ts'
import { PRESENCES } from '../../../../model/acquisition/presence.ts'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { devices, points, projects, sites } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { implement } from '../../../kernel/http/http.ts'
import { countDevices } from '../shared/device-states.ts'

export const queryDevicePlaces = implement(contract.queryDevicePlaces, {
  access: 'granted',
  summary: 'How many devices stand at each site and in each project, by their state, with their open alarms and when one was heard of last',
  of: devices,
  async handle({ caller, inTenant }) {
    const view = viewOf(caller, devices)
    if (!view.sees('siteId')) return { list: [] }
    const seesProject = view.sees('projectId')
    const names = { project: viewOf(caller, projects).sees('projectName'), site: viewOf(caller, sites).sees('siteName') }
    const [seesAlarms, seesTime] = [view.sees('openAlarms'), view.sees('lastSeenAt')]
    const [counted, placed, alarms] = await inTenant((tx) =>
      Promise.all([countDevices(tx, view.sees('deviceStatus')), readSites(tx), seesAlarms ? countOpenAlarms(tx) : []]),
    )
    const alarmsAt = new Map(alarms.map(({ site_id: id, count }) => [id, count]))
    const bySite = new Map(placed.map((row) => [row.id, row]))
    return {
      list: [...Map.groupBy(counted, ({ site_id: id }) => id)].map(([id, states]) => {
        const site = id === null ? undefined : bySite.get(id)
        return {
          site: site ? { id: site.id, name: names.site ? site.site_name : '' } : null,
          project: seesProject && site?.project_id ? { id: site.project_id, name: names.project ? (site.project_name ?? '') : '' } : null,
          devices: sumsOf(states),
          openAlarms: seesAlarms ? (alarmsAt.get(id) ?? 0) : null,
          seen: seesTime ? latestOf(states) : null,
        }
      }),
    }
  },
})

function latestOf(states: readonly { readonly seen: number | null }[]): number | null {
  return states.reduce<number | null>((latest, { seen }) => (seen === null || (latest !== null && latest > seen) ? latest : seen), null)
}

/** How many alarms of the devices at each site are active or not acknowledged: the few there are, as `device_list` counts them for each device. */
function countOpenAlarms(tx: Transaction) {
  return tx.all(
    statement(sql<{ site_id: string | null; count: number }>`
    select devices.site_id, count(*)::integer as count from alarms
    join points on points.tenant_id = alarms.tenant_id and points.id = alarms.point_id
    join devices on devices.tenant_id = points.tenant_id and devices.id = points.device_id
    where alarms.alarm_state in ('unacknowledged', 'acknowledged', 'returned') group by 1`),
  )
}

function readSites(tx: Transaction) {
  return tx.all(
    build
      .selectFrom('sites')
      .leftJoin('projects', (on) => on.onRef('projects.tenant_id', '=', 'sites.tenant_id').onRef('projects.id', '=', 'sites.project_id'))
      .select(['sites.id', 'site_name', 'project_id', 'project_name']),
  )
}

function sumsOf(states: readonly { readonly state: Presence; readonly count: number }[]): Record<Presence, number> {
  const sums = Object.fromEntries(PRESENCES.map((state) => [state, 0])) as Record<Presence, number>
  for (const { state, count } of states) sums[state] += count
  return sums
}

interface FoundPoint {
  readonly device_id: string
  readonly id: string
  readonly point_key: string
  readonly point_name: string
  readonly point_group: string | null
  readonly unit: string | null
  readonly display_unit: string | null
  readonly decimals: number | null
  readonly state_texts: string | null
  readonly stale_seconds: number | null
  readonly of: number
}

export const queryDevicePoints = implement(contract.queryDevicePoints, {
  access: 'granted',
  summary: 'The points that stand on the cards of some devices: the first of each, in the order of the device, or those with these keys',
  of: devices,
  async handle({ input, caller, inTenant }) {
    const view = viewOf(caller, points)
    if (!view.allowed.includes('query') || !view.sees('deviceId') || (input.pointKey && !view.sees('pointKey'))) return { list: [] }
    const shown = <Value>(name: keyof contract.BoardPoint, value: Value) => (view.sees(name) ? { [name]: value } : {})
    const found = await inTenant((tx) => readFirstPoints(tx, input.id, input.pointKey))
    return {
      list: [...Map.groupBy(found, (row) => row.device_id)].map(([deviceId, rows]) => ({
        deviceId,
        points: rows.map((row) => ({
          pointId: row.id,
          ...shown('pointKey', row.point_key),
          ...shown('pointName', row.point_name),
          ...shown('pointGroup', row.point_group),
          ...shown('unit', row.unit),
          ...shown('displayUnit', row.display_unit),
          ...shown('decimals', row.decimals),
          ...shown('stateTexts', row.state_texts),
          ...shown('staleSeconds', row.stale_seconds),
        })),
        more: (rows[0]?.of ?? 0) - rows.length,
      })),
    }
  },
})

/** Of each device the points with the least numbers, then the oldest; or those with these keys, of which it has one each. */
function readFirstPoints(tx: Transaction, ids: readonly string[], keys: readonly string[] | undefined): Promise<FoundPoint[]> {
  return tx.all(
    statement(sql<FoundPoint>`
    select placed.device_id, placed.id, point_key, point_name, point_group, unit, display_unit, decimals, state_texts, stale_seconds, placed.of from (
      select points.*, row_number() over (partition by points.device_id order by display_order, points.id) as place,
        (count(*) over (partition by points.device_id))::integer as of
      from devices join points on points.tenant_id = devices.tenant_id and points.device_id = devices.id
      where devices.id = any(${ids}::uuid[]) ${keys ? sql`and points.point_key = any(${keys}::text[])` : sql``}) placed
    where place <= ${sql.lit(keys ? contract.BOARD.keys : contract.BOARD.points)} order by placed.device_id, place`),
  )
}
