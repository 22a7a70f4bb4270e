/**
 * A form as the designer holds it: one tree, in which a field stands where it stands on the page and a table has its columns below it. So a
 * field is on the page exactly once, whatever is done. What is kept and published is the definition made of it.
 */
import type { FormColumn, FormDefinition, FormField, LayoutPart, Texts } from '../../../../../model/form/definition.ts'
import type { Expression } from '../../../../../model/expression/expression.ts'

/** Names a part in the tree: the id of a field or column, and of every other part a number with a sign that no id has. */
export type Key = string

/** A field without what stands below it in the tree. */
export type FieldSettings = Omit<FormField, 'columns'>

interface Base {
  readonly key: Key
  readonly of: readonly Part[]
}
export type Part = Base &
  (
    | { readonly part: 'field' | 'column'; readonly field: FieldSettings; readonly span?: number | undefined }
    | { readonly part: 'row' | 'tabs' | 'steps' | 'divider' }
    | { readonly part: 'group'; readonly title: Texts; readonly isFolded?: boolean | undefined }
    | { readonly part: 'page'; readonly title: Texts }
    | { readonly part: 'heading' | 'text'; readonly text: Texts; readonly visibleWhen?: Expression | undefined }
  )
export type PartName = Part['part']
export type FieldPart = Extract<Part, { field: unknown }>

export interface Doc {
  readonly of: readonly Part[]
  readonly print?: FormDefinition['print']
  /** The number that the next part without an id has. */
  readonly next: number
}

/** Where a part stands: below another one or, with none, on the page itself, as the first, second … */
export interface Place {
  readonly parent: Key | undefined
  readonly at: number
}

export interface Found extends Place {
  readonly part: Part
  /** 1 for what stands on the page itself. */
  readonly depth: number
}

export const EMPTY_DOC: Doc = { of: [], next: 1 }

/** Whether the part is a field of the form, or a column of a table. */
export const isField = (part: Part): part is FieldPart => part.part === 'field' || part.part === 'column'

const indexes = new WeakMap<Doc, ReadonlyMap<Key, Found>>()

/** Every part by its key, from top to bottom. */
export function partsIn(doc: Doc): ReadonlyMap<Key, Found> {
  let index = indexes.get(doc)
  if (!index) {
    const found = new Map<Key, Found>()
    const visit = (parts: readonly Part[], parent: Key | undefined, depth: number): void => {
      for (const [at, part] of parts.entries()) {
        found.set(part.key, { part, parent, at, depth })
        visit(part.of, part.key, depth + 1)
      }
    }
    visit(doc.of, undefined, 1)
    indexes.set(doc, (index = found))
  }
  return index
}

/** The parts that stand below a part, or on the page itself. */
export function below(doc: Doc, parent: Key | undefined): readonly Part[] {
  return parent === undefined ? doc.of : (partsIn(doc).get(parent)?.part.of ?? [])
}

/** The tree of a definition: fields that stand nowhere come last, a field that stands twice stays where it is first. */
export function docOf(definition: FormDefinition): Doc {
  return new Reading(definition).doc()
}

class Reading {
  readonly #definition: FormDefinition
  /** Those that have not been found on the page yet, of each id the first. */
  readonly #left = new Map<string, FormField>()
  readonly #ids = new Set<string>()
  #next = 1

  constructor(definition: FormDefinition) {
    this.#definition = definition
    for (const field of definition.fields) if (!this.#left.has(field.id)) this.#left.set(field.id, field)
  }

  doc(): Doc {
    const { fields, layout, print } = this.#definition
    const twice = fields.filter((field) => this.#left.get(field.id) !== field)
    const placed = layout.flatMap((part) => this.#part(part))
    const of = [...placed, ...[...this.#left.values(), ...twice].map((field) => this.#field(field))]
    return { of, ...(print ? { print } : {}), next: this.#next }
  }

  #key(): Key {
    return `#${this.#next++}`
  }

  /** An id that no other field or column has. */
  #id(wanted: string): string {
    let id = wanted
    for (let count = 2; this.#ids.has(id); count += 1) id = `${wanted.slice(0, 12)}x${count}`
    this.#ids.add(id)
    return id
  }

  #field({ columns, ...given }: FormField, span?: number): Part {
    const field = { ...given, id: this.#id(given.id) }
    const of = (columns ?? []).map((column) => this.#column(column))
    return { key: field.id, part: 'field', field, ...(span === undefined ? {} : { span }), of }
  }

  #column(column: FormColumn): Part {
    const field = { ...column, id: this.#id(column.id) }
    return { key: field.id, part: 'column', field, of: [] }
  }

  #part(part: LayoutPart): Part[] {
    switch (part.part) {
      case 'field': {
        const field = this.#left.get(part.field)
        this.#left.delete(part.field)
        return field ? [this.#field(field, part.span)] : []
      }
      case 'row':
        return [{ key: this.#key(), part: 'row', of: part.of.flatMap((one) => this.#part(one)) }]
      case 'group':
        return [{ ...part, key: this.#key(), of: part.of.flatMap((one) => this.#part(one)) }]
      case 'tabs':
      case 'steps':
        return [{ key: this.#key(), part: part.part, of: part.of.map((page) => this.#page(page)) }]
      default:
        return [{ ...part, key: this.#key(), of: [] }]
    }
  }

  #page({ title, of }: { title: Texts; of: readonly LayoutPart[] }): Part {
    return { key: this.#key(), part: 'page', title, of: of.flatMap((one) => this.#part(one)) }
  }
}

const definitions = new WeakMap<Doc, FormDefinition>()

/** The definition that the tree stands for: its fields in the order of the page. */
export function definitionOf(doc: Doc): FormDefinition {
  let definition = definitions.get(doc)
  if (!definition) {
    const fields: FormField[] = []
    const layout = doc.of.flatMap((part) => layoutOf(part, fields))
    definition = { schema: 1, fields, layout, ...(doc.print ? { print: doc.print } : {}) }
    definitions.set(doc, definition)
  }
  return definition
}

const fieldOfPart = new WeakMap<Part, FormField>()

/** The field as a form has it, its columns included: the same one for the same part. */
export function fieldOf(part: FieldPart): FormField {
  let field = fieldOfPart.get(part)
  if (!field) {
    const columns = part.of.filter(isField).map((column) => column.field as FormColumn)
    field = columns.length > 0 ? { ...part.field, columns } : part.field
    fieldOfPart.set(part, field)
  }
  return field
}

function layoutOf(part: Part, fields: FormField[]): LayoutPart[] {
  const inside = () => part.of.flatMap((one) => layoutOf(one, fields))
  switch (part.part) {
    case 'field':
      fields.push(fieldOf(part))
      return [{ part: 'field', field: part.field.id, ...(part.span === undefined ? {} : { span: part.span }) }]
    case 'row':
      return [{ part: 'row', of: inside() }]
    case 'group':
      return [{ part: 'group', title: part.title, ...(part.isFolded === undefined ? {} : { isFolded: part.isFolded }), of: inside() }]
    case 'tabs':
    case 'steps':
      return [
        {
          part: part.part,
          of: part.of.flatMap((page) =>
            page.part === 'page' ? [{ title: page.title, of: page.of.flatMap((one) => layoutOf(one, fields)) }] : [],
          ),
        },
      ]
    case 'heading':
    case 'text':
      return [{ part: part.part, text: part.text, ...(part.visibleWhen ? { visibleWhen: part.visibleWhen } : {}) }]
    case 'divider':
      return [{ part: 'divider' }]
    default:
      return []
  }
}
