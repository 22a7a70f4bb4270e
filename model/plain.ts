/**
 * The plain nouns, one line each: every standard operation, none that is special. The server makes their routes from the
 * declaration (server/plain-nouns.ts); what a noun has beyond that needs a routes.ts of its own, and a place in index.ts.
 */
export { deliveryRules } from './acquisition/delivery-rules.ts'
export { dutyShifts } from './acquisition/duty-shifts.ts'
export { projects } from './acquisition/projects.ts'
export { sites } from './acquisition/sites.ts'
export { annotations } from './acquisition/annotations.ts'
export { shifts } from './acquisition/shifts.ts'
export { mixes } from './acquisition/mixes.ts'
export { mixPoints } from './acquisition/mix-points.ts'
export { components } from './acquisition/components.ts'
export { limitItems } from './acquisition/limit-items.ts'
export { specimens } from './acquisition/specimens.ts'
export { tendons } from './acquisition/tendons.ts'
export { tensionings } from './acquisition/tensionings.ts'
export { tensionSteps } from './acquisition/tension-steps.ts'
export { groutings } from './acquisition/groutings.ts'
export { strengthTests } from './acquisition/strength-tests.ts'
export { roundStops } from './maintenance/round-stops.ts'
