/**
 * The statement of a plan. Names of columns are the server's own, values are bound:
 *
 * with facts as (select … of each row that meets the conditions), top as (the greatest of a dimension),
 *   figures as (the measures of each group), calculated as (formulas and names) select … where (having) order by … limit …
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MillisRange } from '../../model/brands.ts'
import { MAX_FIGURE_ROWS } from '../../model/figures/document.ts'
import { shownText, tableOf } from '../kernel/resources/row-text.ts'
import { formulaOf } from './formulas.ts'
import type { Plan, PlannedDimension } from './plan.ts'

type Sql = RawBuilder<unknown>

interface AskedRows {
  readonly range: MillisRange | undefined
  /** The greatest, where another statement has found them. */
  readonly keys?: readonly string[] | undefined
  /** Every group in no order, to be looked up by what it is of. */
  readonly isLookedUp?: boolean
  /** Rows at the most, where the document sets no limit; as many as an answer may have unless said. */
  readonly most?: number
}

/** The statement for the rows of a plan: one more than there may be, where the document sets no limit. */
export function rowsStatement(plan: Plan, { range, keys, isLookedUp = false, most = MAX_FIGURE_ROWS }: AskedRows): Sql {
  const { having, limit } = plan
  const parts = [
    sql`facts as (${factsOf(plan, range)})`,
    ...(plan.top ? [sql`top as (${keys ? sql`select unnest(${[...keys]}::text[]) as key` : greatestOf(plan)})`] : []),
    sql`figures as (${groupsOf(plan)})`,
    ...plan.dimensions.flatMap((dimension) => membersOf(dimension, plan)),
    sql`calculated as (${calculatedOf(plan)})`,
  ]
  const condition = having && !isLookedUp ? sql` where ${formulaOf(having, columnIn(plan))}` : sql``
  const order = isLookedUp ? [] : orderOf(plan)
  return sql`with ${sql.join(parts)} select ${shownOf(plan)} from calculated${condition}${order.length > 0 ? sql` order by ${sql.join(order)}` : sql``}
    limit ${isLookedUp ? MAX_FIGURE_ROWS + 1 : (limit ?? most + 1)}`
}

/** The statement for the greatest of a dimension, as `key`, by which two periods show the same ones. */
export const keysStatement = (plan: Plan, range: MillisRange | undefined): Sql =>
  sql`with facts as (${factsOf(plan, range)}) ${greatestOf(plan)}`

/** The statement for how many rows the figures of a range are made of: `most + 1` at the most, so that no more are looked at to know that there are too many. */
export const countStatement = (plan: Plan, range: MillisRange | undefined, most: number): RawBuilder<{ count: number }> =>
  sql<{ count: number }>`select count(*)::integer as count from (select ${rowsBehind(plan, range)} limit ${most + 1}) as found`

/** A column of the groups, by the name that formulas have for its measure. */
const columnIn =
  ({ measures }: Plan) =>
  (name: string): Sql =>
    sql.ref(measures.get(name)?.column ?? '')

function factsOf(plan: Plan, range: MillisRange | undefined): Sql {
  const { dimensions, inputs } = plan
  const selected = [
    sql`true as present`,
    ...dimensions.map(({ value, column }) => sql`${value} as ${sql.ref(column)}`),
    ...dimensions.flatMap(({ name, column }) => (name ? [sql`${name} as ${sql.ref(`${column}_name`)}`] : [])),
    ...[...inputs].map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
  ]
  return sql`select ${sql.join(selected)} ${rowsBehind(plan, range)}`
}

/** The rows that the figures of a range are made of: a statement from its `from` on. */
function rowsBehind({ subject, where, time }: Plan, range: MillisRange | undefined): Sql {
  const within =
    range && time ? [sql`${time} >= to_timestamp(${range.from / 1000}::float8) and ${time} < to_timestamp(${range.to / 1000}::float8)`] : []
  const conditions = [...subject.always, ...where, ...within]
  return sql`from ${subject.from(range)}${conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``}`
}

const aggregatesOf = ({ measures }: Plan): Sql[] =>
  [...measures.values()].map(({ aggregated, column, conditions }) => sql`${aggregated.of(conditions)} as ${sql.ref(column)}`)

function greatestOf(plan: Plan): Sql {
  const { dimensions, top } = plan
  const dimension = dimensions.find(({ isTop }) => isTop)
  if (!dimension || !top) throw new Error('the plan has no greatest')
  const { formula, column } = top.by
  const value = formula ? formulaOf(formula, columnIn(plan)) : sql.ref(column)
  return sql`select ${keyOf(dimension)} as key from (select ${sql.join([sql.ref(dimension.column), ...aggregatesOf(plan)])} from facts group by 1) as each
    order by ${value} desc nulls last, ${sql.ref(dimension.column)} limit ${top.count}`
}

