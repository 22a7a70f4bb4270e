/** Models of BPMN from a few lines: elements with their place on a grid, and the flows between them, as XML with its diagram. */
import { SETTINGS_NAMESPACE } from '../model/workflow/settings.ts'

/** Columns and rows, from the upper left. */
type Place = readonly [number, number]

export interface DrawnNode {
  readonly id: string
  /** The element of BPMN, such as `userTask`. */
  readonly is: string
  readonly name?: string
  readonly at: Place
  /** What it says beyond BPMN (model/workflow/settings.ts). */
  readonly settings?: object
  /** Event definitions, as XML. */
  readonly body?: string
  /** Further attributes, as XML. */
  readonly more?: string
  /** Of a sub-process: what is in it, on the same grid, and how many columns it takes. */
  readonly within?: { readonly nodes: readonly DrawnNode[]; readonly flows: readonly DrawnFlow[]; readonly columns: number }
  /** Of an event at the edge of an activity. */
  readonly on?: string
}
export interface DrawnFlow {
  readonly from: string
  readonly to: string
  readonly name?: string
  /** As it is written; without one, of a gateway with conditions, the way that is left. */
  readonly condition?: string
}

export interface DrawnModel {
  readonly key: string
  readonly name: string
  readonly settings?: object
  readonly nodes: readonly DrawnNode[]
  readonly flows: readonly DrawnFlow[]
}

