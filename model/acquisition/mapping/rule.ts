/** A rule of a mapping: which messages it is for, where a value stands in them, and which point it is. Compiled once for each device type. */
import { isZone } from '../../zone.ts'
import type { MessageFormat, TimeFormat } from './choices.ts'
import { MESSAGE_FORMATS, MESSAGE_SOURCES, TIME_FORMATS } from './choices.ts'
import type { Path } from './path.ts'
import { PathError, isWildcard, parsePath, sharesStart, wildcardsOf } from './path.ts'
import type { TopicFilter } from './topic-filter.ts'
import { parseTopicFilter } from './topic-filter.ts'

/** A rule as it is stored; what is empty is null, undefined or an empty text. */
export interface RuleFields {
  readonly messageSource?: string | null | undefined
  readonly topicFilter?: string | null | undefined
  readonly messageFormat?: string | null | undefined
  readonly valuePath?: string | null | undefined
  readonly pointKey?: string | null | undefined
  readonly sourceUnit?: string | null | undefined
  readonly scale?: number | null | undefined
  readonly valueOffset?: number | null | undefined
  readonly valueWords?: string | null | undefined
  readonly timePath?: string | null | undefined
  readonly timeFormat?: string | null | undefined
  readonly timeZone?: string | null | undefined
}

/** What makes a rule none: the field to blame, and for a path the character, from 1. */
export interface RuleFault {
  readonly field: keyof RuleFields
  readonly code: 'required' | 'path' | 'time-path' | 'topic-filter' | 'point-key' | 'words' | 'time-zone' | 'choice'
  readonly at?: number
}

/** A user property of the message, by its name (MQTT 5): `@site`. */
export interface Property {
  readonly property: string
}

/** A part of a point's key: letters as they stand; what a `*` of the path or a `+` of the topic filter stands for, from 0; or what the message says at a path or in a property. */
export type KeyPart = string | { readonly star: number } | { readonly level: number } | { readonly path: Path } | Property

export interface Rule {
  /** Levels of the topic filter; undefined for what comes over HTTP. */
  readonly filter: TopicFilter | undefined
  readonly format: MessageFormat
  readonly path: Path | Property
  readonly key: readonly KeyPart[]
  /** Whether the key says which point whatever the message: then a device without that point is told of it. */
  readonly isFixed: boolean
  readonly unit: string | undefined
  readonly scale: number
  readonly offset: number
  readonly words: ReadonlyMap<string, number>
  readonly time: Path | Property | undefined
  readonly timePath: string
  readonly timeFormat: TimeFormat
  readonly timeZone: string | undefined
}

const MAX_WORDS = 50
/** Of what is ignored nothing is looked up. */
const NOTHING: Omit<Rule, 'filter'> = {
  format: 'ignore',
  path: [],
  key: [],
  isFixed: true,
  unit: undefined,
  scale: 1,
  offset: 0,
  words: new Map(),
  time: undefined,
  timePath: '',
  timeFormat: 'auto',
  timeZone: undefined,
}
const textOf = (value: string | null | undefined) => value ?? ''

/** The compiled rule, or the first fault that makes it none. */
export function compileRule(fields: RuleFields): { readonly rule: Rule } | { readonly fault: RuleFault } {
  try {
    return { rule: compile(fields) }
  } catch (error) {
    if (error instanceof Wrong) return { fault: error.fault }
    throw error
  }
}

class Wrong extends Error {
  readonly fault: RuleFault
  constructor(field: RuleFault['field'], code: RuleFault['code'], at?: number) {
    super(code)
    this.fault = { field, code, ...(at === undefined ? {} : { at }) }
  }
}

