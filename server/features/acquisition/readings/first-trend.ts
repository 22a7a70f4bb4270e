/** What trends open with for somebody who has not chosen anything yet: points of one device that have values. */
import { sql } from 'kysely'
import type { TrendState } from '../../../../model/acquisition/trends.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const EIGHT_HOURS = 8 * 3_600_000
/** What a trend shows unless somebody chooses otherwise. */
export const USUAL_RANGE = { last: EIGHT_HOURS } as const

/** Devices that are looked at for values, those heard of last first, and points that are shown of one. */
const MAX_DEVICES = 20
const FIRST_POINTS = 4

interface Valued {
  readonly device: string
  readonly id: string
  /** Of its newest value, in milliseconds since 1970. */
  readonly at: number
  readonly isRecent: boolean
}

/** The statement for points that have values, of the devices heard of last. */
export const valuedPoints = () => sql<Valued>`
  with reporting as materialized (
    select d.tenant_id, d.id, row_number() over (order by s.seen_at desc nulls last, d.id) as place
    from devices d left join device_states s on s.tenant_id = d.tenant_id and s.device_id = d.id
    order by s.seen_at desc nulls last, d.id limit ${MAX_DEVICES}
  )
  select reporting.id as device, p.id, extract(epoch from p.time)::float8 * 1000 as at, p.recent as "isRecent"
  from reporting cross join lateral (
    select p.id, p.display_order, v.time, v.time > now() - make_interval(secs => ${EIGHT_HOURS / 1000}) as recent
    from points p join point_states v on v.tenant_id = p.tenant_id and v.series = p.series
    where p.tenant_id = reporting.tenant_id and p.device_id = reporting.id and v.value is not null
    order by recent desc, p.display_order, p.id limit ${FIRST_POINTS}
  ) p order by reporting.place, p.recent desc, p.display_order, p.id`

/**
 * The first points of the device heard of last that has values of these hours; where none has, of one that has values at all, with the
 * hours before the newest. Undefined where there are none. However many points there are: what is known of each device is sorted, one
 * row a device, and the points of a few are looked up.
 */
export async function firstTrend(tx: Transaction): Promise<TrendState | undefined> {
  const rows = await tx.all(statement(valuedPoints()))
  const recent = rows.filter(({ isRecent }) => isRecent)
  const [first] = recent.length > 0 ? recent : rows
  if (!first) return undefined
  const own = (recent.length > 0 ? recent : rows).filter(({ device }) => device === first.device)
  const newest = Math.ceil(Math.max(...own.map(({ at }) => at)))
  return {
    points: own.map(({ id }) => id),
    hidden: [],
    range: recent.length > 0 ? USUAL_RANGE : { from: newest - EIGHT_HOURS, to: newest + 1 },
  }
}
