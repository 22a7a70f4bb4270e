/**
 * The file as it came, with what is wrong marked in it: a last column says it in words, the cells are coloured. People
 * correct it and import it again. Made as a stream from the original, so its size costs no memory.
 */
import { Readable } from 'node:stream'
import type { Translate } from '../../../model/labels/index.ts'
import type { Style } from '../../../model/workbook-parts.ts'
import { rowXml, sheetEnd, sheetStart, style } from '../../../model/workbook-parts.ts'
import { packWorkbook, sheetRows } from '../../documents/index.ts'
import type { SheetRow } from '../../documents/index.ts'
import { sheetName } from '../../../model/workbook.ts'
import { differencesSheet } from './differences.ts'
import type { RowErrors } from './row-errors.ts'
import { ERRORS_HEADING } from './headings.ts'
import type { FileContents } from './read-file.ts'
import type { Difference, ImportReport } from './types.ts'

interface Annotated {
  readonly contents: FileContents
  readonly findings: RowErrors
  /** On a sheet of their own; without an error, the only one. */
  readonly differences: readonly Difference[]
}

/** A copy of the file with the errors of each row written beside it. @param only With `wrong`, the rows that are right are left out. */
export function annotated(path: string, { contents, findings, differences }: Annotated, t: Translate, only: 'all' | 'wrong'): Readable {
  const marked = findings.total > 0 ? [{ name: 'Sheet1', xml: sheet(path, contents, findings, t, only) }] : []
  const changes =
    differences.length > 0 ? [{ name: sheetName(t('import.differences'), 1), xml: Readable.from(differencesSheet(differences, t)) }] : []
  return Readable.from(packWorkbook([...marked, ...changes]))
}

/** `users.xlsx` → `users (errors).xlsx`, or `(changes)` where nothing is wrong. */
export function annotatedName({ fileName, errorTotal }: Pick<ImportReport, 'fileName' | 'errorTotal'>, t: Translate): string {
  return `${fileName.replace(/\.xlsx$/i, '')} (${t(errorTotal > 0 ? 'import.file-errors' : 'import.file-changes')}).xlsx`
}

async function* sheet(
  path: string,
  contents: FileContents,
  findings: RowErrors,
  t: Translate,
  only: 'all' | 'wrong',
): AsyncGenerator<string> {
  const {
    columns: { fields, headings },
    headings: { row: headingRow, at: sheetAt },
  } = contents
  const known = headings.findIndex((heading, column) => heading === t(ERRORS_HEADING) && fields[column] === undefined)
  const last = known < 0 ? headings.length : known
  let at = 0
  const line = (cells: readonly string[], styleOf: (column: number) => Style) => rowXml((at += 1), cells, styleOf)
  const written = (row: SheetRow): string => {
    if (row.row === headingRow) return line(withLast(row.cells, last, t(ERRORS_HEADING)), () => style.heading)
    const found = findings.of(row.row)
    if (found.length === 0) return line(withLast(row.cells, last, ''), () => style.text)
    const wrong = new Set(found.map(({ field }) => fields.indexOf(field)))
    const cells = withLast(row.cells, last, found.map(({ message }) => message).join('\n'))
    return line(cells, (column) => (column === last ? style.reason : wrong.has(column) ? style.wrong : style.text))
  }
  yield sheetStart({ widths: [...Array<number>(Math.max(1, last)).fill(20), 60] })
  for await (const { rows } of sheetRows(path, sheetAt)) {
    const wanted = only === 'all' ? rows : rows.filter(({ row }) => row === headingRow || findings.has(row))
    if (wanted.length > 0) yield wanted.map(written).join('')
  }
  yield sheetEnd()
}

function withLast(cells: readonly string[], last: number, text: string): string[] {
  const all = Array.from({ length: last }, (_, column) => cells[column] ?? '')
  return [...all, text, ...cells.slice(last + 1)]
}
