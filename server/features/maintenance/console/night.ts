/** The last night that is over: of the shift that goes on past midnight, else from 22:00 to 06:00 by the clock of the tenant. */
import { sql } from 'kysely'
import { minutesOf } from '../../../../model/acquisition/clock-time.ts'
import type { Shift } from '../../../../model/figures/shifts.ts'
import { windowsOf } from '../../../../model/figures/shifts.ts'
import { shifts } from '../../../../model/index.ts'
import { USUAL_NIGHT } from '../../../../model/maintenance/console.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

const DAY_MS = 86_400_000

export interface Night {
  readonly from: number
  readonly to: number
  readonly shift: string | null
}

/** The last night that is over at a moment, with the name of its shift. @param siteId Whose night it is: a site may have shifts of its own @param asOf Milliseconds since 1970 */
export async function lastNight(
  tx: Transaction,
  caller: Caller,
  { zone, asOf, siteId }: { readonly zone: string; readonly asOf: number; readonly siteId: string | undefined },
): Promise<Night> {
  const view = viewOf(caller, shifts)
  const sees = (['shiftName', 'beginsAt', 'endsAt', 'siteId', 'validFrom', 'validUntil'] as const).every((field) => view.sees(field))
  const rows =
    sees && view.allowed.includes('query')
      ? await tx.all(
          build
            .selectFrom('shifts')
            .select(['shift_name', 'begins_at', 'ends_at', 'site_id'])
            .select([epochOf('valid_from').as('valid_from'), epochOf('valid_until').as('valid_until')])
            .where(sql<boolean>`site_id is null or site_id = ${siteId ?? null}::uuid`)
            .orderBy('shift_code'),
        )
      : []
  const nights = rows.filter(({ begins_at: begins, ends_at: ends }) => (minutesOf(ends) ?? 0) < (minutesOf(begins) ?? 0))
  const own = nights.filter(({ site_id: site }) => site !== null)
  const found = (own.length > 0 ? own : nights).map((row): Shift => ({
    shiftName: row.shift_name,
    beginsAt: row.begins_at,
    endsAt: row.ends_at,
    validFrom: row.valid_from,
    validUntil: row.valid_until,
  }))
  return nightOf(zone, found, asOf) ?? nightOf(zone, [USUAL], asOf, null) ?? { from: asOf - DAY_MS, to: asOf, shift: null }
}

const epochOf = (column: string) => sql<number | null>`extract(epoch from ${sql.ref(column)})::float8 * 1000`

const USUAL: Shift = { ...USUAL_NIGHT, shiftName: '', validFrom: null, validUntil: null }

/** The last window of the first of the shifts that has one which is over. */
function nightOf(zone: string, nights: readonly Shift[], asOf: number, named?: null): Night | undefined {
  for (const night of nights) {
    const last = windowsOf(zone, [night], { from: asOf - 3 * DAY_MS, to: asOf }).findLast(({ name, to }) => name !== null && to <= asOf)
    if (last) return { from: last.from, to: last.to, shift: named === null ? null : night.shiftName }
  }
  return undefined
}
