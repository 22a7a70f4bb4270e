/**
 * The workbook to fill in: headings in the caller's language, lists to choose from, an example that is not imported, and a
 * second sheet that says what may stand in each column.
 */
import type { DataValidation, Worksheet } from 'exceljs'
import type { Field } from '../../../model/field.ts'
import type { LabelKey } from '../../../model/labels/index.ts'
import type { Resource } from '../../../model/resource.ts'
import { XLSX } from '../../documents/index.ts'
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
/** Number format "text": what is typed stays as it is typed, zeros at the front included. */
const TEXT = '@'
const GREY = { argb: 'FF667085' }

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
  // Loaded when somebody asks for a template: it is large, and nothing else needs it.
  const { default: excel } = await import('exceljs')
  const book = new excel.Workbook()
  const sheet = book.addWorksheet(sheetName(noun), { views: [{ state: 'frozen', ySplit: 1 }] })
  const notes = book.addWorksheet(sheetName(t('import.notes')))

  sheet.columns = columns.map(({ heading }) => ({ width: Math.min(40, Math.max(14, heading.length * 2 + 4)), style: { numFmt: TEXT } }))
  sheet.getRow(1).values = columns.map(({ heading, needed }) => (needed ? `${heading} ${NEEDED}` : heading))
  sheet.getRow(1).font = { bold: true }
  sheet.getRow(1).fill = { type: 'pattern', pattern: 'solid', fgColor: { argb: 'FFEAECF0' } }
  sheet.getRow(2).values = columns.map(({ example }, index) => (index === 0 ? `${COMMENT} ${example}` : example))
  sheet.getRow(2).font = { italic: true, color: GREY }

  notes.getRow(1).values = [t('import.notes.column'), t('import.notes.needed'), t('import.notes.takes')]
  notes.getRow(1).font = { bold: true }
  notes.columns = [{ width: 24 }, { width: 12 }, { width: 72 }, { width: 4 }]
  columns.forEach(({ heading, needed, note }, index) => {
    const row = notes.getRow(index + 2)
    row.values = [heading, needed ? t('import.notes.yes') : '', note]
    row.alignment = { wrapText: true, vertical: 'top' }
  })
  const after = columns.length + 3
  for (const [index, line] of [t('import.notes.comment', { sign: COMMENT }), t('import.notes.text')].entries())
    notes.getCell(after + index, 1).value = line

  let place = 5
  for (const [index, { heading, note, choices, several, open }] of columns.entries()) {
    const column = notes.getColumn(place)
    if (choices.length > 0) {
      column.values = [heading, ...choices]
      column.width = 28
      notes.getCell(1, place).font = { bold: true }
    }
    validate(
      sheet,
      index + 1,
      choices.length > 0 && !several
        ? `'${notes.name.replaceAll("'", "''")}'!$${column.letter}$2:$${column.letter}$${choices.length + 1}`
        : undefined,
      { heading, note, open },
    )
    if (choices.length > 0) place += 1
  }
  return new Uint8Array(await book.xlsx.writeBuffer())
}

/** Ranges can be given a rule at once, which the types leave out. */
interface WithRules {
  dataValidations: { add(range: string, rule: DataValidation): void }
}

/** Shows what the column takes, and a list where there is one; a name that is not on the list may still be right. */
function validate(
  sheet: Worksheet,
  column: number,
  list: string | undefined,
  { heading, note, open }: { heading: string; note: string; open: boolean },
): void {
  const { letter } = sheet.getColumn(column)
  const prompt = { showInputMessage: true, promptTitle: heading.slice(0, 32), prompt: note.slice(0, 255), allowBlank: true }
  // A rule that everything passes carries the note where there is no list.
  const rule =
    list === undefined
      ? { type: 'custom' as const, formulae: ['TRUE'], showErrorMessage: false, ...prompt }
      : { type: 'list' as const, formulae: [list], showErrorMessage: !open, ...prompt }
  ;(sheet as unknown as WithRules).dataValidations.add(`${letter}3:${letter}${PREPARED_ROWS}`, rule)
}

/** Characters that the name of a sheet cannot have, and its length. */
function sheetName(text: string): string {
  return text.replace(/[\\/?*[\]:']/g, ' ').slice(0, 31)
}
