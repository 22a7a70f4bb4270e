/** Samples of a point for a replay, a page at a time: between two pages nothing is held, and others have their turn. */
import { sql } from 'kysely'
import type { Millis } from '../../../model/brands.ts'
import { REASONS } from '../../../model/acquisition/quality.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { statement } from '../statement.ts'
import type { Observation } from './detector.ts'

export type Open = <Result>(work: (tx: Transaction) => Promise<Result>) => Promise<Result>

/** Rows a statement: some ten milliseconds of the embedded engine. */
const PAGE = 5000

/** The samples of a range in the order of time, but for those whose clock was ahead. What came late is among them: they tell what was. */
export async function* storedSamples(open: Open, series: string, from: Millis, to: Millis): AsyncGenerator<Observation[]> {
  let last: { at: string; retention: number } | undefined
  for (;;) {
    const after = last ? sql`and (time, retention) > (${last.at}::timestamptz, ${last.retention}::smallint)` : sql``
    const begin = last ? sql`${last.at}::timestamptz` : sql`${new Date(from)}::timestamptz`
    const page: (Observation & { at: string; retention: number })[] = await open((tx) =>
      tx.all(
        statement(sql<Observation & { at: string; retention: number }>`
        select time::text as at, (extract(epoch from time) * 1000)::float8 as time, value, quality, retention from samples
        where series = ${series} and samples.time >= ${begin} and samples.time < ${new Date(to)}::timestamptz and reason <> ${sql.lit(REASONS.clock)} ${after}
        order by samples.time, retention limit ${sql.lit(PAGE)}`),
      ),
    )
    if (page.length > 0) yield page
    last = page.at(-1)
    if (page.length < PAGE) return
  }
}
