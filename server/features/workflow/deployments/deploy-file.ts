/** A file of BPMN is deployed without a model behind it. */
import { deployFile as contract } from '../../../../model/contract/workflow/definitions.ts'
import { processDeployments } from '../../../../model/index.ts'
import { PROCESS_KEY } from '../../../../model/workflow/process-models.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { authorOf } from '../shared/author.ts'
import { deployOrFail } from '../shared/deploy-or-fail.ts'
import { findingsOf } from '../shared/findings.ts'
import { openModel } from '../shared/opened-model.ts'

/** Bytes of a request: a model may take six for each of its characters, and most take one. */
const BODY = 8 * 1024 * 1024
const MAX_NAME = 64

export const deployFile = implement(contract, {
  access: 'granted',
  summary: 'Deploy a file of BPMN that no model is behind; refused with each fault by its element',
  of: processDeployments,
  bodyLimit: BODY,
  unloggedInput: ['xml'],
  async handle(call) {
    const { xml: given, fileName, category } = call.input
    const { model, xml } = await openModel(given)
    if (!PROCESS_KEY.safeParse(model.key).success)
      fail('process-model.no-key', { field: { name: 'xml', label: 'error.process-model.no-key' } })
    return call.inTenant(async (tx) => {
      const name = (model.name ?? fileName.replace(/\.[^.]*$/, '')).slice(0, MAX_NAME)
      const { deploymentId, definitionVersion, warnings } = await deployOrFail(tx, call, {
        xml,
        name,
        key: model.key,
        category: category ?? null,
        deployedBy: authorOf(call.caller),
      })
      return { id: deploymentId, key: model.key, definitionVersion, warnings: findingsOf(warnings, call.t) }
    })
  },
})
