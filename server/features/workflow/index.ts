/** Processes: the features of this area. */
import { defineModule } from '../../module.ts'
import { processStart } from './start/routes.ts'
import { processTaskActs } from './tasks/routes.ts'

export const workflowModule = defineModule({
  name: 'server/features/workflow',
  features: [processStart, processTaskActs],
})
