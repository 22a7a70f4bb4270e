/**
 * The workbook to fill in: headings in the caller's language, lists to choose from, an example that is not imported, and a
 * second sheet that says what may stand in each column.
 */
import { buffer } from 'node:stream/consumers'
import type { Field } from '../../../model/field.ts'
import type { LabelKey, Translate } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { columnName, sheetName } from '../../../model/workbook.ts'
import { XLSX, rangeIn, rowXml, sheetEnd, sheetStart, style, validationsXml } from '../../../model/workbook-parts.ts'
import { packWorkbook } from '../../documents/index.ts'
import { Download } from '../../kernel/http/download.ts'
import { fail } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/http.ts'
import { viewOf } from '../../kernel/authorization/view.ts'
import { COMMENT } from './read-file.ts'
import { importableNamed } from './registry.ts'
import { NEEDED, importableFields, neededFields } from './headings.ts'
import type { Column } from './template-columns.ts'
import { columnFor } from './template-columns.ts'
import { inScopeFor } from './in-scope.ts'

/** Rows below the example that get lists to choose from. */
const PREPARED_ROWS = 5000

/**
 * A workbook to fill in: a column for each field that can be imported, with notes and lists of values.
 * @throws Failure `request.not-found` for a noun that cannot be imported.
 */
export async function templateOf(of: Resource, call: Pick<Call<unknown>, 'caller' | 't' | 'services'>): Promise<Download> {
  const { special } = importableNamed(of.name) ?? fail('request.not-found')
  const { caller, t, services } = call
  const within = inScopeFor(services.transactions, caller)
  const needed = neededFields(of, special)
  const columns: Column[] = []
  for (const name of importableFields(of, viewOf(caller, of), special)) {
    const column = await columnFor(of, name, of.fields[name] as Field, needed.includes(name), call, within)
    columns.push(name === special.by ? { ...column, example: '', note: t('import.note.by') } : column)
  }
  const noun = t(`noun.${of.name}` as LabelKey)
  return new Download({ name: `${t('import.template', { noun })}.xlsx`, type: XLSX, bytes: await bytesOf(noun, columns, call) })
}

async function bytesOf(noun: string, columns: readonly Column[], { t }: Pick<Call<unknown>, 't'>): Promise<Uint8Array> {
  const names = [sheetName(noun, 1), sheetName(t('import.notes'), 1)] as const
  const lists = columns.filter(({ choices }) => choices.length > 0)
  const rules = columns.map((column, at) => {
    const place = columnName(at)
    const list = column.several ? undefined : listOf(names[1], lists, column)
    return { range: `${place}3:${place}${PREPARED_ROWS}`, title: column.heading, prompt: column.note, list, isStrict: !column.open }
  })
  const sheet = [
    sheetStart({
      widths: columns.map(({ heading }) => Math.min(40, Math.max(14, heading.length * 2 + 4))),
      isFrozen: true,
      isForTyping: true,
    }),
    rowXml(
      1,
      columns.map(({ heading, needed }) => (needed ? `${heading} ${NEEDED}` : heading)),
      () => style.heading,
    ),
    rowXml(
      2,
      columns.map(({ example }, index) => (index === 0 ? `${COMMENT} ${example}` : example)),
      () => style.example,
    ),
    sheetEnd(validationsXml(rules)),
  ]
  const sheets = [
    { name: names[0], xml: sheet.join('') },
    { name: names[1], xml: notesOf(columns, lists, t) },
  ]
  return buffer(packWorkbook(sheets))
}

/** Columns of the second sheet before those with the values to choose from. */
const LISTS_FROM = 4

/** Where the column's values stand on the second sheet. */
function listOf(notes: string, lists: readonly Column[], column: Column): string | undefined {
  const at = lists.indexOf(column)
  if (at < 0) return undefined
  const place = columnName(LISTS_FROM + at)
  return rangeIn(notes, `$${place}$2:$${place}$${column.choices.length + 1}`)
}

/** The second sheet: what each column takes, and beside it the values to choose from. */
function notesOf(columns: readonly Column[], lists: readonly Column[], t: Translate): string {
  const titles = [t('import.notes.column'), t('import.notes.needed'), t('import.notes.takes'), '']
  const notes: string[][] = columns.map(({ heading, needed, note }) => [heading, needed ? t('import.notes.yes') : '', note, ''])
  const below = [
    [],
    [t('import.notes.comment', { sign: COMMENT })],
    [t('import.notes.text')],
    [t('import.note.clear', { word: t('import.clear') })],
  ]
  const left = [...notes, ...below]
  const length = Math.max(left.length, ...lists.map(({ choices }) => choices.length))
  const rows = Array.from({ length }, (_, at) => {
    const [heading = '', needed = '', note = '', gap = ''] = left[at] ?? []
    return [heading, needed, note, gap, ...lists.map(({ choices }) => choices[at] ?? '')]
  })
  return [
    sheetStart({ widths: [24, 12, 72, 4, ...lists.map(() => 28)] }),
    rowXml(1, [...titles, ...lists.map(({ heading }) => heading)], (column) => (column === LISTS_FROM - 1 ? style.text : style.bold)),
    ...rows.map((row, at) => rowXml(at + 2, row, (column) => (column < LISTS_FROM - 1 && at < notes.length ? style.note : style.text))),
    sheetEnd(),
  ].join('')
}
