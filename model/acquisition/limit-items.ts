import { decimal, integer, oneOf, reference, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { ITEM_MEASURES, ITEM_SEVERITIES, RUN_ROLES, RUN_STAGES, UNIT_SUFFIX } from './curing.ts'
import type { ItemMeasure } from './curing.ts'

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** A limit has a bound, the lower below the upper; a difference is one of two roles; a rate says in its unit that it is one. */
const itemRule = ruleOver(
  ['low', 'high', 'itemMeasure', 'itemRole', 'minusRole', 'unit'],
  ({ low, high, itemMeasure, itemRole, minusRole, unit }) => {
    if (!isGiven(low) && !isGiven(high)) return { field: 'high', code: 'check.limit-bound' }
    if (isGiven(low) && isGiven(high) && Number(low) >= Number(high)) return { field: 'low', code: 'check.limit-order' }
    if (itemMeasure === 'difference' && (!isGiven(minusRole) || minusRole === itemRole))
      return { field: 'minusRole', code: 'check.limit-minus' }
    const suffix = UNIT_SUFFIX[itemMeasure as ItemMeasure] ?? ''
    return suffix !== '' && !String(unit ?? '').endsWith(suffix) ? { field: 'unit', code: 'check.limit-rate-unit' } : undefined
  },
)

/** The clauses of a limit set as it is being written: what of which role may lie between which bounds, and for how long it may not. */
export const limitItems = resource({
  name: 'limit-items',
  api: { base: '/acquisition/limititem', noun: 'LimitItem' },
  table: 'limit_items',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'limititems',
  title: 'itemClause',
  order: ['itemOrder', 'ascend'],
  uniqueWithin: { itemOrder: 'limitSetId' },
  rule: itemRule,
  fields: {
    limitSetId: reference({ to: 'limit-sets', show: 'set_code', required: true, write: 'once', filter: 'equals' }),
    itemOrder: integer({ min: 1, max: 200, required: true, sort: true }),
    itemClause: text({ max: 64, required: true, filter: 'contains', sort: true }),
    itemMeasure: oneOf({ of: ITEM_MEASURES, required: true, filter: 'equals' }),
    itemRole: oneOf({ of: RUN_ROLES, required: true, filter: 'equals' }),
    /** What is taken from it, in a difference. */
    minusRole: oneOf({ of: RUN_ROLES }),
    /** In which stage it holds; without one, from the beginning to the end. */
    itemStage: oneOf({ of: RUN_STAGES, filter: 'equals' }),
    low: decimal({}),
    high: decimal({}),
    unit: text({ max: 16 }),
    /** Seconds for which it may lie beyond, all together. */
    toleratedSeconds: integer({ min: 0, max: 8_640_000 }),
    /** What is advisory fails and does not make the run fail. */
    itemSeverity: oneOf({ of: ITEM_SEVERITIES, required: true, filter: 'equals' }),
    clauseZh: text({ max: 200, required: true }),
    clauseTw: text({ max: 200 }),
    clauseEn: text({ max: 200 }),
  },
})
