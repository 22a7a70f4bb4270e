/** Which column holds which field: by the field's name in any of our languages, as it was called before, or as programs spell it. */
import type { Field } from '../../../model/field.ts'
import { sourcesOf } from '../../../model/field.ts'
import type { Translate } from '../../../model/labels/index.ts'
import { formerWords } from '../../../model/labels/former.ts'
import { fieldKey, languages } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { keyOf, writableFields } from '../../../model/resource.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import type { View } from '../../kernel/authorization/view.ts'
import { mayWrite } from '../../kernel/authorization/view.ts'
import type { ImportKind, Special } from './types.ts'

/** Stands after a heading that every row needs. */
export const NEEDED = '*'

/** A word without what people add to it: blanks, case, full-width signs, the mark of a needed column. */
export function plain(text: string): string {
  return text.normalize('NFKC').replace(/\s+/g, ' ').trim().replace(/ ?\*$/, '').toLowerCase()
}

/** Fields that can be columns, in the order of the declaration. */
export function importableFields(of: Resource, view: View, { by, without = [] }: Special): string[] {
  return columnFields(of, by).filter((name) => !without.includes(name) && mayWrite(view, name, of.fields[name] as Field))
}

function columnFields(of: Resource, by: string | undefined): string[] {
  return by === undefined ? writableFields(of, 'add') : [by, ...writableFields(of, 'update')]
}

/** Columns that every row needs which is added; a tree's parent may be left out, which means the top. */
export function neededFields(of: Resource, { by, without = [] }: Special): string[] {
  return columnFields(of, by).filter((name) => of.fields[name]?.required && name !== of.parent && !without.includes(name))
}

/** Columns without which nothing can be done: those of a new row, or those that name the row that is there. */
export const neededColumns = (of: Resource, special: Special, kind: ImportKind) =>
  kind === 'add' ? neededFields(of, special) : fileKeyOf(of, special)

/** The fields by which a file names rows that are there; none where it cannot. */
export function fileKeyOf(of: Resource, { by }: Special): readonly string[] {
  return by === undefined ? (keyOf(of) ?? []) : [by]
}

/** The field of a tree that tells the code of the row above: what exports say beside its name, a file may say as well. */
export function parentCodeOf({ name, parent, fields }: Resource): string | undefined {
  return parent === undefined ? undefined : Object.keys(fields).find((field) => sourcesOf(fields[field]).some(({ noun }) => noun === name))
}

export interface Columns {
  /** Field of each column; `undefined` where the column is not taken. */
  readonly fields: readonly (string | undefined)[]
  readonly headings: readonly string[]
  readonly unknown: readonly string[]
  readonly ignored: readonly string[]
}

/** The heading of the column that we add to a file with errors; it may come back with the corrected file. */
export const ERRORS_HEADING = 'import.column-errors'

/** Columns of a row of headings; nothing when it names no field at all. */
export function columnsOf(cells: readonly string[], of: Resource, view: View, special: Special, t: Translate): Columns | undefined {
  const importable = new Set(importableFields(of, view, special))
  const parentCode = parentCodeOf(of)
  if (parentCode !== undefined && view.sees(parentCode) && importable.has(of.parent as string)) importable.add(parentCode)
  const known = namesOf(of, view, special, t)
  const ownMarks = new Set(languages.map((language) => plain(translatorFor(language)(ERRORS_HEADING))))
  const fields: (string | undefined)[] = []
  const unknown: string[] = []
  const ignored: string[] = []
  cells.forEach((cell, column) => {
    const field = known.get(plain(cell))
    if (field !== undefined && importable.has(field) && !fields.includes(field)) fields[column] = field
    else if (plain(cell) === '' || ownMarks.has(plain(cell))) return
    else (field !== undefined && !importable.has(field) ? ignored : unknown).push(cell.trim())
  })
  return fields.some(Boolean) ? { fields, headings: cells.map((cell) => cell.trim()), unknown, ignored } : undefined
}

/** Every word for every field the caller sees. Where two languages use a word for different fields, the caller's own decides. */
function namesOf(of: Resource, view: View, special: Special, t: Translate): Map<string, string> {
  const seen = Object.keys(of.fields).filter((name) => view.sees(name) || importableFields(of, view, special).includes(name))
  const known = new Map<string, string>()
  const learn = (word: string, field: string) => {
    if (!known.has(plain(word))) known.set(plain(word), field)
  }
  for (const name of seen) learn(t(fieldKey(of.name, name)), name)
  for (const name of seen) learn(name, name)
  for (const language of languages) for (const name of seen) learn(translatorFor(language)(fieldKey(of.name, name)), name)
  for (const name of seen) for (const word of formerWords[fieldKey(of.name, name)] ?? []) learn(word, name)
  return known
}
