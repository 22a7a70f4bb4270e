/** What built-in reports have in common: styles, margins, conditions. */
import type { Condition } from '../../figures/document.ts'
import type { Style } from '../template.ts'

const LINES: Style['border'] = [0.5, 0.5, 0.5, 0.5]

/** Styles by what they are for; {@link STYLES} has them in the order of their numbers. */
export const look = {
  title: 0,
  quiet: 1,
  head: 2,
  text: 3,
  figure: 4,
  alert: 5,
  foot: 6,
  section: 7,
  plain: 8,
  centred: 9,
  wrong: 10,
} as const

export const STYLES: readonly Style[] = [
  { font: ['sc', 16, 'bold'], align: 'center' },
  { font: ['sc', 8.5], align: 'center', colour: '#595959' },
  { font: ['sc', 9, 'bold'], align: 'center', fill: '#e6f0fa', border: LINES, wrap: true },
  { font: ['sc', 9], align: 'left', border: LINES, wrap: true },
  { font: ['sc', 9], align: 'right', border: LINES },
  { font: ['sc', 9, 'bold'], align: 'right', colour: '#b42318', fill: '#fef3f2', border: LINES },
  { font: ['sc', 9, 'bold'], align: 'right', fill: '#f2f4f7', border: LINES },
  { font: ['sc', 11, 'bold'], align: 'left' },
  { font: ['sc', 8.5], align: 'left', wrap: true },
  { font: ['sc', 9], align: 'center', border: LINES },
  { font: ['sc', 9, 'bold'], align: 'left', colour: '#b42318', fill: '#fef3f2', border: LINES, wrap: true },
]

/** Room to sign by hand; in an issued report, where its signatures stand. Whoever fills the report says which. */
export const SIGNATURES = '{signatures}'

/** Points: above, right, below, left. */
export const MARGINS: [number, number, number, number] = [36, 36, 36, 36]

/** The condition that all of these hold; nothing where there is none. */
export function allOf(conditions: readonly (Condition | undefined)[]): { where?: Condition } {
  const and = conditions.filter((condition) => condition !== undefined)
  return and.length === 0 ? {} : { where: { and } }
}

const DIGITS = [...'0123456789']

/**
 * The condition that the key of a point is one of these, or one of these and a number: simulated, ordered and bought devices number theirs. What goes on in
 * letters measures something else: `surface_rh` is no temperature of a surface.
 */
export const keyOf = (...keys: readonly string[]): Condition => ({
  or: keys.flatMap((key) => [
    { field: 'pointKey', op: 'among' as const, value: [key, key.toUpperCase(), `${key.charAt(0).toUpperCase()}${key.slice(1)}`] },
    ...DIGITS.map((digit) => ({ field: 'pointKey', op: 'begins' as const, value: `${key}${digit}` })),
  ]),
})

/** The condition that a field is this; none without a value. */
export const equal = (field: string, value: string | undefined): Condition | undefined =>
  value === undefined ? undefined : { field, op: 'equals', value }

/** The condition that a field is one of these; none without any. */
export const among = (field: string, values: readonly string[] | undefined): Condition | undefined =>
  values === undefined || values.length === 0 ? undefined : { field, op: 'among', value: [...values] }
