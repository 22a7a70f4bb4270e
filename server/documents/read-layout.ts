/**
 * What stands in a sheet of a workbook and how it looks: texts, merged cells, sizes, looks, page. Formulas are never computed and links never
 * followed; what is left out is told with its place. Made for files of strangers, as `read-xlsx.ts` is, and run in the same thread of its own.
 */
import { columnName, isDate } from '../../model/workbook.ts'
import { cellText } from './cells.ts'
import { limits, refuse } from './limits.ts'
import { openPackage } from './package.ts'
import type { LayoutCell, LayoutLoss, SheetExtent, SheetLayout } from './layout-types.ts'
import type { CellLook } from './read-looks.ts'
import type { PicturedCell } from './read-drawings.ts'
import { pictureInFormula, readCellPictures, readDrawings, relationIn } from './read-drawings.ts'
import { readLooks, readTheme } from './read-looks.ts'
import type { LayoutRun } from './read-runs.ts'
import { MAX_RUNS_OF_ALL, RunReader, readSharedRuns } from './read-runs.ts'
import type { Attributes } from './read-xml.ts'
import { readAll } from './read-xml.ts'
import type { Workbook } from './workbook.ts'
import { readWorkbook } from './workbook.ts'

/** Of the normal font, in points: that of most workbooks. */
const NORMAL_SIZE = 11
/**
 * Points of a digit, by which widths of columns are counted (ECMA-376 part 1, 18.3.1.13): whole pixels at 96 dots an inch. Digits of the fonts that workbooks have as their normal one are
 * between 0.5 and 0.56 of their size wide, which are the same pixels at the sizes from 9 to 12.
 */
const digitOf = (size: number) => Math.round((size * 0.51 * 96) / 72) * 0.75
const USUAL = { width: 9.140625, height: 15 }
const MAX_CELLS = 10_000
const MAX_MERGES = 2000
const MAX_LOSSES = 20_000
/** Characters of a formula that are looked at: what puts a picture into its cell is shorter. */
const MAX_FORMULA = 120
/** Characters of a place. */
const MAX_PLACE = 64

/**
 * The layout of a sheet.
 * @param most Rows and columns beyond which nothing may stand
 * @param at Which of those that are shown, from 0
 * @throws SheetError `no-sheet` where there are not as many
 */
export async function readLayout(path: string, most: SheetExtent, at = 0): Promise<SheetLayout> {
  const parts = await openPackage(path)
  try {
    const workbook = await readWorkbook(parts)
    const { name, part, number } = workbook.sheets[at] ?? refuse('no-sheet')
    const theme = await readTheme(parts, workbook.looks.theme)
    const { rich, stringsPart } = workbook
    const shared = rich.size === 0 || stringsPart === undefined ? NO_RUNS : await readSharedRuns(parts, stringsPart, theme, rich)
    const reader = new LayoutReader(workbook, await readLooks(parts, workbook), { shared, own: new RunReader(theme) }, most)
    await readAll(await parts.read(part, limits.sheetBytes), reader)
    const above = await readDrawings(parts, part, reader.drawings, most)
    const within = await readCellPictures(parts, workbook.cellPictures, reader.pictured, most, above.pictures.length)
    for (const { what, place } of [...above.losses, ...within.losses]) reader.lose(what, place)
    const others = [...workbook.sheets.toSpliced(at, 1).map((sheet) => sheet.name), ...workbook.hidden]
    for (const other of others) reader.lose('sheet', other)
    const [, from, to] = /\$(\d+):\$(\d+)/.exec(workbook.titles.get(number) ?? '') ?? []
    return {
      ...reader.layout(),
      pictures: [...above.pictures, ...within.pictures],
      sheet: name,
      sheets: workbook.sheets.map((sheet) => sheet.name.toWellFormed()),
      titles: from === undefined || to === undefined ? undefined : [Number(from), Number(to)],
      hasMacros: workbook.hasMacros,
      hasLinks: workbook.hasLinks,
    }
  } finally {
    parts.close()
  }
}

const isSet = (flag: string | undefined) => flag === '1' || flag === 'true'

/** Losses that one tag tells, by its name and the attribute with the place. */
const REPORTED_LOSSES: Readonly<Record<string, readonly [LayoutLoss, string]>> = {
  conditionalFormatting: ['condition', 'sqref'],
  dataValidation: ['validation', 'sqref'],
  hyperlink: ['link', 'ref'],
  picture: ['drawing', ''],
  oddHeader: ['header', ''],
  oddFooter: ['header', ''],
  oleObject: ['drawing', ''],
  legacyDrawing: ['comment', ''],
  tablePart: ['table', ''],
}

/** Millimetres of the units that lengths are written with (ECMA-376 part 1, 22.9.2.15). */
const UNITS: Readonly<Record<string, number>> = { mm: 1, cm: 10, in: 25.4, pt: 25.4 / 72, pc: 25.4 / 6, pi: 25.4 / 6 }

