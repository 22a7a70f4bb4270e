/** What an issued report has besides its own pages: its number at the foot of each, and a last page with the code that verifies it and its signatures. */
import type { BoxPage, Measure, PageBox } from '../documents/index.ts'
import { QUIET_MODULES, codeBoxes, modulesOf } from './drawn.ts'

export interface Certificate {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** What the QR code says. */
  readonly code: string
  readonly about: string
  /** Headings, and a row for each place to sign; empty ones are signed by hand. */
  readonly signatures: readonly (readonly string[])[]
  readonly note: string
}

const MARGIN = 48
const SIZE = { title: 16, text: 9.5, small: 8 } as const
/** From baseline to baseline, in parts of the size. */
const LEADING = 1.35
const PADDING = 4
/** Points of one module: a phone reads them from paper at an arm's length (about 1 mm). */
const MODULE = 2.6
const LABEL = 130
const ROW = 40
const MAX_LINES = 6

/** The page, as large as the others. */
export function certificatePage({ width, height }: Pick<BoxPage, 'width' | 'height'>, certificate: Certificate, measure: Measure): BoxPage {
  const boxes: PageBox[] = []
  const room = width - 2 * MARGIN
  let y = MARGIN
  function write(text: string, at: { x: number; width: number; size: number; isBold?: boolean; colour?: string }): number {
    const lines = measure(text, at.size, at.width, MAX_LINES)
    const tall = lines.length * at.size * LEADING
    boxes.push({
      ...{ x: at.x, y, width: at.width, height: tall, size: at.size },
      ...(at.isBold ? { isBold: true } : {}),
      ...(at.colour ? { colour: at.colour } : {}),
      lines: lines.map((line, nth) => ({ ...line, x: at.x, y: round(y + at.size * (1 + nth * LEADING)) })),
    })
    return tall
  }

  y += write(certificate.title, { x: MARGIN, width: room, size: SIZE.title, isBold: true }) + 12
  const top = y
  const side = ((modulesOf('qr', certificate.code)?.length ?? 0) + 2 * QUIET_MODULES.qr) * MODULE
  const frame = { x: MARGIN - QUIET_MODULES.qr * MODULE, y: top, width: side, height: side }
  const code = codeBoxes('qr', certificate.code, frame, measure) ?? []
  const beside = MARGIN + side
  for (const [label, value] of certificate.facts) {
    write(label, { x: beside, width: LABEL, size: SIZE.text, colour: '#595959' })
    y += write(value, { x: beside + LABEL, width: width - MARGIN - beside - LABEL, size: SIZE.text }) + 4
  }
  y += 4
  y += write(certificate.about, { x: beside, width: width - MARGIN - beside, size: SIZE.small, colour: '#595959' })
  y = Math.max(y, top + side) + 8
  const wide = room / Math.max(1, certificate.signatures[0]?.length ?? 1)
  for (const [at, row] of certificate.signatures.entries()) {
    const tall = at === 0 ? SIZE.text * LEADING + 2 * PADDING : ROW
    for (const [column, text] of row.entries()) {
      const x = MARGIN + column * wide
      boxes.push({
        ...{ x: round(x), y: round(y), width: round(wide), height: round(tall), size: SIZE.text },
        ...(at === 0 ? { fill: '#e6f0fa', isBold: true } : {}),
        border: [0.5, 0.5, 0.5, 0.5],
        lines: measure(text, SIZE.text, wide - 2 * PADDING, 2).map((line, nth) => ({
          ...line,
          x: round(x + PADDING),
          y: round(y + PADDING + SIZE.text * (1 + nth * LEADING)),
        })),
      })
    }
    y += tall
  }
  y += 8
  write(certificate.note, { x: MARGIN, width: room, size: SIZE.small, colour: '#595959' })
  return { width, height, boxes: [...boxes, ...code] }
}

/** The page with a line in its lower margin, where its number and what it is of stand. */
export function withFoot(page: BoxPage, text: string, margin: number, measure: Measure): BoxPage {
  const [line] = measure(text, SIZE.small, page.width - 2 * MARGIN, 1)
  if (!line || margin < SIZE.small * 2) return page
  const y = page.height - margin / 2
  const x = round(page.width - MARGIN - line.width)
  const box = { x, y: round(y - SIZE.small), width: round(line.width), height: SIZE.small * LEADING, size: SIZE.small, colour: '#595959' }
  return { ...page, boxes: [...page.boxes, { ...box, lines: [{ ...line, x, y: round(y) }] }] }
}

const round = (value: number): number => Math.round(value * 100) / 100
