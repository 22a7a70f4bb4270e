/**
 * A PDF with one table, written page by page while its rows are read. The heading row stands on every page, with whose rows
 * they are above and the number of the page below; how many pages there are is one small drawing that all pages show and
 * that is written last. The fonts are embedded (pdf-fonts.ts), so that Chinese is read everywhere. Columns are as wide as what stands in them asks for,
 * those without anything are left out, and what does not fit beside each other goes on on the next page (pdf-layout.ts).
 */
import { A4, openPdf } from './pdf-document.ts'
import { pageNumbers } from './pdf-pages.ts'
import type { Line, typesetter } from './pdf-type.ts'
import type { Layout, Room } from './pdf-layout.ts'
import { layoutOf } from './pdf-layout.ts'
import type { Cell, Sheet } from './sheet.ts'

export const PDF = 'application/pdf'

/** Points. */
const MARGIN = 36
const SIZE = 8
const LEADING = 11
const PADDING = 3
const TITLE = 16
/** A cell, and what the rows are narrowed by, grow to this many lines; what is longer ends in an ellipsis. */
const MAX_LINES = 12

const GREY = '0.35 g'
const BLACK = '0 g'

/** The bytes of a PDF with one table, made while the rows are read. */
export async function* writePdf(sheet: Sheet): AsyncGenerator<Buffer> {
  const {
    doc,
    type,
    page: currentPage,
    text: textAt,
    take,
    end,
  } = await openPdf({
    title: sheet.title,
    author: sheet.tenant,
    locale: sheet.locale,
  })
  const text = (line: Line, x: number, at: number, size = SIZE) => textAt(line, x, at, size)
  const numbers = pageNumbers(doc, currentPage)

  let y = 0
  const { isWide, widths, bands } = await layout(sheet, type)
  const room = (isWide ? A4.long : A4.short) - 2 * MARGIN
  const narrowed = sheet.narrowed ? type.lines(sheet.narrowed, (room / SIZE) * 1000, MAX_LINES) : []
  function addPage(): void {
    doc.addPage({ size: 'A4', layout: isWide ? 'landscape' : 'portrait', margin: 0 })
    const page = currentPage()
    const titled = type.line(sheet.title)
    const number = numbers.next(page.width / 2, 20)
    // pdfkit turns the page upside down for its own drawing; here it stands as PDF has it, with y upwards.
    doc.addContent(
      `q 1 0 0 -1 0 ${page.height} cm ${GREY}\n${text(type.lines(sheet.tenant, ((page.width / 2 - MARGIN) / SIZE) * 1000, 1)[0] as Line, MARGIN, page.height - 26)}` +
        text(titled, page.width - MARGIN - (titled.width / 1000) * SIZE, page.height - 26) +
        `${number}${BLACK}`,
    )
    y = page.height - MARGIN
    if (numbers.count() === 1) {
      y -= TITLE + 4
      const below = [type.line(sheet.note), ...narrowed].map((line, at) => text(line, MARGIN, y - 14 - at * LEADING))
      doc.addContent(text(titled, MARGIN, y, TITLE) + `${GREY}\n${below.join('')}${BLACK}`)
      y -= 24 + narrowed.length * LEADING
    }
  }

  interface Row {
    lines: Line[][]
    height: number
  }
  function rowOf(cells: readonly Cell[]): Row {
    const lines = widths.map((width, index) => {
      const value = cells[index]
      return width === 0 || value === null || value === undefined || value === ''
        ? []
        : type.lines(String(value), ((width - 2 * PADDING) / SIZE) * 1000, MAX_LINES)
    })
    return { lines, height: Math.max(1, ...lines.map((each) => each.length)) * LEADING + 2 * PADDING }
  }

  function drawRow({ lines, height }: Row, band: readonly number[], fill?: string): void {
    const width = band.reduce((sum, index) => sum + (widths[index] as number), 0)
    let content = fill === undefined ? '' : `${fill} ${MARGIN} ${(y - height).toFixed(2)} ${width.toFixed(2)} ${height} re f ${BLACK}\n`
    let x = MARGIN
    for (const index of band) {
      for (const [at, line] of (lines[index] as Line[]).entries()) content += text(line, x + PADDING, y - PADDING - SIZE - at * LEADING)
      x += widths[index] as number
    }
    y -= height
    doc.addContent(`${content}0.8 G 0.4 w ${MARGIN} ${y.toFixed(2)} m ${(MARGIN + width).toFixed(2)} ${y.toFixed(2)} l S`)
  }

  const heading = rowOf(sheet.columns.map((column) => column.heading))
  const roomOfPage = () =>
    (isWide ? A4.short : A4.long) - 2 * MARGIN - heading.height - (numbers.count() === 0 ? TITLE + 28 + narrowed.length * LEADING : 0)
  let waiting: Row[] = []
  let left = roomOfPage()

  /** The rows that stand on one page, on as many pages as their columns take. */
  function drawWaiting(): void {
    for (const band of bands) {
      addPage()
      drawRow(heading, band, '0.9 0.94 0.98 rg')
      for (const row of waiting) drawRow(row, band)
      doc.addContent('Q')
    }
    waiting = []
    left = roomOfPage()
  }

  for await (const rows of sheet.rows) {
    for (const cells of rows) {
      const row = rowOf(cells)
      if (row.height > left && waiting.length > 0) drawWaiting()
      waiting.push(row)
      left -= row.height
    }
    const made = take()
    if (made) yield made
    // Setting a thousand rows takes a while; others have their turn before the next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  if (waiting.length > 0 || numbers.count() === 0) drawWaiting()
  numbers.end()
  yield await end()
}

/** Rows whose texts say how wide a column is; those of later rows break where they have to. */
const MEASURED_ROWS = 5000
/** A table without any row, or one that is read only once, keeps all of its columns. */
async function layout({ columns, key = 0, before }: Sheet, type: ReturnType<typeof typesetter>): Promise<Layout> {
  const pointsOf = (room: Room): Room => ({ whole: (room.whole / 1000) * SIZE, word: (room.word / 1000) * SIZE })
  const rooms = columns.map(({ heading }) => pointsOf(type.measure(heading)))
  const isUsed = columns.map(() => before === undefined)
  let count = 0
  for await (const rows of before?.() ?? []) {
    for (const cells of rows) {
      count += 1
      for (const [index, value] of cells.entries()) {
        if (value === null || value === '') continue
        isUsed[index] = true
        if (count > MEASURED_ROWS) continue
        const room = pointsOf(type.measure(String(value)))
        const known = rooms[index] as Room
        rooms[index] = { whole: Math.max(known.whole, room.whole), word: Math.max(known.word, room.word) }
      }
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
  const isEmpty = !isUsed.includes(true)
  return layoutOf(
    rooms.map((room, index) => (isEmpty || isUsed[index] ? room : undefined)),
    key,
    { upright: A4.short - 2 * MARGIN, wide: A4.long - 2 * MARGIN },
    2 * PADDING + 1,
  )
}
