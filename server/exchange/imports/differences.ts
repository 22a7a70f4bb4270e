/** What an import changes, as people compare it: for the report, whose first differences travel along, and as a sheet with all of them. */
import { createHash } from 'node:crypto'
import type { Field } from '../../../model/field.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import { fieldKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { rowXml, sheetEnd, sheetStart, style } from '../../../model/workbook-parts.ts'
import type { Values } from '../../kernel/resources/noun-writes.ts'
import type { ExistingRow } from './existing.ts'
import type { Asking, ChangedRow, Difference, FileRow, GoodRow } from './types.ts'
import { wordsOf } from './values.ts'

/** Gives a function that tells the differences of one row; nothing of a field that its reader does not see can be among them. */
export function differencesOf(
  of: Resource,
  key: readonly string[],
  { t }: Asking,
): (row: FileRow, existing: ExistingRow, values: Values) => Difference[] {
  return (row, { shown }, values) =>
    Object.entries(values).map(([field, value]) => ({
      row: row.row,
      name: shown.get(of.title) ?? row.texts[key.at(-1) ?? ''] ?? '',
      field,
      heading: t(fieldKey(of.name, field)),
      before: shown.get(field) ?? '',
      after: afterwards(of, field, value, row),
    }))

  function afterwards({ fields }: Resource, field: string, value: unknown, { texts }: FileRow): string {
    const { kind, options } = fields[field] as Field
    if (value === undefined || (Array.isArray(value) && value.length === 0)) return ''
    return kind === 'choice' && options ? t(`${wordsOf(field, fields[field] as Field)}.${String(value)}` as LabelKey) : (texts[field] ?? '')
  }
}

/** The differences as the XML of a sheet. */
export function* differencesSheet(differences: readonly Difference[], t: Asking['t']): Generator<string> {
  const headings = (['import.row', 'import.record', 'import.column', 'import.before', 'import.after'] as const).map((label) => t(label))
  yield sheetStart({ widths: [8, 24, 24, 40, 40], isFrozen: true })
  yield rowXml(1, headings, () => style.heading)
  for (const [at, { row, name, heading, before, after }] of differences.entries())
    yield rowXml(at + 2, [row, name, heading, before, after], (column) => (column === 0 ? style.number : style.text))
  yield sheetEnd()
}

/** What the check compared with, as one short text: which rows are new, and which are there in which version. */
export function basisOf({
  added,
  changed,
}: {
  readonly added: readonly Pick<GoodRow, 'row'>[]
  readonly changed: readonly Pick<ChangedRow, 'row' | 'id' | 'version'>[]
}): string {
  const hash = createHash('sha256')
  for (const { row } of added) hash.update(`${row} new\n`)
  for (const { row, id, version } of changed) hash.update(`${row} ${id} ${version}\n`)
  return hash.digest('base64url')
}
