/**
 * Pages as somebody draws them on squared paper, and where everything stands on them then: a second reckoning of the places of boxes, which knows nothing but
 * the lengths of a template and what was drawn. Lengths are points.
 */
import type { ReportTemplate } from '../../../model/reports/template.ts'
import type { BoxPage } from '../../../server/documents/index.ts'

/**
 * One column of a page. The first line has the letters of the columns of the template; each other line the number of the row of the template that it is made
 * of, and what stands in each column: a text, `<` for what the cell at the left covers, `^` for what the cell above covers, `@` for a box without a text, and
 * nothing where there is no box. `5=28.3` is a row that its text makes higher, and `_5` one of those that end where the page ends.
 */
export type Drawing = readonly string[]

export interface Drawn {
  /** Page by page, each with its columns from the left. */
  readonly pages: readonly (readonly Drawing[])[]
  /** How much smaller than its template the sheet is. */
  readonly scale?: number
}

export interface ExpectedBox {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
  readonly size: number
  readonly text: string
}

/** Of charts and codes: the size of the words within them, and how high their boxes are. */
const WORD = 7

const PAPER = { A3: [841.89, 1190.55], A4: [595.28, 841.89], A5: [419.53, 595.28], letter: [612, 792] } as const
/** Own paper is of millimetres, of which 25.4 are 72 points. */
const sidesOf = (size: ReportTemplate['page']['size']) =>
  typeof size === 'string' ? PAPER[size] : [round((size[0] * 72) / 25.4), round((size[1] * 72) / 25.4)]
const round = (value: number) => Math.round(value * 100) / 100
const sum = (list: readonly number[]) => list.reduce((one, other) => one + other, 0)

type Lengths = Pick<ReportTemplate, 'page' | 'columns' | 'rows' | 'styles' | 'cells'>

/** The boxes of each page from its top and from the left, as they are drawn. */
export function reckoned(template: Lengths, { pages, scale = 1 }: Drawn): ExpectedBox[][] {
  const [short, long] = sidesOf(template.page.size)
  const [wide, high] = template.page.landscape ? [long, short] : [short, long]
  const [top, right, bottom, left] = template.page.margins
  const { count, gap } = template.page.columns ?? { count: 1, gap: 0 }
  const apart = (wide - left - right - gap * (count - 1)) / count + gap
  return pages.map((drawings) =>
    inOrder(
      drawings.flatMap((drawing, nth) =>
        boxesOf(drawing, template).map(({ x, y, width, height, isAtEnd, ...box }) => ({
          ...box,
          x: round(left + nth * apart + x * scale),
          y: round((isAtEnd ? high - bottom : top) + y * scale),
          width: round(width * scale),
          height: round(height * scale),
          size: round(box.size * scale),
        })),
      ),
    ),
  )
}

/** Of one drawing, from its corner; of rows at the end of the page, from that end upwards. */
function boxesOf([head = '', ...lines]: Drawing, { columns, rows, styles, cells }: Lengths) {
  const parts = (line: string) => line.split('|').map((part) => part.trim())
  const letters = parts(head).slice(1)
  const widths = letters.map((letter) => columns[letter.charCodeAt(0) - 65] ?? NaN)
  const drawn = lines.map((line) => {
    const [name = '', ...texts] = parts(line)
    const [, end, row, height] = /^(_?)(\d+)(?:=([\d.]+))?$/.exec(name) ?? []
    if (row === undefined || texts.length !== letters.length) throw new Error(`this is no line of a drawing: ${line}`)
    return { isAtEnd: end === '_', row: Number(row), height: height === undefined ? (rows[Number(row) - 1] ?? NaN) : Number(height), texts }
  })
  const ends = sum(drawn.filter(({ isAtEnd }) => isAtEnd).map(({ height }) => height))
  return drawn.flatMap(({ texts, row, isAtEnd }, down) =>
    texts.flatMap((text, across) => {
      if (text === '' || text === '<' || text === '^') return []
      let [last, lowest] = [across, down]
      while (texts[last + 1] === '<') last += 1
      while (drawn[lowest + 1]?.texts[across] === '^') lowest += 1
      const above = sum(drawn.slice(0, down).filter((each) => each.isAtEnd === isAtEnd).map(({ height }) => height)) // prettier-ignore
      const { style, chart, code } = cells[`${letters[across] ?? ''}${row}`] ?? {}
      return [
        {
          isAtEnd,
          x: sum(widths.slice(0, across)),
          y: above - (isAtEnd ? ends : 0),
          width: sum(widths.slice(across, last + 1)),
          height: sum(drawn.slice(down, lowest + 1).map(({ height }) => height)),
          size: (chart ?? code) ? WORD : ((style === undefined ? undefined : styles[style]?.font?.[1]) ?? 9),
          text: text === '@' ? '' : text,
        },
      ]
    }),
  )
}

const inOrder = (boxes: readonly ExpectedBox[]) =>
  boxes.toSorted((one, other) => one.y - other.y || one.x - other.x || (one.text < other.text ? -1 : 1))

/** The boxes of a page in the same order, without those of the words within a chart. */
export const found = ({ boxes }: BoxPage): ExpectedBox[] =>
  inOrder(
    boxes
      .filter(({ height, size }) => height !== WORD || size !== WORD)
      .map(({ x, y, width, height, size, lines }) => ({ x, y, width, height, size, text: lines.map(({ text }) => text).join(' ') })),
  )
