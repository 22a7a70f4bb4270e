/** A formula over measures as SQL: numbers are those of the database (IEEE 754, 64 bits). */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Expression, Operator } from '../../model/expression/expression.ts'

type Sql = RawBuilder<unknown>

const between = (word: string) => (parts: readonly Sql[]) => sql`(${sql.join(parts, sql.raw(` ${word} `))})`
/** Nothing where one of them is nothing: the functions of the database pass over it. */
const ofAll = (name: 'least' | 'greatest') => (parts: readonly Sql[]) =>
  sql`(case when num_nulls(${sql.join(parts)}) = 0 then ${sql.raw(name)}(${sql.join(parts)}) end)`

const OPERATORS: Readonly<Partial<Record<Operator, (parts: readonly Sql[]) => Sql>>> = {
  and: between('and'),
  or: between('or'),
  not: ([one]) => sql`(not ${one})`,
  equal: between('is not distinct from'),
  unequal: between('is distinct from'),
  less: between('<'),
  'less-or-equal': between('<='),
  greater: between('>'),
  'greater-or-equal': between('>='),
  'is-empty': ([one]) => sql`(${one} is null)`,
  if: ([condition, then, otherwise]) => sql`(case when ${condition} then ${then} else ${otherwise} end)`,
  'first-of': (parts) => sql`coalesce(${sql.join(parts)})`,
  add: between('+'),
  subtract: between('-'),
  multiply: between('*'),
  // A share of nothing is nothing, and no fault.
  divide: ([one, other]) => sql`(${one} / nullif(${other}, 0))`,
  absolute: ([one]) => sql`abs(${one})`,
  round: ([one, digits = sql`0`]) => sql`round((${one})::numeric, least(15, greatest(-15, ${digits}))::int)::float8`,
  least: ofAll('least'),
  greatest: ofAll('greatest'),
}

/**
 * The formula as an expression of the database.
 * @param column Of a measure, by its name
 * @throws Error for an operator that no formula has, which reading it has refused
 */
export function formulaOf(node: Expression, column: (name: string) => Sql): Sql {
  if ('value' in node) {
    if (typeof node.value === 'number') return sql`${node.value}::float8`
    return typeof node.value === 'boolean' ? sql`${sql.lit(node.value)}` : sql`null::float8`
  }
  if ('field' in node) return column(node.field)
  const make = 'op' in node ? OPERATORS[node.op] : undefined
  if (!make || !('op' in node)) throw new Error('a formula has no such part')
  return make(node.of.map((part) => formulaOf(part, column)))
}
