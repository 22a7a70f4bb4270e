/**
 * Which columns of a table stand beside each other on paper, and how wide. A column is as wide as its texts ask for, and never narrower
 * than its longest word; what does not fit beside each other goes on on the next page, where the column that names the rows stands again.
 */

/** What the texts of a column ask for, in points: the longest as a whole, and the longest word of any. */
export interface Room {
  readonly whole: number
  readonly word: number
}

export interface Layout {
  /** Whether the page lies on its side. */
  readonly isWide: boolean
  /** By column; 0 for those that are left out. */
  readonly widths: readonly number[]
  /** Columns of each of the pages that show the same rows, in their order. At least one. */
  readonly bands: readonly (readonly number[])[]
}

/** A word of more than this, such as an address, is broken after all; and a text of more goes on in the next line. */
const MAX_WORD_WIDTH = 130
const MAX_LINE_WIDTH = 230
/** A column of short texts, and one of Chinese, whose words are single letters. */
const MIN_WIDTH = 30
const MIN_LONG_WIDTH = 64
/** The column that names the rows leaves room for others. */
const MAX_KEY_SHARE = 0.3

/**
 * Orientation of the page and widths of the columns.
 * @param rooms By column; `undefined` where nothing stands in it, which is left out.
 * @param key The column that names the rows.
 * @param pages Room from margin to margin of a page that stands, and of one on its side.
 * @param padding Beside a text, on both sides together.
 */
export function layoutOf(
  rooms: readonly (Room | undefined)[],
  key: number,
  pages: { readonly upright: number; readonly wide: number },
  padding: number,
): Layout {
  const shown = rooms.flatMap((room, index) => (room ? [index] : []))
  const least = (index: number) => leastOf(rooms[index] as Room) + padding
  const most = (index: number) => Math.max(least(index), Math.min(MAX_LINE_WIDTH, (rooms[index] as Room).whole) + padding)
  const sum = (columns: readonly number[], of: (index: number) => number) => columns.reduce((all, index) => all + of(index), 0)
  const widths = rooms.map(() => 0)

  /** The room that is left goes to those that could use it, and beyond that to all in their proportion. */
  function fill(columns: readonly number[], room: number): void {
    const [needed, wanted] = [sum(columns, least), sum(columns, most)]
    for (const index of columns)
      widths[index] =
        wanted <= room
          ? most(index) * (room / wanted)
          : least(index) + (most(index) - least(index)) * Math.max(0, (room - needed) / (wanted - needed))
  }

  // On its side as soon as many texts would have to break.
  const isWide = sum(shown, most) > pages.upright * 1.5 || sum(shown, least) > pages.upright
  const room = isWide ? pages.wide : pages.upright
  if (sum(shown, least) <= room) {
    fill(shown, room)
    return { isWide, widths, bands: [shown] }
  }
  const first = rooms[key] ? key : (shown[0] as number)
  widths[first] = Math.min(most(first), Math.max(least(first), room * MAX_KEY_SHARE))
  const beside = room - (widths[first] as number)
  const bands: number[][] = []
  for (const index of shown) {
    if (index === first) continue
    const band = bands.at(-1)
    if (band && sum([...band, index], comfortable) <= beside) band.push(index)
    else bands.push([index])
  }
  for (const band of bands) fill(band, beside)
  return { isWide, widths, bands: bands.map((band) => [first, ...band]) }

  /** Where there are more pages anyway, texts need not be as narrow as they can. */
  function comfortable(index: number): number {
    return Math.min(beside, (least(index) + most(index)) / 2)
  }
}

function leastOf({ whole, word }: Room): number {
  return Math.max(MIN_WIDTH, Math.min(word, MAX_WORD_WIDTH), Math.min(whole, MIN_LONG_WIDTH))
}
