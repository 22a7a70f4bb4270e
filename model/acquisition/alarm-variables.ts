/**
 * What a process that an alarm has started is told of it, as variables. Each is given under its own name; a rule can give it under others as well, for
 * the fields of a form: `reading = value, place = device`.
 */
import * as z from 'zod/mini'
import { isVariableName } from '../workflow/variable-name.ts'

/** What a process is told under these names. `device_code` and `point_code` (`pump-1/pressure`) are what services of processes name a device and a point by; `alarm` is an id. */
export const ALARM_NAMES = [
  'alarm',
  'rule',
  'device',
  'device_code',
  'point',
  'point_code',
  'value',
  'priority',
  'raised_at',
  'occurrences',
] as const
/** What a rule can give to a variable. The limit has no name of its own, under which it would meet a field of some form. */
export const ALARM_SOURCES = [...ALARM_NAMES, 'limit'] as const
export type AlarmSource = (typeof ALARM_SOURCES)[number]

export const MAX_ALARM_VARIABLES = 500

/** Further variables, each with what it is given. */
export type AlarmVariables = ReadonlyMap<string, AlarmSource>

/** A line of the text: whatever stands there, whole or not. */
export interface AlarmVariableLine {
  readonly name: string
  readonly source: string
}

/** The lines of a text, to be written on; lines that are not whole as well. */
export const alarmVariableLines = (text: string): AlarmVariableLine[] =>
  partsOf(text).map((part) => {
    const [name = '', ...source] = part.split('=')
    return { name: name.trim(), source: source.join('=').trim() }
  })

/** The text that keeps these lines: without those in which there is nothing. */
export const alarmVariablesText = (lines: readonly AlarmVariableLine[]): string =>
  lines
    .filter(({ name, source }) => name.trim() !== '' || source !== '')
    .map(({ name, source }) => `${name.trim()} = ${source}`)
    .join(', ')

const partsOf = (text: string): string[] => text.split(/[,，、\n]/).filter((part) => part.trim() !== '')

const isSource = (name: string): name is AlarmSource => ALARM_SOURCES.some((source) => source === name)

/** The variables that a text names, `name = source` divided by commas or lines; nothing where it cannot be read. */
export function readAlarmVariables(text: string): AlarmVariables | undefined {
  const variables = new Map<string, AlarmSource>()
  for (const part of partsOf(text)) {
    const [name = '', source = '', ...more] = part.split('=').map((word) => word.trim())
    if (more.length > 0 || !isVariableName(name) || !isSource(source) || variables.has(name)) return undefined
    variables.set(name, source)
  }
  return variables
}

/** Variables by their names, for the first time or with a new count: each source under its own name, and under those that the rule says. */
export function alarmVariables(values: Readonly<Partial<Record<AlarmSource, unknown>>>, further: AlarmVariables): Record<string, unknown> {
  const named = [...further].filter(([, source]) => source in values).map(([name, source]) => [name, values[source]] as const)
  const { limit: _limit, ...own } = values
  return { ...own, ...Object.fromEntries(named) }
}

/** The check of such a text as a field. */
export const ALARM_VARIABLES = z.string().check(z.refine((text) => readAlarmVariables(text) !== undefined, { error: 'alarm-variables' }))