/** Both sides in millimetres; undefined where one of them is none. */
function sidesOf(width = '', height = ''): [number, number] | undefined {
  const [across, down] = [width, height].map((text) => {
    const [, digits, unit] = /^(\d{1,6}(?:\.\d{1,6})?)(mm|cm|in|pt|pc|pi)$/.exec(text.trim()) ?? []
    return unit === undefined ? 0 : Number(digits) * (UNITS[unit] as number)
  })
  return across && down ? [across, down] : undefined
}

interface Runs {
  /** Of the shared texts, by their numbers. */
  readonly shared: ReadonlyMap<number, readonly LayoutRun[]>
  /** Of texts that stand in their cell. */
  readonly own: RunReader
}
const NO_RUNS: Runs['shared'] = new Map()

class LayoutReader {
  readonly #workbook: Workbook
  readonly #looks: readonly CellLook[]
  readonly #runs: Runs
  readonly #digit: number
  readonly #most: SheetExtent
  readonly #widths: (number | undefined)[] = []
  readonly #heights: (number | undefined)[] = []
  readonly #merges: string[] = []
  readonly #cells: LayoutCell[] = []
  /** Ids of relations to what is drawn above the cells. */
  readonly drawings: string[] = []
  /** Cells in which a picture lies. */
  readonly pictured: PicturedCell[] = []
  readonly #losses: { what: LayoutLoss; place: string }[] = []
  #usual = USUAL
  #page: SheetLayout['page'] = { paper: 9, size: undefined, isLandscape: false, margins: undefined }
  #isSheet = false
  #row = 0
  #column = 0
  #cell: Attributes = {}
  #text = ''
  #inText = false
  #inAid = false
  #isFormula = false
  #formula = ''
  #inFormula = false
  #characters = 0
  #ownRuns = 0

  constructor(workbook: Workbook, looks: readonly CellLook[], runs: Runs, most: SheetExtent) {
    this.#workbook = workbook
    this.#runs = runs
    this.#looks = looks
    this.#digit = digitOf(looks[0]?.size ?? NORMAL_SIZE)
    this.#most = most
  }

