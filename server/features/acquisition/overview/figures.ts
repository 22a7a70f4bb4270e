/** The figures of the overview, each of one statement over all of a tenant's devices or points. */
import { sql } from 'kysely'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import type { Worth } from '../../../../model/acquisition/quality.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { devicesWithState } from '../shared/device-states.ts'

export interface Registered {
  readonly projects: number
  readonly sites: number
}

/** How many projects and sites the tenant has. */
export async function countRegistered(tx: Transaction): Promise<Registered> {
  const [row] = await tx.all(
    statement(sql<Registered>`select (select count(*) from projects)::integer as projects, (select count(*) from sites)::integer as sites`),
  )
  return row ?? { projects: 0, sites: 0 }
}

export interface OfQuality {
  readonly worth: Worth
  readonly count: number
}

/**
 * How many points there are by what their newest value is worth (OPC UA quality; `stale` is one that is too old, `none` one without a
 * value).
 */
export function countPoints(tx: Transaction): Promise<OfQuality[]> {
  return tx.all(
    statement(sql<OfQuality>`
    select point_worth(s.time, s.quality, p.stale_seconds) as worth, count(*)::integer as count
    from points p left join point_states s on s.tenant_id = p.tenant_id and s.series = p.series group by 1`),
  )
}

export interface Place {
  readonly id: string
  readonly name: string
  readonly longitude: number
  readonly latitude: number
}

/** Sites that have a place on a map. */
export function readPlaces(tx: Transaction, most: number): Promise<Place[]> {
  return tx.all(
    statement(sql<Place>`
    select id, site_name as name, longitude::float8 as longitude, latitude::float8 as latitude from sites
    where longitude is not null and latitude is not null order by id limit ${most}`),
  )
}

export interface Ailing {
  readonly id: string
  readonly name: string
  readonly state: Presence
  readonly seen: number | null
  readonly error: string | null
  /** Where: a key, mostly. */
  readonly detail: string | null
  readonly error_at: number | null
}

/** Devices that are silent, or had an error within a day; what happened last stands first. */
export function readAiling(tx: Transaction, seesStatus: boolean, most: number): Promise<Ailing[]> {
  const recent = sql`error_at > now() - interval '1 day'`
  return tx.all(
    statement(sql<Ailing>`
    select id, device_name as name, state, extract(epoch from seen_at)::float8 * 1000 as seen, case when ${recent} then error end as error, error_detail as detail,
      case when ${recent} then extract(epoch from error_at)::float8 * 1000 end as error_at
    from (${devicesWithState(seesStatus)}) as d where state = 'silent' or (state <> 'disabled' and ${recent})
    order by greatest(case when state = 'silent' then seen_at end, case when ${recent} then error_at end) desc, id limit ${most}`),
  )
}
