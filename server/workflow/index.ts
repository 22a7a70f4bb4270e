/** Processes: models of BPMN are read here, through one door that judges a file before anything else sees it. */
export type { ReadBpmn, RefusedBpmn } from './read-bpmn.ts'
export { openBpmn, readBpmn } from './read-bpmn.ts'
export { withProcessKey } from './with-key.ts'
