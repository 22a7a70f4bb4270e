/** What can be done to a form: each gives the form as it is then, or says why not. */
import { MAX_COLUMNS, MAX_FIELDS } from '../../../../../model/form/definition.ts'
import { KINDS } from '../../../../../model/form/kinds.ts'
import type { Doc, FieldSettings, Found, Key, Part, Place } from './doc.ts'
import { below, isField, partsIn } from './doc.ts'

/**
 * Why something cannot be done. `full`: there are as many as there may be. `deep`: parts in parts in parts. `unfit`: such a part cannot stand
 * there. `last`: a table without columns, tabs without a tab. `shape`: no form may say that.
 */
export type Refusal = 'full' | 'deep' | 'unfit' | 'last' | 'shape'
export type Edited = { readonly doc: Doc } | { readonly refused: Refusal }

export const MAX_DEPTH = 6
export const MAX_PAGES = 20
const MAX_PARTS = 1000

/** The part, put at the place: as a column where that is a table, as a page where those are tabs. */
export function insert(doc: Doc, part: Part, place: Place): Edited {
  const fitting = fittingAt(doc, part, place.parent)
  if (typeof fitting === 'string') return { refused: fitting }
  return { doc: withChildren(doc, place.parent, (parts) => putIn(parts, fitting, place.at)) }
}

/** The part with all that is in it, at another place. The place is counted as things stand before it moves. */
export function move(doc: Doc, key: Key, place: Place): Edited {
  const found = partsIn(doc).get(key)
  if (!found || isWithin(doc, place.parent, key)) return { refused: 'unfit' }
  if (isLast(doc, found) && place.parent !== found.parent) return { refused: 'last' }
  const isBehind = place.parent === found.parent && place.at > found.at
  const at = isBehind ? place.at - 1 : place.at
  if (place.parent === found.parent && at === found.at) return { doc }
  const without = takeOut(doc, found)
  const moved = insert(without, found.part, { parent: place.parent, at })
  return 'doc' in moved && place.parent !== found.parent ? { doc: withoutEmptyRow(moved.doc, found.parent) } : moved
}

/** The form without the part and all that is in it. */
export function remove(doc: Doc, key: Key): Edited {
  const found = partsIn(doc).get(key)
  if (!found) return { refused: 'unfit' }
  if (isLast(doc, found)) return { refused: 'last' }
  return { doc: withoutEmptyRow(takeOut(doc, found), found.parent) }
}

/** What a part says, changed: members that become undefined are said no longer. Whether a form may say so is not asked here. */
export function change(doc: Doc, key: Key, values: Readonly<Record<string, unknown>>): Edited {
  const found = partsIn(doc).get(key)
  if (!found) return { refused: 'unfit' }
  const { part } = found
  const { span, ...ofField } = values
  const changed = isField(part)
    ? {
        ...('span' in values ? changedBy(part, { span }) : part),
        field: { ...changedBy(part.field, ofField), id: part.field.id, kind: part.field.kind },
      }
    : { ...changedBy(part, values), key: part.key, part: part.part, of: part.of }
  return { doc: replaced(doc, found, changed as Part) }
}

/** The part in the place of the one with its key. */
export function replaced(doc: Doc, { parent, at }: Found, part: Part): Doc {
  return withChildren(doc, parent, (parts) => parts.map((one, place) => (place === at ? part : one)))
}

/** Each as it is, less what is undefined. */
export function changedBy<Settings extends object>(settings: Settings, values: Readonly<Record<string, unknown>>): Settings {
  const entries = Object.entries({ ...settings, ...values }).filter(([, value]) => value !== undefined)
  return Object.fromEntries(entries) as Settings
}

const PAGE_PARTS: readonly Part['part'][] = ['field', 'row', 'group', 'tabs', 'steps', 'heading', 'text', 'divider']
const ROW_PARTS: readonly Part['part'][] = ['field', 'group', 'heading', 'text']

/** The part as it would stand below the parent, or why it cannot. */
export function fittingAt(doc: Doc, part: Part, parent: Key | undefined): Part | Refusal {
  const found = parent === undefined ? undefined : partsIn(doc).get(parent)
  if (parent !== undefined && !found) return 'unfit'
  const siblings = below(doc, parent)
  const changed = convert(part, found?.part)
  if (typeof changed === 'string') return changed
  if (siblings.length >= limitOf(found?.part)) return 'full'
  if (countFields(doc) + fieldsIn(changed) > MAX_FIELDS) return 'full'
  if (changed.part !== 'column' && (found?.depth ?? 0) + heightOf(changed) > MAX_DEPTH) return 'deep'
  return changed
}

