/**
 * What devices of a type send, read by the rules of the type: from a message to readings, and what could not be read of it. The same
 * function reads what comes in and what somebody tries before it is saved.
 */
import type { Millis } from '../../brands.ts'
import { TooManyTokens } from '../bounded-json.ts'
import { readTimeAs } from '../message-time.ts'
import type { MessageFormat } from './choices.ts'
import { numberOf } from './number.ts'
import type { Budget, Path } from './path.ts'
import { BudgetSpent, isWildcard, lookUp, walk } from './path.ts'
import type { Records } from './records.ts'
import { recordsOf } from './records.ts'
import type { KeyPart, Property, Rule, RuleFields } from './rule.ts'
import { compileRule, isProperty } from './rule.ts'
import { matchTopic } from './topic-filter.ts'
import { conversion } from './units.ts'

/** What a message says beside what it holds (MQTT 5, 3.3.2.3.7): texts by name. */
export type UserProperties = Readonly<Record<string, string>>

/** Where a message came in: a topic of MQTT, or by HTTP. */
export type MessageSource =
  { readonly via: 'mqtt'; readonly topic: string; readonly properties?: UserProperties } | { readonly via: 'http' }

export interface MappedReading {
  readonly key: string
  /** Undefined: when it arrived. */
  readonly time: Millis | undefined
  /** Undefined: there is none. */
  readonly value: number | undefined
  /** It has been converted into the unit of its point. */
  readonly isInUnit?: true
}

export type MappedFaultCode = 'syntax' | 'too-many' | 'not-a-number' | 'timestamp' | 'unit' | 'unknown-point' | 'unmapped'
export interface MappedFault {
  readonly code: MappedFaultCode
  readonly at: string
}

/** What one rule found at one place. With a fault it is no reading; one that `isLeftOut` is nobody's fault either. */
export interface Match {
  /** The place of its rule among the rules of the mapping. */
  readonly rule: number
  readonly place: string
  readonly raw: unknown
  readonly key: string
  readonly unit: string | undefined
  readonly value: number | undefined
  readonly time: Millis | undefined
  readonly fault?: MappedFaultCode
  readonly isLeftOut?: true
}

/** The points of a device, or of a type, by their keys. */
export interface MappedPoints {
  get(key: string): { readonly unit?: string | null } | undefined
}

export interface Mapped {
  readonly readings: readonly MappedReading[]
  readonly faults: readonly MappedFault[]
}

export interface Mapping {
  /** What the rules make of a message; undefined where none of them is for messages from there. `report` is told of every match. */
  read(source: MessageSource, text: string, points: MappedPoints, report?: (match: Match) => void): Mapped | undefined
  /** The places of the rules that are for messages from there. */
  rulesFor(source: MessageSource): readonly number[]
}

/** Rules that a type may have. */
export const MAX_RULES = 200
/** Values one message may have. */
export const MAX_VALUES = 10_000
const MAX_FAULTS = 20
const MAX_PLACE = 200
/** Members and elements that all rules together may look at in one message: ten for each value it may have. */
const MAX_LOOKS = 100_000
/** Topics whose rules are remembered; devices of a type have few, and whoever makes them up gains nothing. */
const MAX_TOPICS = 500

interface Chosen {
  readonly at: number
  readonly rule: Rule
  /** What each `+` of its filter stands for. */
  readonly levels: readonly string[]
}

