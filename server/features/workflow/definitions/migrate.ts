/** Instances are moved to another version of their process: tried first, then one by one, each whole or not at all. */
import * as contract from '../../../../model/contract/workflow/definitions.ts'
import { processDefinitions } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { chosen } from './chosen.ts'
import { Tally } from './tally.ts'

/** Of one call; whoever has more has a job do it. */
const MAX_INSTANCES = 1000

export const migrateProcessInstance = implement(contract.migrateProcessInstance, {
  access: 'granted',
  summary: 'Move running instances to another version of their process, or try which could be moved',
  of: processDefinitions,
  async handle({ input, caller, services, inTenant, t }) {
    const { ids, nameOf } = await inTenant((tx) => chosen(tx, input, MAX_INSTANCES))
    const tally = new Tally(t, nameOf)
    const mapping = new Map(Object.entries(input.mapping))
    const { to, dry: isDry, comment } = input
    for (const instanceId of ids)
      await tally.count(instanceId, () => services.workflow.migrate(caller, { instanceId, to, mapping, isDry, comment }))
    return tally.result
  },
})
