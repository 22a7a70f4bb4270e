/** Pages of boxes: whatever stands on a page as rectangles with lines of text, in points from the upper left corner. What draws them decides nothing. */
import { openPdf } from './pdf-document.ts'
import type { PartOfLine, SizedText, TextLine } from './pdf-type.ts'

/** A line of text. `y` is its baseline, `width` its length at the size of its box. */
export interface BoxLine {
  readonly text: string
  readonly x: number
  readonly y: number
  readonly width: number
}

/** A line or a shape on the page. `d` says where it goes, as SVG has it, of M, L and Z alone. */
export interface BoxPath {
  readonly d: string
  /** `#rrggbb`. */
  readonly fill?: string | undefined
  readonly stroke?: string | undefined
  readonly width?: number | undefined
  /** Length of the dashes and of the gaps between them. */
  readonly dash?: number | undefined
}

/** A picture whose bytes may be drawn (drawable.ts), in pixels. */
export interface PagePicture {
  readonly type: 'image/png' | 'image/jpeg'
  readonly width: number
  readonly height: number
  readonly bytes: Buffer
}

export interface PageBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  /** `#rrggbb`. */
  readonly fill?: string | undefined
  readonly colour?: string | undefined
  /** Widths of the lines above, to the right, below and to the left. */
  readonly border?: readonly [number, number, number, number] | undefined
  readonly size: number
  readonly isBold?: boolean | undefined
  readonly isItalic?: boolean | undefined
  readonly lines: readonly BoxLine[]
  /** Which of the pictures of its document stands in it, and where on the page: in front of its ground, behind its lines. */
  readonly picture?:
    { readonly id: string; readonly x: number; readonly y: number; readonly width: number; readonly height: number } | undefined
  /** In front of its ground, behind its text. */
  readonly paths?: readonly BoxPath[] | undefined
}

export interface BoxPage {
  readonly width: number
  readonly height: number
  readonly boxes: readonly PageBox[]
}

export interface BoxedDocument {
  readonly title: string
  readonly author: string
  /** A language tag (BCP 47). */
  readonly locale: string
  readonly pages: Iterable<BoxPage> | AsyncIterable<BoxPage>
  /** Those that boxes name, by their ids; the others are not drawn. */
  readonly pictures?: ReadonlyMap<string, PagePicture> | undefined
}

export interface Measure {
  /** Breaks a text into lines no wider than `width` points at this size; of more than `most` the rest becomes an ellipsis. */
  (text: string, size: number, width: number, most: number): { readonly text: string; readonly width: number }[]
  /** The same of texts of several sizes that follow one another: the parts of each line, with which of the texts each of them is of. */
  spread(texts: readonly SizedText[], width: number, most: number): PartOfLine[][]
}

let measuring: Promise<Measure> | undefined

/** The lengths of texts in the fonts that PDFs have embedded, in points: what is measured so stands in the PDF as it was measured. Opened once a process. */
export function openMeasure(): Promise<Measure> {
  measuring ??= open()
  // What could not be read may be there the next time.
  measuring.catch(() => (measuring = undefined))
  return measuring
}

async function open(): Promise<Measure> {
  const { type } = await openPdf({ title: '', author: '', locale: 'en' })
  const scaled = (size: number) => (line: TextLine) => ({ text: line.text, width: (line.width / 1000) * size })
  const measure = (text: string, size: number, width: number, most: number) => {
    const found: { text: string; width: number }[] = []
    for (const part of text.split('\n')) {
      if (found.length >= most) break
      found.push(...type.texts(part, (width / size) * 1000, most - found.length).map(scaled(size)))
    }
    return found
  }
  return Object.assign(measure, { spread: type.spread })
}

const number = (value: number) => value.toFixed(2)
const colourOf = (colour: string) => [1, 3, 5].map((at) => (Number.parseInt(colour.slice(at, at + 2), 16) / 255).toFixed(3)).join(' ')

/** A path as the content of a page has it, whose y goes upwards. */
function pathContent({ d, fill, stroke, width = 0.5, dash }: BoxPath, height: number): string {
  const way = [...d.matchAll(/([MLZ])(?:(-?[\d.]+) (-?[\d.]+))?/g)].map(([, to, x, y]) =>
    to === 'Z' ? 'h' : `${number(Number(x))} ${number(height - Number(y))} ${to === 'M' ? 'm' : 'l'}`,
  )
  const look = `${fill ? `${colourOf(fill)} rg ` : ''}${stroke ? `${colourOf(stroke)} RG ${number(width)} w [${dash ? number(dash) : ''}] 0 d ` : ''}`
  return `${look}${way.join(' ')} ${fill && stroke ? 'B' : fill ? 'f' : 'S'}\n`
}

/** The bytes of a PDF of these pages, made page by page. */
export async function* writeBoxes({ pages, pictures, ...about }: BoxedDocument): AsyncGenerator<Buffer> {
  const { doc, type, text, picture, take, end } = await openPdf(about)
  for await (const { width, height, boxes } of pages) {
    doc.addPage({ size: [width, height], margin: 0 })
    const fills: string[] = []
    const words: string[] = []
    const strokes: string[] = []
    for (const box of boxes) {
      const [left, top, right, bottom] = [box.x, height - box.y, box.x + box.width, height - box.y - box.height]
      if (box.fill)
        fills.push(`${colourOf(box.fill)} rg ${number(left)} ${number(bottom)} ${number(box.width)} ${number(box.height)} re f\n`)
      const own = box.picture && pictures?.get(box.picture.id)
      if (box.picture && own) fills.push(picture(own.bytes, { ...box.picture, y: height - box.picture.y - box.picture.height }))
      fills.push(...(box.paths ?? []).map((path) => pathContent(path, height)))
      const sides = [
        [left, top, right, top],
        [right, top, right, bottom],
        [left, bottom, right, bottom],
        [left, top, left, bottom],
      ] as const
      sides.forEach(([x, y, toX, toY], at) => {
        const wide = box.border?.[at] ?? 0
        if (wide > 0) strokes.push(`${number(wide)} w ${number(x)} ${number(y)} m ${number(toX)} ${number(toY)} l S\n`)
      })
      if (box.lines.length === 0) continue
      const colour = colourOf(box.colour ?? '#000000')
      // There is one weight: what is bold gets a line around its letters.
      const weight = box.isBold ? `2 Tr ${colour} RG ${number(box.size / 30)} w ` : '0 Tr '
      words.push(
        `${weight}${colour} rg\n`,
        ...box.lines.map((line) => text(type.line(line.text), line.x, height - line.y, box.size, box.isItalic)),
      )
    }
    doc.addContent(`q 1 0 0 -1 0 ${number(height)} cm\n${fills.join('')}[] 0 d 0 0 0 RG\n${strokes.join('')}${words.join('')}0 Tr Q`)
    const made = take()
    if (made) yield made
    // Setting a page takes a while; others have their turn before the next.
    await new Promise((resolve) => setImmediate(resolve))
  }
  yield await end()
}
