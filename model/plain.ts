/**
 * The plain nouns, one line each: every standard operation, none that is special. The server makes their routes from the
 * declaration (server/plain-nouns.ts); what a noun has beyond that needs a routes.ts of its own, and a place in index.ts.
 */
export { deliveryRules } from './acquisition/delivery-rules.ts'
export { dutyShifts } from './acquisition/duty-shifts.ts'
export { projects } from './acquisition/projects.ts'
export { sites } from './acquisition/sites.ts'
export { annotations } from './acquisition/annotations.ts'