const COLUMN = 150
const ROW = 130
const ORIGIN = { x: 160, y: 120 }
const ESCAPED: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const attribute = (text: string): string => text.replaceAll(/[&<>"]/g, (each) => ESCAPED[each] ?? each)
const named = (name: string | undefined): string => (name === undefined ? '' : ` name="${attribute(name)}"`)
const settingsElement = (settings: object | undefined): string =>
  settings
    ? `<bpmn:extensionElements><outstation:settings>${attribute(JSON.stringify(settings))}</outstation:settings></bpmn:extensionElements>`
    : ''
const flowId = ({ from, to }: DrawnFlow): string => `${from}-to-${to}`

/** The model as XML. */
export function drawnXml({ key, name, settings, nodes, flows }: DrawnModel): string {
  const shapes = everyNode(nodes)
  const lines = [...flows, ...shapes.flatMap(({ within }) => within?.flows ?? [])]
  const byId = new Map(shapes.map((node) => [node.id, node]))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<bpmn:definitions xmlns:bpmn="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:bpmndi="http://www.omg.org/spec/BPMN/20100524/DI"',
    '  xmlns:dc="http://www.omg.org/spec/DD/20100524/DC" xmlns:di="http://www.omg.org/spec/DD/20100524/DI"',
    `  xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xmlns:outstation="${SETTINGS_NAMESPACE}" id="definitions" targetNamespace="${SETTINGS_NAMESPACE}">`,
    `<bpmn:process id="${key}"${named(name)} isExecutable="true">`,
    settingsElement(settings),
    ...nodes.map((node) => elementOf(node, flows)),
    ...flows.map(flowOf),
    '</bpmn:process>',
    `<bpmndi:BPMNDiagram id="diagram"><bpmndi:BPMNPlane id="plane" bpmnElement="${key}">`,
    ...shapes.map((node) => shapeOf(node, byId)),
    ...lines.map((flow) => edgeOf(flow, byId)),
    '</bpmndi:BPMNPlane></bpmndi:BPMNDiagram>',
    '</bpmn:definitions>',
  ]
    .filter((line) => line !== '')
    .join('\n')
}

const everyNode = (nodes: readonly DrawnNode[]): DrawnNode[] => nodes.flatMap((node) => [node, ...everyNode(node.within?.nodes ?? [])])

function elementOf(node: DrawnNode, flows: readonly DrawnFlow[]): string {
  const { id, is, name, settings, body = '', more = '', within, on } = node
  const out = flows.filter(({ from }) => from === id)
  // Where some have a condition, the one without is taken when no other is.
  const otherwise = is.endsWith('Gateway') && out.some(({ condition }) => condition) ? out.find(({ condition }) => !condition) : undefined
  const attributes = `${named(name)}${more}${on ? ` attachedToRef="${on}"` : ''}${otherwise ? ` default="${flowId(otherwise)}"` : ''}`
  const inside = within ? [...within.nodes.map((each) => elementOf(each, within.flows)), ...within.flows.map(flowOf)].join('') : ''
  return `<bpmn:${is} id="${id}"${attributes}>${settingsElement(settings)}${body}${inside}</bpmn:${is}>`
}

function flowOf(flow: DrawnFlow): string {
  const { from, to, name, condition } = flow
  const when =
    condition === undefined
      ? ''
      : `<bpmn:conditionExpression xsi:type="bpmn:tFormalExpression">${attribute(condition)}</bpmn:conditionExpression>`
  return `<bpmn:sequenceFlow id="${flowId(flow)}"${named(name)} sourceRef="${from}" targetRef="${to}">${when}</bpmn:sequenceFlow>`
}

type ById = ReadonlyMap<string, DrawnNode>
interface Bounds {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

function boundsOf({ is, at: [column, row], within, on }: DrawnNode, byId: ById): Bounds {
  const host = on === undefined ? undefined : byId.get(on)
  if (host) {
    const { x, y, width, height } = boundsOf(host, byId)
    return { x: x + width - 30, y: y + height - 18, width: 36, height: 36 }
  }
  const [width, height] = is.endsWith('Event') ? [36, 36] : is.endsWith('Gateway') ? [50, 50] : [110, 80]
  const [x, y] = [ORIGIN.x + column * COLUMN, ORIGIN.y + row * ROW]
  if (within) return { x: x - 70, y: y - 75, width: within.columns * COLUMN, height: 150 }
  return { x: x - width / 2, y: y - height / 2, width, height }
}

function shapeOf(node: DrawnNode, byId: ById): string {
  const { x, y, width, height } = boundsOf(node, byId)
  const more = node.within ? ' isExpanded="true"' : node.is === 'exclusiveGateway' ? ' isMarkerVisible="true"' : ''
  return `<bpmndi:BPMNShape id="${node.id}-shape" bpmnElement="${node.id}"${more}><dc:Bounds x="${x}" y="${y}" width="${width}" height="${height}"/></bpmndi:BPMNShape>`
}

function edgeOf(flow: DrawnFlow, byId: ById): string {
  const [from, to] = [flow.from, flow.to].map((id) => byId.get(id))
  if (!from || !to) throw new Error(`the flow ${flowId(flow)} leads nowhere`)
  const splits = from.on !== undefined || from.is.endsWith('Gateway')
  const points = wayBetween(boundsOf(from, byId), boundsOf(to, byId), { isBelow: from.on !== undefined, splits })
  const waypoints = points.map(([x, y]) => `<di:waypoint x="${x}" y="${y}"/>`).join('')
  return `<bpmndi:BPMNEdge id="${flowId(flow)}-edge" bpmnElement="${flowId(flow)}">${waypoints}</bpmndi:BPMNEdge>`
}

/** Sideways where they stand in one row; from where ways part down or up first, and to where they meet last, so that no way leads through a node between. */
function wayBetween(from: Bounds, to: Bounds, { isBelow, splits }: { isBelow: boolean; splits: boolean }): [number, number][] {
  const [begin, end] = [from, to].map(({ x, y, width, height }) => ({ x: x + width / 2, y: y + height / 2 }))
  if (!begin || !end) return []
  if (Math.abs(begin.y - end.y) < 5 && !isBelow)
    return [
      [begin.x < end.x ? from.x + from.width : from.x, begin.y],
      [begin.x < end.x ? to.x : to.x + to.width, end.y],
    ]
  const leave = begin.y < end.y ? from.y + from.height : from.y
  if (Math.abs(begin.x - end.x) < 5)
    return [
      [begin.x, leave],
      [end.x, begin.y < end.y ? to.y : to.y + to.height],
    ]
  if (!splits)
    return [
      [begin.x < end.x ? from.x + from.width : from.x, begin.y],
      [end.x, begin.y],
      [end.x, begin.y < end.y ? to.y : to.y + to.height],
    ]
  return [
    [begin.x, leave],
    [begin.x, end.y],
    [begin.x < end.x ? to.x : to.x + to.width, end.y],
  ]
}
