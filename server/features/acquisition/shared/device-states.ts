/** All devices of a tenant with their states, and how many there are of each. */
import { sql } from 'kysely'
import type { Presence } from '../../../../model/acquisition/presence.ts'
import { expectedSeconds, presence, statement } from '../../../acquisition/index.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Every device with its state (presence.ts). The shortest time of its points is looked up for all of them at once. */
export const devicesWithState = (seesStatus: boolean) => sql`
  with stale as materialized (select device_id, min(stale_seconds) as seconds from points where stale_seconds is not null group by device_id)
  select devices.id, devices.site_id, devices.device_name, ${presence(expectedSeconds(sql`stale.seconds`), seesStatus)} as state,
    device_states.seen_at, device_states.error, device_states.error_detail, device_states.error_at
  from devices left join device_states on device_states.tenant_id = devices.tenant_id and device_states.device_id = devices.id
  left join stale on stale.device_id = devices.id`

export interface OfSite {
  readonly site_id: string | null
  readonly state: Presence
  readonly count: number
  /** When one of them was heard of last, milliseconds since 1970; null where none ever was. */
  readonly seen: number | null
}

/** How many devices each site has in each state, and when one of them was heard of last. @param seesStatus Whether the caller sees which are out of use */
export function countDevices(tx: Transaction, seesStatus: boolean): Promise<OfSite[]> {
  return tx.all(
    statement(sql<OfSite>`select site_id, state, count(*)::integer as count, extract(epoch from max(seen_at))::float8 * 1000 as seen
      from (${devicesWithState(seesStatus)}) as d group by 1, 2`),
  )
}
