/** What each operator is given, what it gives, and what it does: one line for the designer, the check and the evaluation alike. */
import type Big from 'big.js'
import type { Operator } from './expression.ts'
import type { Value } from './values.ts'
import {
  addMonths,
  bounded,
  dateAt,
  dateOfDay,
  dayNumber,
  decimalOf,
  isNumber,
  isSame,
  momentOf,
  monthsBetween,
  orderOf,
} from './values.ts'

/** What a value is known to be before there is one. `nothing` is the literal null, which fits everywhere. */
export type Type = 'truth' | 'number' | 'text' | 'date' | 'moment' | 'texts' | 'numbers' | 'nothing'

/** What an operator may ask besides its values. */
export interface Surroundings {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly zone: string
}

export interface OperatorRule {
  /** How many values it takes. */
  readonly takes: readonly [min: number, max: number]
  /** The type of what it gives; undefined where it cannot take values of these types. */
  readonly type: (types: readonly Type[]) => Type | undefined
  /** What it gives; null where one of the values it cannot do without is nothing. */
  readonly apply: (values: readonly Value[], surroundings: Surroundings) => Value
}

const MANY = 20
const fits = (type: Type | undefined, wanted: Type): boolean => type === wanted || type === 'nothing'
const all = (wanted: Type, gives: Type) => (types: readonly Type[]) => (types.every((type) => fits(type, wanted)) ? gives : undefined)
const each =
  (wanted: readonly Type[], gives: Type) =>
  (types: readonly Type[]): Type | undefined =>
    types.every((type, at) => fits(type, wanted[at] as Type)) ? gives : undefined
/** The one type that all of them have; `nothing` where none has any. */
function common(types: readonly Type[]): Type | undefined {
  const known = types.filter((type) => type !== 'nothing')
  return known.every((type) => type === known[0]) ? (known[0] ?? 'nothing') : undefined
}
const ORDERED: readonly Type[] = ['number', 'text', 'date', 'moment', 'nothing']

const comparison = (holds: (order: number) => boolean): OperatorRule => ({
  takes: [2, 2],
  type: (types) => {
    const type = common(types)
    return type && ORDERED.includes(type) ? 'truth' : undefined
  },
  apply: ([one, other]) => {
    const order = orderOf(one as Value, other as Value)
    return order === null ? null : holds(order)
  },
})

const equality = (isWanted: boolean): OperatorRule => ({
  takes: [2, 2],
  type: (types) => (common(types) ? 'truth' : undefined),
  apply: ([one, other]) => isSame(one as Value, other as Value) === isWanted,
})

/** Of numbers, all of which there must be. */
const arithmetic = (takes: OperatorRule['takes'], calculate: (numbers: readonly Big[]) => Big | null): OperatorRule => ({
  takes,
  type: all('number', 'number'),
  apply: (values) => {
    if (!values.every(isNumber)) return null
    const result = calculate(values)
    return result && bounded(result)
  },
})

const ofTexts = (holds: (text: string, part: string) => boolean): OperatorRule => ({
  takes: [2, 2],
  type: all('text', 'truth'),
  apply: ([text, part]) => (typeof text === 'string' && typeof part === 'string' ? holds(text, part) : null),
})

const ofDate = (part: (date: Date) => number): OperatorRule => ({
  takes: [1, 1],
  type: all('date', 'number'),
  apply: ([date]) => {
    const day = dayNumber(date as Value)
    return day === null ? null : decimalOf(part(new Date(day * 86_400_000)))
  },
})

const betweenDates = (count: (from: string, to: string) => number | null): OperatorRule => ({
  takes: [2, 2],
  type: all('date', 'number'),
  apply: ([from, to]) => (typeof from === 'string' && typeof to === 'string' ? decimalOf(count(from, to)) : null),
})

const later = (add: (date: string, count: number) => string | null): OperatorRule => ({
  takes: [2, 2],
  type: each(['date', 'number'], 'date'),
  apply: ([date, count]) => (typeof date === 'string' && isNumber(count as Value) ? add(date, Math.trunc(Number(count))) : null),
})

/** Truth values of which some may be unknown (Kleene): `and` is false as soon as one is, `or` true. */
const joined = (decisive: boolean): OperatorRule => ({
  takes: [1, MANY],
  type: all('truth', 'truth'),
  apply: (values) => (values.includes(decisive) ? decisive : values.includes(null) ? null : !decisive),
})

const isEmpty = (value: Value): boolean => value === null || value === '' || (Array.isArray(value) && value.length === 0)

