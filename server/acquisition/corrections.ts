/**
 * What becomes of samples whose moment has a value already: the same value again is a repetition, another one is a correction, which
 * takes its place while the replaced value is kept (docs/decisions/0056-corrections.md). Only looked at where the insertion says
 * that it left rows out, so a batch without either costs nothing.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Micros, Millis, TenantId } from '../../model/brands.ts'
import type { TransactionScopes, Transaction } from '../kernel/database/tenant.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Outcome, Submission } from './queue.ts'
import type { Sample } from './quality.ts'
import type { Range } from './pieces.ts'
import { statement } from './statement.ts'

type Figures = Pick<Sample, 'value' | 'quality' | 'reason'>
interface Found extends Figures {
  readonly place: number
  readonly isNew: boolean
}
interface Given {
  readonly sample: Sample
  readonly of: number
}
/** All that one batch says of one point at one moment, in the order it came. */
interface Moment {
  readonly tenantId: TenantId
  readonly series: number
  readonly time: Micros
  readonly retention: number
  readonly given: Given[]
}
interface Replaced {
  readonly at: Moment
  readonly before: Figures
  readonly by: Given
}

/** Gives, for each submission, how many of its samples were repeated and how many corrected something; to be called after the insertion, in its transaction. */
export async function settle(tx: Transaction, taken: readonly Submission[]): Promise<Outcome[]> {
  const outcomes = taken.map(() => ({ repeated: 0, corrected: 0 }))
  const moments = momentsOf(taken)
  const found = await look(tx, moments)
  const differing = moments.filter((moment, place) => {
    const row = found[place]
    if (!row) return false
    if (row.isNew) return moment.given.length > 1
    if (row.value !== moment.given.at(-1)?.sample.value) return true
    // What was sent before and is sent again, corrections among it, ends where it stands.
    for (const { of } of moment.given) count(outcomes, of, 'repeated')
    return false
  })
  if (differing.length === 0) return outcomes
  // Held, so that of two servers the second one sees what the first one has made of it.
  const held = await look(tx, differing, sql`for update`)
  const replaced: Replaced[] = []
  const written: { at: Moment; figures: Figures }[] = []
  for (const [place, at] of differing.entries()) {
    const row = held[place]
    if (!row) continue
    const [first, ...rest] = at.given as [Given, ...Given[]]
    let standing: Figures = row.isNew ? first.sample : row
    for (const given of row.isNew ? rest : at.given) {
      if (given.sample.value === standing.value) {
        count(outcomes, given.of, 'repeated')
        continue
      }
      replaced.push({ at, before: standing, by: given })
      count(outcomes, given.of, 'corrected')
      standing = given.sample
    }
    if (standing !== row) written.push({ at, figures: standing })
  }
  await Promise.all([keep(tx, taken, replaced), overwrite(tx, written)])
  return outcomes
}

function count(outcomes: { repeated: number; corrected: number }[], of: number, what: 'repeated' | 'corrected'): void {
  const outcome = outcomes[of]
  if (outcome) outcome[what] += 1
}

/** In the order of the key, which all servers follow when they hold rows. */
function momentsOf(taken: readonly Submission[]): Moment[] {
  const moments = new Map<string, Moment>()
  for (const [of, { tenantId, samples }] of taken.entries()) {
    for (const sample of samples) {
      const { series, time, retention } = sample
      const key = `${tenantId} ${series} ${time} ${retention}`
      const moment = moments.get(key)
      if (moment) moment.given.push({ sample, of })
      else moments.set(key, { tenantId, series, time, retention, given: [{ sample, of }] })
    }
  }
  return [...moments.values()].sort((one, other) =>
    one.tenantId < other.tenantId
      ? -1
      : one.tenantId > other.tenantId
        ? 1
        : one.series - other.series || one.time - other.time || one.retention - other.retention,
  )
}

const instant = (time: RawBuilder<unknown>) => sql`to_timestamp(${time} / 1e6)`

/** What stands at each of these moments, at the same place. Each is looked up by the key: `limit` keeps the planner from joining the tables as a whole. */
async function look(tx: Transaction, moments: readonly Moment[], lock: RawBuilder<unknown> = sql``): Promise<(Found | undefined)[]> {
  const times = moments.map(({ time }): number => time)
  const bound = (most: (one: number, other: number) => number) => instant(sql`${times.reduce(most)}::float8`)
  const rows = await tx.all(
    statement(sql<Found>`
    select (u.place - 1)::integer as place, f.value, f.quality, f.reason, f."isNew"
    from unnest(${pgArray(moments.map(({ tenantId }) => tenantId))}::uuid[], ${pgArray(moments.map(({ series }) => series))}::bigint[], ${pgArray(times)}::float8[], ${pgArray(moments.map(({ retention }) => retention))}::smallint[])
      with ordinality as u (tenant_id, series, time, retention, place)
    cross join lateral (
      select s.value, s.quality, s.reason, s.xmin = pg_current_xact_id()::xid as "isNew" from samples s
      where s.tenant_id = u.tenant_id and s.series = u.series and s.time = ${instant(sql`u.time`)} and s.retention = u.retention
        and s.time between ${bound((one, other) => Math.min(one, other))} and ${bound((one, other) => Math.max(one, other))}
      limit 1 ${lock}) f`),
  )
  const found = new Array<Found | undefined>(moments.length)
  for (const row of rows) found[row.place] = row
  return found
}