/** The mapping that these rules make; a rule that is none is left out. */
export function compileMapping(rules: readonly RuleFields[]): Mapping {
  const compiled = rules.slice(0, MAX_RULES).flatMap((fields, at): { at: number; rule: Rule }[] => {
    const result = compileRule(fields)
    return 'rule' in result ? [{ at, rule: result.rule }] : []
  })
  const overHttp: Chosen[] = compiled.flatMap(({ at, rule }) => (rule.filter ? [] : [{ at, rule, levels: [] }]))
  const byTopic = new Map<string, readonly Chosen[]>()

  function choose(source: MessageSource): readonly Chosen[] {
    if (source.via === 'http') return overHttp
    const known = byTopic.get(source.topic)
    if (known) return known
    const chosen = compiled.flatMap(({ at, rule }): Chosen[] => {
      const levels = rule.filter && matchTopic(rule.filter, source.topic)
      return levels ? [{ at, rule, levels }] : []
    })
    if (byTopic.size >= MAX_TOPICS) byTopic.clear()
    byTopic.set(source.topic, chosen)
    return chosen
  }

  return {
    rulesFor: (source) => choose(source).map(({ at }) => at),
    read(source, text, points, report) {
      const chosen = choose(source)
      return chosen.length === 0 ? undefined : read(chosen, source, text, points, report)
    },
  }
}

interface Reading extends Mapped {
  readonly readings: MappedReading[]
  readonly faults: MappedFault[]
  readonly budget: Budget
}

class Full extends Error {}

function read(
  chosen: readonly Chosen[],
  source: MessageSource,
  text: string,
  points: MappedPoints,
  report: ((match: Match) => void) | undefined,
): Mapped {
  const reading: Reading = { readings: [], faults: [], budget: { left: MAX_LOOKS } }
  const blame = blamer(reading.faults)
  const readAs = recordsOf(text)
  const decoded = new Map<MessageFormat, Records>()
  const unreadable = new Set<MessageFormat>()
  try {
    for (const each of chosen) {
      const { format } = each.rule
      if (unreadable.has(format)) continue
      let records = decoded.get(format)
      try {
        if (!records) decoded.set(format, (records = readAs(format)))
      } catch (error) {
        unreadable.add(format)
        blame(error instanceof TooManyTokens ? 'too-many' : 'syntax', '')
        continue
      }
      apply(each, records, source.via === 'mqtt' ? (source.properties ?? {}) : {}, points, reading, blame, report)
    }
  } catch (error) {
    if (!(error instanceof BudgetSpent || error instanceof Full)) throw error
    blame('too-many', '')
  }
  const isIgnored = chosen.some(({ rule }) => rule.format === 'ignore')
  if (reading.readings.length === 0 && reading.faults.length === 0 && !isIgnored)
    blame('unmapped', source.via === 'mqtt' ? source.topic : '')
  return { readings: reading.readings, faults: reading.faults }
}

type Blame = (code: MappedFaultCode, at: string) => void

function blamer(faults: MappedFault[]): Blame {
  return (code, at) => {
    if (faults.length < MAX_FAULTS) faults.push({ code, at: at.slice(0, MAX_PLACE) })
  }
}

function apply(
  { at, rule, levels }: Chosen,
  { records, isDecimalComma }: Records,
  properties: UserProperties,
  points: MappedPoints,
  { readings, budget }: Reading,
  blame: Blame,
  report: ((match: Match) => void) | undefined,
): void {
  const { path } = rule
  const propertyValue = ({ property }: Property) => (Object.hasOwn(properties, property) ? properties[property] : undefined)

  function found(raw: unknown, stars: readonly string[], record: unknown, place: () => string): void {
    const lookAt = (where: Path | Property) => (isProperty(where) ? propertyValue(where) : lookUp(where, record, stars, budget))
    const key = keyOf(rule.key, stars, levels, lookAt)
    const point = points.get(key)
    // What a `*` leads to besides values, and keys that are no points of the device, are what devices send along.
    const isLeftOut = !rule.isFixed && (point === undefined || (typeof raw === 'object' && raw !== null))
    const judged = isLeftOut ? undefined : judge(rule, raw, point, () => lookAt(rule.time ?? []), isDecimalComma)
    if (judged && 'fault' in judged)
      blame(judged.fault, judged.fault === 'not-a-number' ? place() : judged.fault === 'timestamp' ? rule.timePath : key)
    else if (judged) {
      if (readings.length >= MAX_VALUES) throw new Full()
      readings.push({ key, time: judged.time, value: judged.value, ...(rule.unit === undefined ? {} : { isInUnit: true as const }) })
    }
    report?.({
      rule: at,
      place: place(),
      raw,
      key,
      unit: point?.unit ?? undefined,
      value: judged && 'time' in judged ? judged.value : undefined,
      time: judged && 'time' in judged ? judged.time : undefined,
      ...(judged && 'fault' in judged ? { fault: judged.fault } : {}),
      ...(isLeftOut ? { isLeftOut, ...(point ? {} : { fault: 'unknown-point' as const }) } : {}),
    })
  }

  if (isProperty(path)) {
    const raw = propertyValue(path)
    if (raw !== undefined) found(raw, [], records[0], () => `@${path.property}`)
    return
  }
  for (const [line, record] of records.entries())
    walk(path, record, budget, (raw, stars) => found(raw, stars, record, () => placeOf(path, stars, records.length > 1 ? line : undefined)))
}

