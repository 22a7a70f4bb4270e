/** Samples of a point that are stored, a page at a time: between two pages nothing is held, and others have their turn. */
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import { millis } from '../../../model/brands.ts'
import { REASONS } from '../../../model/acquisition/quality.ts'
import type { SampleColumns } from '../../../model/acquisition/steps.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { Observation } from './detector.ts'

export type Open = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** Samples a statement: some ten milliseconds of the embedded engine. */
const PAGE = 10_000
/** Timestamps are sent as microseconds since 2000. */
const EPOCH_MICROSECONDS = 946_684_800_000_000
const TWO_TO_32 = 4_294_967_296
const TIME_BYTES = 8
const SHORT_BYTES = 2

/** The place of a sample in its series. */
export interface Position {
  /** Its time as PostgreSQL writes it, to the microsecond. */
  readonly at: string
  readonly retention: number
}

/** Samples as columns, with the quality of each, and the place of the last of them. */
export interface StoredColumns extends SampleColumns {
  readonly qualities: ArrayLike<number>
  readonly last: Position
}

interface Page {
  readonly times: Buffer | null
  readonly values: Buffer | null
  readonly qualities: Buffer | null
  readonly retentions: Buffer | null
  readonly last_at: string | null
}

/**
 * The samples of a range in the order of time, but for those whose clock was ahead. What came late is among them: they tell what was. Times are milliseconds since 1970; what has no value is NaN.
 * A page is one row of packed columns, as the binary format of each type has them (PostgreSQL, timestamptz_send and its like): as rows of texts, three quarters of what a run
 * takes went into writing, parsing and throwing away these.
 * @param after Where to read on
 */
export async function* storedColumns(
  open: Open,
  series: string,
  from: Millis,
  to: Millis,
  after?: Position,
): AsyncGenerator<StoredColumns> {
  let last = after
  for (;;) {
    const behind = last ? sql`and (time, retention) > (${last.at}::timestamptz, ${last.retention}::smallint)` : sql``
    const begin = last ? sql`${last.at}::timestamptz` : sql`${new Date(from)}::timestamptz`
    const [page] = await open((tx) =>
      tx.all(
        statement(sql<Page>`
        select string_agg(timestamptz_send(time), ''::bytea) as times, string_agg(float8send(coalesce(value, 'NaN')), ''::bytea) as values,
          string_agg(int2send(quality), ''::bytea) as qualities, string_agg(int2send(retention), ''::bytea) as retentions, max(time)::text as last_at
        from (
          select time, value, quality, retention from samples
          where series = ${series} and samples.time >= ${begin} and samples.time < ${new Date(to)}::timestamptz and reason <> ${sql.lit(REASONS.clock)} ${behind}
          order by samples.time, retention limit ${sql.lit(PAGE)}
        ) as page`),
      ),
    )
    if (!page?.times || !page.values || !page.qualities || !page.retentions || page.last_at === null) return
    const length = page.times.length / TIME_BYTES
    last = { at: page.last_at, retention: page.retentions.readInt16BE(page.retentions.length - SHORT_BYTES) }
    yield { ...unpacked({ times: page.times, values: page.values, qualities: page.qualities }, length), last }
    if (length < PAGE) return
  }
}

function unpacked({ times, values, qualities }: Record<'times' | 'values' | 'qualities', Buffer>, length: number) {
  const columns = { times: new Float64Array(length), values: new Float64Array(length), qualities: new Int16Array(length) }
  for (let at = 0; at < length; at++) {
    const byte = at * TIME_BYTES
    // Whole microseconds are exact up to 2^53, and so what comes of them is the nearest number there is.
    const microseconds = times.readInt32BE(byte) * TWO_TO_32 + times.readUInt32BE(byte + 4)
    columns.times[at] = (microseconds + EPOCH_MICROSECONDS) / 1000
    columns.values[at] = values.readDoubleBE(byte)
    columns.qualities[at] = qualities.readInt16BE(at * SHORT_BYTES)
  }
  return columns
}

/** The partitions of so many days are looked through; of what was silent for longer the newest value is known. */
const DAYS_BEFORE = 30

/** The last sample of a series before a moment, where there is one: what a replay begins with. */
export async function lastSampleBefore(open: Open, series: string, moment: Millis): Promise<Observation | undefined> {
  const before = sql`${new Date(moment)}::timestamptz`
  const found = await open((tx) =>
    tx.first(
      statement(sql<{ time: number; value: number | null; quality: number }>`
      select (extract(epoch from time) * 1000)::float8 as time, value, quality from (
        (select time, value, quality from samples where series = ${series} and time < ${before} and time >= ${before} - make_interval(days => ${sql.lit(DAYS_BEFORE)})
          and reason <> ${sql.lit(REASONS.clock)} order by time desc limit 1)
        union all (select time, value, quality from point_states where series = ${series} and time < ${before})
      ) as known order by time desc limit 1`),
    ),
  )
  return found && { ...found, time: millis(found.time) }
}

/** The same as {@link storedColumns}, each sample by itself: for a replay. */
export async function* storedSamples(open: Open, series: string, from: Millis, to: Millis): AsyncGenerator<Observation[]> {
  for await (const { times, values, qualities } of storedColumns(open, series, from, to))
    yield Array.from(times, (time, at) => {
      const value = values[at] as number
      return { time: millis(time), value: Number.isNaN(value) ? null : value, quality: qualities[at] as number }
    })
}
