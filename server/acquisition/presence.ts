/** Whether a device is heard of as it should be. It is judged by two functions of the database (migrations/0065_devices-as-they-are.sql), which lists ask as well. */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Presence } from '../../model/acquisition/presence.ts'

/** Seconds within which a row of `devices` should be heard of. @param stale The least `stale_seconds` of its points, or null. */
export function expectedSeconds(stale: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`device_expected_seconds(devices.connection, devices.poll_seconds, ${stale})`
}

/**
 * The word for a row of `devices` with its row of `device_states`, if there is one.
 * @param seesStatus Whether the caller may know which devices are out of use: for others those are judged like the rest.
 */
export function presence(expected: RawBuilder<unknown>, seesStatus: boolean): RawBuilder<Presence> {
  return sql<Presence>`device_presence(${seesStatus ? sql`devices.device_status` : sql`null`}, device_states.seen_at, ${expected})`
}
