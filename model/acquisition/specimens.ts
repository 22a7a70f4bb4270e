import { NO_BLANKS, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** `standard` cures in the room, `same-condition` beside its component. */
export const SPECIMEN_CURINGS = ['standard', 'same-condition'] as const
export const SPECIMEN_SIZES = ['cube-100', 'cube-150', 'cube-200', 'cylinder-150'] as const

/** Sets of test specimens that were taken from the concrete of a component. */
export const specimens = resource({
  name: 'specimens',
  api: { base: '/acquisition/specimen', noun: 'Specimen' },
  table: 'specimens',
  scope: 'tenant',
  ownedBy: follows('components', 'component_id'),
  menu: 'specimens',
  title: 'specimenCode',
  order: ['createTime', 'descend'],
  unique: ['specimenCode'],
  fields: {
    specimenCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    componentId: reference({ to: 'components', show: 'component_code', required: true, write: 'once', filter: 'equals' }),
    specimenCuring: oneOf({ of: SPECIMEN_CURINGS, required: true, filter: 'equals', sort: true }),
    specimenSize: oneOf({ of: SPECIMEN_SIZES, required: true, filter: 'equals' }),
    specimenCount: integer({ min: 1, max: 100, required: true }),
    castAt: time({ required: true, filter: 'range', sort: true }),
    /** Days after which they are to be broken. */
    testAge: integer({ min: 1, max: 3650, filter: 'range', sort: true }),
    specimenDescription: text({ max: 256 }),
  },
})
