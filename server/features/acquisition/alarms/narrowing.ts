/** Of which alarms statistics are made: those of a site, of devices of a type, and what came during a shift. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { WEEKDAYS } from '../../../../model/acquisition/duty-shifts.ts'
import { alarms, dutyShifts } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'

interface Asked {
  readonly siteId?: string | undefined
  readonly deviceTypeId?: string | undefined
  readonly shiftId?: string | undefined
}

interface Narrowing {
  /** Behind the conditions on an event that is called `e`. */
  readonly events: RawBuilder<unknown>
  /** Behind those on an alarm that is called `a`. */
  readonly alarms: RawBuilder<unknown>
}

/**
 * Conditions in SQL; empty ones where nothing narrows. A field that the caller does not see narrows nothing, as in a list.
 * @throws Failure `reference.not-found` for a shift that the caller has not
 */
export async function narrowingOf(
  tx: Transaction,
  caller: Caller,
  { siteId, deviceTypeId, shiftId }: Asked,
  zone: string,
): Promise<Narrowing> {
  const view = viewOf(caller, alarms)
  const ofSite = siteId !== undefined && view.sees('siteId') ? sql` and listed.site_id = ${siteId}::uuid` : undefined
  const ofType =
    deviceTypeId !== undefined && view.sees('deviceTypeId') ? sql` and listed.device_type_id = ${deviceTypeId}::uuid` : undefined
  const chosen =
    ofSite || ofType
      ? (column: string) =>
          sql` and ${sql.ref(column)} in (select listed.id from alarm_list listed where true${ofSite ?? sql``}${ofType ?? sql``})`
      : () => sql``
  const during = shiftId === undefined ? sql`` : await duringShift(tx, caller, shiftId, zone)
  return { events: sql`${chosen('e.alarm_id')}${during}`, alarms: chosen('a.id') }
}

async function duringShift(tx: Transaction, caller: Caller, shiftId: string, zone: string): Promise<RawBuilder<unknown>> {
  const mayList = viewOf(caller, dutyShifts).allowed.includes('query')
  const shift = mayList
    ? await tx.first(
        statement(
          sql<{
            weekdays: string
            begins_at: string
            ends_at: string
          }>`select weekdays, begins_at, ends_at from duty_shifts where id = ${shiftId}::uuid`,
        ),
      )
    : undefined
  if (!shift) fail('reference.not-found', { field: { name: 'shiftId', label: 'noun.duty-shifts' } })
  const days = shift.weekdays.split(',').map((day) => 1 + WEEKDAYS.indexOf(day as (typeof WEEKDAYS)[number]))
  const local = sql`(e.happened_at at time zone ${zone})`
  const time = sql`to_char(${local}, 'HH24:MI')`
  const isOn = (weekday: RawBuilder<unknown>) => sql`${weekday} = any(${days}::int[])`
  const today = sql`extract(isodow from ${local})::int`
  if (shift.begins_at < shift.ends_at) return sql` and ${isOn(today)} and ${time} >= ${shift.begins_at} and ${time} < ${shift.ends_at}`
  // Past midnight it belongs to the day on which it began.
  const yesterday = sql`extract(isodow from ${local} - interval '1 day')::int`
  return sql` and ((${isOn(today)} and ${time} >= ${shift.begins_at}) or (${isOn(yesterday)} and ${time} < ${shift.ends_at}))`
}
