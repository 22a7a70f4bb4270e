/** Deploying, with what keeps a model from it told to the caller. */
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { Deployed, Deploying } from '../../../workflow/index.ts'
import { deploy } from '../../../workflow/index.ts'
import { mayDoAs } from './entrusted-services.ts'
import { findingsOf } from './findings.ts'
import { openModel } from './opened-model.ts'

/** What was deployed, with its warnings. @throws Failure `process-model.faults` with `faults` and `warnings` beside the message, `process-model.key`, `bpmn.…` */
export async function deployOrFail(
  tx: Transaction,
  { services, caller, t }: Pick<Call<unknown>, 'caller' | 'services' | 't'>,
  deploying: Deploying,
): Promise<Deployed> {
  const { model } = await openModel(deploying.xml)
  // A process is called by its key, so what is deployed under one has to have it.
  if (model.key !== deploying.key) fail('process-model.key', { values: { key: deploying.key, drawn: model.key } })
  const deployed = await deploy(tx, { ...services, mayDo: mayDoAs(caller), deployer: caller }, deploying)
  if ('refused' in deployed) return fail(`bpmn.${deployed.refused.refused}`, { values: { problem: deployed.refused.detail } })
  if (!('faults' in deployed)) return deployed
  const faults = findingsOf(deployed.faults, t)
  return fail('process-model.faults', {
    values: { problem: faults[0]?.message ?? '' },
    more: { faults, warnings: findingsOf(deployed.warnings, t) },
  })
}
