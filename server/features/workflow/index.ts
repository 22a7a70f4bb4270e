/** Processes: what is drawn, deployed and running, and what was. */
import { defineModule } from '../../module.ts'
import { besideFeature } from './beside/routes.ts'
import { definitionsFeature } from './definitions/routes.ts'
import { migrationJobs } from './definitions/migration-job.ts'
import { deploymentsFeature } from './deployments/routes.ts'
import { historyFeature } from './history/routes.ts'
import { instancesFeature } from './instances/routes.ts'
import { messagesFeature } from './messages/routes.ts'
import { modelsFeature } from './models/routes.ts'
import { endedDrafts, officeFeature } from './office/routes.ts'
import { personalTasksFeature } from './personal/routes.ts'
import { secretsFeature } from './secrets/routes.ts'
import { processStart } from './start/routes.ts'
import { taskListFeature } from './task-list/routes.ts'
import { processTaskActs } from './tasks/routes.ts'

export const workflowModule = defineModule({
  name: 'server/features/workflow',
  features: [
    modelsFeature,
    secretsFeature,
    deploymentsFeature,
    definitionsFeature,
    instancesFeature,
    personalTasksFeature,
    processStart,
    officeFeature,
    besideFeature,
    taskListFeature,
    processTaskActs,
    messagesFeature,
    historyFeature,
  ],
  jobs: migrationJobs,
  chores: ({ transactions, workflow }) => [endedDrafts(transactions), async () => void (await workflow.removeKeptLongEnough())],
})
