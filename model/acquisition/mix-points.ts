import { decimal, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** The calibrated curve of a mix: which strength, in MPa, cubes of it had at which maturity, in °C·h above its datum temperature. */
export const mixPoints = resource({
  name: 'mix-points',
  api: { base: '/acquisition/mixpoint', noun: 'MixPoint' },
  table: 'mix_points',
  scope: 'tenant',
  ownedBy: 'tenant',
  menu: 'mixpoints',
  title: 'pointLabel',
  order: ['maturity', 'ascend'],
  uniqueWithin: { pointLabel: 'mixId' },
  fields: {
    mixId: reference({ to: 'mixes', show: 'mix_code', required: true, write: 'once', filter: 'equals' }),
    /** What people call it, such as the age: 3 d. */
    pointLabel: text({ max: 32, required: true, filter: 'contains', sort: true }),
    maturity: decimal({ min: 0, max: 1_000_000, required: true, filter: 'range', sort: true }),
    strength: decimal({ min: 0, max: 200, required: true, filter: 'range', sort: true }),
  },
})
