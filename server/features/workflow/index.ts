/** Processes: what is drawn, deployed and running, and what was. */
import { defineModule } from '../../module.ts'
import { modelsFeature } from './models/routes.ts'
import { personalTasksFeature } from './personal/routes.ts'

export const workflowModule = defineModule({ name: 'server/features/workflow', features: [modelsFeature, personalTasksFeature] })
