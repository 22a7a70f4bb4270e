/** Labels to stick on things, as a PDF: a QR code, a name and a few lines each, on sheets of labels or one to a page for a label printer. */
import { encode } from 'uqr'
import { runsOf } from './codes.ts'
import { A4, openPdf } from './pdf-document.ts'

export interface Label {
  readonly title: string
  readonly lines: readonly string[]
  /** What its QR code says. */
  readonly code: string
}

const POINTS_PER_MM = 72 / 25.4
const mm = (millimetres: number) => millimetres * POINTS_PER_MM
interface Layout {
  readonly page: readonly [width: number, height: number]
  readonly columns: number
  readonly rows: number
  readonly width: number
  readonly height: number
}
/** By labels a page, or by the size of a single one. Sheets of A4 as they are sold, 3 × 8 and 2 × 6; what they leave of the page is the same at both ends. */
const LAYOUTS = {
  24: { page: [A4.short, A4.long], columns: 3, rows: 8, width: mm(70), height: mm(37) },
  12: { page: [A4.short, A4.long], columns: 2, rows: 6, width: mm(105), height: mm(48) },
  1: { page: [mm(70), mm(37)], columns: 1, rows: 1, width: mm(70), height: mm(37) },
  '60x40': { page: [mm(60), mm(40)], columns: 1, rows: 1, width: mm(60), height: mm(40) },
} as const satisfies Record<string, Layout>
export type LabelsPerPage = keyof typeof LAYOUTS

/** Printers leave a few millimetres at the edges of a page, and sheets are never quite straight. */
const MARGIN = mm(4.5)
/** Modules that stay free around a QR code; the margin is another part of it. */
const QUIET = 2
const TITLE_LINES = 2

interface LabelsRequest {
  readonly title: string
  readonly author: string
  /** A language tag (BCP 47). */
  readonly locale: string
  readonly perPage: LabelsPerPage
  readonly labels: readonly Label[]
}

/** The bytes of a PDF with the labels, in their order. */
export async function* writeLabels({ title, author, locale, perPage, labels }: LabelsRequest): AsyncGenerator<Buffer> {
  const { doc, type, text, take, end } = await openPdf({ title, author, locale })
  const layout: Layout = LAYOUTS[perPage]
  const [pageWidth, pageHeight] = layout.page
  const many = layout.columns * layout.rows
  const left = (pageWidth - layout.columns * layout.width) / 2
  const top = (pageHeight - layout.rows * layout.height) / 2
  const sizes = perPage === 12 ? { title: 13, line: 9.5 } : { title: 10, line: 7.5 }

  /** The content of a label whose lower left corner is there. */
  function drawn({ title: name, lines, code }: Label, x: number, y: number): string {
    // A seventh of it may be dirty (level M of ISO/IEC 18004).
    const { data: modules } = encode(code, { ecc: 'M', border: 0 })
    const side = layout.height - 2 * MARGIN
    const one = side / (modules.length + 2 * QUIET)
    const squares = modules.flatMap((row, down) =>
      runsOf(row).map(
        ([from, length]) =>
          `${(x + MARGIN + (QUIET + from) * one).toFixed(3)} ${(y + MARGIN + side - (QUIET + down + 1) * one).toFixed(3)} ${(length * one).toFixed(3)} ${one.toFixed(3)} re`,
      ),
    )
    const textX = x + MARGIN + side + mm(1)
    const room = x + layout.width - MARGIN - textX
    let at = y + layout.height - MARGIN - QUIET * one
    let content = `${squares.join(' ')} f\n`
    const write = (words: string, size: number, most: number) => {
      for (const line of type.lines(words, (room / size) * 1000, most)) {
        at -= size
        content += text(line, textX, at, size)
        at -= size * 0.35
      }
    }
    write(name, sizes.title, TITLE_LINES)
    at -= sizes.line * 0.2
    const left = Math.floor((at - y - MARGIN) / (sizes.line * 1.35))
    for (const line of lines.slice(0, left)) write(line, sizes.line, 1)
    return content
  }

  for (let first = 0; first < labels.length; first += many) {
    doc.addPage({ size: [pageWidth, pageHeight], margin: 0 })
    const some = labels.slice(first, first + many).map((label, place) => {
      const [column, row] = [place % layout.columns, Math.floor(place / layout.columns)]
      return drawn(label, left + column * layout.width, pageHeight - top - (row + 1) * layout.height)
    })
    // pdfkit turns the page upside down for its own drawing; here it stands as PDF has it, with y upwards.
    doc.addContent(`q 1 0 0 -1 0 ${pageHeight} cm 0 g\n${some.join('')}Q`)
    const made = take()
    if (made) yield made
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield await end()
}
