/**
 * A search by part of a text where the rows are a million and the different texts a few, such as the users in the log. No index
 * serves `ilike` under row security, and a text that is rare or does not occur would be looked for in every row. So the search
 * goes over the texts there are, and by index to the newest rows of each that fits.
 */
import type { SelectQueryBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Resource } from '../../../model/resource.ts'
import { columnOf } from '../../../model/resource.ts'
import { buildFor, giving } from '../sql.ts'
import type { Transaction } from '../tenant.ts'
import type { View } from '../view.ts'
import type { Filters, Order } from './select.ts'
import { contains, ordered, rowsOf } from './select.ts'

type Query = ReturnType<typeof rowsOf>

/** What so many different texts contain, rows have soon: then the newest rows are gone through. */
const MOST_VALUES = 200
/** Of each text as many rows are read as the page and those before it have. */
const DEEPEST = 1000

export interface Few {
  readonly column: string
  readonly values: readonly string[]
  /** The other filters. */
  readonly rest: Filters
}

/** The filter that asks for a part of a text whose different values are kept. */
export function searchedByValue(of: Resource, view: View, filters: Filters): string | undefined {
  return Object.keys(filters).find((key) => filters[key] !== undefined && of.fields[key]?.valuesIn !== undefined && of.fields[key].rights.filter === 'contains' && view.sees(key))
}

/** The texts that fit the filter called `name`, if they are few. */
export async function fewValues(tx: Transaction, of: Resource, name: string, filters: Filters): Promise<Few | undefined> {
  const column = columnOf(name)
  const found = await tx.all(giving<{ value: string }>(buildFor.selectFrom(of.fields[name]?.valuesIn as string).select('value')
    .where('field', '=', column).where(contains([sql.ref('value')], filters[name])).limit(sql.lit(MOST_VALUES + 1))))
  return found.length > MOST_VALUES ? undefined : { column, values: found.map(({ value }) => value), rest: { ...filters, [name]: undefined } }
}

const column = (few: Few) => sql.ref(`row.${few.column}`)

/** All rows with one of the texts. */
export function rowsWith(of: Resource, view: View, few: Few): Query {
  return rowsOf(of, view, few.rest).where(sql<boolean>`${column(few)} = any(${few.values}::text[])`)
}

/** As many rows as `most` of each text, the first in this order: among them are the first of all. */
export function firstWith(of: Resource, view: View, few: Few, order: Order, most: number): Query {
  if (order.field !== 'createTime' || most > DEEPEST) return rowsWith(of, view, few)
  const ofOne = ordered(rowsOf(of, view, few.rest).where(sql<boolean>`${column(few)} = fitting.value`), order).selectAll('row' as never).limit(most)
  const fitting = sql<Record<string, unknown>>`unnest(${few.values}::text[])`.as<'fitting'>(sql`fitting (value)`)
  return buildFor.selectFrom(fitting).innerJoinLateral(ofOne.as('row'), (on) => on.onTrue()) as unknown as SelectQueryBuilder<Record<string, Record<string, unknown>>, string, Record<string, unknown>>
}