export const OPERATOR_RULES: Readonly<Record<Operator, OperatorRule>> = {
  and: joined(false),
  or: joined(true),
  not: { takes: [1, 1], type: all('truth', 'truth'), apply: ([value]) => (typeof value === 'boolean' ? !value : null) },
  equal: equality(true),
  unequal: equality(false),
  less: comparison((order) => order < 0),
  'less-or-equal': comparison((order) => order <= 0),
  greater: comparison((order) => order > 0),
  'greater-or-equal': comparison((order) => order >= 0),
  among: {
    takes: [2, 2],
    type: ([one, list]) => {
      const isFitting = (fits(one, 'text') && fits(list, 'texts')) || (fits(one, 'number') && fits(list, 'numbers'))
      return isFitting ? 'truth' : undefined
    },
    apply: ([one, list]) => (Array.isArray(list) && one !== null ? list.some((member) => isSame(member, one as Value)) : null),
  },
  contains: {
    takes: [2, 2],
    type: ([whole, part]) => {
      const isFitting =
        ((fits(whole, 'text') || fits(whole, 'texts')) && fits(part, 'text')) || (fits(whole, 'numbers') && fits(part, 'number'))
      return isFitting ? 'truth' : undefined
    },
    apply: ([whole, part]) => {
      if (typeof whole === 'string') return typeof part === 'string' ? whole.includes(part) : null
      return Array.isArray(whole) && part !== null ? whole.some((member) => isSame(member, part as Value)) : null
    },
  },
  'begins-with': ofTexts((text, part) => text.startsWith(part)),
  'ends-with': ofTexts((text, part) => text.endsWith(part)),
  'is-empty': { takes: [1, 1], type: () => 'truth', apply: ([value]) => isEmpty(value as Value) },
  if: {
    takes: [3, 3],
    type: ([condition, ...results]) => (fits(condition, 'truth') ? common(results) : undefined),
    apply: ([condition, then, otherwise]) => (condition === true ? then : otherwise) as Value,
  },
  'first-of': { takes: [1, MANY], type: common, apply: (values) => values.find((value) => !isEmpty(value)) ?? null },
  add: arithmetic([2, MANY], (numbers) => numbers.reduce((sum, number) => sum.plus(number))),
  subtract: arithmetic([2, 2], ([one, other]) => (one as Big).minus(other as Big)),
  multiply: arithmetic([2, MANY], ([first, ...rest]) =>
    rest.reduce<Big | null>((product, number) => product && bounded(product.times(number)), first as Big),
  ),
  divide: arithmetic([2, 2], ([one, other]) => (other?.eq(0) ? null : (one as Big).div(other as Big))),
  remainder: arithmetic([2, 2], ([one, other]) => (other?.eq(0) ? null : (one as Big).mod(other as Big))),
  // Half away from zero, as a person rounds money.
  round: arithmetic([1, 2], ([number, digits]) => (number as Big).round(Math.min(20, Math.max(0, Math.trunc(Number(digits ?? 0)))), 1)),
  absolute: arithmetic([1, 1], ([number]) => (number as Big).abs()),
  least: arithmetic([1, MANY], (numbers) => numbers.reduce((least, number) => (number.lt(least) ? number : least))),
  greatest: arithmetic([1, MANY], (numbers) => numbers.reduce((greatest, number) => (number.gt(greatest) ? number : greatest))),
  // What is not there adds nothing: a name with an empty middle part is still a name.
  join: { takes: [1, MANY], type: all('text', 'text'), apply: (values) => values.filter((value) => typeof value === 'string').join('') },
  length: {
    takes: [1, 1],
    type: ([type]) => (type === 'text' || type === 'texts' || type === 'numbers' || type === 'nothing' ? 'number' : undefined),
    // Characters as people count them, not code units.
    apply: ([value]) => (typeof value === 'string' ? decimalOf([...value].length) : Array.isArray(value) ? decimalOf(value.length) : null),
  },
  today: { takes: [0, 0], type: () => 'date', apply: (_values, { now, zone }) => dateAt(now, zone) },
  now: { takes: [0, 0], type: () => 'moment', apply: (_values, { now }) => new Date(now).toISOString() },
  'date-of': {
    takes: [1, 1],
    type: all('moment', 'date'),
    apply: ([moment], { zone }) => {
      const ms = momentOf(moment as Value)
      return ms === null ? null : dateAt(ms, zone)
    },
  },
  'add-days': later((date, days) => {
    const day = dayNumber(date)
    return day === null ? null : dateOfDay(day + days)
  }),
  'add-months': later(addMonths),
  'days-between': betweenDates((from, to) => {
    const [start, end] = [dayNumber(from), dayNumber(to)]
    return start === null || end === null ? null : end - start
  }),
  'months-between': betweenDates(monthsBetween),
  'years-between': betweenDates((from, to) => {
    const months = monthsBetween(from, to)
    return months === null ? null : Math.trunc(months / 12)
  }),
  'hours-between': {
    takes: [2, 2],
    type: all('moment', 'number'),
    apply: ([from, to]) => {
      const [start, end] = [momentOf(from as Value), momentOf(to as Value)]
      return start === null || end === null ? null : decimalOf((end - start) / 3_600_000)
    },
  },
  'year-of': ofDate((date) => date.getUTCFullYear()),
  'month-of': ofDate((date) => date.getUTCMonth() + 1),
  'day-of': ofDate((date) => date.getUTCDate()),
  // Monday is 1 (ISO 8601).
  'weekday-of': ofDate((date) => date.getUTCDay() || 7),
}
