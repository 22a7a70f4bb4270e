/** What the cells of a row say, as the values of a form: for a row that is added all of them, for one that is there those that differ. */
import type { Field } from '../../../model/field.ts'
import { fieldKey, languages } from '../../../model/labels/index.ts'
import { describe } from '../../../model/messages.ts'
import type { Resource } from '../../../model/resource.ts'
import { writableFields } from '../../../model/resource.ts'
import { addSchema, updateSchema } from '../../../model/schemas.ts'
import { translatorFor } from '../../kernel/http/language.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import type { ExistingRow } from './existing.ts'
import { variantsOf } from './existing.ts'
import { parentCodeOf, plain } from './headings.ts'
import type { ReferenceResolver } from './resolve-references.ts'
import type { RowErrors } from './row-errors.ts'
import type { Asking, FileRow, Special } from './types.ts'
import { membersOf, partsOf } from './values.ts'

/** Stands for a reference that was not found, so that the rest of the row can be checked. */
const SOME_ID = '00000000-0000-0000-0000-000000000000'

/** What a cell says that is to be emptied, in any of our languages: one without anything leaves a record as it is. */
const clearing = new Set(languages.map((language) => plain(translatorFor(language)('import.clear'))))
/** Whether a cell says that the value is to be emptied. */
export const isCleared = (text: string): boolean => clearing.has(plain(text))

export interface Converter {
  /** The values of a new row; nothing where it is wrong. */
  added(row: FileRow): Values | undefined
  /** What the row says otherwise than the one that is there; nothing where it is wrong. */
  changed(row: FileRow, existing: ExistingRow): Values | undefined
}

/**
 * What makes values of the cells of a row, and notes what is wrong with them.
 * @param key The fields that name the row that is there, which the file does not change.
 */
export function converterOf(
  of: Resource,
  { without = [] }: Special,
  key: readonly string[],
  { t }: Asking,
  meanings: ReferenceResolver,
  findings: RowErrors,
): Converter {
  const adding = addSchema(of).omit(Object.fromEntries(without.map((name) => [name, true as const])))
  const changing = updateSchema(of)
  const changeable = new Set(writableFields(of, 'update'))
  const members = new Map(
    Object.entries(of.fields)
      .filter(([, field]) => field.options)
      .map(([name, field]) => [name, membersOf(name, field)]),
  )
  const nameOf = (field: string) => t(fieldKey(of.name, field))
  const parentCode = parentCodeOf(of)

  function valueOf(row: FileRow, name: string, text: string): unknown {
    const { kind } = of.fields[name] as Field
    if (kind === 'choice') return members.get(name)?.get(plain(text)) ?? text
    if (kind === 'reference') return idOf(row, name, text)
    const several = members.get(name)
    if (several) return partsOf(text).map((part) => several.get(plain(part)) ?? part)
    if (kind !== 'references') return text
    if (text === '') return []
    // A name may have a comma in it, so the whole is tried first.
    const whole = meanings.find(name, text, row)
    return typeof whole === 'object' ? [whole.id] : partsOf(text).map((part) => idOf(row, name, part))
  }

  function idOf(row: FileRow, name: string, text: string): string {
    if (text === '' || (name === of.parent && meanings.isTop(text))) return name === of.parent ? '0' : ''
    const found = meanings.find(name, text, row)
    if (typeof found === 'object') return found.id
    findings.add(row.row, {
      field: name,
      message: t(`import.check.${found}`, { field: nameOf(name), value: short(text), code: row.parentCode ?? '' }),
    })
    return SOME_ID
  }

  function markFormulas(row: FileRow): void {
    for (const name of row.formulas ?? [])
      findings.add(row.row, { field: name, message: t('import.check.formula', { field: nameOf(name) }) })
  }

  /** Whether the cell shows what an export would. */
  function isAsShown(row: FileRow, name: string, text: string, { shown }: ExistingRow): boolean {
    if (name === of.parent && row.parentCode !== undefined && parentCode !== undefined && shown.get(parentCode) !== row.parentCode)
      return false
    return shown.get(name) === text || (text.includes('\n') && shown.get(name)?.replaceAll('\r\n', '\n') === text.replaceAll('\r\n', '\n'))
  }

  return {
    added(row) {
      const given: Record<string, unknown> = {}
      for (const [name, text] of Object.entries(row.texts)) given[name] = valueOf(row, name, isCleared(text) ? '' : text)
      if (of.parent !== undefined) given[of.parent] ??= '0'
      markFormulas(row)
      const parsed = adding.safeParse(given, { reportInput: true })
      if (!parsed.success) {
        for (const finding of describe(parsed.error.issues, of, t)) findings.add(row.row, finding)
        return undefined
      }
      return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
    },

    changed(row, existing) {
      const given: Record<string, unknown> = {}
      for (const [name, text] of Object.entries(row.texts)) {
        if (text === '' || key.includes(name) || isAsShown(row, name, text, existing)) continue
        const { kind, required, check } = of.fields[name] as Field
        const isEmptied = isCleared(text)
        if (isEmptied && required) {
          findings.add(row.row, { field: name, message: t('check.required', { field: nameOf(name) }) })
          continue
        }
        const value = isEmptied ? (kind === 'references' || kind === 'words' ? [] : '') : valueOf(row, name, text)
        if (changeable.has(name)) given[name] = value
        else if (!isSame(check.safeParse(value).data, variantsOf(of, existing, name)))
          findings.add(row.row, { field: name, message: t('import.check.once', { field: nameOf(name) }) })
      }
      markFormulas(row)
      const parsed = changing.safeParse({ id: existing.id, ...given }, { reportInput: true })
      if (!parsed.success) {
        for (const finding of describe(parsed.error.issues, of, t)) findings.add(row.row, finding)
        return undefined
      }
      const { id: _id, version: _version, ...values } = parsed.data as Values
      return Object.fromEntries(Object.entries(values).filter(([name, value]) => !isSame(value, variantsOf(of, existing, name))))
    },
  }
}

/** Whether a value is what stands there, in one of the ways to say it; links in any order. */
function isSame(value: unknown, stored: readonly unknown[]): boolean {
  return stored.some((each) => textOf(each) === textOf(value))
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return JSON.stringify([...(value as string[])].sort())
  const text = String(value ?? '')
  // A day is its midnight.
  return /^\d{4}-\d\d-\d\d$/.test(text) ? `${text} 00:00:00` : text
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