/** A value as a text that is never null, to be compared by. */
const keyOf = ({ column }: PlannedDimension): Sql => sql`coalesce('v' || ${sql.ref(column)}::text, 'n')`

/** The others have no value of the dimension whose greatest are shown, as rows without one have none: `rest` tells them apart. */
function groupsOf(plan: Plan): Sql {
  const top = plan.dimensions.find(({ isTop }) => isTop)
  const grouped = [
    ...plan.dimensions.map(({ column, isTop }) => ({
      column,
      value: isTop ? sql`case when top.key is not null then ${sql.ref(column)} end` : sql.ref(column),
    })),
    ...plan.dimensions.flatMap(({ column, name }) => (name ? [{ column: `${column}_name`, value: sql.ref(`${column}_name`) }] : [])),
    ...(top ? [{ column: 'rest', value: sql`(top.key is null)::int` }] : []),
  ]
  const selected = [sql`true as present`, ...grouped.map(({ column, value }) => sql`${value} as ${sql.ref(column)}`), ...aggregatesOf(plan)]
  const from = top ? sql`facts ${plan.top?.rest ? sql`left join` : sql`join`} top on top.key = ${keyOf(top)}` : sql`facts`
  const groups = grouped.length > 0 ? sql` group by ${sql.join(grouped.map(({ value }) => value))}` : sql``
  return sql`select ${sql.join(selected)} from ${from}${groups}`
}

function calculatedOf(plan: Plan): Sql {
  const named = plan.dimensions.filter(isNamed)
  const selected = [
    sql`figures.*`,
    ...plan.columns.flatMap(({ column, formula }) => (formula ? [sql`${formulaOf(formula, columnIn(plan))} as ${sql.ref(column)}`] : [])),
    ...named.flatMap(({ column }) =>
      ['name', 'nth'].map((each) => sql`${sql.ref(`${column}_of.${each}`)} as ${sql.ref(`${column}_${each}`)}`),
    ),
  ]
  const joined = named.map(
    ({ column }) =>
      sql` left join ${sql.ref(`${column}_members`)} as ${sql.ref(`${column}_of`)} on ${sql.ref(`${column}_of.id`)} = ${sql.ref(`figures.${column}`)}`,
  )
  return sql`select ${sql.join(selected)} from figures${sql.join(joined, sql``)}`
}

/** Whether its members are shown by names that stand in another table. */
const isNamed = ({ found: { link, showsName } }: PlannedDimension): boolean => link !== undefined && showsName === true

/**
 * The members of a reference, each once, with its name and its place among them in the order of names: of 14,400 groups of 20 points it is that number they are sorted by, and names are compared and put together for the
 * twenty. Row security decides which names there are; an id is of one row of those that there are for the tenant.
 */
function membersOf(dimension: PlannedDimension, { language }: Plan): Sql[] {
  const { found, column } = dimension
  const { link, namedBy = [] } = found
  if (!link || !isNamed(dimension)) return []
  const name = shownText(link, { language, naming: () => namedBy }, 'member')
  return [
    sql`${sql.ref(`${column}_members`)} as (select id, name, case when name is not null then rank() over (order by name) end as nth from (
      select member.id, ${name} as name from ${sql.table(tableOf(link.to))} as member where member.id in (select ${sql.ref(column)} from figures)) as each)`,
  ]
}

/** The columns that an answer is made of, and no others: each is sent and read for each row. */
function shownOf({ dimensions, columns, top }: Plan): Sql {
  const shown = [
    ...dimensions.map(({ column }) => column),
    ...dimensions.flatMap((dimension) => (dimension.name || isNamed(dimension) ? [`${dimension.column}_name`] : [])),
    ...(top ? ['rest'] : []),
    ...columns.map(({ column }) => column),
  ]
  return sql.join(shown.map((column) => sql.ref(column)))
}

/** As the document says, then time and the other dimensions: whatever has no order of its own has the same one each time. The others come last unless it says otherwise. */
function orderOf({ dimensions, order, top }: Plan): Sql[] {
  const inOrder = [...dimensions.filter(({ bucket }) => bucket), ...dimensions.filter(({ bucket }) => !bucket)]
  return [
    ...order.map(({ by, direction }) => sql`${sortedBy(by)} ${direction === 'ascend' ? sql`asc` : sql`desc`} nulls last`),
    ...(top && order.length === 0 ? [sql`rest`, sql`${sql.ref(top.by.column)} desc nulls last`] : []),
    ...inOrder.flatMap((dimension) => [
      sql`${sortedBy(dimension)} nulls last`,
      ...(dimension.found.link ? [sql.ref(dimension.column)] : []),
    ]),
  ]
}

/** What people see is what it is sorted by. */
const sortedBy = (by: Plan['order'][number]['by']): Sql => sql.ref('found' in by && isNamed(by) ? `${by.column}_nth` : by.column)
