/**
 * A search by part of a text where the rows are a million and the different texts a few, such as the users in the log. No index
 * serves `ilike` under row security, and a text that is rare or does not occur would be looked for in every row. So the search
 * goes over the texts there are, and by index to the newest rows of each that fits.
 */
import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { buildFor, typedAs } from '../database/sql.ts'
import type { Transaction } from '../database/tenant.ts'
import type { View } from '../authorization/view.ts'
import type { Filters, Order } from './select.ts'
import { contains, ordered, rowsOf } from './select.ts'

type Query = ReturnType<typeof rowsOf>

/** What so many different texts contain, rows have soon: then the newest rows are gone through. */
const MAX_VALUES = 200
/** Of each text as many rows are read as the page and those before it have. */
const MAX_ROWS_PER_VALUE = 1000

export interface DistinctMatches {
  readonly column: string
  readonly values: readonly string[]
  /** The other filters. */
  readonly rest: Filters
}

/** The filter that asks for a part of a text whose different values are kept. */
export function filterByDistinctValue(of: Resource, view: View, filters: Filters): string | undefined {
  return Object.keys(filters).find(
    (key) =>
      filters[key] !== undefined &&
      of.fields[key]?.distinctValuesTable !== undefined &&
      of.fields[key].rights.filter === 'contains' &&
      view.sees(key),
  )
}

/** The texts that fit the filter called `name`, if they are few. */
export async function findDistinct(tx: Transaction, of: Resource, name: string, filters: Filters): Promise<DistinctMatches | undefined> {
  const column = columnOf(name)
  const found = await tx.all(
    typedAs<{ value: string }>(
      buildFor
        .selectFrom(of.fields[name]?.distinctValuesTable as string)
        .select('value')
        .where('field', '=', column)
        .where(contains([sql.ref('value')], filters[name]))
        .limit(sql.lit(MAX_VALUES + 1)),
    ),
  )
  return found.length > MAX_VALUES
    ? undefined
    : { column, values: found.map(({ value }) => value), rest: { ...filters, [name]: undefined } }
}

const column = (matches: DistinctMatches) => sql.ref(`row.${matches.column}`)

/** All rows with one of the texts. */
export function rowsWithValues(of: Resource, view: View, matches: DistinctMatches): Query {
  return rowsOf(of, view, matches.rest).where(sql<boolean>`${column(matches)} = any(${matches.values}::text[])`)
}

/** As many rows as `most` of each text, the first in this order: among them are the first of all. */
export function topRowsPerValue(of: Resource, view: View, matches: DistinctMatches, order: Order, most: number): Query {
  if (order.field !== 'createTime' || most > MAX_ROWS_PER_VALUE) return rowsWithValues(of, view, matches)
  const ofOne = ordered(rowsOf(of, view, matches.rest).where(sql<boolean>`${column(matches)} = fitting.value`), order)
    .selectAll('row' as never)
    .limit(most)
  const fitting = sql<Record<string, unknown>>`unnest(${matches.values}::text[])`.as<'fitting'>(sql`fitting (value)`)
  return buildFor.selectFrom(fitting).innerJoinLateral(ofOne.as('row'), (on) => on.onTrue()) as unknown as SelectQueryBuilder<
    Record<string, Record<string, unknown>>,
    string,
    Record<string, unknown>
  >
}
