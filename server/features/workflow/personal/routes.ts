/** What is somebody's own: their tasks, how many, and what they may start. Whoever is signed in may ask; what is not theirs is not told. */
import { queryStartable } from '../../../../model/contract/workflow/instances.ts'
import { queryTaskCount } from '../../../../model/contract/workflow/task-count.ts'
import type { Feature } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'
import { beyondRows, countTasks } from '../../../workflow/index.ts'
import { absences } from './absences.ts'
import { copies } from './copies.ts'
import { queryUsername } from './people.ts'
import { phrases } from './phrases.ts'
import { startableBy } from './startable.ts'
import { exportPersonalTask, queryPersonalTask } from './tasks.ts'

export const personalTasksFeature: Feature = {
  tag: 'process-tasks',
  routes: [
    queryPersonalTask,
    exportPersonalTask,
    implement(queryTaskCount, {
      access: 'signed-in',
      summary: 'How many tasks the caller can take and has; 100 stands for more than 99',
      handle: ({ caller, services }) => services.transactions.inTenant(beyondRows(caller), (tx) => countTasks(tx, caller), 'read'),
    }),
    implement(queryStartable, {
      access: 'signed-in',
      summary: 'Processes that the caller may start',
      handle: ({ input, caller, services }) =>
        services.transactions.inTenant(beyondRows(caller), (tx) => startableBy(tx, caller, input.name), 'read'),
    }),
    queryUsername,
    ...copies,
    ...absences,
    ...phrases,
  ],
}
