/** The number of each page, and of how many: the latter is one small drawing that all pages show and that is written last. */
import type { openPdf } from './pdf-document.ts'

type Open = Awaited<ReturnType<typeof openPdf>>

const SIZE = 8
/** Widths of Helvetica in thousandths: figures, and the blank and stroke between them. */
const DIGIT = 556
const OTHER = 278

/** The numbers of a document that begins. @param page Gives the page that is being drawn */
export function pageNumbers(doc: Open['doc'], page: Open['page']) {
  const figures = doc.ref({ Type: 'Font', Subtype: 'Type1', BaseFont: 'Helvetica' })
  figures.end(null)
  const total = doc.ref({ Type: 'XObject', Subtype: 'Form', BBox: [0, -4, 100, 12], Resources: { Font: { H: figures } } })
  let pages = 0
  return {
    /** Counts a page that begins, and gives its number and `/` before this place for its content, and of how many behind it. */
    next(middle: number, y: number): string {
      pages += 1
      const { fonts, xobjects } = page()
      fonts['H'] = figures
      xobjects['Total'] = total
      const width = ((String(pages).length * DIGIT + 3 * OTHER) / 1000) * SIZE
      return `BT /H ${SIZE} Tf 1 0 0 1 ${(middle - width).toFixed(2)} ${y} Tm (${pages} / ) Tj ET q 1 0 0 1 ${middle.toFixed(2)} ${y} cm /Total Do Q `
    },
    /** How many pages have begun. */
    count: () => pages,
    /** Writes how many there are. */
    end: () => void total.end(`BT /H ${SIZE} Tf 0 0 Td (${pages}) Tj ET`),
  }
}
