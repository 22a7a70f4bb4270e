/** For those who leave: how much they have, and all of it for somebody else. */
import * as contract from '../../../../model/contract/workflow/acts.ts'
import { processTasks } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { tasksOfPerson } from '../../../workflow/index.ts'
import { personOf } from '../shared/person.ts'

/** Tasks that one call hands over; who has more is asked for again. */
const MAX_HANDED_OVER = 1000

export const handingOver = [
  implement(contract.handOverAllTask, {
    access: 'granted',
    of: processTasks,
    summary: 'Everything that somebody has, can answer for, or is asked for by name goes to somebody else.',
    async handle(call) {
      const { userId, assigneeId, comment } = call.input
      const taskIds = await call.inTenant((tx) => tasksOfPerson(tx, [userId], MAX_HANDED_OVER))
      return call.services.workflow.handOverAll(personOf(call), { userId, assigneeId, comment, taskIds })
    },
  }),
  implement(contract.queryOpenTaskCount, {
    access: 'granted',
    of: processTasks,
    summary: 'How many open tasks people have, can answer for, or are asked for by name, of those that the caller sees; 1000 at the most.',
    handle: ({ input, inTenant }) => inTenant(async (tx) => ({ open: (await tasksOfPerson(tx, input.userId, MAX_HANDED_OVER)).length })),
  }),
]
