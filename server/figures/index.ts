/** Figures by documents: subjects, the plan of a statement, answers and their cache. The only way in from outside of this folder. */
export { openFigures } from './figures.ts'
export type { Asked, FiguresEngine } from './figures.ts'
export { subjectsFor } from './offered.ts'
