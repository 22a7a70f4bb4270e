/**
 * The rows of a sheet of a workbook, as texts, in batches. Made for files of strangers: everything is read as a
 * stream, within {@link limits}; formulas are never computed and links never followed. Runs in a thread of its own
 * (`sheet-rows.ts`), so that neither its time nor its memory is the server's.
 */
import { cellText } from './cells.ts'
import { limits, refuse } from './limits.ts'
import { openPackage } from './package.ts'
import type { Workbook } from './workbook.ts'
import { readWorkbook } from './workbook.ts'
import type { Attributes } from './read-xml.ts'
import { readXml } from './read-xml.ts'

/** One row with something in it. */
export interface SheetRow {
  /** As the spreadsheet numbers it, from 1. */
  readonly row: number
  /** The text of each cell; an empty one is `''` or, at the end, absent. */
  readonly cells: readonly string[]
  /** Columns (from 0) whose cell is computed, or shows an error such as #REF!. */
  readonly formulas?: readonly number[]
}

export interface Batch {
  readonly rows: SheetRow[]
  /** How much of the sheet has been read, up to 1. */
  readonly share: number
  /** What the sheet is called. */
  readonly sheet: string
}

/** Excel's own bounds of a sheet. */
const LAST_ROW = 1_048_576
const LAST_COLUMN = 16_384

/** A batch is handed over when it has this many rows or characters. */
const BATCH_ROWS = 500
const BATCH_CHARACTERS = 500_000

/** The rows of a sheet, in batches. @param at Which of those that are shown, from 0 @throws SheetError `no-sheet` where there are not as many */
export async function* readXlsx(path: string, at = 0): AsyncGenerator<Batch> {
  const parts = await openPackage(path)
  try {
    const workbook = await readWorkbook(parts)
    const { name, part } = workbook.sheets[at] ?? refuse('no-sheet')
    const sheet = new SheetReader(workbook, parts.size(part))
    for await (const _ of readXml(await parts.read(part, limits.sheetBytes), sheet)) {
      if (sheet.isFull()) yield { ...sheet.take(), sheet: name }
    }
    yield { ...sheet.take(), sheet: name }
  } finally {
    parts.close()
  }
}

/** Follows the tags of a sheet: `sheetData` > `row` > `c` > `v`, `f` or `is` > `t`. */
class SheetReader {
  readonly #workbook: Workbook
  readonly #bytes: number
  #batch: SheetRow[] = []
  #batchCharacters = 0
  #rows = 0
  #characters = 0
  #kept = 0
  #read = 0
  #isSheet = false
  #inData = false
  #row = 0
  #column = 0
  #cells: string[] = []
  #formulas: number[] = []
  #cell: Attributes = {}
  #text = ''
  #isFormula = false
  /** Texts are kept while inside `v` or the `t` of an inline string. */
  #inText = false
  #inAid = false

  constructor(workbook: Workbook, bytes: number) {
    this.#workbook = workbook
    this.#bytes = bytes
  }

  isFull(): boolean {
    return this.#batch.length >= BATCH_ROWS || this.#batchCharacters > BATCH_CHARACTERS
  }

  take(): Omit<Batch, 'sheet'> {
    const rows = this.#batch
    this.#batch = []
    this.#batchCharacters = 0
    return { rows, share: Math.min(1, this.#read / Math.max(1, this.#bytes)) }
  }

  open(name: string, attributes: Attributes): void {
    if (!this.#isSheet) {
      if (name !== 'worksheet') refuse('unreadable')
      this.#isSheet = true
    } else if (name === 'sheetData') {
      this.#inData = true
    } else if (!this.#inData) {
      return
    } else if (name === 'c') {
      this.#openCell(attributes)
    } else if (name === 'row') {
      this.#openRow(attributes)
    } else if (name === 'f') {
      this.#isFormula = true
    } else if (name === 'rPh') {
      this.#inAid = true
    } else if (name === 'v' || name === 't') {
      this.#inText = !this.#inAid
    }
  }

  text(part: string): void {
    if (this.#inText && this.#text.length <= limits.cell) this.#text += part
  }

  /** Bytes that give nothing cost as much time as others. */
  progress(characters: number): void {
    this.#read = characters
    if (characters > limits.waste + this.#kept * limits.cellBytes + this.#characters * 2) refuse('too-big')
  }

  close(name: string): void {
    if (name === 'v' || name === 't') this.#inText = false
    else if (name === 'rPh') this.#inAid = false
    else if (name === 'c') this.#closeCell()
    else if (name === 'row') this.#closeRow()
    else if (name === 'sheetData') this.#inData = false
  }

  #openRow(attributes: Attributes): void {
    const row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r'])
    if (!Number.isInteger(row) || row <= this.#row || row > LAST_ROW) refuse('unreadable')
    this.#row = row
    this.#column = -1
    this.#cells = []
    this.#formulas = []
  }

  #openCell(attributes: Attributes): void {
    const column = attributes['r'] === undefined ? this.#column + 1 : columnOf(attributes['r'])
    if (column <= this.#column || column >= LAST_COLUMN || this.#row === 0) refuse('unreadable')
    this.#column = column
    this.#cell = attributes
    this.#text = ''
    this.#isFormula = false
  }

  #closeCell(): void {
    const text = cellText(this.#cell, this.#text, this.#workbook)
    if (text === '' && !this.#isFormula) return
    if (this.#column >= limits.columns) refuse('too-wide')
    while (this.#cells.length < this.#column) this.#cells.push('')
    this.#cells[this.#column] = text
    if (this.#isFormula || this.#cell['t'] === 'e') this.#formulas.push(this.#column)
    this.#kept += 1
    this.#characters += text.length
    this.#batchCharacters += text.length
    if (this.#characters > limits.characters) refuse('too-big')
  }

  #closeRow(): void {
    if (this.#cells.length === 0) return
    this.#rows += 1
    // One more than the rows: the headings are one of them.
    if (this.#rows > limits.rows + 1) refuse('too-long')
    this.#batch.push({ row: this.#row, cells: this.#cells, ...(this.#formulas.length > 0 ? { formulas: this.#formulas } : {}) })
  }
}

/** `C5` → 2 */
function columnOf(address: string): number {
  let column = 0
  for (const letter of address) {
    const place = letter.charCodeAt(0) - 64
    if (place < 1 || place > 26) break
    column = column * 26 + place
    if (column > LAST_COLUMN) return LAST_COLUMN
  }
  return column - 1
}
