import { NO_BLANKS, computed, decimal, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { VERDICTS } from './curing.ts'

const step = (field: string) => ({ noun: 'tension-steps', field })
const FORCE = [step('jackSide'), step('stepPercent'), step('stepForce')] as const
const ELONGATION = [step('jackSide'), step('stepPercent'), step('stepElongation')] as const
const PLAN = { noun: 'tendons', field: 'plannedForce' } as const
const PLANNED_ELONGATION = { noun: 'tendons', field: 'plannedElongation' } as const
const HOLD = [step('stepPercent'), step('stepHold')] as const
const limit = (field: string) => ({ noun: 'tension-limits', field })

/**
 * The tensioning of a tendon, once; its steps are rows of their own. What they come to and the verdict are those of the view (0130_tensioning.sql): forces in kN, elongations and the
 * draw-in at the anchors in mm, deviations in percent of what was planned, signed, the hold in seconds.
 */
export const tensionings = resource({
  name: 'tensionings',
  api: { base: '/acquisition/tensioning', noun: 'Tensioning' },
  table: 'tensionings',
  readsFrom: 'tensioning_list',
  scope: 'tenant',
  ownedBy: follows('tendons', 'tendon_id'),
  menu: 'tensionings',
  title: 'tensioningNumber',
  order: ['tensionedAt', 'descend'],
  unique: ['tensioningNumber'],
  fields: {
    tensioningNumber: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    tendonId: reference({ to: 'tendons', show: 'tendon_code', required: true, write: 'once', filter: 'equals' }),
    componentId: computed(reference({ to: 'components', show: 'component_code', filter: 'equals' }), {
      noun: 'tendons',
      field: 'componentId',
    }),
    tensionedAt: time({ required: true, filter: 'range', sort: true }),
    tensionVerdict: computed(oneOf({ of: VERDICTS, filter: 'equals', sort: true }), [
      ...FORCE,
      ...ELONGATION,
      ...HOLD,
      PLAN,
      PLANNED_ELONGATION,
      { noun: 'tensionings', field: 'drawIn' },
      ...['forceTolerance', 'elongationTolerance', 'holdLeast', 'drawInMost'].map(limit),
    ]),
    /** The mean of both ends at the last step. */
    measuredForce: computed(decimal({ filter: 'range', sort: true }), FORCE),
    /** Of the end that is further off. */
    forceDeviation: computed(decimal({ filter: 'range', sort: true }), [...FORCE, PLAN]),
    /** Of both ends together, with what the first step stands for. */
    measuredElongation: computed(decimal({ filter: 'range', sort: true }), ELONGATION),
    elongationDeviation: computed(decimal({ filter: 'range', sort: true }), [...ELONGATION, PLANNED_ELONGATION]),
    /** Of the end that was held more shortly. */
    leastHold: computed(integer({ filter: 'range', sort: true }), HOLD),
    /** How far the strands slipped back at the anchors. */
    drawIn: decimal({ min: 0, max: 1000, filter: 'range', sort: true }),
    leftJack: text({ max: 64, filter: 'contains' }),
    rightJack: text({ max: 64, filter: 'contains' }),
    tensionedBy: text({ max: 64, filter: 'contains' }),
    tensioningDescription: text({ max: 256 }),
  },
})
