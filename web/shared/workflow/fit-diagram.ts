import type { Canvas } from './diagram-parts.ts'

/** What of the paper a drawing may fill: beyond that its outermost names would be cut. */
const PART = 0.92

/** Shows the whole drawing in the middle of the paper, and none larger than it is. */
export function fitDiagram(canvas: Canvas): void {
  const level = canvas.zoom('fit-viewport', 'auto')
  if (level < 1) canvas.zoom(level * PART, 'auto')
}
