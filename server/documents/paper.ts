/**
 * A document of one record as a PDF: headings, boxes with a label and a value beside each other, tables, pictures and boxes to sign. What is too
 * long for a page goes on on the next one. Text is text, so that it is found and copied.
 */
import { isDrawable } from './drawable.ts'
import { A4, openPdf } from './pdf-document.ts'
import { layoutOf } from './pdf-layout.ts'
import { pageNumbers } from './pdf-pages.ts'
import type { Line } from './pdf-type.ts'

/** A label above a value, so many twelfths of the page wide. An empty value leaves room for so many lines to be written by hand. */
export interface Box {
  readonly label: string
  readonly value: string
  readonly span: number
  readonly blankLines?: number
}

/** A picture, JPEG or PNG. One that cannot be drawn, or whose bytes are not there, is told by its name. */
export interface Picture {
  readonly name: string
  readonly bytes?: Buffer
}

export type Block =
  /** `startsPage`: it begins a page of its own. */
  | { readonly kind: 'heading'; readonly text: string; readonly level: 1 | 2; readonly startsPage?: true }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'rule' }
  | { readonly kind: 'boxes'; readonly boxes: readonly Box[] }
  | { readonly kind: 'table'; readonly title: string; readonly columns: readonly string[]; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'pictures'; readonly label: string; readonly pictures: readonly Picture[] }

export interface Paper {
  readonly title: string
  readonly author: string
  /** A language tag (BCP 47). */
  readonly locale: string
  readonly isLandscape: boolean
  /** Above each page, on the left. */
  readonly header: string
  /** Below the title. */
  readonly note: string
  /** Below each page, on the left. */
  readonly footer: string
  readonly blocks: readonly Block[]
  /** Labels of boxes that people sign, after everything else. */
  readonly signatures: readonly string[]
  /** Small print at the end. */
  readonly ending: string
}

/** Points. */
const MARGIN = 40
const TOP = 52
const BOTTOM = 46
const SIZE = 9.5
const LEADING = 13.5
const LABEL = 7.5
const LABEL_LEADING = 11
const PADDING = 4
const TITLE = 16
const HEADINGS = { 1: 12.5, 2: 10.5 } as const
const PICTURE_HEIGHT = 150
const SIGNATURE = { height: 64, beside: 3 } as const
const TWELFTHS = 12
const GREY = '0.35 g'
const BLACK = '0 g'
const LINE = '0.75 G 0.5 w'

/** Rows of a table that are set at once: some pages. */
const ROWS_AT_ONCE = 100

/** Setting a page takes a while; others have their turn before the next. */
const othersFirst = () => new Promise((resolve) => setImmediate(resolve))

