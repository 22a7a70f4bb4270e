/** Processes: what is drawn, deployed and running, and what was. */
import { defineModule } from '../../module.ts'
import { definitionsFeature } from './definitions/routes.ts'
import { deploymentsFeature } from './deployments/routes.ts'
import { historyFeature } from './history/routes.ts'
import { instancesFeature } from './instances/routes.ts'
import { messagesFeature } from './messages/routes.ts'
import { modelsFeature } from './models/routes.ts'
import { endedDrafts, officeFeature } from './office/routes.ts'
import { personalTasksFeature } from './personal/routes.ts'
import { processStart } from './start/routes.ts'
import { taskListFeature } from './task-list/routes.ts'
import { processTaskActs } from './tasks/routes.ts'

export const workflowModule = defineModule({
  name: 'server/features/workflow',
  features: [
    modelsFeature,
    deploymentsFeature,
    definitionsFeature,
    instancesFeature,
    personalTasksFeature,
    processStart,
    officeFeature,
    taskListFeature,
    processTaskActs,
    messagesFeature,
    historyFeature,
  ],
  chores: ({ transactions }) => [endedDrafts(transactions)],
})
