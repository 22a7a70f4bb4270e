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
    sql`calculated as (${calculatedOf(plan)})`,
  ]
  const condition = having && !isLookedUp ? sql` where ${formulaOf(having, columnIn(plan))}` : sql``
  const order = isLookedUp ? [] : orderOf(plan)
  return sql`with ${sql.join(parts)} select * from calculated${condition}${order.length > 0 ? sql` order by ${sql.join(order)}` : sql``}
    limit ${isLookedUp ? MAX_FIGURE_ROWS + 1 : (limit ?? most + 1)}`
}

/** The statement for the greatest of a dimension, as `key`, by which two periods show the same ones. */
export const keysStatement = (plan: Plan, range: MillisRange | undefined): Sql =>
  sql`with facts as (${factsOf(plan, range)}) ${greatestOf(plan)}`

/** A column of the groups, by the name that formulas have for its measure. */
const columnIn =
  ({ measures }: Plan) =>
  (name: string): Sql =>
    sql.ref(measures.get(name)?.column ?? '')

function factsOf({ subject, dimensions, inputs, where, time }: Plan, range: MillisRange | undefined): Sql {
  const selected = [
    sql`true as present`,
    ...dimensions.map(({ value, column }) => sql`${value} as ${sql.ref(column)}`),
    ...dimensions.flatMap(({ name, column }) => (name ? [sql`${name} as ${sql.ref(`${column}_name`)}`] : [])),
    ...[...inputs].map(([column, value]) => sql`${value} as ${sql.ref(column)}`),
  ]
  const within =
    range && time ? [sql`${time} >= to_timestamp(${range.from / 1000}::float8) and ${time} < to_timestamp(${range.to / 1000}::float8)`] : []
  const conditions = [...subject.always, ...where, ...within]
  return sql`select ${sql.join(selected)} from ${subject.from(range)}${conditions.length > 0 ? sql` where ${sql.join(conditions, sql` and `)}` : sql``}`
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
  const selected = [
    sql`figures.*`,
    ...plan.columns.flatMap(({ column, formula }) => (formula ? [sql`${formulaOf(formula, columnIn(plan))} as ${sql.ref(column)}`] : [])),
    ...plan.dimensions.flatMap((dimension) => nameOf(dimension, plan)),
  ]
  return sql`select ${sql.join(selected)} from figures${sql.join(plan.dimensions.flatMap(joinedName), sql``)}`
}

/** Names of references, of groups alone and not of each row. Row security decides which names there are. */
const nameOf = ({ found: { link, showsName, namedBy = [] }, column }: PlannedDimension, { language }: Plan): Sql[] =>
  link && showsName ? [sql`${shownText(link, { language, naming: () => namedBy }, `${column}_of`)} as ${sql.ref(`${column}_name`)}`] : []

/** Joined, and so read once: looked up for each of 14,400 groups they took as long as what the groups are made of. An id is of one row of those that there are for the tenant. */
const joinedName = ({ found: { link, showsName }, column }: PlannedDimension): Sql[] =>
  link && showsName
    ? [
        sql` left join ${sql.table(tableOf(link.to))} as ${sql.ref(`${column}_of`)} on ${sql.ref(`${column}_of.id`)} = ${sql.ref(`figures.${column}`)}`,
      ]
    : []

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
const sortedBy = (by: Plan['order'][number]['by']): Sql =>
  sql.ref('found' in by && by.found.link && by.found.showsName ? `${by.column}_name` : by.column)
