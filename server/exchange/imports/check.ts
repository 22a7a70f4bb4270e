/**
 * Judges the rows of a file by the same model that judges a form: each through `addSchema`, references by name, what is
 * unique within the file and in the database, the noun's rule, and that a tree stays one. Stores nothing.
 */
import { setImmediate } from 'node:timers/promises'
import type { LabelKey } from '../../../model/labels/index.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import { describe } from '../../../model/messages.ts'
import type { Field } from '../../../model/field.ts'
import type { Resource } from '../../../model/resource.ts'
import { addSchema } from '../../../model/schemas.ts'
import { inWords } from '../../kernel/http/failures.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import { writesOf } from '../../kernel/resources/noun-writes.ts'
import { changesOf, existingRows } from './existing.ts'
import { topologicalOrder } from './topological-order.ts'
import { plain } from './headings.ts'
import { RowErrors } from './row-errors.ts'
import type { ReferenceResolver } from './resolve-references.ts'
import { resolverOf } from './resolve-references.ts'
import { uniqueConflicts } from './unique-conflicts.ts'
import type { Asking, FileRow, GoodRow, Special, InScope } from './types.ts'
import { markWithin } from './unique-within.ts'
import { membersOf, partsOf } from './values.ts'

export interface Judged {
  /** Rows without an error, parents before their children. */
  readonly good: readonly GoodRow[]
  readonly findings: RowErrors
}

/** How many rows are judged before others get their turn. */
const SLICE = 250

/** Stands for a reference that was not found, so that the rest of the row can be checked. */
const SOME_ID = '00000000-0000-0000-0000-000000000000'

/** Which rows of the file are valid, with their values by column, and the errors of the others. */
export async function validateRows(
  of: Resource,
  special: Special,
  asking: Asking,
  within: InScope,
  rows: readonly FileRow[],
  onProgress: (done: number) => void,
): Promise<Judged> {
  const findings = new RowErrors()
  const meanings = await resolverOf(of, asking, within, rows)
  const toValues = converter(of, special, asking, meanings, findings)
  const values: (Values | undefined)[] = []
  for (let start = 0; start < rows.length; start += SLICE) {
    for (const row of rows.slice(start, start + SLICE)) values.push(toValues(row))
    onProgress(values.length)
    await setImmediate()
  }
  const existing = special.by === undefined ? undefined : await existingRows(of, special.by, rows, findings, asking, within)
  const sound = () =>
    rows.flatMap(({ row, id }, index): GoodRow[] =>
      findings.has(row) ? [] : [{ row, id: existing?.get(row) ?? id, values: values[index] as Values }],
    )
  markTwins(of, rows, findings, asking)
  await markTaken(of, rows, findings, asking, within)
  await markWithin(of, rows, values, findings, asking, within)
  await markRefused(of, special, asking, within, sound(), findings)
  const good = of.parent === undefined ? sound() : topologicalOrder(of, rows, values, findings, asking)
  return { good, findings }
}

/** What the noun itself refuses, in the words that a form is told. */
async function markRefused(
  of: Resource,
  { by }: Special,
  asking: Asking,
  within: InScope,
  rows: readonly GoodRow[],
  findings: RowErrors,
): Promise<void> {
  const { add, change } = writesOf(of)
  if (!(by === undefined ? add.judge : change.judge)) return
  const refusals = await within(
    of,
    async (tx) => (by === undefined ? add.judge?.(tx, asking, rows) : change.judge?.(tx, asking, changesOf(rows, by))),
    'read',
  )
  for (const [index, failure] of refusals ?? []) {
    const { message, errors } = inWords(failure, asking.t)
    findings.add((rows[index] as GoodRow).row, errors?.[0] ?? { field: of.title, message })
  }
}

function converter(
  of: Resource,
  special: Special,
  { t }: Asking,
  meanings: ReferenceResolver,
  findings: RowErrors,
): (row: FileRow) => Values | undefined {
  const { by, without = [] } = special
  const schema = addSchema(of)
    .omit(Object.fromEntries(without.map((name) => [name, true as const])))
    .extend(by === undefined ? {} : { [by]: (of.fields[by] as Field).check })
  const members = new Map(
    Object.entries(of.fields)
      .filter(([, field]) => field.options)
      .map(([name, field]) => [name, membersOf(name, field)]),
  )
  const nameOf = (field: string) => t(fieldKey(of.name, field))

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
    const key: LabelKey = found === 'none' ? 'import.check.none' : 'import.check.several'
    findings.add(row.row, { field: name, message: t(key, { field: nameOf(name), value: short(text) }) })
    return SOME_ID
  }

  return (row) => {
    const given: Record<string, unknown> = {}
    for (const [name, text] of Object.entries(row.texts)) given[name] = valueOf(row, name, text)
    if (of.parent !== undefined) given[of.parent] ??= '0'
    for (const name of row.formulas ?? [])
      findings.add(row.row, { field: name, message: t('import.check.formula', { field: nameOf(name) }) })
    const parsed = schema.safeParse(given, { reportInput: true })
    if (!parsed.success) {
      for (const finding of describe(parsed.error.issues, of, t)) findings.add(row.row, finding)
      return undefined
    }
    const broken = of.rule?.(parsed.data)
    if (broken) findings.add(row.row, { field: broken.field, message: t(broken.code as LabelKey, { field: nameOf(broken.field) }) })
    return Object.fromEntries(Object.entries(parsed.data).filter(([, value]) => value !== undefined))
  }
}

function uniqueFields(of: Resource, rows: readonly FileRow[]): string[] {
  return (of.unique ?? []).filter((name) => rows.some((row) => row.texts[name]))
}

const keyOf = (text: string) => text.trim().toLowerCase()

/** Values that stand twice in the file: the second is at fault. */
function markTwins(of: Resource, rows: readonly FileRow[], findings: RowErrors, { t }: Asking): void {
  for (const name of uniqueFields(of, rows)) {
    const first = new Map<string, number>()
    for (const { row, texts } of rows) {
      const key = keyOf(texts[name] ?? '')
      if (key === '') continue
      const before = first.get(key)
      if (before === undefined) first.set(key, row)
      else findings.add(row, { field: name, message: t('import.check.twin', { field: t(fieldKey(of.name, name)), row: before }) })
    }
  }
}

async function markTaken(of: Resource, rows: readonly FileRow[], findings: RowErrors, { t }: Asking, within: InScope): Promise<void> {
  for (const name of uniqueFields(of, rows)) {
    const keys = new Set(
      rows
        .filter(({ row }) => !findings.hasAt(row, name))
        .map((row) => keyOf(row.texts[name] ?? ''))
        .filter(Boolean),
    )
    const taken = await uniqueConflicts(of, name, [...keys], within)
    if (taken.size === 0) continue
    for (const { row, texts } of rows) {
      if (taken.has(keyOf(texts[name] ?? '')))
        findings.add(row, { field: name, message: t('error.row.taken', { field: t(fieldKey(of.name, name)) }) })
    }
  }
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text
}
