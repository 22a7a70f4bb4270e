/** What was done and said about an instance, for those who take part in it and for those who manage instances. */
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { implement } from '../../../kernel/http/http.ts'
import { inSeenInstance } from '../shared/in-seen-instance.ts'
import { recordOf } from '../shared/task-details.ts'

export const queryTaskComment = implement(contract.queryTaskComment, {
  access: 'signed-in',
  summary: 'What was done and said about an instance in which one takes part, the oldest first; of very many steps the newest',
  handle: (call) => {
    const id = call.input.processInstanceId
    return inSeenInstance(call, id, (tx) => recordOf(tx, call.caller, id))
  },
})
