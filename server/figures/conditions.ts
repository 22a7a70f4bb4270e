/** Conditions of a figures document as SQL. Fields are looked up, values bound. */
import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Comparison, Condition, Operator, Scalar, Value } from '../../model/figures/document.ts'
import { refuse } from '../../model/figures/faults.ts'
import type { ParameterValue } from '../../model/figures/parameters.ts'
import { momentOfText } from '../../model/figures/ranges.ts'
import { id, wireTime } from '../../model/fields.ts'
import { resourceNamed } from '../../model/index.ts'
import { tableOf } from '../kernel/resources/row-text.ts'
import { contains, subtree } from '../kernel/resources/select.ts'
import type { Found, Kind, Subject } from './subject.ts'

/** What a condition is looked at with. */
export interface Surroundings {
  readonly subject: Pick<Subject, 'findForCondition'>
  readonly values: ReadonlyMap<string, ParameterValue>
  /** Of the tenant. */
  readonly zone: string
}

const ORDER = ['less', 'lessOrEqual', 'greater', 'greaterOrEqual', 'between'] as const
const EQUALITY = ['equals', 'unequal', 'among'] as const
const PRESENCE = ['empty', 'filled'] as const

/** What can be asked of a value of each kind. */
export const OPERATORS_OF: Readonly<Record<Kind, readonly Operator[]>> = {
  text: [...EQUALITY, 'contains', 'begins', ...PRESENCE],
  number: [...EQUALITY, ...ORDER, ...PRESENCE],
  time: [...ORDER, ...PRESENCE],
  choice: [...EQUALITY, ...PRESENCE],
  reference: [...EQUALITY, 'below', ...PRESENCE],
}

/**
 * The condition; undefined where all it asks about are parameters that have no value, which narrow nothing.
 * @param place Of the condition in the document
 * @throws DocumentFault `field` for one that the caller has not, `operator` and `value` for what does not fit its kind
 */
export function conditionOf(condition: Condition, place: string, around: Surroundings): RawBuilder<SqlBool> | undefined {
  if ('and' in condition) return joined(condition.and, `${place}.and`, around, sql` and `)
  if ('or' in condition) return joined(condition.or, `${place}.or`, around, sql` or `)
  if ('not' in condition) {
    const inner = conditionOf(condition.not, `${place}.not`, around)
    // Of a row of which it is not known whether it holds, it does not hold.
    return inner && sql<SqlBool>`(${inner}) is not true`
  }
  return comparisonOf(condition, place, around)
}

function joined(
  parts: readonly Condition[],
  place: string,
  around: Surroundings,
  word: RawBuilder<unknown>,
): RawBuilder<SqlBool> | undefined {
  const found = parts.map((part, at) => conditionOf(part, `${place}[${at}]`, around)).filter((one) => one !== undefined)
  return found.length === 0 ? undefined : sql<SqlBool>`(${sql.join(found, word)})`
}

function comparisonOf(comparison: Comparison, place: string, { subject, values, zone }: Surroundings): RawBuilder<SqlBool> | undefined {
  const { field, op, param } = comparison
  const found = subject.findForCondition(field) ?? refuse(`${place}.field`, 'field', field)
  const { kind, value: column } = found
  const isTree = found.link !== undefined && resourceNamed(found.link.to)?.parent !== undefined
  if (!OPERATORS_OF[kind].includes(op) || (op === 'below' && !isTree)) refuse(`${place}.op`, 'operator', op)
  if (op === 'empty' || op === 'filled') {
    const empty = kind === 'text' ? sql<SqlBool>`coalesce(${column}, '') = ''` : sql<SqlBool>`${column} is null`
    return op === 'empty' ? empty : sql<SqlBool>`not (${empty})`
  }
  const given = param === undefined ? comparison.value : (values.get(param) as Value | undefined)
  if (given === undefined) return undefined
  const at = `${place}.${param === undefined ? 'value' : 'param'}`
  const members = (Array.isArray(given) ? given : [given as Scalar]).map(
    (member) => bound(found, member as Scalar, zone) ?? refuse(at, 'value', String(member)),
  )
  if (members.length === 0 || (op === 'between' && members.length !== 2)) refuse(at, 'value')
  return compared(found, op, members, given as Scalar)
}

function compared(
  { kind, value: column, link }: Found,
  op: Operator,
  members: readonly RawBuilder<unknown>[],
  given: Scalar,
): RawBuilder<SqlBool> {
  const [one, other] = members as [RawBuilder<unknown>, RawBuilder<unknown>]
  switch (op) {
    case 'equals':
      return sql<SqlBool>`${column} = ${one}`
    case 'unequal':
      return sql<SqlBool>`${column} is distinct from ${one}`
    case 'among':
      return sql<SqlBool>`${column} in (${sql.join(members)})`
    case 'less':
      return sql<SqlBool>`${column} < ${one}`
    case 'lessOrEqual':
      return sql<SqlBool>`${column} <= ${one}`
    case 'greater':
      return sql<SqlBool>`${column} > ${one}`
    case 'greaterOrEqual':
      return sql<SqlBool>`${column} >= ${one}`
    case 'between':
      // Moments end before the second one, as ranges do.
      return kind === 'time'
        ? sql<SqlBool>`(${column} >= ${one} and ${column} < ${other})`
        : sql<SqlBool>`${column} between ${one} and ${other}`
    case 'contains':
      return contains([column], given)
    case 'begins':
      return sql<SqlBool>`starts_with(lower(${column}), lower(${one}))`
    default:
      return sql<SqlBool>`${column} in ${subtree(tableOf(link?.to ?? ''), given)}`
  }
}

/** The value bound as its field has it; undefined where it is of another kind. */
function bound({ kind, options = [] }: Found, value: Scalar, zone: string): RawBuilder<unknown> | undefined {
  switch (kind) {
    case 'number':
      return typeof value === 'number' ? sql`${value}::float8` : undefined
    case 'text':
      return typeof value === 'string' ? sql`${value}::text` : undefined
    case 'choice':
      return options.includes(value) ? (typeof value === 'number' ? sql`${value}::smallint` : sql`${value}::text`) : undefined
    case 'reference':
      return id.safeParse(value).success ? sql`${String(value).trim().toLowerCase()}::uuid` : undefined
    case 'time': {
      const moment = wireTime.safeParse(value).success ? momentOfText(zone, String(value).trim()) : undefined
      return moment === undefined ? undefined : sql`to_timestamp(${moment / 1000}::float8)`
    }
  }
}
