import { NO_BLANKS, decimal, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { endsLater } from './validity.ts'

/**
 * Mixes of concrete, with what their maturity is reckoned by: the standards disagree about the constants, so there is none that would
 * stand for all (ACI 104-M11). Temperatures in °C, the activation constant (Ea / R) in K.
 */
export const mixes = resource({
  name: 'mixes',
  api: { base: '/acquisition/mix', noun: 'Mix' },
  table: 'mixes',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'mixes',
  title: 'mixCode',
  order: ['createTime', 'descend'],
  unique: ['mixCode'],
  rule: ruleOver(['validFrom', 'validUntil'], endsLater),
  fields: {
    mixCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    concreteGrade: text({ max: 16, required: true, filter: 'contains', sort: true }),
    cement: text({ max: 64, filter: 'contains' }),
    waterBinder: decimal({ min: 0, max: 2, filter: 'range', sort: true }),
    /** T₀ of Nurse–Saul: below it nothing hardens. */
    datumTemp: decimal({ min: -20, max: 20, sort: true }),
    /** Q of the equivalent age, and the temperature that the age is told at. */
    activationK: decimal({ min: 1000, max: 20_000 }),
    referenceTemp: decimal({ min: 0, max: 40 }),
    /** How well the curve fits the cubes that it was made of (R²). */
    curveR2: decimal({ min: 0, max: 1, filter: 'range', sort: true }),
    validFrom: time({ filter: 'range', sort: true }),
    validUntil: time({ filter: 'range', sort: true }),
    mixDescription: text({ max: 256 }),
  },
})
