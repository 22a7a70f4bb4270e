/** Lengths of the texts of cells, in points. */

/** Around the text of a cell. */
export const PADDING = 2
/** Of a text whose style has none. */
export const SIZE = 9
/** From baseline to baseline, in parts of the size. */
export const LEADING = 1.35
/** From the top of a line to its baseline, in parts of the size. */
export const ASCENT = 1.02
export const MAX_CELL_LINES = 50
