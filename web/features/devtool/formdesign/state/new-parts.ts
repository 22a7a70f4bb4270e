/** Parts as they come out of the palette. */
import type { Texts } from '../../../../../model/form/definition.ts'
import type { FieldKind } from '../../../../../model/form/kinds.ts'
import type { Doc, FieldSettings, Part } from './doc.ts'
import { isField, partsIn } from './doc.ts'

/** Makes a part that the form does not have yet. */
export type NewPart = (doc: Doc) => Part

export type PaletteName = FieldKind | 'row' | 'group' | 'tabs' | 'steps' | 'heading' | 'text-block' | 'divider'

export interface PaletteTexts {
  /** What a new part is called, in all languages. */
  readonly labels: Texts
  /** Of the first tab or step and of those after it: the title and a number behind it. */
  readonly page: Texts
  readonly choice: Texts
  readonly column: Texts
}

/** Where ids come from: a field that was taken out leaves entries behind, so its id never comes back. */
export type NewId = () => string

/** An id that nobody has had: eight letters and digits behind an f. */
export const randomId: NewId = () =>
  `f${[...crypto.getRandomValues(new Uint8Array(8))].map((byte) => 'abcdefghijkmnpqrstuvwxyz23456789'[byte % 32] as string).join('')}`

const numbered = (texts: Texts, number: number): Texts =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, text && `${text} ${number}`]))

/** What a kind cannot be without, to begin with. */
export function kindSettings(kind: FieldKind, choice: Texts = { zh: '选项', tw: '選項', en: 'Choice' }): Partial<FieldSettings> {
  switch (kind) {
    case 'radio':
    case 'select':
    case 'checkboxes':
    case 'multi-select':
      return { choices: [1, 2].map((number) => ({ value: String(number), labels: numbered(choice, number) })) }
    case 'reference':
      return { noun: 'devices' }
    case 'slider':
      return { least: '0', greatest: '100' }
    default:
      return {}
  }
}

/** A name that no field of the form, or no column of the table, has yet. */
export function freeName(wanted: string, taken: ReadonlySet<string>): string {
  const stem = wanted.replace(/[^\p{L}\p{N}_]+/gu, '_').slice(0, 56)
  for (let number = 1; ; number += 1) if (!taken.has(`${stem}_${number}`)) return `${stem}_${number}`
}

/** All names that are used in the form, in tables too. */
export function namesIn(doc: Doc): Set<string> {
  return new Set([...partsIn(doc).values()].flatMap(({ part }) => (isField(part) ? [part.field.name] : [])))
}

/** A new part of the palette. */
export function newPart(name: PaletteName, texts: PaletteTexts, id: NewId): NewPart {
  switch (name) {
    case 'row':
    case 'divider':
      return (doc) => ({ key: `#${doc.next}`, part: name, of: [] })
    case 'group':
      return (doc) => ({ key: `#${doc.next}`, part: 'group', title: texts.labels, of: [] })
    case 'tabs':
    case 'steps':
      return (doc) => ({
        key: `#${doc.next}`,
        part: name,
        of: [1, 2].map((number) => ({ key: `#${doc.next + number}`, part: 'page', title: numbered(texts.page, number), of: [] })),
      })
    case 'heading':
    case 'text-block':
      return (doc) => ({ key: `#${doc.next}`, part: name === 'heading' ? 'heading' : 'text', text: texts.labels, of: [] })
    default:
      return (doc) => newField(name, 'field', texts, id)(doc)
  }
}

/** A new column of a table. */
export const newColumn = (kind: FieldKind, texts: PaletteTexts, id: NewId): NewPart => newField(kind, 'column', texts, id)

/** A new tab or step. */
export const newPage =
  (texts: PaletteTexts, number: number): NewPart =>
  (doc) => ({ key: `#${doc.next}`, part: 'page', title: numbered(texts.page, number), of: [] })

function newField(kind: FieldKind, part: 'field' | 'column', texts: PaletteTexts, id: NewId): NewPart {
  return (doc) => {
    const key = unusedId(doc, id)
    const name = freeName(kind, namesIn(doc))
    const field: FieldSettings = { id: key, name, kind, labels: texts.labels, ...kindSettings(kind, texts.choice) }
    const columns = kind === 'table' ? [newField('text', 'column', { ...texts, labels: numbered(texts.column, 1) }, id)(doc)] : []
    return { key, part, field, of: columns }
  }
}

function unusedId(doc: Doc, id: NewId): string {
  const parts = partsIn(doc)
  let key = id()
  while (parts.has(key)) key = id()
  return key
}

/** The part once more, with ids and names of its own. Conditions inside of it go on naming what they named. */
export function copyOf(part: Part, id: NewId): NewPart {
  return (doc) => {
    const names = namesIn(doc)
    let next = doc.next
    const copy = (one: Part): Part => {
      if (!isField(one)) return { ...one, key: `#${next++}`, of: one.of.map(copy) }
      const key = unusedId(doc, id)
      const name = freeName(one.field.name.replace(/_\d+$/, ''), names)
      names.add(name)
      return { ...one, key, field: { ...one.field, id: key, name }, of: one.of.map(copy) }
    }
    return copy(part)
  }
}
