/** What an issued report has besides its own pages: its number at the foot of each, and a last page with the code that verifies it and its signatures. */
import type { BoxPage, Measure, PageBox } from '../documents/index.ts'
import { QUIET_MODULES, codeBoxes, modulesOf } from './drawn.ts'

export interface Certificate {
  readonly title: string
  readonly facts: readonly (readonly [label: string, value: string])[]
  /** What it was made with. Those that the page has no room for are not shown, and `more` says so: by how many are shown, and in one line. */
  readonly parameters?: {
    readonly all: readonly (readonly [label: string, value: string])[]
    readonly more: readonly string[]
  }
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
/** The same where parameters need the room: a name of two lines, or a signature by hand. */
const TIGHT_ROW = 30
const MAX_LINES = 6
/** Nothing stands closer to the lower edge, unless the foot of the page stands higher. */
const BOTTOM = 24

/** The row of headings of signatures. */
const HEADING = SIZE.text * LEADING + 2 * PADDING

/** The shorter side of A5: on smaller paper, such as a label, neither code nor signatures have room. */
const SMALLEST = 419.53

/**
 * The page, as large as the others, and no smaller than there is room for it.
 * @param paper `margin` is that below the other pages, where their foot stands
 */
export function certificatePage(
  paper: Pick<BoxPage, 'width' | 'height'> & { readonly margin?: number },
  certificate: Certificate,
  measure: Measure,
): BoxPage {
  const [width, height] = [paper.width, paper.height].map((side) => Math.max(side, SMALLEST)) as [number, number]
  const boxes: PageBox[] = []
  const room = width - 2 * MARGIN
  let y = MARGIN
  function write(text: string, at: { x: number; width: number; size: number; isBold?: boolean; colour?: string; most?: number }): number {
    const lines = measure(text, at.size, at.width, at.most ?? MAX_LINES)
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
  const [besideLabel, wholeBeside] = [width - MARGIN - beside - LABEL, width - MARGIN - beside]
  for (const [label, value] of certificate.facts) {
    write(label, { x: beside, width: LABEL, size: SIZE.text, colour: '#595959' })
    y += write(value, { x: beside + LABEL, width: besideLabel, size: SIZE.text }) + 4
  }
  const tallOf = (text: string, size: number, wide: number, most = MAX_LINES) => measure(text, size, wide, most).length * size * LEADING
  const { all = [], more = [] } = certificate.parameters ?? {}
  // Of one that has more lines than the whole page as many are measured: what would be cut is not shown at all.
  const most = Math.ceil(height / (SIZE.text * LEADING))
  const talls = all.map(
    ([label, value]) => Math.max(tallOf(label, SIZE.text, LABEL, most), tallOf(value, SIZE.text, besideLabel, most)) + 4,
  )
  // What stands below comes first: the places to sign, and what verifies the report.
  const others = 20 + tallOf(certificate.about, SIZE.small, wholeBeside) + tallOf(certificate.note, SIZE.small, room)
  const below = (row: number) => others + HEADING + (certificate.signatures.length - 1) * row
  const end = height - Math.max(BOTTOM, (paper.margin ?? 0) / 2 + SIZE.small)
  const moreTall = tallOf(more[0] ?? '', SIZE.text, wholeBeside) + 4
  const row = all.length === 0 || y + talls.reduce((sum, tall) => sum + tall, 0) + below(ROW) <= end ? ROW : TIGHT_ROW
  for (const [at, [label, value]] of all.entries()) {
    const tall = talls[at] ?? 0
    const isLast = at + 1 === all.length
    if (y + tall + (isLast ? 0 : moreTall) + below(row) > end) {
      y += write(more[at] ?? '', { x: beside, width: wholeBeside, size: SIZE.text }) + 4
      break
    }
    write(label, { x: beside, width: LABEL, size: SIZE.text, colour: '#595959', most })
    write(value, { x: beside + LABEL, width: besideLabel, size: SIZE.text, most })
    y += tall
  }
  y += 4
  y += write(certificate.about, { x: beside, width: wholeBeside, size: SIZE.small, colour: '#595959' })
  y = Math.max(y, top + side) + 8
  const wide = room / Math.max(1, certificate.signatures[0]?.length ?? 1)
  for (const [at, signature] of certificate.signatures.entries()) {
    const tall = at === 0 ? HEADING : row
    for (const [column, text] of signature.entries()) {
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
  // A label is hardly wider than both margins of a sheet.
  const side = Math.min(MARGIN, page.width / 12)
  const [line] = measure(text, SIZE.small, page.width - 2 * side, 1)
  if (!line || margin < SIZE.small * 2) return page
  const y = page.height - margin / 2
  const x = round(page.width - side - line.width)
  const box = { x, y: round(y - SIZE.small), width: round(line.width), height: SIZE.small * LEADING, size: SIZE.small, colour: '#595959' }
  return { ...page, boxes: [...page.boxes, { ...box, lines: [{ ...line, x, y: round(y) }] }] }
}

const round = (value: number): number => Math.round(value * 100) / 100
