/** What a point is, whether it is a device's or stands in the profile of a type for its devices to be given. */
import * as z from 'zod/mini'
import { decimal, integer, oneOf, text } from '../fields.ts'
import { ruleOver } from '../resource.ts'
import { conversion } from './mapping/units.ts'
import { readStateTexts } from './point-display.ts'

/** What names a point in a payload: letters, digits, `_`, `-` and `.`. */
const POINT_KEY = z.string().check(z.regex(/^[A-Za-z0-9_.-]*$/, { error: 'point-key' }))

/** `0=Stopped, 1=Running`. */
const STATE_TEXTS = z.string().check(z.refine((text) => readStateTexts(text) !== undefined, { error: 'state-texts' }))

/** Two weeks and a month, in seconds: what is silent for longer is out of use. */
const WEEKS = 1_209_600
const MONTH = 2_678_400

export const pointFields = {
  pointKey: text({ max: 64, format: POINT_KEY, required: true, filter: 'contains', sort: true }),
  pointName: text({ max: 64, required: true, filter: 'contains', sort: true }),
  unit: text({ max: 16, filter: 'contains', sort: true }),
  /** What people are shown the values in, where that is not what they are stored in. */
  displayUnit: text({ max: 16 }),
  /** Digits behind the point, and words for values: how people are told the value (point-display.ts). */
  decimals: integer({ min: 0, max: 9 }),
  stateTexts: text({ max: 190, format: STATE_TEXTS }),
  /** Where its device shows it: under the heading of its group, the least number first, then the oldest. */
  pointGroup: text({ max: 32, filter: 'contains', sort: true }),
  displayOrder: integer({ min: -100_000, max: 100_000, sort: true }),
  /** Value = raw × scale + offset; 1 and 0 where nothing is given. */
  scale: decimal({}),
  valueOffset: decimal({}),
  /** Values beyond these are uncertain. */
  rangeLow: decimal({ sort: true }),
  rangeHigh: decimal({ sort: true }),
  /** A value this near to the one stored before is not stored again… */
  deadband: decimal({ min: 0 }),
  /** … until as much time has passed. */
  maxIntervalSeconds: integer({ min: 1, max: WEEKS }),
  /** Without a sample for as long, the point is stale; with the same value for as long, frozen. */
  staleSeconds: integer({ min: 1, max: MONTH, sort: true }),
  frozenSeconds: integer({ min: 1, max: MONTH }),
  retention: oneOf({ of: ['short', 'standard', 'long'], filter: 'equals', sort: true }),
  registerKind: oneOf({ of: ['holding', 'input', 'coil', 'discrete'], filter: 'equals' }),
  registerAddress: integer({ min: 0, max: 65_535, sort: true }),
  registerFormat: oneOf({ of: ['uint16', 'int16', 'uint32', 'int32', 'uint64', 'int64', 'float32', 'float64', 'boolean'] }),
  byteOrder: oneOf({ of: ['ABCD', 'CDAB', 'BADC', 'DCBA'] }),
} as const

/** Where a value stands in a Modbus device; a point has all of these or none. */
export const registerFields = ['registerKind', 'registerAddress', 'registerFormat', 'byteOrder'] as const

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** The range has a width, values can be shown in the unit that is wanted, and a register is told whole. */
export const pointRule = ruleOver(['rangeLow', 'rangeHigh', 'unit', 'displayUnit', 'stateTexts', ...registerFields], (row) => {
  const { rangeLow, rangeHigh, unit, displayUnit, stateTexts } = row
  if (typeof rangeLow === 'number' && typeof rangeHigh === 'number' && rangeLow >= rangeHigh)
    return { field: 'rangeHigh', code: 'check.range' }
  if (typeof displayUnit === 'string' && displayUnit !== '') {
    // A word stands for a value as it is stored: beside converted ones it would say something else.
    if (isGiven(stateTexts)) return { field: 'displayUnit', code: 'check.display-unit-words' }
    if (!conversion(typeof unit === 'string' ? unit : '', displayUnit)) return { field: 'displayUnit', code: 'check.display-unit' }
  }
  const missing = registerFields.filter((name) => !isGiven(row[name]))
  return missing[0] !== undefined && missing.length < registerFields.length ? { field: missing[0], code: 'check.register' } : undefined
})
