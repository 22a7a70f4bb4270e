/** What keeps a model from being deployed, and deploying it. */
import * as contract from '../../../../model/contract/workflow/models.ts'
import { processModels } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { checkWith } from '../../../workflow/index.ts'
import { authorOf } from '../shared/author.ts'
import { deployOrFail } from '../shared/deploy-or-fail.ts'
import { mayDoAs } from '../shared/entrusted-services.ts'
import { findingsOf } from '../shared/findings.ts'
import { openModel } from '../shared/opened-model.ts'
import { MODEL_BODY, drawnModel } from './design.ts'

export const checkModel = implement(contract.checkModel, {
  access: 'granted',
  summary: 'What keeps a model from being deployed, and what it may mean otherwise than was thought; nothing is stored',
  of: processModels,
  reads: true,
  bodyLimit: MODEL_BODY,
  unloggedInput: ['xml'],
  async handle({ input: { xml, formId }, caller, services, t, inTenant }) {
    const { model } = await openModel(xml)
    const { checked } = await inTenant((tx) =>
      checkWith(tx, model, formId ?? null, {
        now: services.clock.now(),
        settings: services.settings,
        mayDo: mayDoAs(caller),
        deployer: caller,
      }),
    )
    return { faults: findingsOf(checked.faults, t), warnings: findingsOf(checked.warnings, t) }
  },
})

export const deployModel = implement(contract.deployModel, {
  access: 'granted',
  summary: 'Deploy the draft of a model as the next version of its process; refused with each fault by its element',
  of: processModels,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const model = await drawnModel(tx, call.input.modelId)
      const { definitionId, definitionVersion, warnings } = await deployOrFail(tx, call, {
        modelId: model.id,
        xml: model.xml,
        name: model.name,
        key: model.key,
        category: model.category,
        description: model.description,
        formId: model.form_id,
        deployedBy: authorOf(call.caller),
      })
      return { id: definitionId, key: model.key, definitionVersion, warnings: findingsOf(warnings, call.t) }
    }),
})
