/** What was done and said about an instance, for those who take part in it and for those who manage instances. */
import * as contract from '../../../../model/contract/workflow/tasks.ts'
import { build } from '../../../kernel/database/sql.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows, mayLook } from '../../../workflow/index.ts'
import { managesInstances } from '../shared/manages-instances.ts'
import { recordOf } from '../shared/task-details.ts'

export const queryTaskComment = implement(contract.queryTaskComment, {
  access: 'signed-in',
  summary: 'What was done and said about an instance in which one takes part, the oldest first',
  async handle({ input: { processInstanceId: id }, caller, services: { transactions }, inTenant }) {
    const isManaged =
      managesInstances(caller) &&
      (await inTenant((tx) => tx.first(build.selectFrom('process_instances').select('id').where('id', '=', id))))
    if (isManaged) return inTenant(async (tx) => ({ list: await recordOf(tx, caller, id) }))
    // Whose business it is sees it, whichever rows of the tenant their roles show.
    return transactions.inTenant(
      beyondRows(caller),
      async (tx) => ((await mayLook(tx, caller, id)) ? { list: await recordOf(tx, caller, id) } : fail('row.not-found')),
      'read',
    )
  },
})