/** The value and time of what a rule found, or what is wrong with it. */
function judge(
  rule: Rule,
  raw: unknown,
  point: ReturnType<MappedPoints['get']>,
  timeOf: () => unknown,
  isDecimalComma: boolean,
): { readonly value: number | undefined; readonly time: Millis | undefined } | { readonly fault: MappedFaultCode } {
  if (!point) return { fault: 'unknown-point' }
  const value = numberOf(raw, rule, isDecimalComma)
  if (value === null) return { fault: 'not-a-number' }
  const conversionTo = rule.unit === undefined ? undefined : conversion(rule.unit, point.unit ?? '')
  if (rule.unit !== undefined && !conversionTo) return { fault: 'unit' }
  const sent = rule.time ? timeOf() : undefined
  // A record of SenML without a time was measured when it arrived (RFC 8428, 4.5.3).
  const isOfNow = rule.format === 'senml' && sent === undefined
  const time = rule.time && !isOfNow ? readTimeAs(sent, rule.timeFormat, rule.timeZone) : undefined
  // At the time of arrival it would be wrong, and nobody could tell.
  if (time === null) return { fault: 'timestamp' }
  return { value: value === undefined || !conversionTo ? value : rounded(value * conversionTo.factor + conversionTo.offset), time }
}

/** To fourteen digits, more than anything is measured in: 212 °F are 100 °C, and not 100.00000000000004. */
const rounded = (value: number) => Number(value.toPrecision(14))

/** A `switch:0` of a message is the `switch_0` of a key. */
const UNUSUAL = /[^A-Za-z0-9_.-]/g

function keyOf(
  parts: readonly KeyPart[],
  stars: readonly string[],
  levels: readonly string[],
  named: (where: Path | Property) => unknown,
): string {
  const [first] = parts
  if (parts.length === 1 && typeof first === 'string') return first
  const filled = parts.map((part) => {
    if (typeof part === 'string') return part
    if ('path' in part) return usual(textOf(named(part.path)))
    if (isProperty(part)) return usual(textOf(named(part)))
    return usual('star' in part ? stars[part.star] : levels[part.level])
  })
  return filled.join('')
}

const textOf = (value: unknown) => (typeof value === 'string' || typeof value === 'number' ? String(value) : '')
const usual = (text = '') => text.slice(0, MAX_PLACE).replace(UNUSUAL, '_')

/** Where something stands, as a path that leads there. */
function placeOf(path: Path, stars: readonly string[], line: number | undefined): string {
  let star = 0
  const steps = path.map((step) => {
    if (isWildcard(step)) {
      star += 1
      return `.${(stars[star - 1] ?? '').slice(0, MAX_PLACE)}`
    }
    return 'name' in step ? `.${step.name}` : `[${step.index}]`
  })
  const place = steps.join('').replace(/^\./, '')
  return line === undefined ? place : `[${line}]${place === '' || place.startsWith('[') ? place : `.${place}`}`
}
