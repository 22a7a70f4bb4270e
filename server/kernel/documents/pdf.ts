/**
 * A PDF with one table, written page by page while its rows are read. The heading row stands on every page, with whose rows
 * they are above and the number of the page below; how many pages there are is one small drawing that all pages show and
 * that is written last. The font is embedded, so that Chinese is read everywhere.
 */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'
import type { Font, Line } from './pdf-type.ts'
import { typesetter } from './pdf-type.ts'
import type { Cell, Sheet } from './sheet.ts'
import { MOST_UPRIGHT, widthsOf } from './sheet.ts'

export const PDF = 'application/pdf'

const FONT = createRequire(import.meta.url).resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf')

/** Points. */
const MARGIN = 36
const SIZE = 8
const LEADING = 11
const PADDING = 3
const TITLE = 16
/** A cell grows to this many lines; what is longer ends in an ellipsis. */
const MOST_LINES = 12

/** What of pdfkit is used that its types do not show. */
interface Internals { _font: Font; page: { width: number; height: number; fonts: Record<string, object>; xobjects: Record<string, object> } }

/** Widths of Helvetica in thousandths: figures, and the blank and stroke between them. */
const DIGIT = 556
const OTHER = 278

const GREY = '0.35 g'
const BLACK = '0 g'

export async function* writePdf(sheet: Sheet): AsyncGenerator<Buffer> {
  const isWide = sheet.columns.length > MOST_UPRIGHT
  const doc = new PDFDocument({ size: 'A4', layout: isWide ? 'landscape' : 'portrait', margin: 0, autoFirstPage: false, info: { Title: sheet.title, Author: sheet.tenant }, lang: sheet.locale })
  let made: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void made.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))

  doc.font(await readFile(FONT))
  const inside = doc as unknown as Internals
  const type = typesetter(inside._font)
  const figures = doc.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
  figures.end(null)
  const total = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 100, 12], Resources: { Font: { H: figures } } })

  let pages = 0
  let y = 0
  let widths: number[] = []
  const text = ({ hex }: Line, x: number, at: number, size = SIZE) => (hex === '' ? '' : `BT /N ${size} Tf 1 0 0 1 ${x.toFixed(2)} ${at.toFixed(2)} Tm <${hex}> Tj ET\n`)

  function addPage(): void {
    doc.addPage()
    pages += 1
    const { page } = inside
    page.fonts['N'] = inside._font.ref()
    page.fonts['H'] = figures
    page.xobjects['Total'] = total
    widths = widthsOf(sheet.columns, page.width - 2 * MARGIN)
    const titled = type.line(sheet.title)
    const number = `${pages} / `
    const width = ((String(pages).length * DIGIT + 3 * OTHER) / 1000) * SIZE
    const middle = page.width / 2
    // pdfkit turns the page upside down for its own drawing; here it stands as PDF has it, with y upwards.
    doc.addContent(`q 1 0 0 -1 0 ${page.height} cm ${GREY}\n${text(type.lines(sheet.tenant, ((page.width / 2 - MARGIN) / SIZE) * 1000, 1)[0] as Line, MARGIN, page.height - 26)}`
      + text(titled, page.width - MARGIN - (titled.width / 1000) * SIZE, page.height - 26)
      + `BT /H ${SIZE} Tf 1 0 0 1 ${(middle - width).toFixed(2)} 20 Tm (${number}) Tj ET q 1 0 0 1 ${middle.toFixed(2)} 20 cm /Total Do Q ${BLACK}`)
    y = page.height - MARGIN
    if (pages === 1) {
      y -= TITLE + 4
      doc.addContent(text(titled, MARGIN, y, TITLE) + `${GREY}\n${text(type.line(sheet.note), MARGIN, y - 14)}${BLACK}`)
      y -= 24
    }
    drawRow(rowOf(sheet.columns.map(({ heading }) => heading)), '0.9 0.94 0.98 rg')
  }

  interface Row { lines: Line[][]; height: number }
  function rowOf(cells: readonly Cell[]): Row {
    const lines = widths.map((width, index) => {
      const value = cells[index]
      return value === null || value === undefined || value === '' ? [] : type.lines(String(value), ((width - 2 * PADDING) / SIZE) * 1000, MOST_LINES)
    })
    return { lines, height: Math.max(1, ...lines.map((each) => each.length)) * LEADING + 2 * PADDING }
  }

  function drawRow({ lines, height }: Row, fill?: string): void {
    const width = widths.reduce((sum, each) => sum + each, 0)
    let content = fill === undefined ? '' : `${fill} ${MARGIN} ${(y - height).toFixed(2)} ${width.toFixed(2)} ${height} re f ${BLACK}\n`
    let x = MARGIN
    for (const [index, cell] of lines.entries()) {
      for (const [at, line] of cell.entries()) content += text(line, x + PADDING, y - PADDING - SIZE - at * LEADING)
      x += widths[index] as number
    }
    y -= height
    doc.addContent(`${content}0.8 G 0.4 w ${MARGIN} ${y.toFixed(2)} m ${(MARGIN + width).toFixed(2)} ${y.toFixed(2)} l S`)
  }

  const endPage = () => doc.addContent('Q')

  addPage()
  for await (const rows of sheet.rows) {
    for (const cells of rows) {
      const row = rowOf(cells)
      if (y - row.height < MARGIN) {
        endPage()
        addPage()
      }
      drawRow(row)
    }
    if (made.length > 0) yield Buffer.concat(made)
    made = []
    // Setting a thousand rows takes a while; others have their turn before the next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  endPage()
  total.end(`BT /H ${SIZE} Tf 0 0 Td (${pages}) Tj ET`)
  doc.end()
  await ended
  yield Buffer.concat(made)
}
