/** A model without a diagram, put in layers from left to right: plain, and enough to see the way. */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../model/workflow/bpmn/moddle.ts'
import type { Bounds, Drawing, Edge, Point, Shape } from './shapes.ts'

const GAP = { x: 60, y: 40 }
const PADDING = 30
const EVENT = 36
const GATEWAY = 50
const TASK = { width: 110, height: 70 }

export interface Laid {
  readonly width: number
  readonly height: number
  readonly shapes: readonly Shape[]
  readonly edges: readonly Edge[]
}

/** The process with its scopes, each laid out within the element that holds it. */
export function layOut(definitions: Element): Drawing {
  const process = elementsAt(definitions, 'rootElements').find(
    (root) => root.$type === 'bpmn:Process' && elementsAt(root, 'flowElements').length > 0,
  )
  return process ? layOutScope(process) : { shapes: [], edges: [] }
}

/** What stands in a scope, from the upper left corner on. */
export function layOutScope(scope: Element): Laid {
  const elements = elementsAt(scope, 'flowElements')
  const flows = elements.filter(({ $type }) => $type === 'bpmn:SequenceFlow')
  const nodes = elements.filter(({ $type }) => $type !== 'bpmn:SequenceFlow' && !$type.startsWith('bpmn:Data'))
  const inner = new Map(nodes.filter(isScope).map((node) => [node, layOutScope(node)]))
  const free = nodes.filter((node) => !isAtEdge(node, nodes))
  const places = placed(columnsOf(free, nodes, flows), (node) => sizeOf(node, inner.get(node)))
  for (const [node, bounds] of boundaries(nodes, places)) places.set(node, bounds)
  const shapes = [...places].flatMap(([element, bounds]): Shape[] => {
    const within = inner.get(element)
    return [{ element, bounds, isExpanded: within !== undefined }, ...(within?.shapes ?? []).map((shape) => moved(shape, bounds))]
  })
  const edges = [
    ...[...inner].flatMap(([element, { edges: within }]) => within.map((edge) => movedEdge(edge, places.get(element) ?? { x: 0, y: 0 }))),
    ...flows.flatMap((flow) => edgeBetween(flow, places)),
  ]
  return { ...extentOf(shapes), shapes, edges }
}

/** Whether it stands at the edge of another node of the scope; one that does not stands for itself. */
function isAtEdge(node: Element, nodes: readonly Element[]): boolean {
  const host = node.$type === 'bpmn:BoundaryEvent' ? elementAt(node, 'attachedToRef') : undefined
  return host !== undefined && host.$type !== 'bpmn:BoundaryEvent' && nodes.includes(host)
}

const isScope = ({ $type }: Element): boolean => /^bpmn:(SubProcess|AdHocSubProcess|Transaction)$/.test($type)

function sizeOf({ $type }: Element, inner: Laid | undefined): { readonly width: number; readonly height: number } {
  if (inner) return { width: Math.max(TASK.width, inner.width + 2 * PADDING), height: Math.max(TASK.height, inner.height + 2 * PADDING) }
  if ($type.endsWith('Event')) return { width: EVENT, height: EVENT }
  return $type.endsWith('Gateway') ? { width: GATEWAY, height: GATEWAY } : TASK
}

/** Nodes by how many flows lead to them from where the scope begins. */
function columnsOf(free: readonly Element[], nodes: readonly Element[], flows: readonly Element[]): Element[][] {
  const depth = new Map<Element, number>()
  const next = Map.groupBy(flows, (flow) => elementAt(flow, 'sourceRef'))
  const isTarget = new Set(flows.map((flow) => elementAt(flow, 'targetRef')))
  const left: [Element, number][] = free.filter((node) => !isTarget.has(node)).map((node) => [node, 0])
  const edgesOf = Map.groupBy(
    nodes.filter(({ $type }) => $type === 'bpmn:BoundaryEvent'),
    (node) => elementAt(node, 'attachedToRef'),
  )
  // What is reached from nowhere stands at the beginning.
  for (const node of [...free, undefined]) {
    // What is found on the way is looked at after what was found before.
    for (const [found, column] of left) {
      if (depth.has(found)) continue
      depth.set(found, column)
      for (const from of [found, ...(edgesOf.get(found) ?? [])])
        for (const flow of next.get(from) ?? []) {
          const to = elementAt(flow, 'targetRef')
          if (to && !depth.has(to)) left.push([to, column + 1])
        }
    }
    left.length = 0
    if (node && !depth.has(node)) left.push([node, 0])
  }
  const columns: Element[][] = []
  for (const node of free) (columns[depth.get(node) ?? 0] ??= []).push(node)
  // A column between others may have nothing in it.
  return Array.from(columns, (column) => column ?? [])
}

