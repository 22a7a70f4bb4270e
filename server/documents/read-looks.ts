/** The looks of the cells of a workbook (ECMA-376 part 1, 18.8), as far as sheets of ours can have them, and what they lose. */
import type { Package } from './package.ts'
import { limits } from './limits.ts'
import type { Attributes } from './read-xml.ts'
import { readAll } from './read-xml.ts'
import type { Workbook } from './workbook.ts'

/** What of a look cannot be said here. */
export type LookLoss =
  | 'italic'
  | 'underline'
  | 'strike'
  | 'raised'
  | 'pattern'
  | 'diagonal'
  | 'border-style'
  | 'border-colour'
  | 'alignment'
  | 'indent'
  | 'rotation'
  | 'shrink'

export interface CellLook {
  /** Points. */
  readonly size: number | undefined
  readonly isBold: boolean
  /** `#rrggbb`. */
  readonly colour: string | undefined
  readonly fill: string | undefined
  /** Widths in points of the lines above, to the right, below and to the left. */
  readonly border: readonly [number, number, number, number]
  readonly align: 'left' | 'center' | 'right' | undefined
  readonly vertical: 'top' | 'middle' | 'bottom'
  readonly wraps: boolean
  /** A line goes from the upper left corner to the lower right. */
  readonly isDiagonal: boolean
  readonly losses: readonly LookLoss[]
}

/** Widths in points by the names of styles, and those that are other than one line. */
const WIDTHS: Readonly<Record<string, number>> = {
  ...{ hair: 0.25, thin: 0.5, dotted: 0.5, dashed: 0.5, dashDot: 0.5, dashDotDot: 0.5 },
  ...{ medium: 1, mediumDashed: 1, mediumDashDot: 1, mediumDashDotDot: 1, slantDashDot: 1, thick: 2, double: 2 },
}
const PLAIN_LINES = new Set(['hair', 'thin', 'medium', 'thick'])
/** In the order in which colours are numbered: light and dark are the other way round than in the theme (18.8.3). */
const THEME = ['lt1', 'dk1', 'lt2', 'dk2', 'accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6', 'hlink', 'folHlink']
/** Colours by number, from 8 on; those below are the first eight of them (18.8.27). */
const INDEXED = (
  '000000 ffffff ff0000 00ff00 0000ff ffff00 ff00ff 00ffff 800000 008000 000080 808000 800080 008080 c0c0c0 808080 9999ff 993366 ffffcc ccffff 660066 ff8080 0066cc ccccff ' +
  '000080 ff00ff ffff00 00ffff 800080 800000 008080 0000ff 00ccff ccffff ccffcc ffff99 99ccff ff99cc cc99ff ffcc99 3366ff 33cccc 99cc00 ffcc00 ff9900 ff6600 666699 969696 ' +
  '003366 339966 003300 333300 993300 993366 333399 333333'
).split(' ')

/** The looks of a workbook in the order in which cells refer to them; none of a workbook without styles. @throws SheetError */
export async function readLooks(parts: Package, { looks: { styles, theme } }: Pick<Workbook, 'looks'>): Promise<CellLook[]> {
  if (styles === undefined) return []
  const reader = new LooksReader(await readTheme(parts, theme))
  await readAll(await parts.read(styles, limits.otherBytes), reader)
  return reader.looks()
}

/** The colours of the theme, as `rrggbb`, by their numbers. @param name Of its part; a workbook without one has no such colours */
export async function readTheme(parts: Package, name: string | undefined): Promise<string[]> {
  if (name === undefined) return []
  const found = new Map<string, string>()
  let within: string | undefined
  await readAll(await parts.read(name, limits.otherBytes), {
    open(tag, { val, lastClr }) {
      if (THEME.includes(tag)) within = tag
      const colour = tag === 'srgbClr' ? val : tag === 'sysClr' ? lastClr : undefined
      if (within !== undefined && colour !== undefined && !found.has(within)) found.set(within, colour)
    },
    close(tag) {
      if (tag === within) within = undefined
    },
  })
  return THEME.map((tag) => found.get(tag) ?? '000000')
}

