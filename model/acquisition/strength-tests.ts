import { decimal, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

/** What was found when specimens were broken. Strength of the set in MPa, maturity in °C·h where it is known. */
export const strengthTests = resource({
  name: 'strength-tests',
  api: { base: '/acquisition/strengthtest', noun: 'StrengthTest' },
  table: 'strength_tests',
  scope: 'tenant',
  ownedBy: follows('specimens', 'specimen_id'),
  menu: 'strengthtests',
  title: 'testNumber',
  order: ['testedAt', 'descend'],
  unique: ['testNumber'],
  fields: {
    testNumber: text({ max: 32, required: true, filter: 'contains', sort: true }),
    specimenId: reference({ to: 'specimens', show: 'specimen_code', required: true, write: 'once', filter: 'equals' }),
    testedAt: time({ required: true, filter: 'range', sort: true }),
    testStrength: decimal({ min: 0, max: 200, required: true, filter: 'range', sort: true }),
    testMaturity: decimal({ min: 0, max: 1_000_000 }),
    testedBy: text({ max: 64, filter: 'contains' }),
    testDescription: text({ max: 256 }),
  },
})
