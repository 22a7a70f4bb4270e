/** Where the elements of a model stand: as its diagram says, which is BPMN DI (ISO/IEC 19510, clause 12). */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../model/workflow/bpmn/moddle.ts'

export interface Point {
  readonly x: number
  readonly y: number
}
export interface Bounds extends Point {
  readonly width: number
  readonly height: number
}

export interface Shape {
  readonly element: Element
  readonly bounds: Bounds
  /** Where its name stands, if that is not within it. */
  readonly label?: Bounds | undefined
  /** Of a sub-process: whether what is in it is drawn. */
  readonly isExpanded: boolean
}
export interface Edge {
  readonly element: Element
  readonly points: readonly Point[]
  readonly label?: Bounds | undefined
}
export interface Drawing {
  readonly shapes: readonly Shape[]
  readonly edges: readonly Edge[]
}

/** Nobody draws further than this; whoever says so wants a picture that no screen can hold. */
const FAR = 50_000
const MAX_POINTS = 200

/** What the diagram of the model says; nothing of a model without one. */
export function drawingOf(definitions: Element): Drawing | undefined {
  for (const diagram of elementsAt(definitions, 'diagrams')) {
    const parts = elementsAt(elementAt(diagram, 'plane'), 'planeElement')
    const shapes = parts.flatMap(shapeOf)
    if (shapes.length > 0) return { shapes, edges: parts.flatMap(edgeOf) }
  }
  return undefined
}

function shapeOf(part: Element): Shape[] {
  const element = elementAt(part, 'bpmnElement')
  const bounds = boundsOf(elementAt(part, 'bounds'))
  if (!element || !bounds) return []
  return [{ element, bounds, label: labelOf(part), isExpanded: part['isExpanded'] === true }]
}

function edgeOf(part: Element): Edge[] {
  const element = elementAt(part, 'bpmnElement')
  const points = elementsAt(part, 'waypoint').slice(0, MAX_POINTS).flatMap(pointOf)
  return !element || points.length < 2 ? [] : [{ element, points, label: labelOf(part) }]
}

const labelOf = (part: Element): Bounds | undefined => boundsOf(elementAt(elementAt(part, 'label'), 'bounds'))

function boundsOf(bounds: Element | undefined): Bounds | undefined {
  const [at] = bounds ? pointOf(bounds) : []
  const [width, height] = [numberOf(bounds?.['width']), numberOf(bounds?.['height'])]
  return at && width !== undefined && height !== undefined && width > 0 && height > 0 ? { ...at, width, height } : undefined
}

function pointOf(part: Element): Point[] {
  const [x, y] = [numberOf(part['x']), numberOf(part['y'])]
  return x === undefined || y === undefined ? [] : [{ x, y }]
}

function numberOf(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && Math.abs(value) <= FAR ? Math.round(value * 10) / 10 : undefined
}
