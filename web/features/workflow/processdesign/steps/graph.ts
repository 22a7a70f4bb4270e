/** The nodes and flows of a process, as the list of steps reads them: no matter how they are drawn. */
import type { Element } from '../../../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt, textAt } from '../../../../../model/workflow/bpmn/moddle.ts'

export interface FlowNode {
  readonly id: string
  /** Such as `bpmn:UserTask`. */
  readonly type: string
  readonly name: string | undefined
  /** It stands on the edge of another one. */
  readonly isOnEdge: boolean
  /** A sub-process that an event begins. */
  readonly isTriggered: boolean
}

export interface Flow {
  readonly id: string
  readonly from: string
  readonly to: string
}

export interface Graph {
  readonly nodes: ReadonlyMap<string, FlowNode>
  readonly flows: ReadonlyMap<string, Flow>
}

/** What says nothing about the order of steps. */
const PASSIVE = new Set(['bpmn:DataObject', 'bpmn:DataObjectReference', 'bpmn:DataStoreReference'])

/** The graph of a process, without what is inside of its sub-processes. */
export function graphOf(process: Element): Graph {
  const nodes = new Map<string, FlowNode>()
  const flows = new Map<string, Flow>()
  for (const element of elementsAt(process, 'flowElements')) {
    const id = element.id ?? ''
    if (element.$type === 'bpmn:SequenceFlow')
      flows.set(id, { id, from: elementAt(element, 'sourceRef')?.id ?? '', to: elementAt(element, 'targetRef')?.id ?? '' })
    else if (!PASSIVE.has(element.$type))
      nodes.set(id, {
        id,
        type: element.$type,
        name: textAt(element, 'name'),
        isOnEdge: element.$type === 'bpmn:BoundaryEvent',
        isTriggered: element['triggeredByEvent'] === true,
      })
  }
  return { nodes, flows }
}

/** The flows that lead out of a node, in their order. */
export const flowsFrom = ({ flows }: Graph, id: string): Flow[] => [...flows.values()].filter(({ from }) => from === id)
/** The flows that lead into a node. */
export const flowsInto = ({ flows }: Graph, id: string): Flow[] => [...flows.values()].filter(({ to }) => to === id)
