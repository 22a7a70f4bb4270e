/** What removing past tasks entails: they leave the lists, and stay in the record of their instance until that goes. */
import { historicTasks } from '../../../../model/index.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { hideTasks } from '../../../workflow/index.ts'

export const historicTaskWrites = writes(historicTasks, {
  remove: { apply: (tx, { caller }, ids) => hideTasks(tx, caller.userId, ids) },
})