async function keep(tx: Transaction, taken: readonly Submission[], replaced: readonly Replaced[]): Promise<void> {
  if (replaced.length === 0) return
  const senders = replaced.map(({ by }) => taken[by.of])
  await tx.run(
    statement(sql`
    insert into sample_corrections (tenant_id, series, time, retention, value, quality, reason, device_id, user_id)
    select u.tenant_id, u.series, ${instant(sql`u.time`)}, u.retention, u.value, u.quality, u.reason, u.device_id, u.user_id
    from rows from (unnest(${pgArray(replaced.map(({ at }) => at.tenantId))}::uuid[], ${pgArray(replaced.map(({ at }) => at.series))}::bigint[], ${pgArray(replaced.map(({ at }) => at.time))}::float8[],
      ${pgArray(replaced.map(({ at }) => at.retention))}::smallint[], ${pgArray(replaced.map(({ before }) => before.value))}::float8[], ${pgArray(replaced.map(({ before }) => before.quality))}::smallint[],
      ${pgArray(replaced.map(({ before }) => before.reason))}::smallint[], ${pgArray(senders.map((sender) => sender?.deviceId ?? null))}::uuid[], ${pgArray(senders.map((sender) => sender?.userId ?? null))}::uuid[]))
      with ordinality as u (tenant_id, series, time, retention, value, quality, reason, device_id, user_id, place)
    order by u.place`),
  )
}

/** By the key, whatever the planner thinks: an insertion that always finds its row. */
async function overwrite(tx: Transaction, written: readonly { at: Moment; figures: Figures }[]): Promise<void> {
  if (written.length === 0) return
  await tx.run(
    statement(sql`
    insert into samples (tenant_id, series, time, retention, value, quality, reason)
    select u.tenant_id, u.series, ${instant(sql`u.time`)}, u.retention, u.value, u.quality, u.reason
    from unnest(${pgArray(written.map(({ at }) => at.tenantId))}::uuid[], ${pgArray(written.map(({ at }) => at.series))}::bigint[], ${pgArray(written.map(({ at }) => at.time))}::float8[], ${pgArray(written.map(({ at }) => at.retention))}::smallint[],
      ${pgArray(written.map(({ figures }) => figures.value))}::float8[], ${pgArray(written.map(({ figures }) => figures.quality))}::smallint[], ${pgArray(written.map(({ figures }) => figures.reason))}::smallint[])
      as u (tenant_id, series, time, retention, value, quality, reason)
    on conflict (tenant_id, series, time, retention) do update set value = excluded.value, quality = excluded.quality, reason = excluded.reason`),
  )
}

/** Drops what was kept of samples that are no longer kept themselves. */
export async function dropCorrections(transactions: TransactionScopes, keptDays: Readonly<Record<number, number>>): Promise<number> {
  return transactions.inPlatform('corrections go with their samples', async (tx) => {
    const dropped = await Promise.all(
      Object.entries(keptDays).map(([retention, days]) =>
        tx.run(
          statement(sql`
      delete from sample_corrections where retention = ${Number(retention)}::smallint and time < now() - ${days}::integer * interval '1 day'`),
        ),
      ),
    )
    return dropped.reduce((sum, rows) => sum + rows, 0)
  })
}

export interface Correction {
  readonly time: Millis
  readonly value: number | null
  readonly quality: number
  readonly reason: number
  readonly correctedAt: Millis
  readonly deviceCode: string | null
  readonly who: string | null
}

/** What samples of a point in a range were before they were corrected, the earliest moment first and each in the order it was replaced; so many at most. @param who The expression for what is told of the user `p` who corrected them */
export function readCorrections(
  tx: Transaction,
  { series, from, to }: Range,
  most: number,
  who: RawBuilder<string | null>,
): Promise<Correction[]> {
  return tx.all(
    statement(sql<Correction>`
    select extract(epoch from c.time)::float8 * 1000 as time, c.value, c.quality, c.reason, extract(epoch from c.corrected_at)::float8 * 1000 as "correctedAt", d.device_code as "deviceCode", ${who} as who
    from sample_corrections c left join devices d on d.tenant_id = c.tenant_id and d.id = c.device_id left join users p on p.tenant_id = c.tenant_id and p.id = c.user_id
    where c.series = ${series} and c.time >= ${new Date(from)}::timestamptz and c.time < ${new Date(to)}::timestamptz order by c.time, c.id limit ${most}`),
  )
}
