/** Working shifts as a caller sees them, for dimensions: the windows of each site that has shifts of its own, and those of all others. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import { id } from '../../model/fields.ts'
import type { Condition } from '../../model/figures/document.ts'
import type { Shift, Window } from '../../model/figures/shifts.ts'
import { windowsOf } from '../../model/figures/shifts.ts'
import { shifts } from '../../model/index.ts'
import { wallOf } from '../../model/zone.ts'
import { statement } from '../acquisition/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { viewOf } from '../kernel/authorization/view.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { BeyondBounds } from './bounds.ts'
import { nounFor } from './nouns.ts'
import type { Found, Subject } from './subject.ts'

type Sql = RawBuilder<unknown>

const DAY_MS = 86_400_000

export interface ShiftCalendar {
  /** The sites with shifts of their own. */
  readonly sites: readonly string[]
  /** Of those with none of their own, then of each of `sites`. */
  readonly windows: readonly (readonly Window[])[]
}

/** Where a row happened, by which its shifts are found. */
const SITE = 'device.siteId'

/** The site of the rows of a subject; undefined where it has none that the caller sees: then nothing of it is put together by shifts. */
export const siteOf = (subject: Subject): Found | undefined => subject.find(SITE)

/** Shifts times days of which windows are made: the time that it takes grows with both. */
const MAX_SHIFT_DAYS = 50_000

interface ShiftsAsked {
  readonly zone: string
  readonly ranges: readonly MillisRange[]
  /** Those that rows are asked for by; undefined where they may be of any. */
  readonly sites: ReadonlySet<string> | undefined
}

/**
 * The shifts of the ranges; undefined for whoever does not see when they begin and end and what they are called.
 * @throws BeyondBounds where there are too many of them for so long
 */
export async function readShifts(
  tx: Transaction,
  caller: Caller,
  { zone, ranges, sites: asked }: ShiftsAsked,
): Promise<ShiftCalendar | undefined> {
  const view = viewOf(caller, shifts)
  const sees = (['shiftName', 'beginsAt', 'endsAt', 'siteId', 'validFrom', 'validUntil'] as const).every((field) => view.sees(field))
  if (!nounFor(caller, shifts.name) || !sees) return undefined
  const rows = await tx.all(
    statement(sql<
      Shift & { site: string | null }
    >`select site_id as site, shift_name as "shiftName", begins_at as "beginsAt", ends_at as "endsAt",
      extract(epoch from valid_from)::float8 * 1000 as "validFrom", extract(epoch from valid_until)::float8 * 1000 as "validUntil" from shifts
      where ${asked ? sql`(site_id is null or site_id = any(${[...asked]}::uuid[]))` : sql`true`} order by shift_code`),
  )
  const range = { from: Math.min(...ranges.map(({ from }) => from)), to: Math.max(...ranges.map(({ to }) => to)) }
  const sites = [...new Set(rows.flatMap(({ site }) => (site === null ? [] : [site])))]
  // One of the day before the range may go on in it.
  const held = rows.filter(
    ({ validFrom, validUntil }) => (validFrom ?? -Infinity) < range.to && (validUntil ?? Infinity) > range.from - 3 * DAY_MS,
  )
  if (held.length * Math.ceil((range.to - range.from) / DAY_MS + 2) > MAX_SHIFT_DAYS) throw new BeyondBounds()
  return {
    sites,
    windows: [null, ...sites].map((site) =>
      windowsOf(
        zone,
        held.filter((row) => row.site === site),
        range,
      ),
    ),
  }
}

/** The sites that all rows of a condition are of; undefined where they may be of any. @param values Of parameters, by their names */
export function sitesAskedFor(condition: Condition | undefined, values: ReadonlyMap<string, unknown>): ReadonlySet<string> | undefined {
  if (!condition || 'or' in condition || 'not' in condition) return undefined
  if ('and' in condition) return condition.and.map((part) => sitesAskedFor(part, values)).find((sites) => sites !== undefined)
  const { field, op, value, param } = condition
  if (field !== SITE || (op !== 'equals' && op !== 'among')) return undefined
  const asked = [param === undefined ? value : values.get(param)].flat()
  const sites = asked.map((one) => id.safeParse(one)).flatMap(({ success, data }) => (success ? [data] : []))
  return sites.length === asked.length ? new Set(sites) : undefined
}

const HOUR_MS = 3_600_000

/** Whether all shifts begin and end at whole hours of a clock. @param zone Of the clock (IANA) */
export const beginsAtHours = ({ windows }: ShiftCalendar, zone: string): boolean =>
  windows.every((each) =>
    edgesOf(each)
      .slice(1, -1)
      .every((edge) => wallOf(zone, edge) % HOUR_MS === 0),
  )

/** When windows begin, with the end of the last one: what `width_bucket` finds a moment among. */
export const edgesOf = (windows: readonly Pick<Window, 'from' | 'to'>[]): number[] => [
  ...windows.map(({ from }) => from),
  windows.at(-1)?.to ?? Infinity,
]

/** When the shift of a row began, in milliseconds since 1970, and what it is called. @param time A moment of the row @param site The site of the row */
export function shiftOf({ sites, windows }: ShiftCalendar, time: Sql, site: Sql): { readonly begins: Sql; readonly name: Sql } {
  const calendars = sql.join(
    windows.map((each, at) => sql`(${at}::int, ${edgesOf(each)}::float8[], ${[...each.map(({ name }) => name), null]}::text[])`),
  )
  const own = sql`coalesce(array_position(${[...sites]}::uuid[], ${site}), 0)`
  const of = (array: string) =>
    sql`(select (${sql.ref(`c.${array}`)})[width_bucket(date_part('epoch', ${time}) * 1000, c.edges)] from (values ${calendars}) as c (nth, edges, names) where c.nth = ${own})`
  return { begins: of('edges'), name: of('names') }
}
