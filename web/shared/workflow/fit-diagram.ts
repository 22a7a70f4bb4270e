import type { Canvas } from './diagram-parts.ts'

/** What of the paper a drawing may fill: beyond that its outermost names would be cut. */
const PART = 0.92

/** Shows the whole drawing in the middle of the paper; one of three steps is not shown as large as a house. */
export function fitDiagram(canvas: Canvas): void {
  const level = canvas.zoom('fit-viewport', 'auto')
  canvas.zoom(Math.min(1, level * PART), 'auto')
}
