/**
 * Whether a device is heard of as it should be. It should be heard of within the shortest time after which one of its points counts
 * as stale; within five minutes where no point says; one that is polled, within three polls. Until ten times as long it is late,
 * then silent.
 */
import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Presence } from '../../model/acquisition/presence.ts'

const USUAL_SECONDS = 300
/** What is stored of a device is a second old, and no network is even: shorter times say nothing. */
const MIN_SECONDS = 15
const POLLS = 3
const USUAL_POLL_SECONDS = 10
const SILENT_AFTER = 10

/** Seconds within which a row of `devices` should be heard of. @param stale The least `stale_seconds` of its points, or null. */
export function expectedSeconds(stale: RawBuilder<unknown>): RawBuilder<number> {
  return sql<number>`greatest(${sql.lit(MIN_SECONDS)}, case when devices.connection = 'modbus'
    then ${sql.lit(POLLS)} * coalesce(devices.poll_seconds, ${sql.lit(USUAL_POLL_SECONDS)}) else coalesce(${stale}, ${sql.lit(USUAL_SECONDS)}) end)`
}

/**
 * The word for a row of `devices` with its row of `device_states`, if there is one.
 * @param seesStatus Whether the caller may know which devices are out of use: for others those are judged like the rest.
 */
export function presence(expected: RawBuilder<unknown>, seesStatus: boolean): RawBuilder<Presence> {
  const within = (times: number) => sql`device_states.seen_at > now() - ${sql.lit(times)} * (${expected}) * interval '1 second'`
  return sql<Presence>`case when ${sql.lit(seesStatus)} and devices.device_status = 0 then 'disabled' when device_states.seen_at is null then 'never'
    when ${within(1)} then 'online' when ${within(SILENT_AFTER)} then 'late' else 'silent' end`
}
