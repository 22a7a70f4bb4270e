import { NO_BLANKS, decimal, integer, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'

const RANGES = [
  ['waterBinderLow', 'waterBinderHigh'],
  ['flowLow', 'flowHigh'],
  ['pressureLow', 'pressureHigh'],
] as const

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/**
 * What a standard asks of tensioning and grouting. Deviations in percent, the draw-in in mm, the hold of a jack in seconds and that of grout in minutes, the flow
 * time of the cone in seconds, pressures in MPa. What is not said is not judged. Once a tendon has them they stay as they are: another edition is another row.
 */
export const tensionLimits = resource({
  name: 'tension-limits',
  api: { base: '/acquisition/tensionlimit', noun: 'TensionLimit' },
  table: 'tension_limits',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'tensionlimits',
  title: 'limitCode',
  order: ['createTime', 'descend'],
  unique: ['limitCode'],
  rule: ruleOver(RANGES.flat(), (row) => {
    const wrong = RANGES.find(([low, high]) => isGiven(row[low]) && isGiven(row[high]) && Number(row[high]) < Number(row[low]))
    return wrong && { field: wrong[1], code: 'check.limit-range' }
  }),
  fields: {
    limitCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    standardText: text({ max: 128, required: true, filter: 'contains' }),
    /** The clauses, as a report names them. */
    tensionClause: text({ max: 64, filter: 'contains' }),
    groutClause: text({ max: 64, filter: 'contains' }),
    forceTolerance: decimal({ min: 0, max: 100, sort: true }),
    elongationTolerance: decimal({ min: 0, max: 100, sort: true }),
    holdLeast: integer({ min: 0, max: 86_400 }),
    drawInMost: decimal({ min: 0, max: 1000 }),
    waterBinderLow: decimal({ min: 0, max: 2 }),
    waterBinderHigh: decimal({ min: 0, max: 2 }),
    flowLow: decimal({ min: 0, max: 1000 }),
    flowHigh: decimal({ min: 0, max: 1000 }),
    pressureLow: decimal({ min: 0, max: 100 }),
    pressureHigh: decimal({ min: 0, max: 100 }),
    groutHoldLeast: decimal({ min: 0, max: 1440 }),
    limitDescription: text({ max: 256 }),
  },
})
