/** Where what comes out of the palette is put without a pointer, and where the keyboard moves parts to. */
import type { Doc, Found, Key, Part, Place } from './state/doc.ts'
import { below, partsIn } from './state/doc.ts'
import { fitsAt } from './state/edits.ts'

/** The place for a new part: in the chosen one where that is empty and takes it, else after it, or after what it stands in. */
export function placeAfter(doc: Doc, selected: Key | undefined, part: Part): Place {
  let found = selected === undefined ? undefined : partsIn(doc).get(selected)
  if (found && found.part.of.length === 0 && fitsAt(doc, part, found.part.key)) return { parent: found.part.key, at: 0 }
  for (; found; found = found.parent === undefined ? undefined : partsIn(doc).get(found.parent))
    if (fitsAt(doc, part, found.parent)) return { parent: found.parent, at: found.at + 1 }
  return { parent: undefined, at: doc.of.length }
}

export type Direction = 'up' | 'down' | 'in' | 'out'

/**
 * The place that the keyboard moves a part to. Up and down: past the neighbour, or at the edge out of what it stands in. In: into what stands
 * before it, or else after it. Out: behind what it stands in. Undefined where there is no such place.
 */
export function placeTowards(doc: Doc, key: Key, direction: Direction): Place | undefined {
  const found = partsIn(doc).get(key)
  if (!found) return undefined
  const siblings = below(doc, found.parent)
  const parent = found.parent === undefined ? undefined : partsIn(doc).get(found.parent)
  switch (direction) {
    case 'up':
      return found.at > 0 ? { parent: found.parent, at: found.at - 1 } : outOf(doc, found, parent, 0)
    case 'down':
      return found.at < siblings.length - 1 ? { parent: found.parent, at: found.at + 2 } : outOf(doc, found, parent, 1)
    case 'out':
      return outOf(doc, found, parent, 1)
    case 'in':
      return inOf(doc, found, siblings[found.at - 1], 'end') ?? inOf(doc, found, siblings[found.at + 1], 'begin')
  }
}

/** Before (0) or behind (1) what the part stands in, or what that stands in, where the part fits. */
function outOf(doc: Doc, found: Found, parent: Found | undefined, behind: 0 | 1): Place | undefined {
  for (let at = parent; at; at = at.parent === undefined ? undefined : partsIn(doc).get(at.parent))
    if (fitsAt(doc, found.part, at.parent)) return { parent: at.parent, at: at.at + behind }
  return undefined
}

function inOf(doc: Doc, { part }: Pick<Found, 'part'>, into: Part | undefined, where: 'begin' | 'end'): Place | undefined {
  if (!into) return undefined
  if (fitsAt(doc, part, into.key)) return { parent: into.key, at: where === 'end' ? into.of.length : 0 }
  // Tabs take no fields, but their tabs do.
  return inOf(doc, { part }, where === 'end' ? into.of.at(-1) : into.of[0], where)
}

/** The part that an arrow goes to from this one; undefined where it stays. */
export function neighbour(doc: Doc, key: Key, arrow: string): Key | undefined {
  const all = [...partsIn(doc).keys()]
  const at = all.indexOf(key)
  switch (arrow) {
    case 'ArrowDown':
      return all[at + 1]
    case 'ArrowUp':
      return all[at - 1]
    case 'ArrowLeft':
      return partsIn(doc).get(key)?.parent
    case 'ArrowRight':
      return partsIn(doc).get(key)?.part.of[0]?.key
    case 'Home':
      return all[0]
    case 'End':
      return all.at(-1)
    default:
      return undefined
  }
}
