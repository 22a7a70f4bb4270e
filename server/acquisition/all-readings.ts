/**
 * Every sample or bucket of a point in a range, in the order of time, a page at a time: no page is more than some thousand rows, and
 * between two pages nothing is held, so whoever reads slowly keeps no connection. Samples are only ever added, by a key that the pages
 * follow, so none comes twice and none is left out.
 */
import { millis } from '../../model/brands.ts'
import { sql } from 'kysely'
import type { Transaction } from '../kernel/database/tenant.ts'
import type { WeighedStretch } from './history.ts'
import { grouped } from './history.ts'
import type { Range, Resolution, WeighedRange } from './pieces.ts'
import { msOf, pieces } from './pieces.ts'
import { rollupsFor } from './rollup-basis.ts'
import { statement } from './statement.ts'

/** Times as text, in the zone of the tenant. One that was corrected has an `earlier` value: what stood there before, null where that was none. */
export interface RawReading {
  readonly time: string
  readonly value: number | null
  readonly quality: number
  readonly reason: number
  readonly earlier?: number | null
}
export type Bucket = Omit<WeighedStretch, 'time'> & { readonly time: string }
export type Level = Exclude<Resolution, 'raw'>

type Open = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

const PAGE = 5000
/** Days of buckets a page, so that a page has some thousand of them. They begin at midnight, as every bucket of a day does. */
const DAYS = { minute: 3, hour: 150, day: 4000 } as const

/** The samples of a point in a range, in batches. With milliseconds, for devices send several values a second. */
export async function* readSamples(open: Open, { series, from, to }: Range): AsyncGenerator<RawReading[]> {
  let last: { at: string; retention: number } | undefined
  for (;;) {
    const begin = last ? sql`${last.at}::timestamptz` : sql`${new Date(from)}::timestamptz`
    // The second part of the key: a point that was given another retention may have two samples of one moment.
    const after = last ? sql`and (time, retention) > (${last.at}::timestamptz, ${last.retention}::smallint)` : sql``
    const found = await open(async (tx) =>
      withEarlier(
        tx,
        series,
        await tx.all(
          statement(sql<Keyed>`
      select time::text as at, to_char(time, 'YYYY-MM-DD HH24:MI:SS.MS') as time, value, quality, reason, retention from samples
      where series = ${series} and time >= ${begin} and time < ${new Date(to)}::timestamptz ${after} order by samples.time, retention limit ${PAGE}`),
        ),
      ),
    )
    if (found.length > 0) yield found
    last = found.at(-1)
    if (found.length < PAGE) return
  }
}

type Keyed = RawReading & { readonly at: string; readonly retention: number }

/** Corrections are few: those of a page are read beside it. */
async function withEarlier(tx: Transaction, series: string, page: Keyed[]): Promise<Keyed[]> {
  const [first, last] = [page[0], page.at(-1)]
  if (!first || !last) return page
  const rows = await tx.all(
    statement(sql<{ at: string; retention: number; value: number | null }>`
    select time::text as at, retention, value from sample_corrections where series = ${series} and time between ${first.at}::timestamptz and ${last.at}::timestamptz order by id`),
  )
  const earlier = new Map(rows.map(({ at, retention, value }) => [`${at} ${retention}`, value]))
  return earlier.size === 0
    ? page
    : page.map((row) =>
        earlier.has(`${row.at} ${row.retention}`) ? { ...row, earlier: earlier.get(`${row.at} ${row.retention}`) ?? null } : row,
      )
}

/** The roll-ups of a point in a range, in batches. Buckets that the range begins or ends in are given whole. */
export async function* readBuckets(open: Open, range: WeighedRange, level: Level): AsyncGenerator<Bucket[]> {
  const { from, to } = range
  const unit = sql.lit(level)
  const edges = (
    await open((tx) =>
      tx.all(
        statement(sql<{ edge: number }>`
    with ends as (select date_trunc(${unit}, ${new Date(from)}::timestamptz) as first, date_trunc(${unit}, ${new Date(to - 1)}::timestamptz) + ${sql.lit(`1 ${level}`)}::interval as last)
    select distinct extract(epoch from edge)::float8 * 1000 as edge from ends, lateral (
      select first as edge union select last union
      select day from generate_series(date_trunc('day', first), last, ${sql.lit(`${DAYS[level]} days`)}::interval) as day where day > first and day < last) as e order by edge`),
      ),
    )
  ).map(({ edge }) => edge)
  for (const [index, end] of edges.slice(1).entries()) {
    const found = await open(async (tx) =>
      grouped(tx, ...(await rollupsFor(tx, { ...range, from: millis(edges[index] as number), to: millis(end) }, level)), {
        bucket: sql`date_trunc(${unit}, time)`,
        time: sql<string>`to_char(bucket, 'YYYY-MM-DD HH24:MI:SS')`,
        begin: msOf('bucket'),
        end: sql`(extract(epoch from bucket + ${sql.lit(`1 ${level}`)}::interval)::float8 * 1000)`,
      }),
    )
    if (found.length > 0) yield found
  }
}

/** About how many samples there are: whole hours, counted from their roll-ups. */
export async function countSamples(tx: Transaction, range: Range): Promise<number> {
  const counted = await tx.first(
    statement(
      sql<{ count: number }>`select coalesce(sum(count), 0)::float8 as count from (${pieces(tx, range, { resolution: 'hour' })}) as p`,
    ),
  )
  return counted?.count ?? 0
}