/** The bytes of the document. @param onHeading Called with each heading and the number of its page, for a table of contents */
export async function* writePaper(paper: Paper, onHeading?: (text: string, page: number) => void): AsyncGenerator<Buffer> {
  const { doc, type, page, text, take, end } = await openPdf(paper)
  const numbers = pageNumbers(doc, page)
  const [width, height] = paper.isLandscape ? [A4.long, A4.short] : [A4.short, A4.long]
  const room = width - 2 * MARGIN
  const bottom = MARGIN + BOTTOM - 20
  let y = 0

  /** What is drawn, in a page whose y goes upwards. */
  const draw = (content: string) => void doc.addContent(`q 1 0 0 -1 0 ${height} cm ${BLACK}\n${content}Q`)
  const linesOf = (words: string, size: number, wide: number, most = Infinity): Line[] =>
    words.split('\n').flatMap((line) => type.lines(line, (wide / size) * 1000, most))
  const box = (x: number, top: number, wide: number, high: number) =>
    `${LINE} ${x.toFixed(2)} ${(top - high).toFixed(2)} ${wide.toFixed(2)} ${high.toFixed(2)} re S\n`

  function addPage(): void {
    doc.addPage({ size: 'A4', layout: paper.isLandscape ? 'landscape' : 'portrait', margin: 0 })
    const half = room / 2 - 20
    const [header] = linesOf(paper.header, LABEL, half, 1)
    const [title] = linesOf(paper.title, LABEL, half, 1)
    const [footer] = linesOf(paper.footer, LABEL, room - 90, 1)
    const right = title ? width - MARGIN - (title.width / 1000) * LABEL : 0
    draw(
      `${GREY}\n${header ? text(header, MARGIN, height - 30, LABEL) : ''}${title ? text(title, right, height - 30, LABEL) : ''}` +
        `${footer ? text(footer, MARGIN, 26, LABEL) : ''}${LINE} ${MARGIN} ${height - 36} m ${width - MARGIN} ${height - 36} l S\n` +
        numbers.next(width - MARGIN - 40, 26),
    )
    y = height - TOP
  }

  /** Begins a page where so much does not fit any more. */
  function need(high: number): void {
    if (y - high < bottom) addPage()
  }

  function paragraph(words: string, size: number, leading: number, colour = BLACK): void {
    for (const line of linesOf(words, size, room)) {
      need(leading)
      draw(`${colour}\n${text(line, MARGIN, y - size, size)}`)
      y -= leading
    }
  }

  interface Cell {
    readonly x: number
    readonly wide: number
    readonly label: readonly Line[]
    readonly value: Line[]
    readonly least: number
  }

  /** Boxes beside each other, as high as the highest; a value that is longer than the page goes on on the next one. */
  function boxes(row: readonly Box[]): void {
    let x = MARGIN
    const cells = row.map(({ label, value, span, blankLines = 1 }): Cell => {
      const wide = (room * span) / TWELFTHS
      const cell = {
        x,
        wide,
        label: linesOf(label, LABEL, wide - 2 * PADDING),
        value: value === '' ? [] : linesOf(value, SIZE, wide - 2 * PADDING),
        least: value === '' ? blankLines : 1,
      }
      x += wide
      return cell
    })
    for (let isFirst = true; isFirst || cells.some(({ value }) => value.length > 0); isFirst = false) {
      const labels = isFirst ? Math.max(...cells.map(({ label }) => label.length)) * LABEL_LEADING : 0
      const wanted = Math.max(1, ...cells.map(({ value, least }) => Math.max(value.length, isFirst ? least : 1)))
      // At least three lines of a long value stand together.
      need(labels + Math.min(wanted, 3) * LEADING + 2 * PADDING)
      const fitting = Math.min(wanted, Math.floor((y - bottom - labels - 2 * PADDING) / LEADING))
      const high = labels + fitting * LEADING + 2 * PADDING
      const content = cells.map((cell) => {
        const shown = cell.value.splice(0, fitting)
        const label = isFirst
          ? cell.label.map((line, at) => text(line, cell.x + PADDING, y - PADDING - LABEL - at * LABEL_LEADING, LABEL))
          : []
        const value = shown.map((line, at) => text(line, cell.x + PADDING, y - PADDING - labels - SIZE - at * LEADING, SIZE))
        return `${box(cell.x, y, cell.wide, high)}${GREY}\n${label.join('')}${BLACK}\n${value.join('')}`
      })
      draw(content.join(''))
      y -= high
    }
  }

  async function table({ columns, rows }: Block & { readonly kind: 'table' }): Promise<void> {
    const rooms = columns.map((heading, column) => {
      const measured = [heading, ...rows.map((row) => row[column] ?? '')].map((words) => type.measure(words))
      const most = (of: 'whole' | 'word') => (Math.max(...measured.map((one) => one[of])) / 1000) * SIZE
      return { whole: most('whole'), word: most('word') }
    })
    const { widths, bands } = layoutOf(rooms, 0, { upright: room, wide: room }, 2 * PADDING + 1)
    for (const band of bands) {
      const cellsOf = (row: readonly string[]) =>
        band.map((column) => linesOf(row[column] ?? '', SIZE, (widths[column] as number) - 2 * PADDING))
      const highOf = (cells: readonly Line[][]) => Math.max(1, ...cells.map(({ length }) => length)) * LEADING + 2 * PADDING
      const heading = cellsOf(columns)
      const drawRow = (cells: readonly Line[][], isHeading: boolean) => {
        const high = highOf(cells)
        let x = MARGIN
        const content = cells.map((lines, at) => {
          const wide = widths[band[at] as number] as number
          const ground = isHeading
            ? `0.94 g ${x.toFixed(2)} ${(y - high).toFixed(2)} ${wide.toFixed(2)} ${high.toFixed(2)} re f ${BLACK}\n`
            : ''
          const words = lines.map((line, row) => text(line, x + PADDING, y - PADDING - SIZE - row * LEADING, SIZE))
          const drawn = `${ground}${box(x, y, wide, high)}${words.join('')}`
          x += wide
          return drawn
        })
        draw(content.join(''))
        y -= high
      }
      need(highOf(heading) + LEADING + 2 * PADDING)
      drawRow(heading, true)
      const fitting = Math.floor((height - TOP - bottom - highOf(heading) - 2 * PADDING) / LEADING)
      for (const [at, row] of rows.entries()) {
        if (at % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await othersFirst()
        const cells = cellsOf(row)
        for (let isFirst = true; isFirst || cells.some(({ length }) => length > 0); isFirst = false) {
          const part = cells.map((lines) => lines.splice(0, fitting))
          if (y - highOf(part) < bottom) {
            addPage()
            drawRow(heading, true)
          }
          drawRow(part, false)
        }
      }
      y -= PADDING
    }
  }

  async function pictures({ label, pictures: all }: Block & { readonly kind: 'pictures' }): Promise<void> {
    const high = all.length === 1 ? PICTURE_HEIGHT : PICTURE_HEIGHT * 0.75
    const wide = all.length === 1 ? room : (room - 12) / 2
    for (const [at, { name, bytes }] of all.entries()) {
      const column = all.length === 1 ? 0 : at % 2
      if (column === 0) need(high + LABEL_LEADING * 2)
      if (at === 0) {
        draw(
          `${GREY}\n${linesOf(label, LABEL, room, 1)
            .map((line) => text(line, MARGIN, y - LABEL, LABEL))
            .join('')}`,
        )
        y -= LABEL_LEADING + 2
      }
      const x = MARGIN + column * (wide + 12)
      if (!bytes || !(await isDrawable(bytes)) || !drawPicture(bytes, x, height - y, wide, high)) {
        const [line] = linesOf(name, SIZE, wide, 1)
        if (line) draw(text(line, x, y - SIZE, SIZE))
      }
      if (column === 1 || at === all.length - 1 || all.length === 1) y -= high + 8
    }
  }

  /** Whether it could be drawn: what says that it is a picture need not be one. */
  function drawPicture(bytes: Buffer, x: number, top: number, wide: number, high: number): boolean {
    try {
      doc.image(bytes, x, top, { fit: [wide, high] })
      return true
    } catch {
      return false
    }
  }

  function signatures(): void {
    const wide = room / SIGNATURE.beside
    for (let from = 0; from < paper.signatures.length; from += SIGNATURE.beside) {
      need(SIGNATURE.height)
      const content = paper.signatures.slice(from, from + SIGNATURE.beside).map((label, at) => {
        const x = MARGIN + at * wide
        const [line] = linesOf(label, LABEL, wide - 2 * PADDING, 1)
        return `${box(x, y, wide, SIGNATURE.height)}${GREY}\n${line ? text(line, x + PADDING, y - PADDING - LABEL, LABEL) : ''}${BLACK}\n`
      })
      draw(content.join(''))
      y -= SIGNATURE.height
    }
  }

  addPage()
  paragraph(paper.title, TITLE, TITLE * 1.4)
  if (paper.note !== '') paragraph(paper.note, LABEL, LABEL_LEADING, GREY)
  y -= 8
  for (const block of paper.blocks) {
    if (block.kind === 'heading') {
      const size = HEADINGS[block.level]
      if (block.startsPage) addPage()
      else y -= 6
      // A heading does not stand alone at the end of a page.
      need(size * 1.4 + 3 * LEADING)
      onHeading?.(block.text, numbers.count())
      paragraph(block.text, size, size * 1.4)
      y -= 2
    } else if (block.kind === 'text') paragraph(block.text, SIZE, LEADING)
    else if (block.kind === 'rule') {
      need(10)
      draw(`${LINE} ${MARGIN} ${y - 5} m ${width - MARGIN} ${y - 5} l S\n`)
      y -= 10
    } else if (block.kind === 'boxes') boxes(block.boxes)
    else if (block.kind === 'table') {
      need(LABEL_LEADING + 3 * LEADING)
      y -= 4
      paragraph(block.title, LABEL, LABEL_LEADING, GREY)
      await table(block)
    } else {
      y -= 4
      await pictures(block)
    }
    const made = take()
    if (made) yield made
    await othersFirst()
  }
  if (paper.signatures.length > 0) {
    y -= 10
    signatures()
  }
  if (paper.ending !== '') {
    y -= 8
    paragraph(paper.ending, LABEL, LABEL_LEADING, GREY)
  }
  numbers.end()
  yield await end()
}
