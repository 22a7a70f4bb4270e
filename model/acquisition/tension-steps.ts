import { decimal, integer, oneOf, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { JACK_SIDES } from './tensioning.ts'

/** One step of a tensioning at one end: at which share of the planned force, in percent, the pressure in MPa, the force in kN, the reading of the elongation in mm and for how long it was held, in seconds. */
export const tensionSteps = resource({
  name: 'tension-steps',
  api: { base: '/acquisition/tensionstep', noun: 'TensionStep' },
  table: 'tension_steps',
  scope: 'tenant',
  ownedBy: follows('tensionings', 'tensioning_id'),
  menu: 'tensionsteps',
  title: 'stepLabel',
  order: ['createTime', 'ascend'],
  uniqueWithin: { stepLabel: 'tensioningId' },
  fields: {
    tensioningId: reference({ to: 'tensionings', show: 'tensioning_number', required: true, write: 'once', filter: 'equals' }),
    /** What people call it: left 20 %. */
    stepLabel: text({ max: 32, required: true, filter: 'contains', sort: true }),
    jackSide: oneOf({ of: JACK_SIDES, required: true, filter: 'equals', sort: true }),
    stepPercent: decimal({ min: 0, max: 150, required: true, filter: 'range', sort: true }),
    stepPressure: decimal({ min: 0, max: 200, filter: 'range', sort: true }),
    stepForce: decimal({ min: 0, max: 100_000, required: true, filter: 'range', sort: true }),
    stepElongation: decimal({ min: 0, max: 10_000, required: true, filter: 'range', sort: true }),
    stepHold: integer({ min: 0, max: 86_400, filter: 'range', sort: true }),
  },
})