function placed(columns: readonly Element[][], size: (node: Element) => { width: number; height: number }): Map<Element, Bounds> {
  const places = new Map<Element, Bounds>()
  const heights = columns.map((column) => column.reduce((sum, node) => sum + size(node).height + GAP.y, -GAP.y))
  const tallest = Math.max(0, ...heights)
  let x = PADDING
  for (const [at, column] of columns.entries()) {
    const width = Math.max(0, ...column.map((node) => size(node).width))
    let y = PADDING + (tallest - (heights[at] ?? 0)) / 2
    for (const node of column) {
      const own = size(node)
      places.set(node, { x: x + (width - own.width) / 2, y, ...own })
      y += own.height + GAP.y
    }
    x += width + GAP.x
  }
  return places
}

/** Events at the edge of an activity, side by side at its lower side. */
function boundaries(nodes: readonly Element[], places: ReadonlyMap<Element, Bounds>): [Element, Bounds][] {
  const used = new Map<Element, number>()
  return nodes.flatMap((node): [Element, Bounds][] => {
    const host = elementAt(node, 'attachedToRef')
    const at = host && places.get(host)
    if (!host || !at || places.has(node)) return []
    const before = used.get(host) ?? 0
    used.set(host, before + 1)
    return [[node, { x: at.x + 10 + before * (EVENT + 4), y: at.y + at.height - EVENT / 2, width: EVENT, height: EVENT }]]
  })
}

function edgeBetween(flow: Element, places: ReadonlyMap<Element, Bounds>): Edge[] {
  const [from, to] = [elementAt(flow, 'sourceRef'), elementAt(flow, 'targetRef')].map((node) => node && places.get(node))
  if (!from || !to) return []
  const [begin, end] = [
    { x: from.x + from.width, y: from.y + from.height / 2 },
    { x: to.x, y: to.y + to.height / 2 },
  ]
  if (end.x > begin.x) {
    const middle = end.x - GAP.x / 2
    return [{ element: flow, points: [begin, { x: middle, y: begin.y }, { x: middle, y: end.y }, end] }]
  }
  // Backwards it goes below both.
  const below = Math.max(from.y + from.height, to.y + to.height) + GAP.y / 2
  const [left, right] = [to.x + to.width / 2, from.x + from.width / 2]
  return [
    {
      element: flow,
      points: [
        { x: right, y: from.y + from.height },
        { x: right, y: below },
        { x: left, y: below },
        { x: left, y: to.y + to.height },
      ],
    },
  ]
}

const shifted = ({ x, y }: Point, by: Point): Point => ({ x: x + by.x, y: y + by.y })
/** The shape, so far to the right and down. */
export const moved = (shape: Shape, by: Point): Shape => ({ ...shape, bounds: { ...shape.bounds, ...shifted(shape.bounds, by) } })
/** The edge, so far to the right and down. */
export const movedEdge = (edge: Edge, by: Point): Edge => ({ ...edge, points: edge.points.map((point) => shifted(point, by)) })

function extentOf(shapes: readonly Shape[]): { width: number; height: number } {
  return {
    width: Math.max(0, ...shapes.map(({ bounds }) => bounds.x + bounds.width)),
    height: Math.max(0, ...shapes.map(({ bounds }) => bounds.y + bounds.height)),
  }
}
