/**
 * Models that bring no drawing, or not one of all that they have, are laid out: designers and viewers show nothing of what is not drawn, and a way that
 * nobody sees would run all the same.
 */
import type { ModdleElement } from 'bpmn-moddle'
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { elementAt, elementsAt } from '../../../model/workflow/bpmn/moddle.ts'
import { openBpmn } from '../read-bpmn.ts'
import { layOutAll } from './layout-all.ts'
import type { Drawing, Edge, Shape } from './shapes.ts'

type Create = (type: string, values: Readonly<Record<string, unknown>>) => ModdleElement

/** Returns the model with a drawing of all that it has; the text as it was where it has one, or cannot be read. */
export async function withDrawing(xml: string): Promise<string> {
  const opened = await openBpmn(new TextEncoder().encode(xml))
  if ('refused' in opened || isDrawn(opened.definitions)) return xml
  const { definitions } = opened
  const { root, ...drawing } = layOutAll(definitions)
  if (root?.id === undefined) return xml
  const { BpmnModdle } = await import('bpmn-moddle')
  const moddle = new BpmnModdle()
  Object.assign(definitions, { diagrams: [diagramOf(root, drawing, (type, values) => moddle.create(type, values))] })
  return (await moddle.toXML(definitions, { format: true })).xml
}

/** Whether each node and each flow stands somewhere. */
function isDrawn(definitions: Element): boolean {
  const drawn = new Set(
    elementsAt(definitions, 'diagrams')
      .flatMap((diagram) => elementsAt(elementAt(diagram, 'plane'), 'planeElement'))
      .filter((part) => elementAt(part, 'bounds') ?? elementsAt(part, 'waypoint')[1])
      .map((part) => elementAt(part, 'bpmnElement')),
  )
  const isAll = (scope: Element): boolean =>
    elementsAt(scope, 'flowElements').every((element) => element.$type.startsWith('bpmn:Data') || (drawn.has(element) && isAll(element)))
  return elementsAt(definitions, 'rootElements')
    .filter(({ $type }) => $type === 'bpmn:Process')
    .every(isAll)
}

function diagramOf(root: Element, { shapes, edges }: Drawing, create: Create): ModdleElement {
  let count = 0
  const id = () => `drawn_${(count += 1)}`
  const isNamed = ({ element }: Shape | Edge) => element.id !== undefined
  const shapeOf = ({ element, bounds: { x, y, width, height }, isExpanded }: Shape) =>
    create('bpmndi:BPMNShape', {
      id: id(),
      bpmnElement: element,
      bounds: create('dc:Bounds', { x: Math.round(x), y: Math.round(y), width: Math.round(width), height: Math.round(height) }),
      ...(isExpanded ? { isExpanded } : {}),
      ...(element.$type === 'bpmn:Participant' ? { isHorizontal: true } : {}),
    })
  const edgeOf = ({ element, points }: Edge) =>
    create('bpmndi:BPMNEdge', {
      id: id(),
      bpmnElement: element,
      waypoint: points.map(({ x, y }) => create('dc:Point', { x: Math.round(x), y: Math.round(y) })),
    })
  const planeElement = [...shapes.filter(isNamed).map(shapeOf), ...edges.filter(isNamed).map(edgeOf)]
  return create('bpmndi:BPMNDiagram', { id: id(), plane: create('bpmndi:BPMNPlane', { id: id(), bpmnElement: root, planeElement }) })
}