/** Whether the part can stand below the parent. What is moved is counted where it is: a full form can still be put in order. */
export function fitsAt(doc: Doc, part: Part, parent: Key | undefined): boolean {
  const fitting = fittingAt(doc, part, parent)
  return typeof fitting !== 'string' || (fitting === 'full' && partsIn(doc).has(part.key))
}

function convert(part: Part, parent: Part | undefined): Part | Refusal {
  if (parent?.part === 'field') {
    if (!isField(part) || parent.field.kind !== 'table') return 'unfit'
    if (KINDS[part.field.kind].isWide || KINDS[part.field.kind].isGiven) return 'unfit'
    return { key: part.key, part: 'column', field: asColumn(part.field), of: [] }
  }
  if (parent?.part === 'tabs' || parent?.part === 'steps') {
    if (part.part === 'page') return part
    return part.part === 'group' ? { key: part.key, part: 'page', title: part.title, of: part.of } : 'unfit'
  }
  const standing: Part =
    part.part === 'column'
      ? { ...part, part: 'field' }
      : part.part === 'page'
        ? { key: part.key, part: 'group', title: part.title, of: part.of }
        : part
  const parts = parent === undefined || parent.part === 'group' || parent.part === 'page' ? PAGE_PARTS : ROW_PARTS
  const isContainer = parent === undefined || ['group', 'page', 'row'].includes(parent.part)
  return isContainer && parts.includes(standing.part) ? standing : 'unfit'
}

/** What a column can say of what the field says. */
function asColumn(field: FieldSettings): FieldSettings {
  return changedBy(field, { unique: undefined, listed: undefined, seenBy: undefined, writtenBy: undefined })
}

function limitOf(parent: Part | undefined): number {
  if (parent?.part === 'field') return MAX_COLUMNS
  return parent?.part === 'tabs' || parent?.part === 'steps' ? MAX_PAGES : MAX_PARTS
}

/** Parts in each other, from this one down. What cannot have any in it counts nothing. */
function heightOf(part: Part): number {
  if (part.part === 'field' || part.part === 'column' || part.part === 'heading' || part.part === 'text' || part.part === 'divider')
    return 0
  return 1 + Math.max(0, ...part.of.map(heightOf))
}

const fieldsIn = (part: Part): number => (part.part === 'field' ? 1 : part.of.reduce((sum, one) => sum + fieldsIn(one), 0))
const countFields = (doc: Doc): number => doc.of.reduce((sum, part) => sum + fieldsIn(part), 0)

/** Whether the part is the last one of what has to have one. */
function isLast(doc: Doc, { parent, part }: Found): boolean {
  return (part.part === 'column' || part.part === 'page') && below(doc, parent).length === 1
}

function isWithin(doc: Doc, key: Key | undefined, within: Key): boolean {
  for (let at = key; at !== undefined; at = partsIn(doc).get(at)?.parent) if (at === within) return true
  return false
}

const putIn = (parts: readonly Part[], part: Part, at: number): readonly Part[] => [...parts.slice(0, at), part, ...parts.slice(at)]

const takeOut = (doc: Doc, { parent, at }: Place): Doc => withChildren(doc, parent, (parts) => parts.filter((_one, place) => place !== at))

/** A row that everything was taken out of is no row. */
function withoutEmptyRow(doc: Doc, key: Key | undefined): Doc {
  const found = key === undefined ? undefined : partsIn(doc).get(key)
  return found?.part.part === 'row' && found.part.of.length === 0 ? takeOut(doc, found) : doc
}

/** The form in which the parts below one are others; what is beside the way down to it stays the same object. */
function withChildren(doc: Doc, parent: Key | undefined, changed: (parts: readonly Part[]) => readonly Part[]): Doc {
  if (parent === undefined) return { ...doc, of: changed(doc.of) }
  const found = partsIn(doc).get(parent)
  if (!found) return doc
  return withChildren(doc, found.parent, (parts) =>
    parts.map((one, at) => (at === found.at ? ({ ...one, of: changed(one.of) } as Part) : one)),
  )
}
