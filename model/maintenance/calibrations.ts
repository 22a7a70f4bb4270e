import { endsLater } from '../acquisition/validity.ts'
import { NO_BLANKS, besideKey, computed, decimal, list, oneOf, reference, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { CALIBRATION_STATES } from './validity.ts'

/** `limited`: passed for a part of the range, or with a remark; it counts as passed. */
export const CALIBRATION_RESULTS = ['pass', 'limited', 'fail'] as const

/**
 * Calibrations of a machine. Each counts from its date: what its device measures from then on is corrected by its factor and shift, and trusted until
 * it ends. The one before it is replaced, and stays as what held then.
 */
export const calibrations = resource({
  name: 'calibrations',
  api: { base: '/maintenance/calibration', noun: 'Calibration' },
  table: 'calibrations',
  readsFrom: 'calibration_list',
  scope: 'tenant',
  ownedBy: follows('equipment', 'equipment_id'),
  menu: 'calibrations',
  title: 'calibrationNumber',
  order: ['validFrom', 'descend'],
  unique: ['calibrationNumber'],
  serverColumns: ['noticed_days'],
  rule: ruleOver(['validFrom', 'validUntil'], endsLater),
  fields: {
    calibrationNumber: text({ max: 64, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    equipmentId: reference({ to: 'equipment', show: 'equipment_name', required: true, write: 'once', filter: 'equals' }),
    calibrationResult: oneOf({ of: CALIBRATION_RESULTS, required: true, filter: 'equals', sort: true }),
    /** How it stands now; of one that was replaced, how it stood then is told by its dates. */
    validity: computed(oneOf({ of: [...CALIBRATION_STATES, 'coming', 'replaced'], filter: 'equals' }), [
      { noun: 'calibrations', field: 'validUntil' },
      { noun: 'calibrations', field: 'calibrationResult' },
    ]),
    validFrom: time({ day: 'begins', required: true, filter: 'range', sort: true }),
    validUntil: time({ day: 'ends', required: true, filter: 'range', sort: true }),
    /** The calibration that took its place. */
    replacedById: computed(reference({ to: 'calibrations', show: 'calibration_number' }), { noun: 'calibrations', field: 'validFrom' }),
    laboratory: text({ max: 128, required: true, filter: 'contains', sort: true }),
    method: text({ max: 128, filter: 'contains' }),
    /** As the certificate has it, with its unit and coverage factor. */
    uncertainty: text({ max: 64 }),
    /** What a value is multiplied by, and what is added afterwards; empty: nothing is corrected. */
    correctionFactor: decimal({ min: -1000, max: 1000 }),
    correctionShift: decimal({ min: -1_000_000, max: 1_000_000 }),
    /** Keys of the points that are corrected and judged, parted by commas; empty: all of the device. */
    pointKeys: list({ each: besideKey, separator: ',', max: 256 }),
    calibrationDescription: text({ max: 256 }),
  },
})
