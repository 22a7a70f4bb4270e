/** Processes: models of BPMN are read here, through one door that judges a file before anything else sees it; cron lines of their timers as well. */
export { cronAfter } from './cron.ts'
export type { ReadBpmn } from './read-bpmn.ts'
export { readBpmn } from './read-bpmn.ts'
