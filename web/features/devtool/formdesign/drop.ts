/** Where a part would land that is dropped at a point of the screen. */
import type { Doc, Found, Part, Place } from './state/doc.ts'
import { partsIn } from './state/doc.ts'
import { fitsAt } from './state/edits.ts'

export interface Point {
  readonly x: number
  readonly y: number
}

export interface Drop {
  readonly place: Place
  /** What is marked on the screen: a line at an edge, or the inside of what is empty. */
  readonly mark: {
    readonly left: number
    readonly top: number
    readonly width: number
    readonly height: number
    readonly isInside: boolean
  }
}

/** As far inside of a part that takes others as a pointer is beside it all the same. */
const EDGE = 9
const LINE = 3

/** The place, and how it is marked; undefined where the part cannot be dropped. */
export function dropAt(doc: Doc, part: Part, surface: HTMLElement, at: Point): Drop | undefined {
  const bounds = surface.getBoundingClientRect()
  const isOver = at.x >= bounds.left && at.x <= bounds.right && at.y >= bounds.top && at.y <= bounds.bottom
  const element = isOver ? document.elementFromPoint(at.x, at.y) : null
  if (!element || !surface.contains(element)) return undefined
  const all = partsIn(doc)
  for (
    let node = element.closest<HTMLElement>('[data-drop]');
    node;
    node = node.parentElement?.closest<HTMLElement>('[data-drop]') ?? null
  ) {
    const found = all.get(node.dataset['drop'] ?? '')
    // What is dragged cannot land in itself; beside itself it stays where it is.
    if (!found || isWithin(all, found.part.key, part.key)) return undefined
    const box = node.getBoundingClientRect()
    const drop = insideOf(doc, part, found, node, box, at) ?? besideOf(doc, part, found, node, box, at)
    if (drop) return drop
  }
  return atEnd(doc, part, surface, at)
}

function isWithin(all: ReadonlyMap<string, Found>, key: string, within: string): boolean {
  for (let at: string | undefined = key; at !== undefined; at = all.get(at)?.parent) if (at === within) return true
  return false
}

/** Among the parts that stand in this one, where the pointer is well inside of it. */
function insideOf(doc: Doc, part: Part, found: Found, node: HTMLElement, box: DOMRect, at: Point): Drop | undefined {
  if (!fitsAt(doc, part, found.part.key)) return undefined
  const isWellInside = at.y > box.top + EDGE && at.y < box.bottom - EDGE && at.x > box.left + EDGE && at.x < box.right - EDGE
  if (!isWellInside) return undefined
  const inside = node.querySelector<HTMLElement>(':scope > .form-inside')
  const children = [...(inside?.querySelectorAll<HTMLElement>(':scope > [data-drop]') ?? [])]
  if (!inside || children.length === 0) {
    const { left, top, width, height } = (inside ?? node).getBoundingClientRect()
    return { place: { parent: found.part.key, at: 0 }, mark: { left, top, width, height, isInside: true } }
  }
  return {
    place: { parent: found.part.key, at: placeAmong(children, isAcross(found.part), at) },
    mark: markAmong(children, isAcross(found.part), at),
  }
}

/** Before or behind this one, where the pointer is nearer to that edge. */
function besideOf(doc: Doc, part: Part, found: Found, node: HTMLElement, box: DOMRect, at: Point): Drop | undefined {
  if (!fitsAt(doc, part, found.parent)) return undefined
  const parent = found.parent === undefined ? undefined : partsIn(doc).get(found.parent)?.part
  const across = parent !== undefined && isAcross(parent)
  const isBehind = across ? at.x > box.left + box.width / 2 : at.y > box.top + box.height / 2
  return {
    place: { parent: found.parent, at: found.at + (isBehind ? 1 : 0) },
    mark: lineAt(node.getBoundingClientRect(), across, isBehind),
  }
}

/** On the page itself, where the pointer is beside all parts. */
function atEnd(doc: Doc, part: Part, surface: HTMLElement, at: Point): Drop | undefined {
  if (!fitsAt(doc, part, undefined)) return undefined
  const children = [...surface.querySelectorAll<HTMLElement>(':scope > [role=tree] > [data-drop]')]
  if (children.length > 0)
    return { place: { parent: undefined, at: placeAmong(children, false, at) }, mark: markAmong(children, false, at) }
  const { left, top, width, height } = surface.getBoundingClientRect()
  return {
    place: { parent: undefined, at: 0 },
    mark: { left: left + 8, top: top + 8, width: width - 16, height: height - 16, isInside: true },
  }
}

/** Whether what stands in it stands beside each other, not below. */
const isAcross = ({ part }: Part): boolean => part === 'row' || part === 'field'

/** How many of the parts the pointer is past. */
function placeAmong(children: readonly HTMLElement[], across: boolean, { x, y }: Point): number {
  const past = children.findIndex((child) => {
    const { left, width, top, height, bottom } = child.getBoundingClientRect()
    return across ? y < bottom && x < left + width / 2 : y < top + height / 2
  })
  return past < 0 ? children.length : past
}

function markAmong(children: readonly HTMLElement[], across: boolean, at: Point): Drop['mark'] {
  const place = placeAmong(children, across, at)
  const child = children[Math.min(place, children.length - 1)] as HTMLElement
  return lineAt(child.getBoundingClientRect(), across, place >= children.length)
}

function lineAt({ left, top, right, bottom, width, height }: DOMRect, across: boolean, isBehind: boolean): Drop['mark'] {
  if (across) return { left: (isBehind ? right : left) - (isBehind ? 0 : LINE), top, width: LINE, height, isInside: false }
  return { left, top: isBehind ? bottom : top - LINE, width, height: LINE, isInside: false }
}

/** Shows the mark, or takes it away. */
export function drawMark(mark: HTMLElement | null, surface: HTMLElement | null, drop: Drop | undefined): void {
  if (!mark || !surface) return
  mark.hidden = !drop
  if (!drop) return
  const { left, top } = surface.getBoundingClientRect()
  const { mark: box } = drop
  mark.classList.toggle('inside', box.isInside)
  mark.style.transform = `translate(${box.left - left}px, ${box.top - top}px)`
  mark.style.width = `${box.width}px`
  mark.style.height = `${box.height}px`
}
