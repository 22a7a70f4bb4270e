/** Points to choose from by words of their names and those of their devices. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/trend-points.ts'
import type { Field, Link } from '../../../../model/field.ts'
import { devices, points } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { implement } from '../../../kernel/http/http.ts'
import type { PointRow } from '../shared/seen-points.ts'
import { pointsWithDevices, seenOf } from '../shared/seen-points.ts'

const { MAX_FOUND, MAX_WORDS } = contract

export const queryTrendPoint = implement(contract.queryTrendPoint, {
  access: 'signed-in',
  summary: 'Points with all of some words in their name or key, or in the name or code of their device; 50 at a time, by their devices',
  async handle({ input: { keyword, currentPage }, caller, inTenant }) {
    const named = namesOf(caller)
    if (named.ofPoint.length + named.ofDevice.length === 0) return { list: [], left: 0, leftIs: 'exact' as const }
    const offset = (currentPage - 1) * MAX_FOUND.page
    const rows = await inTenant((tx) => tx.all(statement(foundBy(keyword.split(/\s+/).slice(0, MAX_WORDS), named, offset))))
    const behind = Math.max(0, (rows[0]?.hits ?? 0) - offset - rows.length)
    const view = viewOf(caller, points)
    return {
      list: rows.map((row) => ({
        pointId: row.id,
        point: seenOf(view, row),
        ...(named.isDeviceNamed ? { deviceName: row.device_name } : {}),
      })),
      left: Math.min(behind, MAX_FOUND.counted),
      leftIs: behind > MAX_FOUND.counted ? ('at-least' as const) : ('exact' as const),
    }
  },
})

type FoundRow = PointRow & { readonly device_name: string; readonly hits: number }

/** Columns that are searched: what the caller does not see is not found by either. */
export interface Named {
  readonly ofPoint: readonly string[]
  readonly ofDevice: readonly string[]
  readonly isDeviceNamed: boolean
  readonly isPlaced: boolean
}

function namesOf(caller: Caller): Named {
  const [point, device] = [viewOf(caller, points), viewOf(caller, devices)]
  if (!point.allowed.includes('query')) return { ofPoint: [], ofDevice: [], isDeviceNamed: false, isPlaced: false }
  const isDeviceSeen = point.sees('deviceId')
  const isCodeSeen = isDeviceSeen && point.names((points.fields.deviceId as Field).link as Link)
  const isDeviceNamed = isDeviceSeen && device.allowed.includes('query') && device.sees('deviceName')
  return {
    ofPoint: [...(point.sees('pointName') ? ['point_name'] : []), ...(point.sees('pointKey') ? ['point_key'] : [])],
    ofDevice: [...(isCodeSeen ? ['device_code'] : []), ...(isDeviceNamed ? ['device_name'] : [])],
    isDeviceNamed,
    isPlaced: point.sees('displayOrder'),
  }
}

/**
 * The page at `offset`, with the number of hits in each row, counted as far as {@link MAX_FOUND} says behind the page. Device by device:
 * of a word that many points have, the points of a few devices are read, and a text of a device is looked into once for all its points.
 */
export function foundBy(words: readonly string[], { ofPoint, ofDevice, isPlaced }: Named, offset: number): RawBuilder<FoundRow> {
  const has = (columns: readonly string[], word: string) => {
    const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`
    return sql.join([...columns.map((column) => sql`${sql.ref(column)} ilike ${pattern}`), sql`false`], sql` or `)
  }
  // What somebody does not see does not say in which order rows come either.
  const [ofDevices, ofPoints] = [
    ofDevice.includes('device_code') ? sql`lower(device_code), id` : sql`id`,
    isPlaced ? sql`display_order, id` : sql`id`,
  ]
  return sql<FoundRow>`
    with places as materialized (
      select tenant_id, id, row_number() over (order by ${ofDevices}) as place, array[${sql.join(words.map((word) => has(ofDevice, word)))}] as has from devices
    ), hits as materialized (
      select p.id, d.place, p.within from (select * from places order by place) d cross join lateral (
        select id, row_number() over (order by ${ofPoints}) as within from points
        where tenant_id = d.tenant_id and device_id = d.id and ${sql.join(
          words.map((word, index) => sql`(d.has[${sql.lit(index + 1)}] or ${has(ofPoint, word)})`),
          sql` and `,
        )}
      ) p order by d.place, p.within limit ${offset + MAX_FOUND.page + MAX_FOUND.counted + 1}
    ), page as (select * from hits order by place, within limit ${MAX_FOUND.page} offset ${offset})
    select found.*, devices.device_name, (select count(*)::int from hits) as hits
    from page join (${pointsWithDevices()}) found on found.id = page.id join devices on devices.id = found.device_id order by page.place, page.within`
}