interface Font {
  size: number | undefined
  isBold: boolean
  colour: string | undefined
  losses: LookLoss[]
}
interface Fill {
  isSolid: boolean
  colour: string | undefined
  losses: LookLoss[]
}
interface Border {
  widths: [number, number, number, number]
  isDown: boolean
  isDiagonal: boolean
  losses: LookLoss[]
}

const SECTIONS = ['fonts', 'fills', 'borders', 'cellXfs']
const SIDES: Readonly<Record<string, 0 | 1 | 2 | 3>> = { top: 0, right: 1, end: 1, bottom: 2, left: 3, start: 3 }
/** Whether a mark such as `<b/>` is set. */
export const isOn = ({ val = '1' }: Attributes) => val !== '0' && val !== 'false' && val !== 'none'

/** Follows the tags of the part with the styles. Fonts, fills and borders stand in it for conditional formats as well, which are none of ours. */
class LooksReader {
  readonly #theme: readonly string[]
  readonly #fonts: Font[] = []
  readonly #fills: Fill[] = []
  readonly #borders: Border[] = []
  readonly #xfs: { of: Attributes; alignment: Attributes }[] = []
  #section = ''
  #side: 0 | 1 | 2 | 3 | 'diagonal' | undefined

  constructor(theme: readonly string[]) {
    this.#theme = theme
  }

