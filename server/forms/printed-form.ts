/** A form as the blocks of a paper, in the order of its layout: filled in, or with room to write by hand. */
import type { EntryData } from '../../model/form/check-entry.ts'
import type { Expression } from '../../model/expression/expression.ts'
import type { FormColumn, FormDefinition, FormField, LayoutPart } from '../../model/form/definition.ts'
import { textIn } from '../../model/form/definition.ts'
import type { FieldKind } from '../../model/form/kinds.ts'
import type { Language, Translate } from '../../model/labels/index.ts'
import type { Block, Box, Picture } from '../documents/index.ts'

/** In which language the paper is. */
export interface Wording {
  readonly language: Language
  readonly t: Translate
}

/** What is filled in, and which parts are there because of it. */
export interface Filled {
  readonly data: EntryData
  /** What a value says; empty where it has none. */
  readonly textOf: (part: FormColumn, value: unknown) => string
  readonly isShown: (field: FormField) => boolean
  readonly holds: (condition: Expression) => boolean
  /** The pictures of a field. */
  readonly pictures: (field: FormField) => readonly Picture[]
}

const TWELFTHS = 12
/** Lines that are left free for what takes more than one. */
const BLANK_LINES: Readonly<Partial<Record<FieldKind, number>>> = { lines: 5, 'rich-text': 8, pictures: 8, signature: 4, files: 2 }
const BLANK_ROWS = 5
const MAX_CHOICES_IN_HEADING = 6

/** The blocks of a form. @param filled Absent: to be filled in by hand, so everything is shown that could be */
export function blocksOf(definition: FormDefinition, wording: Wording, filled: Filled | undefined): Block[] {
  return new Printing(definition, wording, filled).parts(definition.layout, 1)
}

class Printing {
  readonly #fields: ReadonlyMap<string, FormField>
  readonly #wording: Wording
  readonly #filled: Filled | undefined

  constructor({ fields }: FormDefinition, wording: Wording, filled: Filled | undefined) {
    this.#fields = new Map(fields.map((field) => [field.id, field]))
    this.#wording = wording
    this.#filled = filled
  }

  parts(parts: readonly LayoutPart[], level: 1 | 2): Block[] {
    return parts.flatMap((part) => this.#part(part, level))
  }

  #part(part: LayoutPart, level: 1 | 2): Block[] {
    const { language } = this.#wording
    const titled = (title: string, inside: readonly Block[]): Block[] =>
      inside.length === 0 ? [] : [{ kind: 'heading', text: title, level }, ...inside]
    switch (part.part) {
      case 'field':
        return this.#row([part])
      case 'row':
        return this.#row(part.of)
      case 'group':
        return titled(textIn(part.title, language), this.parts(part.of, 2))
      case 'tabs':
      case 'steps':
        return part.of.flatMap(({ title, of }) => titled(textIn(title, language), this.parts(of, 2)))
      case 'heading':
      case 'text': {
        if (part.visibleWhen && this.#filled && !this.#filled.holds(part.visibleWhen)) return []
        const text = textIn(part.text, language)
        return [part.part === 'text' ? { kind: 'text', text } : { kind: 'heading', text, level }]
      }
      case 'divider':
        return [{ kind: 'rule' }]
    }
  }

  /** Parts that stand beside each other: boxes do, whatever is wider stands below them. */
  #row(parts: readonly LayoutPart[]): Block[] {
    const blocks: Block[] = []
    let boxes: Box[] = []
    const close = () => {
      if (boxes.length > 0) blocks.push({ kind: 'boxes', boxes: this.#wide(boxes) })
      boxes = []
    }
    const shown = parts.filter((part) => part.part !== 'field' || this.#field(part.field) !== undefined)
    const share = Math.max(1, Math.floor(TWELFTHS / Math.max(1, shown.filter(({ part }) => part === 'field').length)))
    for (const part of shown) {
      const field = part.part === 'field' ? this.#field(part.field) : undefined
      const own = field ? this.#block(field) : undefined
      if (part.part !== 'field' || own) {
        close()
        blocks.push(...(own ?? this.#part(part, 2)))
        continue
      }
      if (!field) continue
      const span = part.span ?? share
      if (boxes.reduce((sum, box) => sum + box.span, 0) + span > TWELFTHS) close()
      boxes.push({
        label: this.#label(field),
        value: this.#value(field),
        span,
        blankLines: this.#filled ? 1 : (BLANK_LINES[field.kind] ?? 1),
      })
    }
    close()
    return blocks
  }

  /** The last box takes what is left of the row. */
  #wide(boxes: readonly Box[]): Box[] {
    const left = TWELFTHS - boxes.reduce((sum, { span }) => sum + span, 0)
    return boxes.map((box, at) => (at === boxes.length - 1 ? { ...box, span: box.span + left } : box))
  }

  #field(id: string): FormField | undefined {
    const field = this.#fields.get(id)
    return field && (!this.#filled || this.#filled.isShown(field)) ? field : undefined
  }

  #label(part: FormColumn): string {
    const label = textIn(part.labels, this.#wording.language)
    return part.required && !this.#filled ? `${label} *` : label
  }

  /** What stands by itself: a table, and pictures that there are. */
  #block(field: FormField): Block[] | undefined {
    if (field.kind === 'table') return [this.#table(field)]
    if (!this.#filled || (field.kind !== 'pictures' && field.kind !== 'signature')) return undefined
    const pictures = this.#filled.pictures(field)
    return pictures.length === 0 ? undefined : [{ kind: 'pictures', label: this.#label(field), pictures }]
  }

  #table(field: FormField): Block {
    const columns = field.columns ?? []
    return {
      kind: 'table',
      title: this.#label(field),
      columns: columns.map((column) => this.#heading(column)),
      rows: this.#filled ? rowsOf(this.#filled, field.id, columns) : Array.from({ length: BLANK_ROWS }, () => columns.map(() => '')),
    }
  }

  /** Of a column; where it is filled in by hand, with what can be chosen as long as that is not much. */
  #heading(column: FormColumn): string {
    const choices = this.#filled ? [] : (column.choices ?? [])
    const words = choices.map(({ labels }) => textIn(labels, this.#wording.language))
    return words.length === 0 || words.length > MAX_CHOICES_IN_HEADING
      ? this.#label(column)
      : `${this.#label(column)} (${words.join(' / ')})`
  }

  #value(field: FormField): string {
    return this.#filled ? this.#filled.textOf(field, this.#filled.data[field.id]) : this.#choicesToTick(field)
  }

  /** What can be chosen, with a mark to tick before each. */
  #choicesToTick({ kind, choices = [] }: FormField): string {
    const { t, language } = this.#wording
    const words = kind === 'switch' ? [t('fill.yes'), t('fill.no')] : choices.map(({ labels }) => textIn(labels, language))
    const mark = kind === 'checkboxes' || kind === 'multi-select' ? '□' : '○'
    return words.map((word) => `${mark} ${word}`).join('    ')
  }
}

/** The rows of a table as texts. */
function rowsOf({ data, textOf }: Filled, table: string, columns: readonly FormColumn[]): string[][] {
  const rows = data[table]
  return Array.isArray(rows) ? (rows as EntryData[]).map((row) => columns.map((column) => textOf(column, row[column.id]))) : []
}