function compile(fields: RuleFields): Rule {
  const source = oneOf(MESSAGE_SOURCES, fields.messageSource, 'messageSource')
  const format = oneOf(MESSAGE_FORMATS, fields.messageFormat, 'messageFormat')
  const filterText = textOf(fields.topicFilter)
  if (source === 'mqtt' && filterText === '') throw new Wrong('topicFilter', 'required')
  const filter = source === 'mqtt' ? parseTopicFilter(filterText) : undefined
  if (source === 'mqtt' ? !filter : filterText !== '') throw new Wrong('topicFilter', 'topic-filter')
  if (format === 'ignore') return { ...NOTHING, filter }
  const path = placeOf(fields.valuePath, 'valuePath', source)
  // A text is one value, and a line of it has no parts.
  if (format === 'text' && !isProperty(path) && path.length > 0) throw new Wrong('valuePath', 'path', 1)
  const timePath = textOf(fields.timePath)
  const time = timePath === '' ? undefined : placeOf(timePath, 'timePath', source)
  const steps = isProperty(path) ? [] : path
  if (time && !isProperty(time) && !belongs(time, steps)) throw new Wrong('timePath', 'time-path')
  const key = keyOf(textOf(fields.pointKey), steps, source, filter?.filter((level) => level === '+').length ?? 0)
  const unit = textOf(fields.sourceUnit).trim()
  const zone = textOf(fields.timeZone)
  if (zone !== '' && !isZone(zone)) throw new Wrong('timeZone', 'time-zone')
  return {
    filter,
    format,
    path,
    key,
    isFixed: key.every((part) => typeof part === 'string'),
    unit: unit === '' ? undefined : unit,
    scale: fields.scale ?? 1,
    offset: fields.valueOffset ?? 0,
    words: wordsOf(textOf(fields.valueWords)),
    time,
    timePath,
    timeFormat: oneOf(TIME_FORMATS, fields.timeFormat ?? 'auto', 'timeFormat'),
    timeZone: zone === '' ? undefined : zone,
  }
}

function oneOf<Choice extends string>(choices: readonly Choice[], value: string | null | undefined, field: RuleFault['field']): Choice {
  const found = choices.find((choice) => choice === value)
  if (found === undefined) throw new Wrong(field, value ? 'choice' : 'required')
  return found
}

/** Whether something stands in a property of the message and not in what it holds. */
export const isProperty = (place: Path | Property | KeyPart): place is Property => typeof place === 'object' && 'property' in place

/** What a property may be called here: a placeholder ends at its brace. */
const PROPERTY = /^@([^{}]{1,128})$/

/** Only messages over MQTT have properties. */
function propertyOf(text: string, source: string): Property | undefined {
  const [, property] = (source === 'mqtt' && PROPERTY.exec(text)) || []
  return property === undefined ? undefined : { property }
}

function placeOf(text: string | null | undefined, field: 'valuePath' | 'timePath', source: string): Path | Property {
  if (!text) throw new Wrong(field, 'required')
  const property = propertyOf(text.trim(), source)
  if (property) return property
  try {
    return parsePath(text.trim())
  } catch (error) {
    if (error instanceof PathError) throw new Wrong(field, 'path', error.at)
    throw error
  }
}

/** The `*` of a time, or of a name, are those of the value: up to the last of them, both go the same way. */
function belongs(other: Path, value: Path): boolean {
  const last = other.findLastIndex(isWildcard)
  return last < 0 || sharesStart(other, value, last + 1)
}

/** `{1}` is the first `*` of the path, `{+1}` the first `+` of the topic filter, `{tags[*].name}` what stands there, `{@site}` a user property. */
function keyOf(text: string, path: Path, source: string, levels: number): KeyPart[] {
  if (text === '') throw new Wrong('pointKey', 'required')
  const stars = wildcardsOf(path)
  const parts = text.split(/(\{[^{}]*\})/).filter((part) => part !== '')
  return parts.map((part): KeyPart => {
    if (!part.startsWith('{')) {
      if (!/^[A-Za-z0-9_.-]{1,64}$/.test(part)) throw new Wrong('pointKey', 'point-key')
      return part
    }
    const inside = part.slice(1, -1)
    const property = propertyOf(inside, source)
    if (property) return property
    const [, plus, digit] = /^(\+?)(\d)$/.exec(inside) ?? []
    if (digit === undefined) return { path: namePath(inside, path) }
    const at = Number(digit) - 1
    if (at < 0 || at >= (plus ? levels : stars)) throw new Wrong('pointKey', 'point-key')
    return plus ? { level: at } : { star: at }
  })
}

function namePath(text: string, value: Path): Path {
  let path: Path = []
  try {
    path = parsePath(text)
  } catch (error) {
    if (!(error instanceof PathError)) throw error
  }
  if (path.length === 0 || !belongs(path, value)) throw new Wrong('pointKey', 'point-key')
  return path
}

/** `heat=1, cool=2`: what texts of the message mean, without regard to case. */
function wordsOf(text: string): Map<string, number> {
  const words = new Map<string, number>()
  if (text.trim() === '') return words
  for (const entry of text.split(/[,，、;\n]/)) {
    const equals = entry.lastIndexOf('=')
    const [word, number] = [entry.slice(0, equals).trim(), entry.slice(equals + 1).trim()]
    if (equals < 1 || word === '' || number === '' || !Number.isFinite(Number(number))) throw new Wrong('valueWords', 'words')
    words.set(word.toLowerCase(), Number(number))
  }
  if (words.size > MAX_WORDS) throw new Wrong('valueWords', 'words')
  return words
}
