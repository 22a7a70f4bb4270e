/** Figures by documents: subjects, the plan of a statement, answers and their cache. The only way in from outside of this folder. */
export { openAnswerCache } from './cache.ts'
export { openFigures, rightsOf } from './figures.ts'
export type { Asked, Extent, FiguresEngine } from './figures.ts'
export type { RowTaker } from './read-rows.ts'
export { readableBy, mayReadWhole } from './known.ts'
export { nounFor } from './nouns.ts'
export { subjectsFor } from './offered.ts'
