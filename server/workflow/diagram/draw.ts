/**
 * A model as a picture (SVG): where its elements stand, what was passed, and where an instance is. It is drawn from the model each time and
 * holds nothing that anybody wrote but texts, which are escaped: no markup that came from outside is ever handed on.
 */
import type { Element } from '../../../model/workflow/bpmn/moddle.ts'
import { textAt } from '../../../model/workflow/bpmn/moddle.ts'
import type { ActivityState } from '../../../model/workflow/core/state.ts'
import { openBpmn } from '../read-bpmn.ts'
import { escapeXml } from './escape-xml.ts'
import { isContainer, outlineOf } from './outlines.ts'
import { layOut } from './layout.ts'
import type { Bounds, Drawing, Edge, Shape } from './shapes.ts'
import { drawingOf } from './shapes.ts'
import { FONT, round, textBelow, textIn } from './text.ts'

export interface Highlights {
  /** By node. */
  readonly states: ReadonlyMap<string, ActivityState>
  /** Flows that were taken. */
  readonly flows: ReadonlySet<string>
}

interface Look {
  readonly stroke: string
  readonly fill: string
  readonly width: number
  readonly dashes?: string
}

const PLAIN: Look = { stroke: '#3b4351', fill: '#ffffff', width: 1.5 }
/** Told apart by their lines as well, for those who see no colours. */
const LOOKS: Readonly<Record<ActivityState, Look>> = {
  active: { stroke: '#0958d9', fill: '#e6f4ff', width: 3 },
  done: { stroke: '#237804', fill: '#f6ffed', width: 2 },
  failed: { stroke: '#a8071a', fill: '#fff1f0', width: 3, dashes: '8 3' },
  cancelled: { stroke: '#6b7280', fill: '#f5f5f5', width: 1.5, dashes: '4 3' },
  undone: { stroke: '#6b7280', fill: '#f5f5f5', width: 1.5, dashes: '2 3' },
}
const TAKEN = '#237804'
const MARGIN = 20

/** The picture of a model. @throws Error where the model cannot be read, which no stored one is */
export async function drawProcess(xml: string, highlights: Highlights = { states: new Map(), flows: new Set() }): Promise<string> {
  const opened = await openBpmn(new TextEncoder().encode(xml))
  if ('refused' in opened) throw new Error(`a model cannot be drawn: ${opened.refused}`)
  return svgOf(drawingOf(opened.definitions) ?? layOut(opened.definitions), highlights)
}

function svgOf(drawing: Drawing, { states, flows }: Highlights): string {
  const { x, y, width, height } = extentOf(drawing)
  // What holds others is drawn first, the larger before the smaller.
  const shapes = drawing.shapes.toSorted((one, other) => areaOf(other) - areaOf(one))
  const [containers, others] = [shapes.filter(isContainer), shapes.filter((shape) => !isContainer(shape))]
  const lookOf = ({ element: { id } }: Shape) => {
    const state = states.get(id ?? '')
    return state === undefined ? PLAIN : LOOKS[state]
  }
  const parts = [
    ...containers.map((shape) => shapeSvg(shape, lookOf(shape))),
    ...drawing.edges.map((edge) => edgeSvg(edge, flows.has(edge.element.id ?? ''))),
    ...others.map((shape) => shapeSvg(shape, lookOf(shape))),
  ]
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${[x, y, width, height].map(round).join(' ')}" width="${round(width)}" height="${round(height)}"` +
    ` font-family="sans-serif" font-size="${FONT}" fill="#1f2328"><defs>${arrow('arrow', PLAIN.stroke)}${arrow('arrow-taken', TAKEN)}</defs>` +
    `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}" fill="#ffffff"/>${parts.join('')}</svg>`
  )
}

const arrow = (id: string, colour: string): string =>
  `<marker id="${id}" viewBox="0 0 10 10" refX="10" refY="5" markerWidth="9" markerHeight="9" markerUnits="userSpaceOnUse" orient="auto">` +
  `<path d="M0 0L10 5L0 10z" fill="${colour}"/></marker>`

const areaOf = ({ bounds }: Shape): number => bounds.width * bounds.height

function shapeSvg(shape: Shape, { stroke, fill, width, dashes }: Look): string {
  const { element, bounds, label } = shape
  const dash = dashes === undefined ? '' : ` stroke-dasharray="${dashes}"`
  const outline = outlineOf(shape)
  const id = element.id === undefined ? '' : ` data-element="${escapeXml(element.id)}"`
  return `<g${id} stroke="${stroke}" fill="${fill}" stroke-width="${width}"${dash}>${outline}</g>${nameOf(element, bounds, label, shape)}`
}

function nameOf(element: Element, bounds: Bounds, label: Bounds | undefined, shape: Shape): string {
  const name = textAt(element, 'name') ?? textAt(element, 'text')
  if (name === undefined) return ''
  if (/(Event|Gateway|Reference|DataObject)$/.test(element.$type)) {
    const at = label ?? { ...bounds, y: bounds.y + bounds.height + 4 }
    return textBelow(at.x + at.width / 2, at.y, name)
  }
  if (isContainer(shape)) return textIn({ ...bounds, height: 22 }, name)
  return textIn(bounds, name)
}

function edgeSvg({ element, points, label }: Edge, isTaken: boolean): string {
  const isFlow = element.$type === 'bpmn:SequenceFlow'
  const line = points.map(({ x, y }) => `${round(x)},${round(y)}`).join(' ')
  const colour = isTaken ? TAKEN : PLAIN.stroke
  const end = isFlow ? ` marker-end="url(#arrow${isTaken ? '-taken' : ''})"` : ' stroke-dasharray="3 3"'
  const id = element.id === undefined ? '' : ` data-element="${escapeXml(element.id)}"`
  const name = textAt(element, 'name')
  const middle = points[Math.floor(points.length / 2)] ?? { x: 0, y: 0 }
  const before = points[Math.floor(points.length / 2) - 1] ?? middle
  const at = label ? { x: label.x + label.width / 2, y: label.y } : { x: (middle.x + before.x) / 2, y: (middle.y + before.y) / 2 - 16 }
  return (
    `<polyline${id} points="${line}" fill="none" stroke="${colour}" stroke-width="${isTaken ? 2.5 : 1.5}"${end}/>` +
    (name === undefined ? '' : textBelow(at.x, at.y, name))
  )
}

/** With room for names that stand beside. */
function extentOf({ shapes, edges }: Drawing): Bounds {
  const boxes = [
    ...shapes.flatMap(({ bounds, label }) => [bounds, ...(label ? [label] : [])]),
    ...edges.flatMap(({ label }) => label ?? []),
  ]
  const corners = [
    ...boxes.flatMap(({ x, y, width, height }) => [
      { x, y },
      { x: x + width, y: y + height },
    ]),
    ...edges.flatMap(({ points }) => points),
  ]
  if (corners.length === 0) return { x: 0, y: 0, width: 2 * MARGIN, height: 2 * MARGIN }
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const { x, y } of corners) {
    left = Math.min(left, x)
    top = Math.min(top, y)
    right = Math.max(right, x)
    bottom = Math.max(bottom, y)
  }
  return { x: left - MARGIN, y: top - MARGIN, width: right - left + 2 * MARGIN, height: bottom - top + 3 * MARGIN }
}
