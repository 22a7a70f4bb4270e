/** Parameters of a figures document: what a page asks for before it shows the figures. */
import * as z from 'zod/mini'
import { id, wireTime } from '../fields.ts'
import { day } from '../wire.ts'
import type { Parameter, RangeValue, Scalar, Value } from './document.ts'
import { RANGE } from './document.ts'
import { refuse } from './faults.ts'

/** Of one list. */
const MAX_MEMBERS = 200

const KINDS: Readonly<Record<Exclude<Parameter['kind'], 'range' | 'option'>, z.ZodMiniType<Scalar>>> = {
  text: z.string().check(
    z.maxLength(256),
    // PostgreSQL holds neither U+0000 nor half of a character.
    z.refine((text) => !text.includes('\u0000') && text.isWellFormed()),
  ),
  number: z.number().check(z.refine((value) => Number.isFinite(value))),
  time: wireTime,
  date: day,
  reference: id,
}

/** The value of a parameter; nothing where none was given and it has none of its own. */
export type ParameterValue = Value | RangeValue | undefined

/**
 * The parameters by their names.
 * @throws DocumentFault `twice`, `value` for a default of another kind, `parameter` for one that depends on none above it
 */
export function checkParameters(parameters: readonly Parameter[]): ReadonlyMap<string, Parameter> {
  const byName = new Map<string, Parameter>()
  parameters.forEach((parameter, at) => {
    const place = `params[${at}]`
    if (byName.has(parameter.name)) refuse(place, 'twice', parameter.name)
    // Only upwards, so that no two can wait for each other.
    if (parameter.dependsOn !== undefined && !byName.has(parameter.dependsOn))
      refuse(`${place}.dependsOn`, 'parameter', parameter.dependsOn)
    if ((parameter.kind === 'reference') !== (parameter.to !== undefined))
      refuse(`${place}.to`, parameter.to === undefined ? 'missing' : 'key', 'to')
    if ((parameter.kind === 'option') !== (parameter.options !== undefined))
      refuse(`${place}.options`, parameter.options === undefined ? 'missing' : 'key', 'options')
    if (parameter.many && parameter.kind === 'range') refuse(`${place}.many`, 'key', 'many')
    if (parameter.default !== undefined && !fits(parameter, parameter.default)) refuse(`${place}.default`, 'value', parameter.name)
    byName.set(parameter.name, parameter)
  })
  return byName
}

const fits = ({ kind, many, options = [] }: Parameter, value: unknown): boolean => {
  if (kind === 'range') return RANGE.safeParse(value).success
  const each = kind === 'option' ? z.literal(options.map((option) => option.value)) : KINDS[kind]
  return (many ? z.array(each).check(z.minLength(1), z.maxLength(MAX_MEMBERS)) : each).safeParse(value).success
}

/**
 * The values of all parameters: those that were given, and the defaults of the others.
 * @param given As it came with the call
 * @throws DocumentFault `parameter` for a name that the document has not, `value` for one of another kind, `required` for one that is missing
 */
export function parameterValues(
  parameters: readonly Parameter[],
  given: Readonly<Record<string, unknown>>,
): ReadonlyMap<string, ParameterValue> {
  const names = new Set(parameters.map(({ name }) => name))
  for (const name of Object.keys(given)) if (!names.has(name)) refuse('params', 'parameter', name)
  return new Map(
    parameters.map((parameter) => {
      const { name, required } = parameter
      const own = Object.hasOwn(given, name) ? given[name] : undefined
      const value = own === undefined || own === null || own === '' ? parameter.default : own
      if (value === undefined && required) refuse(`params.${name}`, 'required', name)
      if (value !== undefined && !fits(parameter, value)) refuse(`params.${name}`, 'value', name)
      return [name, value as ParameterValue]
    }),
  )
}
