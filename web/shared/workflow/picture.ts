/** The picture of a process as the server draws it (server/workflow/diagram/draw.ts): its elements are found by their ids, and what of it is looked at is a box. */
import type { NodeMark } from './diagram-props.ts'

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const SVG = 'http://www.w3.org/2000/svg'
/** How many times smaller than the whole what is looked at can be. */
const NEAREST = 8

/** The picture as elements that no page has yet; nothing where it is none. No script in it would run: it is parsed as XML and holds shapes and texts alone. */
export function pictureOf(svg: string): SVGSVGElement | undefined {
  const { documentElement: root } = new DOMParser().parseFromString(svg, 'image/svg+xml')
  return root instanceof SVGSVGElement && root.namespaceURI === SVG ? root : undefined
}

/** All of the picture. */
export function wholeOf({ viewBox: { baseVal } }: SVGSVGElement): Box {
  return { x: baseVal.x, y: baseVal.y, width: baseVal.width, height: baseVal.height }
}

/** Nearer or farther by a factor, around a point that stays where it is; never farther than all of it. */
export function zoomed(box: Box, whole: Box, factor: number, at: { readonly x: number; readonly y: number } = middleOf(box)): Box {
  const scale = Math.min(whole.width / box.width, Math.max(whole.width / NEAREST / box.width, 1 / factor))
  const [width, height] = [box.width * scale, box.height * scale]
  return within({ x: at.x - (at.x - box.x) * scale, y: at.y - (at.y - box.y) * scale, width, height }, whole)
}

/** Moved by parts of what is looked at, and no further than to the edge of the picture. */
export const moved = (box: Box, whole: Box, right: number, down: number): Box =>
  within({ ...box, x: box.x + right * box.width, y: box.y + down * box.height }, whole)

const middleOf = ({ x, y, width, height }: Box) => ({ x: x + width / 2, y: y + height / 2 })
const clamp = (value: number, least: number, most: number) => Math.max(least, Math.min(most, value))
const within = (box: Box, whole: Box): Box => ({
  ...box,
  x: clamp(box.x, whole.x, whole.x + whole.width - box.width),
  y: clamp(box.y, whole.y, whole.y + whole.height - box.height),
})

/** The node of the process at a place of the picture; nothing between them. */
export const nodeAt = (target: EventTarget | null): string | undefined =>
  target instanceof Element ? target.closest('g[data-element]')?.getAttribute('data-element') || undefined : undefined

/** Marks nodes and the flows that were taken, in place of what was marked before. */
export function mark(picture: SVGSVGElement, marks: ReadonlyMap<string, NodeMark>, flows: ReadonlySet<string>): void {
  for (const badge of picture.querySelectorAll('.diagram-badge')) badge.remove()
  for (const element of picture.querySelectorAll('[data-element]')) {
    const id = element.getAttribute('data-element') ?? ''
    const own = marks.get(id)
    element.setAttribute('class', own ? `diagram-${own.state}` : flows.has(id) ? 'diagram-taken' : '')
    if (own?.badge !== undefined && element instanceof SVGGElement) picture.append(badgeOf(element, own))
  }
}

/** At the upper right corner of the node. Its text is no markup: who stands there names themselves. */
function badgeOf(node: SVGGElement, { state, badge = '' }: NodeMark): SVGTextElement {
  const { x, y, width } = node.getBBox()
  const text = document.createElementNS(SVG, 'text')
  text.setAttribute('class', `diagram-badge ${state}`)
  text.setAttribute('x', String(x + width))
  text.setAttribute('y', String(y - 4))
  text.setAttribute('text-anchor', 'end')
  text.textContent = badge
  return text
}
