/** Processes: models of BPMN are read here, through one door that judges a file before anything else sees it. */
export type { Asked, AskedAbout, TaskAnswer, TaskQuestion } from './people.ts'
export { beyondRows } from './people/all-rows.ts'
export type { TaskFilters } from './people/candidates.ts'
export { assignedTasks, candidateTasks, countTasks, finishedTasks, isCandidate } from './people/candidates.ts'
export { isStartableBy, mayStart } from './people/may-start.ts'
export { whoIsAsked } from './people/who-is-asked.ts'
export type { ReadBpmn, RefusedBpmn } from './read-bpmn.ts'
export { openBpmn, readBpmn } from './read-bpmn.ts'
export { withProcessKey } from './with-key.ts'
/** Processes: models of BPMN are read here, through one door that judges a file before anything else sees it; cron lines of their timers as well. */
export { cronAfter } from './cron.ts'
export type { ReadBpmn } from './read-bpmn.ts'
export { readBpmn } from './read-bpmn.ts'
