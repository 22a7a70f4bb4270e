/** Whether the texts of the boxes of a page stand at the same place in a print of another program. Lengths are points. */
import type { BoxPage } from '../../server/documents/index.ts'
import type { PlacedWord } from './office.ts'

/** A page as calls tell it, or as a sheet is divided into. */
type Page = Pick<BoxPage, 'boxes'>
type Box = Page['boxes'][number]

/** 2 mm. */
export const NEAR = (2 * 72) / 25.4
/** Words of a box may begin so far beside it: programs differ in the room around them. */
const BESIDE = 2
/** What rounding makes of distances that are equal. */
const NEARLY = 0.3

/** Without blanks, and without the second at which a file was made. */
const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    .replaceAll(/\d\d:\d\d:\d\d/g, '')

interface Found {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly middle: number
}

/** What stands in the box: the words whose middles lie in it, line by line. */
function foundIn(words: readonly PlacedWord[], { x, y, width, height }: Pick<Box, 'x' | 'y' | 'width' | 'height'>): Found | undefined {
  const inside = words.filter(({ left, right, top, bottom }) => {
    const [across, down] = [(left + right) / 2, (top + bottom) / 2]
    return across > x - BESIDE && across < x + width + BESIDE && down > y && down < y + height
  })
  const [first] = inside
  if (!first) return undefined
  const high = first.bottom - first.top
  const lines = inside.toSorted((one, other) => (Math.abs(one.top - other.top) > high / 2 ? one.top - other.top : one.left - other.left))
  return {
    text: bare(lines.map(({ text }) => text).join('')),
    left: Math.min(...inside.map(({ left }) => left)),
    right: Math.max(...inside.map(({ right }) => right)),
    middle: (Math.min(...inside.map(({ top }) => top)) + Math.max(...inside.map(({ bottom }) => bottom))) / 2,
  }
}

const wordsOf = ({ lines }: Box) => lines.map(({ text }) => text).join(' ')

/** The boxes of a page whose texts stand in cells: those within charts are what another program makes of the same numbers. */
function cellsOf({ boxes }: Page): Box[] {
  const charts = boxes.filter(({ paths = [] }) => paths.length > 0)
  const isIn = (box: Box, chart: Box) =>
    box.x >= chart.x - NEARLY &&
    box.y >= chart.y - NEARLY &&
    box.x + box.width <= chart.x + chart.width + NEARLY &&
    box.y + box.height <= chart.y + chart.height + NEARLY
  return boxes.filter((box) => bare(wordsOf(box)) !== '' && !charts.some((chart) => isIn(box, chart)))
}

/** Whether a cell of several rows stands on the page beside as well: in the PDF with its text, in other programs without. */
function goesOn(box: Box, page: Page, beside: Page | undefined): boolean {
  if (!beside) return false
  const isTall = (one: Box, { boxes }: Page) =>
    boxes.some(({ y, height }) => y > one.y - NEARLY && y + height < one.y + one.height + NEARLY && height < one.height / 1.5)
  return beside.boxes.some(
    (other) =>
      other.x === box.x && other.width === box.width && wordsOf(other) === wordsOf(box) && (isTall(box, page) || isTall(other, beside)),
  )
}

interface Placed {
  /** The texts of cells that were found. */
  readonly texts: readonly string[]
  /** What is missing, says something else or lies too far from its place. */
  readonly wrong: readonly string[]
  /** The longest distance of a text from its place. */
  readonly farthest: number
}

/**
 * How the texts of pages lie in a print of them. They are compared at the side that their cell holds them at: in another font a text is longer or shorter.
 * @param own Words of the PDF of these pages, page by page
 * @param others Words of the print
 */
export function placedLike(pages: readonly Page[], own: readonly PlacedWord[][], others: readonly PlacedWord[][]): Placed {
  const texts: string[] = []
  const wrong: string[] = []
  let farthest = 0
  for (const [at, page] of pages.entries())
    for (const box of cellsOf(page)) {
      const wanted = bare(wordsOf(box))
      // What is too long for its cell is cut where it ends, which each program does in its own way.
      if (wordsOf(box).endsWith('…') || goesOn(box, page, pages[at + 1]) || goesOn(box, page, pages[at - 1])) continue
      const [mine, theirs] = [own[at], others[at]].map((words) => foundIn(words ?? [], box))
      if (mine?.text !== wanted || theirs?.text !== wanted) {
        wrong.push(`page ${at + 1}: "${wanted}" is "${theirs?.text ?? ''}" (and "${mine?.text ?? ''}" in the PDF)`)
        continue
      }
      const [first] = box.lines
      const before = (first?.x ?? 0) - box.x
      const after = box.x + box.width - (first?.x ?? 0) - (first?.width ?? 0)
      const across =
        Math.abs(before - after) < NEARLY
          ? (mine.left + mine.right - theirs.left - theirs.right) / 2
          : before < after
            ? mine.left - theirs.left
            : mine.right - theirs.right
      const far = Math.max(Math.abs(across), Math.abs(mine.middle - theirs.middle))
      farthest = Math.max(farthest, far)
      if (far > NEAR) wrong.push(`page ${at + 1}: "${wanted}" ${across.toFixed(1)} and ${(mine.middle - theirs.middle).toFixed(1)} away`)
      texts.push(wordsOf(box), ...box.lines.map(({ text }) => text))
    }
  return { texts, wrong, farthest }
}
