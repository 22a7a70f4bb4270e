import { NO_BLANKS, decimal, reference, text } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** The tendons of a component, each in its duct, as they are designed: the force in kN and the elongation in mm of its full force. */
export const tendons = resource({
  name: 'tendons',
  api: { base: '/acquisition/tendon', noun: 'Tendon' },
  table: 'tendons',
  scope: 'tenant',
  ownedBy: follows('components', 'component_id'),
  menu: 'tendons',
  title: 'tendonCode',
  order: ['createTime', 'descend'],
  unique: ['tendonCode'],
  fields: {
    tendonCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    componentId: reference({ to: 'components', show: 'component_code', required: true, write: 'once', filter: 'equals' }),
    tensionLimitId: reference({ to: 'tension-limits', show: 'limit_code', required: true, filter: 'equals' }),
    ductCode: text({ max: 32, filter: 'contains', sort: true }),
    /** Such as 12φs15.2. */
    strandText: text({ max: 64, filter: 'contains' }),
    plannedForce: decimal({ min: 1, max: 100_000, required: true, filter: 'range', sort: true }),
    plannedElongation: decimal({ min: 1, max: 10_000, required: true, filter: 'range', sort: true }),
    tendonDescription: text({ max: 256 }),
  },
})
