/** Acts of approval: taking back, ending what one has started, asking more people. Who may is decided by what they have to do with the task (docs/decisions/0131-acts-of-approval.md). */
import * as contract from '../../../../model/contract/workflow/acts.ts'
import { processInstances, processTasks } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { managesTask } from '../shared/managing.ts'
import { keyOf, personOf } from '../shared/person.ts'
import { actOn } from './acting.ts'

const personal = { access: 'signed-in', of: processTasks } as const

export const approvalActs = [
  implement(contract.withdrawTask, {
    ...personal,
    summary: 'Takes back what the caller has decided, while nothing that came of it was acted on or sent outside.',
    handle: (call) => {
      const { taskId, comment, commandKey } = call.input
      return call.services.workflow.withdraw(personOf(call), { taskId, comment, commandKey: keyOf(call, commandKey) })
    },
  }),
  implement(contract.cancelProcessInstance, {
    access: 'signed-in',
    of: processInstances,
    summary: 'Ends an instance that the caller has started.',
    handle: (call) => {
      const { processInstanceId: instanceId, comment, commandKey } = call.input
      return call.services.workflow.cancel(personOf(call), { instanceId, comment, commandKey: keyOf(call, commandKey) })
    },
  }),
  implement(contract.addSigner, {
    ...personal,
    summary: 'Asks more people about a task that the caller has: before the caller decides, beside, or after.',
    handle: (call) => actOn(call, call.input, { do: 'add-signer', people: call.input.users, how: call.input.how }),
  }),
  implement(contract.removeSigner, {
    ...personal,
    summary:
      'Takes away somebody whom the caller has added, and who has not decided yet; those who manage instances, whoever has added them.',
    handle: async (call) => actOn(call, call.input, { do: 'remove-signer', isManager: await managesTask(call, call.input.taskId) }),
  }),
]
