/** Processes: models of BPMN are read here, through one door that judges a file before anything else sees it; cron lines of their timers as well. */
export { cronAfter } from './cron.ts'
export type { Highlights } from './diagram/draw.ts'
export { drawProcess } from './diagram/draw.ts'
export type { ReadBpmn, RefusedBpmn } from './read-bpmn.ts'
export { openBpmn, readBpmn } from './read-bpmn.ts'
export { withProcessKey } from './with-key.ts'
