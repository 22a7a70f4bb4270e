import { NO_BLANKS, computed, decimal, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { VERDICTS } from './curing.ts'

const own = (field: string) => ({ noun: 'groutings', field })
const limit = (field: string) => ({ noun: 'tension-limits', field })

/** The grouting of the duct of a tendon: flow time of the cone in seconds, pressure in MPa, hold in minutes, volume in litres. The verdict is that of the view (0130_tensioning.sql). */
export const groutings = resource({
  name: 'groutings',
  api: { base: '/acquisition/grouting', noun: 'Grouting' },
  table: 'groutings',
  readsFrom: 'grouting_list',
  scope: 'tenant',
  ownedBy: follows('tendons', 'tendon_id'),
  menu: 'groutings',
  title: 'groutingNumber',
  order: ['groutedAt', 'descend'],
  unique: ['groutingNumber'],
  fields: {
    groutingNumber: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    tendonId: reference({ to: 'tendons', show: 'tendon_code', required: true, write: 'once', filter: 'equals' }),
    componentId: computed(reference({ to: 'components', show: 'component_code', filter: 'equals' }), {
      noun: 'tendons',
      field: 'componentId',
    }),
    groutedAt: time({ required: true, filter: 'range', sort: true }),
    groutVerdict: computed(oneOf({ of: VERDICTS, filter: 'equals', sort: true }), [
      ...['waterBinder', 'flowTime', 'groutPressure', 'groutHold'].map(own),
      ...['waterBinderLow', 'waterBinderHigh', 'flowLow', 'flowHigh', 'pressureLow', 'pressureHigh', 'groutHoldLeast'].map(limit),
    ]),
    waterBinder: decimal({ min: 0, max: 2, filter: 'range', sort: true }),
    flowTime: decimal({ min: 0, max: 1000, filter: 'range', sort: true }),
    groutPressure: decimal({ min: 0, max: 100, filter: 'range', sort: true }),
    groutHold: decimal({ min: 0, max: 1440, filter: 'range', sort: true }),
    groutVolume: decimal({ min: 0, max: 100_000, filter: 'range', sort: true }),
    groutedBy: text({ max: 64, filter: 'contains' }),
    groutingDescription: text({ max: 256 }),
  },
})
