/** Maturity of the concrete of a run, and when it has which share of its design strength, by the calibrated curve of its mix. */
import * as contract from '../../../../model/contract/acquisition/runs.ts'
import type { Forecast } from '../../../../model/contract/acquisition/runs.ts'
import { equivalentAge, strengthAt } from '../../../../model/acquisition/maturity.ts'
import type { Resource } from '../../../../model/resource.ts'
import { components, mixPoints, mixes, runs } from '../../../../model/index.ts'
import type { Measuring } from '../../../acquisition/index.ts'
import { SHOWN_SAMPLES, serialiseRunReads, readMaturity, readRun, shareOf } from '../../../acquisition/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { assertSeesRun } from './detail.ts'

/** What the answer is made of, and tells. */
const DISCLOSING_FIELDS: readonly (readonly [of: Resource, names: readonly string[]])[] = [
  [components, ['mixId', 'designStrength']],
  [mixes, ['datumTemp', 'activationK', 'referenceTemp', 'curveR2']],
  [mixPoints, ['maturity', 'strength']],
]

function assertSeesMix(caller: Caller): void {
  const isHidden = DISCLOSING_FIELDS.some(([of, names]) => names.some((name) => !viewOf(caller, of).sees(name)))
  if (isHidden) fail('permission.withheld')
}

export const queryForecast = implement(contract.queryForecast, {
  access: 'granted',
  summary:
    'The maturity of the concrete of a run, and when it has 70, 80 and 100 % of its design strength; refused without a calibrated curve of the mix',
  of: runs,
  async handle({ input: { id }, caller, inTenant }) {
    assertSeesRun(caller)
    assertSeesMix(caller)
    return serialiseRunReads(caller.tenantId, (most, reads) => inTenant((tx) => forecastOf(tx, id, { most, reads })), SHOWN_SAMPLES)
  },
})

async function forecastOf(tx: Transaction, id: string, measuring: Measuring): Promise<Forecast> {
  const runMaturity = await readMaturity(tx, await readRun(tx, id), measuring)
  const { steps, span, accumulated, curve, activation, reference, designStrength, rate } = runMaturity
  return {
    maturity: accumulated.total,
    equivalentAge: activation === null || reference === null ? null : equivalentAge(steps, span, activation, reference).total,
    coverage: accumulated.covered / (span.to - span.from),
    strength: accumulated.total > 0 ? strengthAt(curve, accumulated.total) : null,
    designStrength,
    rate,
    shares: contract.FORECAST_SHARES.map((percent) => ({ percent, ...shareOf(runMaturity, percent) })),
    curve: [...curve],
  }
}
