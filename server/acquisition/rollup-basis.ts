/**
 * Of which roll-ups a range of a tenant is read: the one place that says whether its days may be used. Minutes and hours begin by the clock of the server; days by the zone that
 * `day_rollup_states` names, and while they are made anew (remake-days.ts) by nobody's: then hours are read, or minutes where hours begin at others
 * (docs/decisions/0172-days-by-the-zone-of-the-tenant.md).
 */
import { sql } from 'kysely'
import type { Millis, MillisRange } from '../../model/brands.ts'
import { millis, rangeInMillis } from '../../model/brands.ts'
import { offsetAt, startOf, wallOf } from '../../model/zone.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Basis, Level, Resolution, WeighedRange } from './pieces.ts'
import { LENGTH } from './pieces.ts'
import { statement } from './statement.ts'

/** The zone by which the days of the tenant begin, all of them; undefined while they are made anew, where the database knows the zone no longer, and where the transaction is nobody's. */
async function dayZoneOf(tx: Transaction): Promise<string | undefined> {
  if (tx.tenantId === undefined) return undefined
  const state = await tx.first(
    statement(
      sql<{
        zone: string | null
        is_ready: boolean
      }>`select zone, is_ready and is_time_zone(zone) as is_ready from day_rollup_states where tenant_id = ${tx.tenantId}`,
    ),
  )
  // Whoever makes the first day of a tenant notes by which zone.
  if (!state) return tx.timeZone()
  return state.is_ready ? (state.zone ?? tx.serverTimeZone) : undefined
}

/**
 * As what a range is read that is wanted at this resolution, whichever clock its roll-ups begin by: hours for days that are not ready, and for days that are made of minutes. These reach back
 * only as far as minutes are kept when they are made anew, and hours never go.
 */
export async function readableAs(tx: Transaction, wanted: Resolution, { from, to }: MillisRange): Promise<Basis> {
  if (wanted !== 'day') return { resolution: wanted }
  const dayZone = await dayZoneOf(tx)
  if (dayZone === undefined) return { resolution: 'hour' }
  // The day that it begins in counts along.
  const around = rangeInMillis({ from: from - 2 * LENGTH.day, to })
  const isOfHours = apartIn(dayZone, tx.serverTimeZone, around).every((ms) => ms % LENGTH.hour === 0)
  return isOfHours ? { resolution: 'day', dayZone } : { resolution: 'hour' }
}

/** Where a roll-up of a day begins (`day_begin` of the database), of what `startOf` gives: the second midnight where clocks show it twice (Havana, Azores). */
const beginOfDay = (zone: string, midnight: number): number =>
  wallOf(zone, midnight) === wallOf(zone, midnight + LENGTH.hour) ? midnight + LENGTH.hour : midnight

/** Whether it lies in an hour that a day of the clock begins with and the roll-up of the day before has. */
const isOfTwoDays = (zone: string, moment: number) => beginOfDay(zone, startOf(zone, moment, 'day')) > moment

/** When the roll-up of a level began in which the moment lies, or `steps` of them later, where it begins by this zone: milliseconds since 1970. */
export function beginOfLevel(zone: string, moment: number, level: Level, steps = 0): Millis {
  if (level !== 'day') return millis(startOf(zone, moment, level, steps))
  return millis(beginOfDay(zone, startOf(zone, moment, level, isOfTwoDays(zone, moment) ? steps - 1 : steps)))
}

/** The roll-ups that minutes, hours or days of the tenant's clock are put together of, and the range in whole ones of these. */
export async function rollupsFor(
  tx: Transaction,
  range: WeighedRange,
  unit: Exclude<Resolution, 'raw'>,
): Promise<readonly [WeighedRange, Basis]> {
  if (unit === 'minute') return [range, { resolution: unit }]
  const { from, to } = range
  const zone = await tx.timeZone()
  const end = startOf(zone, to, unit) === to ? to : startOf(zone, to, unit, 1)
  const whole = rangeInMillis({ from: startOf(zone, from, unit), to: end })
  // Of hours where an end lies between two midnights: the day there would be the one before.
  if (unit === 'day' && ![from, to].some((moment) => isOfTwoDays(zone, moment))) {
    const dayZone = await dayZoneOf(tx)
    if (dayZone !== undefined && apartIn(zone, dayZone, whole).every((ms) => ms === 0)) return [range, { resolution: unit, dayZone }]
  }
  const apart = apartIn(zone, tx.serverTimeZone, whole)
  if (unit === 'hour' && apart.every((ms) => ms === 0)) return [range, { resolution: unit }]
  return [{ ...range, ...whole }, { resolution: apart.every((ms) => ms % LENGTH.hour === 0) ? 'hour' : 'minute' }]
}

/** No zone has had a summer time, or a pause of it, that is shorter (Morocco's in Ramadan is a month). */
const SHORTEST_SEASON_MS = 14 * LENGTH.day

/** No reading is older: whoever asks for the year 1 is not to wait until each season since has been looked at. */
const OLDEST = 0

/** By how much the two clocks differ in the range. */
function apartIn(zone: string, other: string, range: MillisRange): number[] {
  if (zone === other) return [0]
  const { from, to } = { from: Math.max(OLDEST, range.from), to: Math.max(OLDEST, range.to) }
  const moments = Array.from({ length: Math.ceil((to - from) / SHORTEST_SEASON_MS) + 1 }, (_, step) =>
    Math.min(to, from + step * SHORTEST_SEASON_MS),
  )
  return moments.map((moment) => offsetAt(zone, moment) - offsetAt(other, moment))
}