  open(tag: string, attributes: Attributes): void {
    if (SECTIONS.includes(tag)) this.#section = tag
    else if (this.#section === 'fonts') this.#openInFonts(tag, attributes)
    else if (this.#section === 'fills') this.#openInFills(tag, attributes)
    else if (this.#section === 'borders') this.#openInBorders(tag, attributes)
    else if (this.#section === 'cellXfs' && tag === 'xf') this.#xfs.push({ of: attributes, alignment: {} })
    else if (this.#section === 'cellXfs' && tag === 'alignment') {
      const last = this.#xfs.at(-1)
      if (last) last.alignment = attributes
    }
  }

  close(tag: string): void {
    if (tag === this.#section) this.#section = ''
    if (tag in SIDES || tag === 'diagonal') this.#side = undefined
  }

  looks(): CellLook[] {
    return this.#xfs.map(({ of, alignment }): CellLook => {
      const font = this.#fonts[Number(of['fontId'] ?? 0)]
      const fill = this.#fills[Number(of['fillId'] ?? 0)]
      const border = this.#borders[Number(of['borderId'] ?? 0)]
      const { horizontal = 'general', vertical = 'bottom' } = alignment
      const align = horizontal === 'left' || horizontal === 'center' || horizontal === 'right' ? horizontal : undefined
      const isDiagonal = border?.isDiagonal ?? false
      const losses: LookLoss[] = [...(font?.losses ?? []), ...(fill?.losses ?? []), ...(border?.losses ?? [])]
      const isAligned = (align !== undefined || horizontal === 'general') && ['top', 'center', 'bottom'].includes(vertical)
      // The line says where the texts beside it stand.
      if (!isAligned && !isDiagonal) losses.push('alignment')
      if (Number(alignment['indent'] ?? 0) > 0) losses.push('indent')
      if (Number(alignment['textRotation'] ?? 0) !== 0) losses.push('rotation')
      if (isOn({ val: alignment['shrinkToFit'] ?? '0' })) losses.push('shrink')
      return {
        size: font?.size,
        isBold: font?.isBold ?? false,
        colour: font?.colour,
        fill: fill?.colour,
        border: border?.widths ?? [0, 0, 0, 0],
        align,
        vertical: vertical === 'top' ? 'top' : vertical === 'center' ? 'middle' : 'bottom',
        wraps: isOn({ val: alignment['wrapText'] ?? '0' }),
        isDiagonal,
        losses,
      }
    })
  }

  #openInFonts(tag: string, attributes: Attributes): void {
    if (tag === 'font') return void this.#fonts.push({ size: undefined, isBold: false, colour: undefined, losses: [] })
    const font = this.#fonts.at(-1)
    if (!font) return
    if (tag === 'sz' && Number(attributes['val']) > 0) font.size = Number(attributes['val'])
    else if (tag === 'b') font.isBold = isOn(attributes)
    else if (tag === 'color') font.colour = this.#colourOf(attributes)
    else if (tag === 'i' && isOn(attributes)) font.losses.push('italic')
    else if (tag === 'u' && isOn(attributes)) font.losses.push('underline')
    else if (tag === 'strike' && isOn(attributes)) font.losses.push('strike')
    else if (tag === 'vertAlign' && attributes['val'] !== 'baseline') font.losses.push('raised')
  }

  #openInFills(tag: string, attributes: Attributes): void {
    if (tag === 'fill') return void this.#fills.push({ isSolid: false, colour: undefined, losses: [] })
    const fill = this.#fills.at(-1)
    if (!fill) return
    // The second fill of each workbook is a pattern that no cell has by itself.
    const isUsual = this.#fills.length <= 2
    const { patternType = 'none' } = attributes
    if (tag === 'gradientFill') fill.losses.push('pattern')
    else if (tag === 'patternFill') {
      fill.isSolid = patternType === 'solid'
      if (!isUsual && patternType !== 'solid' && patternType !== 'none') fill.losses.push('pattern')
    } else if (tag === 'fgColor' && fill.isSolid) fill.colour = this.#colourOf(attributes)
  }

  #openInBorders(tag: string, attributes: Attributes): void {
    if (tag === 'border') {
      const [isUp, isDown] = ['diagonalUp', 'diagonalDown'].map((name) => isOn({ val: attributes[name] ?? '0' })) as [boolean, boolean]
      // One line goes through a cell here, and that one downwards.
      return void this.#borders.push({ widths: [0, 0, 0, 0], isDown, isDiagonal: false, losses: isUp ? ['diagonal'] : [] })
    }
    const border = this.#borders.at(-1)
    const side = tag === 'diagonal' && border?.isDown ? tag : SIDES[tag]
    if (!border) return
    if (side !== undefined) {
      const name = attributes['style'] ?? 'none'
      this.#side = name === 'none' ? undefined : side
      if (side === 'diagonal') border.isDiagonal = name !== 'none'
      else border.widths[side] = WIDTHS[name] ?? 0
      if (name !== 'none' && !PLAIN_LINES.has(name)) border.losses.push('border-style')
    } else if (tag === 'color' && this.#side !== undefined && (this.#colourOf(attributes) ?? BLACK) !== BLACK)
      border.losses.push('border-colour')
  }

  #colourOf(attributes: Attributes): string | undefined {
    return colourOf(attributes, this.#theme)
  }
}

/** `#rrggbb`; undefined for the colour that a program chooses by itself. @param colours Of the theme */
export function colourOf({ rgb, theme, indexed, tint = '0' }: Attributes, colours: readonly string[]): string | undefined {
  const own = rgb?.slice(-6) ?? (theme === undefined ? undefined : colours[Number(theme)]) ?? numbered(indexed)
  if (own === undefined || !/^[0-9a-f]{6}$/i.test(own)) return undefined
  return `#${[0, 2, 4].map((at) => tinted(Number.parseInt(own.slice(at, at + 2), 16), Number(tint) || 0)).join('')}`
}

const BLACK = '#000000'
const numbered = (index: string | undefined) =>
  index === undefined ? undefined : INDEXED[Number(index) < 8 ? Number(index) : Number(index) - 8]

/** Darker by a part of itself, or lighter by a part of what it lacks: what the lightness of 18.8.19 comes to for each part of a colour. */
function tinted(part: number, tint: number): string {
  const share = Math.min(1, Math.max(-1, tint))
  const made = share < 0 ? part * (1 + share) : part + (255 - part) * share
  return Math.round(made).toString(16).padStart(2, '0')
}
