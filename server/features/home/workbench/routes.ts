import type { Feature } from '../../../kernel/http/http.ts'
import { changeArrangement, readArrangement, resetArrangement } from './arrangement.ts'
import { putFirstStepsAway, readFirstSteps } from './first-steps.ts'
import { countTasks } from './tasks.ts'

/** The first page of the console: how each person arranges it, and what waits for them. */
export const workbenchFeature: Feature = {
  tag: 'workbench',
  routes: [readArrangement, changeArrangement, resetArrangement, countTasks, readFirstSteps, putFirstStepsAway],
}
