/** All that a model shows, laid out: its processes, in pools where it has them, and beside them what only explains. */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../model/workflow/bpmn/moddle.ts'
import type { Laid } from './layout.ts'
import { layOutScope, moved, movedEdge } from './layout.ts'
import type { Bounds, Drawing, Edge, Shape } from './shapes.ts'

export interface WholeDrawing extends Drawing {
  /** What is drawn: the collaboration, or the one process; nothing where there is neither. */
  readonly root: Element | undefined
}

/** Where the first pool begins, and how far they are apart. */
const START = 80
const GAP = 40
const PADDING = 30
/** Of the name of a pool, which stands at its left. */
const NAME = 30
const EMPTY_POOL = { width: 600, height: 80 }
const NOTE = { width: 120, height: 50 }
/** As tools draw them. */
const SIZES: Readonly<Record<string, { readonly width: number; readonly height: number }>> = {
  'bpmn:DataObjectReference': { width: 36, height: 50 },
  'bpmn:DataStoreReference': { width: 50, height: 50 },
  'bpmn:TextAnnotation': NOTE,
}

/** Returns where everything stands that has an id. */
export function layOutAll(definitions: Element): WholeDrawing {
  const roots = elementsAt(definitions, 'rootElements')
  const collaboration = roots.find(({ $type }) => $type === 'bpmn:Collaboration')
  const pools = elementsAt(collaboration, 'participants')
  if (collaboration && pools.length > 0) return { root: collaboration, ...layOutPools(collaboration, pools) }
  const processes = roots.filter(({ $type }) => $type === 'bpmn:Process')
  const drawn = processes.filter((process) => elementsAt(process, 'flowElements').length > 0)
  const root = processes.find((process) => process['isExecutable'] === true) ?? drawn[0] ?? processes[0]
  return { root, ...(root ? at(layOutProcess(root), START, START) : { shapes: [], edges: [] }) }
}

function layOutPools(collaboration: Element, pools: readonly Element[]): Drawing {
  const shapes: Shape[] = []
  const edges: Edge[] = []
  const known = new Set<Element>()
  const laid = pools.map((pool) => {
    const process = elementAt(pool, 'processRef')
    // One that two pools name stands in the first of them.
    if (process === undefined || known.has(process)) return { pool, inner: undefined }
    known.add(process)
    return { pool, inner: layOutProcess(process) }
  })
  const width = Math.max(EMPTY_POOL.width, ...laid.map(({ inner }) => (inner?.width ?? 0) + NAME + 2 * PADDING))
  let y = START
  for (const { pool, inner } of laid) {
    const height = Math.max(EMPTY_POOL.height, (inner?.height ?? 0) + 2 * PADDING)
    shapes.push({ element: pool, bounds: { x: START, y, width, height }, isExpanded: false })
    const within = inner ? at(inner, START + NAME + PADDING, y + PADDING) : { shapes: [], edges: [] }
    shapes.push(...within.shapes)
    edges.push(...within.edges)
    y += height + GAP
  }
  const notes = inRow(elementsAt(collaboration, 'artifacts'), START, y)
  shapes.push(...notes)
  const messages = [...elementsAt(collaboration, 'messageFlows'), ...elementsAt(collaboration, 'artifacts')]
  return { shapes, edges: [...edges, ...messages.flatMap((element) => between(element, shapes))] }
}

/** The process, and below it what only explains. */
function layOutProcess(process: Element): Laid {
  const { shapes, edges, height, width } = layOutScope(process)
  const data = elementsAt(process, 'flowElements').filter(({ $type }) => $type in SIZES)
  const beside = inRow([...data, ...elementsAt(process, 'artifacts')], PADDING, height + GAP)
  const all = [...shapes, ...beside]
  // Flows that lead from one scope into another, which are to be seen in order to be mended.
  const drawn = new Set(edges.map(({ element }) => element))
  const across = flowsIn(process).filter((flow) => !drawn.has(flow))
  const explained = [...across, ...elementsAt(process, 'artifacts')].flatMap((element) => between(element, all))
  return {
    shapes: all,
    edges: [...edges, ...explained],
    width: Math.max(width, ...beside.map(({ bounds }) => bounds.x + bounds.width)),
    height: Math.max(height, ...beside.map(({ bounds }) => bounds.y + bounds.height)),
  }
}

const flowsIn = (scope: Element): Element[] =>
  elementsAt(scope, 'flowElements').flatMap((element) => (element.$type === 'bpmn:SequenceFlow' ? [element] : flowsIn(element)))

function inRow(elements: readonly Element[], from: number, y: number): Shape[] {
  let x = from
  return elements.flatMap((element): Shape[] => {
    const size = SIZES[element.$type]
    if (!size) return []
    const bounds = { x, y, ...size }
    x += size.width + GAP
    return [{ element, bounds, isExpanded: false }]
  })
}

/** A line from what an element comes from to where it leads, where both stand somewhere. */
function between(element: Element, shapes: readonly Shape[]): Edge[] {
  const boundsOf = (end: string) => shapes.find((shape) => shape.element === elementAt(element, end))?.bounds
  const [from, to] = [boundsOf('sourceRef'), boundsOf('targetRef')]
  return from && to && from !== to ? [{ element, points: [middleOf(from), middleOf(to)] }] : []
}

const middleOf = ({ x, y, width, height }: Bounds) => ({ x: x + width / 2, y: y + height / 2 })

const at = ({ shapes, edges }: Drawing, x: number, y: number): Drawing => ({
  shapes: shapes.map((shape) => moved(shape, { x, y })),
  edges: edges.map((edge) => movedEdge(edge, { x, y })),
})
