/**
 * The partitions of samples and roll-ups: made before they are needed, dropped when everything in them is too old. Several
 * servers may be at it at once; a lock of the database lets one through at a time.
 *
 * A partition is made beside its table and attached, which leaves readers and writers of the table alone.
 */
import type { Retention } from '../../model/acquisition/quality.ts'
import { RETENTION } from '../../model/acquisition/quality.ts'
import type { Settings } from '../../model/system/known-parameters.ts'
import type { Millis, MillisRange } from '../../model/brands.ts'
import { millis, rangeInMillis } from '../../model/brands.ts'
import type { Database } from '../kernel/database/database.ts'

export const DAY_MS = 86_400_000

/** The connection of the tables' owner: partitions are tables, and nobody else may make or drop one. */
type Owner = Parameters<Parameters<Database['asOwner']>[0]>[0]

/** A partition as it is to be; its bounds are midnights of UTC. */
interface Slice extends MillisRange {
  readonly parent: string
  readonly name: string
}

export interface Partitions {
  /** Makes those that samples of these times need, and keeps in mind that they are there. */
  ensure(wanted: readonly { retention: number; time: Millis }[]): Promise<void>
  /** Whether all of them are known to be there; says nothing of those that are not known. */
  has(retention: number, time: Millis): boolean
  /** Forgets what is known: a partition that was known is gone. */
  forget(): void
  /** Makes those of the days to come and drops those that are older than the parameters say. Gives the names of the dropped. */
  maintain(
    settings: Pick<Settings, 'acquisition.shortDays' | 'acquisition.standardDays' | 'acquisition.longDays' | 'acquisition.minuteDays'>,
    now?: Millis,
  ): Promise<string[]>
}

/** Days made ahead: a clock of a device may be a day ahead, and the server may be busy at midnight. */
const AHEAD_DAYS = 2
const classes = Object.entries(RETENTION) as [Retention, number][]
const parentOf = new Map(classes.map(([name, code]) => [code, `samples_${name}`]))

/** Creation and removal of the partitions of samples and roll-ups; `ready` waits for those of given days. */
export function openPartitions(database: Database): Partitions {
  const known = new Set<string>()
  const keyOf = (retention: number, time: Millis) => `${retention}:${Math.floor(time / DAY_MS)}`

  return {
    has: (retention, time) => known.has(keyOf(retention, time)),
    forget: () => known.clear(),
    async ensure(wanted) {
      const missing = new Map(
        wanted.filter(({ retention, time }) => !known.has(keyOf(retention, time))).map((each) => [keyOf(each.retention, each.time), each]),
      )
      if (missing.size === 0) return
      const slices = [...missing.values()].flatMap(({ retention, time }) => [
        dayOf(parentOf.get(retention) as string, time),
        monthOf(time),
        yearOf(time),
      ])
      await locked(database, (client) => make(client, slices))
      for (const key of missing.keys()) known.add(key)
    },
    async maintain(settings, now = millis(Date.now())) {
      const ahead = classes.flatMap(([, retention]) =>
        Array.from({ length: AHEAD_DAYS + 2 }, (_, day) => ({ retention, time: millis(now + (day - 1) * DAY_MS) })),
      )
      await this.ensure(ahead)
      const limits: Record<string, number> = {
        samples_short: settings['acquisition.shortDays'],
        samples_standard: settings['acquisition.standardDays'],
        samples_long: settings['acquisition.longDays'],
        sample_minutes: settings['acquisition.minuteDays'],
      }
      const dropped = await locked(database, (client) => dropBefore(client, limits, now))
      if (dropped.length > 0) known.clear()
      return dropped
    },
  }
}

function locked<Result>(database: Database, work: (client: Owner) => Promise<Result>): Promise<Result> {
  return database.asOwner(async (client) => {
    await client.query(
      "begin; set local lock_timeout = '5s'; set local timezone = 'UTC'; select pg_advisory_xact_lock(hashtext('outstation.partitions'))",
    )
    try {
      const result = await work(client)
      await client.query('commit')
      return result
    } catch (error) {
      await client.query('rollback')
      throw error
    }
  })
}

async function make(client: Owner, slices: readonly Slice[]): Promise<void> {
  const wanted = new Map(slices.map((slice) => [slice.name, slice]))
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname = any($1)",
    [[...wanted.keys()]],
  )
  for (const { name } of rows) wanted.delete(name)
  // Names and bounds are made here, of numbers; nothing of them comes from outside.
  for (const { parent, name, from, to } of wanted.values()) {
    await client.query(`create table ${name} (like ${parent} including all);
      alter table ${name} enable row level security; alter table ${name} force row level security;
      alter table ${parent} attach partition ${name} for values from ('${new Date(from).toISOString()}') to ('${new Date(to).toISOString()}')`)
  }
}

/** Whole partitions alone, by the end of what they hold, which their bound says. */
async function dropBefore(client: Owner, limits: Readonly<Record<string, number>>, now: Millis): Promise<string[]> {
  const { rows } = await client.query<{ name: string; parent: string; bound: string }>(
    `
    select child.relname as name, parent.relname as parent, pg_get_expr(child.relpartbound, child.oid) as bound
    from pg_inherits join pg_class child on child.oid = inhrelid join pg_class parent on parent.oid = inhparent
    where parent.relnamespace = 'public'::regnamespace and parent.relname = any($1) order by 1`,
    [Object.keys(limits)],
  )
  const old = rows.filter(({ parent, bound }) => {
    // In UTC, as the transaction shows it: 2026-11-23 00:00:00+00
    const end = Date.parse(`${/ TO \('(\S+ \S+)\+00'\)/.exec(bound)?.[1]?.replace(' ', 'T') ?? ''}Z`)
    return end <= now - (limits[parent] as number) * DAY_MS
  })
  for (const { name } of old) await client.query(`drop table ${name}`)
  return old.map(({ name }) => name)
}

const digits = (time: Millis, length: number) => new Date(time).toISOString().replaceAll('-', '').slice(0, length)

function dayOf(parent: string, time: Millis): Slice {
  const from = millis(Math.floor(time / DAY_MS) * DAY_MS)
  return { parent, name: `${parent}_${digits(from, 8)}`, from, to: millis(from + DAY_MS) }
}

function monthOf(time: Millis): Slice {
  const day = new Date(time)
  const from = millis(Date.UTC(day.getUTCFullYear(), day.getUTCMonth()))
  return {
    parent: 'sample_minutes',
    name: `sample_minutes_${digits(from, 6)}`,
    from,
    to: millis(Date.UTC(day.getUTCFullYear(), day.getUTCMonth() + 1)),
  }
}

function yearOf(time: Millis): Slice {
  const year = new Date(time).getUTCFullYear()
  return { parent: 'sample_hours', name: `sample_hours_${year}`, ...rangeInMillis({ from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) }) }
}
