/**
 * Daily roll-ups by the zone of each tenant (docs/decisions/0172-days-by-the-zone-of-the-tenant.md): of hours where a day begins and ends with one, otherwise of minutes, for hours begin by the
 * clock of the server and some zones are half an hour or a quarter from it.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { wallOf } from '../../model/zone.ts'
import { pgArray } from '../kernel/database/pg-array.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { Left } from './incomplete-rollups.ts'
import { FIGURES, mendIncomplete, notAmong, rowsOf, unlessMore, withinOf } from './incomplete-rollups.ts'
import { LENGTH } from './pieces.ts'
import { statement } from './statement.ts'
import { figuresOfRollups, withCarry } from './time-weight.ts'

/**
 * By which zone the days of tenants are made, as a statement that gives `tenant_id` and `zone`. For the platform, whose clock is the server's. A zone that the database knows no longer, after its list
 * of zones has changed, keeps nobody's readings from being rolled up: remake-days.ts finds it. `distinct`, so that this is asked once a tenant and not once a row beside it.
 */
export const DAY_ZONE = sql`
  select distinct on (tenant_id) tenant_id, coalesce(case when is_time_zone(zone) then zone end, current_setting('timezone')) as zone from day_rollup_states`

/** Notes of tenants that have no days yet that theirs begin by their zone of now. Days of which nothing is noted are from before that was, and begin by the server's. */
export async function beginDayStates(tx: Transaction, tenants: ReadonlySet<TenantId>): Promise<void> {
  await tx.run(
    statement(sql`
    insert into day_rollup_states (tenant_id, zone)
    select id, case when not exists (select from sample_days d where d.tenant_id = id) then tenant_time_zone(id) end from unnest(${pgArray([...tenants])}::uuid[]) as id
    where not exists (select from day_rollup_states s where s.tenant_id = id) on conflict do nothing`),
  )
}

/**
 * Those of the days that minutes can make whole, of rows `p`: all that was counted in the hours that they lie in is there as minutes. A day of what is left would be read as the whole one; without a
 * row it is known that there is none.
 */
function areWhole(days: readonly Left[]): RawBuilder<unknown> {
  const [low, high] = [Math.min(...days.map(({ bucket }) => bucket.getTime())), Math.max(...days.map(({ until }) => until.getTime()))]
  // Bounds stand there as values as well, so that only the partitions between them are planned for.
  const counted = (table: 'sample_hours' | 'sample_minutes') => sql`
    (select coalesce(sum(s.count), 0) from ${sql.table(table)} s where s.tenant_id = p.tenant_id and s.series = p.series
      and s.bucket >= date_trunc('hour', p.bucket) and s.bucket < date_trunc('hour', p.until - interval '1 microsecond') + interval '1 hour'
      and s.bucket >= ${new Date(low - LENGTH.hour)}::timestamptz and s.bucket < ${new Date(high + LENGTH.hour)}::timestamptz)`
  return sql`${counted('sample_minutes')} >= ${counted('sample_hours')}`
}

/** Whether there is such a day, of a row `p`. */
const HAS_ROW = sql`exists (select from sample_days d where d.tenant_id = p.tenant_id and d.series = p.series and d.bucket = p.bucket)`

/**
 * Makes these days of what lies below them, in platform scope. A day of minutes some of which are no longer kept is left out; one that was made before stays, and what came is joined to it.
 * @param how Whether what they have of parts that are no longer kept stays, with what came joined to it, or there is nothing that could stay
 */
export async function makeDays(
  tx: Transaction,
  days: readonly Left[],
  how: 'and mends the incomplete' | 'of what is there' = 'and mends the incomplete',
): Promise<void> {
  const isOfHours = ({ bucket, until }: Left) =>
    [bucket, until].every((moment) => wallOf(tx.serverTimeZone, moment.getTime()) % LENGTH.hour === 0)
  const of = Map.groupBy(days, (day) => (isOfHours(day) ? 'sample_hours' : 'sample_minutes'))
  for (const [below, some] of of) {
    const isOfMinutes = below === 'sample_minutes'
    const left = await tx.all(
      statement(sql<Left>`
      with pairs as (${rowsOf(some)}),
      whole as materialized (select p.* from pairs p where ${isOfMinutes ? areWhole(some) : sql`true`}),
      rolled as (
        insert into sample_days (tenant_id, series, bucket, ${FIGURES})
        select p.tenant_id, p.series, p.bucket, f.* from ${withCarry('whole')} cross join lateral (${figuresOfRollups(below, withinOf('s.bucket', some))}) f
        order by 1, 2, 3
        ${unlessMore('sample_days')}
        returning tenant_id, series, bucket)
      ${notAmong(sql`rolled`)} and ${isOfMinutes ? HAS_ROW : sql`true`}`),
    )
    if (how === 'and mends the incomplete') await mendIncomplete(tx, 'sample_days', below, left)
  }
}