  lose(what: LayoutLoss, place: string): void {
    if (this.#losses.length < MAX_LOSSES) this.#losses.push({ what, place: place.slice(0, MAX_PLACE).toWellFormed() })
  }

  layout() {
    return {
      widths: this.#widths,
      heights: this.#heights,
      usual: { width: this.#usual.width * this.#digit, height: this.#usual.height },
      merges: this.#merges,
      cells: this.#cells,
      page: this.#page,
      losses: this.#losses,
    }
  }

  open(tag: string, attributes: Attributes): void {
    if (!this.#isSheet) {
      if (tag !== 'worksheet') refuse('unreadable')
      this.#isSheet = true
      return
    }
    this.#runs.own.open(tag, attributes)
    const found = REPORTED_LOSSES[tag]
    if (found) this.lose(found[0], (attributes[found[1]] ?? '').replaceAll(' ', ', '))
    else if (tag === 'c') this.#openCell(attributes)
    else if (tag === 'drawing') this.drawings.push(relationIn(attributes, 'id') ?? '')
    else if (tag === 'row') this.#openRow(attributes)
    else if (tag === 'f') this.#isFormula = this.#inFormula = true
    else if (tag === 'rPh') this.#inAid = true
    else if (tag === 'v' || tag === 't') this.#inText = !this.#inAid
    else if (tag === 'mergeCell') this.#merge(attributes['ref'] ?? '')
    else if (tag === 'col') this.#openColumns(attributes)
    else this.#openPage(tag, attributes)
  }

  text(part: string): void {
    this.#runs.own.text(part)
    if (this.#inText && this.#text.length <= limits.cell) this.#text += part
    else if (this.#inFormula && this.#formula.length <= MAX_FORMULA) this.#formula += part
  }

  /** Bytes that give nothing cost as much time as others. */
  progress(characters: number): void {
    if (characters > limits.waste + this.#cells.length * limits.cellBytes + this.#characters * 2) refuse('too-big')
  }

  close(tag: string): void {
    this.#runs.own.close(tag)
    if (tag === 'v' || tag === 't') this.#inText = false
    else if (tag === 'f') this.#inFormula = false
    else if (tag === 'rPh') this.#inAid = false
    else if (tag === 'c') this.#closeCell()
  }

  #openPage(tag: string, attributes: Attributes): void {
    const number = (name: string, usual: number) => {
      const found = Number(attributes[name] ?? usual)
      return Number.isFinite(found) && found >= 0 ? found : usual
    }
    if (tag === 'sheetFormatPr')
      this.#usual = { width: number('defaultColWidth', USUAL.width), height: number('defaultRowHeight', USUAL.height) }
    else if (tag === 'pageMargins')
      this.#page = { ...this.#page, margins: [number('top', 1), number('right', 0.75), number('bottom', 1), number('left', 0.75)] }
    else if (tag === 'pageSetup')
      this.#page = {
        ...this.#page,
        paper: number('paperSize', 9),
        size: sidesOf(attributes['paperWidth'], attributes['paperHeight']),
        isLandscape: attributes['orientation'] === 'landscape',
      }
    else if (tag === 'brk') this.lose('break', attributes['id'] ?? '')
  }

  #openColumns(attributes: Attributes): void {
    const [from, to] = [Number(attributes['min']), Math.min(Number(attributes['max']), this.#most.columns)]
    if (!Number.isInteger(from) || !Number.isInteger(to) || from < 1) refuse('unreadable')
    const width = Number(attributes['width'])
    for (let at = from; at <= to; at += 1) {
      if (width > 0) this.#widths[at - 1] = width * this.#digit
      if (isSet(attributes['hidden'])) this.lose('hidden', columnName(at - 1))
    }
  }

  #openRow(attributes: Attributes): void {
    const row = attributes['r'] === undefined ? this.#row + 1 : Number(attributes['r'])
    if (!Number.isInteger(row) || row <= this.#row) refuse('unreadable')
    this.#row = row
    this.#column = -1
    if (row > this.#most.rows) return
    if (Number(attributes['ht']) > 0) this.#heights[row - 1] = Number(attributes['ht'])
    if (isSet(attributes['hidden'])) this.lose('hidden', String(row))
  }

  #openCell(attributes: Attributes): void {
    const letters = /^([A-Z]{1,3})\d/.exec(attributes['r'] ?? '')?.[1]
    const column = letters === undefined ? this.#column + 1 : [...letters].reduce((sum, each) => sum * 26 + each.charCodeAt(0) - 64, 0) - 1
    if (column <= this.#column || this.#row === 0) refuse('unreadable')
    this.#column = column
    this.#cell = attributes
    this.#runs.own.take()
    this.#text = ''
    this.#isFormula = false
    this.#formula = ''
  }

  #closeCell(): void {
    const [row, column] = [this.#row - 1, this.#column]
    const place = `${columnName(column)}${row + 1}`
    const look = this.#looks[Number(this.#cell['s'] ?? 0)]
    const format = this.#workbook.formats[Number(this.#cell['s'] ?? 0)] ?? ''
    const kind = this.#cell['t'] ?? 'n'
    const isLeftOut = this.#isFormula || kind === 'e'
    const text = isLeftOut ? '' : cellText(this.#cell, this.#text, this.#workbook)
    const isSeen = look !== undefined && (look.fill !== undefined || look.isDiagonal || look.border.some((width) => width > 0))
    if (text === '' && !isLeftOut && !isSeen) return
    if (row >= this.#most.rows || column >= this.#most.columns) {
      // Looks without a text beyond the sheet are what whole rows and columns were given.
      if (text === '' && !isLeftOut) return
      refuse(row >= this.#most.rows ? 'too-long' : 'too-wide')
    }
    if (this.#cells.length >= MAX_CELLS) refuse('too-big')
    this.#characters += text.length
    if (this.#characters > limits.characters) refuse('too-big')
    const picture = this.#isFormula ? pictureInFormula(this.#formula) : undefined
    if (picture !== undefined) this.pictured.push({ row, column, name: picture })
    else if (this.#isFormula) this.lose('formula', place)
    else if (kind === 'e') this.lose('error', place)
    const number = kind === 's' ? Number(this.#text) : undefined
    const runs = isLeftOut ? [] : this.#runsOf(number)
    if (runs === undefined) this.lose('rich-text', place)
    for (const loss of look?.losses ?? []) this.lose(loss, place)
    const value = kind === 'n' && text !== '' && !isDate(format) ? Number(this.#text) : undefined
    const parted = runs === undefined || runs.length === 0 ? {} : { runs }
    this.#cells.push({ row, column, text, ...parted, number: Number.isFinite(value) ? value : undefined, format, look })
  }

  /** The parts of the text of the cell, which is the shared one of this number or stands in it. Undefined where they are too many. */
  #runsOf(number: number | undefined): readonly LayoutRun[] | undefined {
    if (number !== undefined) return this.#workbook.rich.has(number) ? this.#runs.shared.get(number) : []
    const own = this.#runs.own.take()
    return own && (this.#ownRuns += own.length) <= MAX_RUNS_OF_ALL ? own : undefined
  }

  #merge(reference: string): void {
    if (this.#merges.length >= MAX_MERGES) refuse('too-big')
    this.#merges.push(reference.slice(0, MAX_PLACE))
  }
}
