/** Who is told what was found of runs: whoever has all that it is said by. */
import { queryRunVerdict } from '../../../model/contract/acquisition/runs.ts'
import { limitItems, runs } from '../../../model/index.ts'
import type { Caller } from '../../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../../kernel/authorization/view.ts'

/** Fields that the findings tell: whoever does not see one of them is not told these. */
const DISCLOSING_FIELDS = ['runVerdict', 'runCoverage', 'revisedAt'] as const

/** Whether the caller sees all fields of limits: published limits say what these say, and are told to nobody else. */
export function seesLimits(caller: Caller): boolean {
  const view = viewOf(caller, limitItems)
  return Object.entries(limitItems.fields).every(([name, { access }]) => access !== 'row' || view.sees(name))
}

/** Whether the caller sees what findings of runs tell. */
export const seesFindings = (caller: Caller): boolean =>
  DISCLOSING_FIELDS.every((name) => viewOf(caller, runs).sees(name)) && seesLimits(caller)

/** Whether the caller may be told the findings of runs at all. */
export const mayReadFindings = (caller: Caller): boolean => mayCall(caller, queryRunVerdict.path) && seesFindings(caller)
