/** A PDF that is being written: texts in embedded fonts, set for the content of its pages, and the bytes that are made. */
import type { Font } from './pdf-fonts.ts'
import { openFonts } from './pdf-fonts.ts'
import type { Line, Run } from './pdf-type.ts'
import { typesetter } from './pdf-type.ts'

/** What of pdfkit is used that its types do not show. */
interface Internals {
  _font: Font
  openImage(bytes: Buffer): Image
  page: { width: number; height: number; fonts: Record<string, object>; xobjects: Record<string, object> }
}

/** Points. */
export const A4 = { short: 595.28, long: 841.89 } as const

interface Image {
  readonly label: string
  readonly obj: object
  embed(doc: object): void
}

/** Of twelve degrees, which is that of most italics. */
const SLANT = 0.2126

interface About {
  readonly title: string
  readonly author: string
  /** A language tag (BCP 47). */
  readonly locale: string
}

/** A new document without a page. */
export async function openPdf({ title, author, locale }: About) {
  // Loaded by the first PDF: fonts and compression take the start a tenth of a second, and 16 MB.
  const { default: PDFDocument } = await import('pdfkit')
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false, info: { Title: title, Author: author }, lang: locale })
  let made: Buffer[] = []
  doc.on('data', (chunk: Buffer) => void made.push(chunk))
  const ended = new Promise<void>((resolve, reject) => doc.once('end', resolve).once('error', reject))
  const inside = doc as unknown as Internals
  const type = typesetter(
    await openFonts((file) => {
      doc.font(file as never)
      return inside._font
    }),
  )
  const glyphs = ({ font, hex }: Run, size: number, place = '') => {
    inside.page.fonts[font.id] ??= font.ref()
    return `/${font.id} ${size} Tf${place} <${hex}> Tj`
  }
  /** Opened pictures by their bytes: each is in the file once, however often it is drawn. */
  const images = new Map<Buffer, Image>()
  function imageOf(bytes: Buffer): Image {
    const known = images.get(bytes)
    if (known) return known
    const image = inside.openImage(bytes)
    image.embed(doc)
    images.set(bytes, image)
    return image
  }
  function take(): Buffer | undefined {
    const taken = made.length > 0 ? Buffer.concat(made) : undefined
    made = []
    return taken
  }
  return {
    doc,
    type,
    /** The page that is being drawn. */
    page: () => inside.page,
    /** A line of text for the content of the page, whose y goes upwards. There is one face: what is italic is slanted. */
    text: ({ runs: [first, ...others] }: Line, x: number, y: number, size: number, isItalic = false) =>
      first
        ? `BT ${glyphs(first, size, ` 1 0 ${isItalic ? SLANT : 0} 1 ${x.toFixed(2)} ${y.toFixed(2)} Tm`)}${others.map((run) => ` ${glyphs(run, size)}`).join('')} ET\n`
        : '',
    /** A picture for the content of the page, from its lower left corner. It is drawable (drawable.ts), or what it throws is caught by nobody. */
    picture(bytes: Buffer, { x, y, width, height }: { x: number; y: number; width: number; height: number }) {
      const { label, obj } = imageOf(bytes)
      inside.page.xobjects[label] ??= obj
      return `q ${width.toFixed(2)} 0 0 ${height.toFixed(2)} ${x.toFixed(2)} ${y.toFixed(2)} cm /${label} Do Q\n`
    },
    /** What has been made since it was asked last. */
    take,
    /** What is left of it. */
    async end(): Promise<Buffer> {
      doc.end()
      await ended
      return take() ?? Buffer.alloc(0)
    },
  }
}
