/** What of a stretch of time is not in the roll-ups yet: minutes, hours and days that are over and wait to be put together. */
import { sql } from 'kysely'
import type { Millis, MillisRange } from '../../model/brands.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { statement } from './statement.ts'

export interface LateReadings {
  readonly points: number
  /** Ids of the devices that they are of. */
  readonly devices: readonly string[]
}

interface Stretch extends MillisRange {
  readonly deviceId?: string | undefined
  readonly siteId?: string | undefined
  /** These points alone, where any are named. */
  readonly pointIds?: readonly string[] | undefined
}

/** Points of which something that lies in the stretch waits, of a device or a site where one is named, and of the points that are. */
export async function lateReadings(tx: Transaction, { from, to, deviceId, siteId, pointIds = [] }: Stretch): Promise<LateReadings> {
  const moment = (ms: Millis) => sql`to_timestamp(${ms}::float8 / 1000)`
  // A day that is not over at the end of the stretch is not read for it.
  const length = sql`case t.level when 0 then interval '1 minute' when 1 then interval '1 hour' else interval '1 day' end`
  const row = await tx.first(
    statement(sql<{ points: number; devices: string[] }>`
    select count(distinct p.id)::integer as points, coalesce(array_agg(distinct p.device_id::text), '{}') as devices
    from sample_touches t cross join lateral unnest(t.series, t.buckets) as each (series, bucket)
    join points p on p.tenant_id = t.tenant_id and p.series = each.series join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    where each.bucket + ${length} <= ${moment(to)} and each.bucket + ${length} > ${moment(from)}
      and ${deviceId === undefined ? sql`true` : sql`d.id = ${deviceId}::uuid`} and ${siteId === undefined ? sql`true` : sql`d.site_id = ${siteId}::uuid`}
      and ${pointIds.length === 0 ? sql`true` : sql`p.id = any(${pointIds}::uuid[])`}`),
  )
  return row ?? { points: 0, devices: [] }
}
