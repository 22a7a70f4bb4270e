/**
 * What style sheets of the clipboard say of cells, read as text. Nothing of it is handed to the browser: nothing is loaded, and what a browser leaves out, such as
 * `mso-number-format`, is there. Each text is walked once, whoever wrote it. Pure.
 */
import type { Style } from '../../../../../model/reports/template.ts'

/** What is declared, by lower-case names. Of two that say the same, the later stands behind. */
export type Declared = ReadonlyMap<string, string>
/** Declarations by `td`, `.xl65` and `td.xl65`. */
export type Sheet = ReadonlyMap<string, Declared>

/** Longer values are none that a spreadsheet writes. */
const MAX_VALUE = 200
const SIDES = ['border-top', 'border-right', 'border-bottom', 'border-left'] as const

/** A text parted at characters outside of quotes, each part with what ended it. */
function* partsOf(text: string, stops: string): Generator<readonly [part: string, stop: string]> {
  let [from, quote] = [0, '']
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (character === '\\') at += 1
    else if (quote !== '') quote = character === quote ? '' : quote
    else if (character === '"' || character === "'") quote = character
    else if (stops.includes(character)) {
      yield [text.slice(from, at), character]
      from = at + 1
    }
  }
  yield [text.slice(from), '']
}

/** The declarations of a `style`, or of what stands in the braces of a sheet. */
export function declarationsOf(text: string): Declared {
  const found = new Map<string, string>()
  for (const [part] of partsOf(text, ';')) {
    const colon = part.indexOf(':')
    const value = part.slice(colon + 1).trim()
    if (colon > 0 && value !== '' && value.length <= MAX_VALUE) declare(found, part.slice(0, colon).trim().toLowerCase(), value)
  }
  return found
}

function declare(to: Map<string, string>, name: string, value: string): void {
  // Left, and right for numbers: what an attribute says of it counts.
  if (name === 'text-align' && value.toLowerCase() === 'general') return
  if (name === 'border') for (const side of SIDES) to.delete(side)
  to.delete(name)
  to.set(name, value)
}

/** One behind the other: what a later one says counts. */
export function together(...all: readonly (Declared | undefined)[]): Declared {
  const made = new Map<string, string>()
  for (const each of all) for (const [name, value] of each ?? []) declare(made, name, value)
  return made
}

/** The rules of a sheet that are about cells or about a class; all others are left out. */
export function sheetOf(text: string): Sheet {
  const found = new Map<string, Declared>()
  // Where a comment does not end, all behind it belongs to it.
  const [first = '', ...others] = text.replaceAll(/<!--|-->/g, ' ').split('/*')
  const bare = [first, ...others.map((part) => (part.includes('*/') ? part.slice(part.indexOf('*/') + 2) : ''))].join(' ')
  let [depth, selectors] = [0, '']
  for (const [part, stop] of partsOf(bare, '{}')) {
    if (stop === '{') {
      depth += 1
      if (depth === 1) selectors = part
      continue
    }
    // A rule within another one, as those for print are, is none of these.
    if (depth === 1) {
      const declared = declarationsOf(part)
      for (const selector of selectors.split(',')) {
        const name = selector.trim()
        if (name.length <= MAX_VALUE && /^(?:(?:td|th|font)(?:\.[\w-]+)?|\.[\w-]+)$/i.test(name))
          found.set(name.toLowerCase(), found.has(name.toLowerCase()) ? together(found.get(name.toLowerCase()), declared) : declared)
      }
    }
    depth = Math.max(0, depth - 1)
  }
  return found
}

/** What Office and WPS write by name: the colours of HTML 3.2, and those of the system as they usually are. Any other colour is written as a number. */
const NAMED: Readonly<Record<string, string>> = {
  aqua: '#00ffff',
  black: '#000000',
  blue: '#0000ff',
  fuchsia: '#ff00ff',
  gray: '#808080',
  green: '#008000',
  grey: '#808080',
  lime: '#00ff00',
  maroon: '#800000',
  navy: '#000080',
  olive: '#808000',
  orange: '#ffa500',
  purple: '#800080',
  red: '#ff0000',
  silver: '#c0c0c0',
  teal: '#008080',
  white: '#ffffff',
  window: '#ffffff',
  windowtext: '#000000',
  yellow: '#ffff00',
}

/** The colour in a value as templates have it; undefined where there is none, or one that is seen through. */
export function colourIn(value: string): string | undefined {
  const [, red, green, blue, alpha] = /\brgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+([\d.]+))?\s*\)/i.exec(value) ?? []
  if (red !== undefined)
    return Number(alpha ?? 1) === 0
      ? undefined
      : `#${[red, green, blue].map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0')).join('')}`
  for (const word of value.toLowerCase().split(/\s+/)) {
    if (/^#[0-9a-f]{6}$/.test(word)) return word
    if (/^#[0-9a-f]{3}$/.test(word)) return `#${word.slice(1).replaceAll(/./g, '$&$&')}`
    if (Object.hasOwn(NAMED, word)) return NAMED[word]
  }
  return undefined
}

/** Points of the sizes 1 to 7 of HTML, which are those from `xx-small` on: as LibreOffice has them, which writes them. */
const SIZES = [7, 10, 12, 14, 18, 24, 36]
const SIZE_NAMES = ['xx-small', 'x-small', 'small', 'medium', 'large', 'x-large', 'xx-large']

/** The points of a size of HTML. */
export const pointsOfSize = (size: number): number | undefined => SIZES[size - 1]

/** A length in points; undefined for one that is relative to something else. */
export function pointsIn(value: string): number | undefined {
  const [, amount, unit] = /(?:^|\s)(\d{1,6}(?:\.\d{1,6})?|\.\d{1,6})(pt|px)(?:\s|$)/i.exec(value) ?? []
  return amount === undefined ? undefined : Number(amount) * (unit?.toLowerCase() === 'px' ? 0.75 : 1)
}

const LINES: Readonly<Record<string, number>> = { thin: 0.75, medium: 1.5, thick: 2.25 }

function lineIn(value: string): number {
  const words = value.toLowerCase().split(/\s+/)
  if (words.includes('none') || words.includes('hidden')) return 0
  const named = words.find((word) => Object.hasOwn(LINES, word))
  const width = pointsIn(value) ?? LINES[named ?? 'medium'] ?? 0
  return Math.min(4, Math.round(width * 100) / 100)
}

/** Of a cell of which only that it is bold is said. */
const USUAL_SIZE = 9
const within = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value))

/** The looks that declarations come to; empty where they say nothing that a template has. */
export function styleOf(declared: Declared): Style {
  let [size, isBold, border]: [number | undefined, boolean, [number, number, number, number]] = [undefined, false, [0, 0, 0, 0]]
  const made: { -readonly [Key in keyof Style]: Style[Key] } = {}
  for (const [name, value] of declared) {
    const word = value.toLowerCase()
    const side = (SIDES as readonly string[]).indexOf(name)
    if (name === 'font-size') size = pointsIn(value) ?? SIZES[SIZE_NAMES.indexOf(word)] ?? size
    else if (name === 'font-weight') isBold = word === 'bold' || word === 'bolder' || Number(word) >= 600
    else if (name === 'text-align' && (word === 'left' || word === 'center' || word === 'right')) made.align = word
    else if (name === 'vertical-align' && (word === 'top' || word === 'middle' || word === 'bottom')) made.vertical = word
    else if (name === 'color') made.colour = colourIn(value)
    else if (name === 'background' || name === 'background-color') made.fill = colourIn(value)
    else if (name === 'white-space') made.wrap = word === 'normal' || word === 'pre-wrap' || undefined
    else if (name === 'border') border = [lineIn(value), lineIn(value), lineIn(value), lineIn(value)]
    else if (side >= 0) border = border.with(side, lineIn(value)) as typeof border
  }
  const points = within(size ?? USUAL_SIZE, 4, 72)
  return {
    ...(size === undefined && !isBold ? {} : { font: isBold ? ['sc', points, 'bold'] : ['sc', points] }),
    ...(made.align ? { align: made.align } : {}),
    ...(made.vertical ? { vertical: made.vertical } : {}),
    // Black is what a cell is written in that says nothing.
    ...(made.colour && made.colour !== '#000000' ? { colour: made.colour } : {}),
    ...(made.fill ? { fill: made.fill } : {}),
    ...(border.some((width) => width > 0) ? { border } : {}),
    ...(made.wrap ? { wrap: true } : {}),
  }
}

/** Formats that Office writes by name. */
const FORMATS: Readonly<Record<string, string>> = { fixed: '0.00', standard: '#,##0.00', percent: '0.00%' }

/** The format of a workbook that `mso-number-format` says: `"\#\,\#\#0\.00"` is `#,##0.00`. */
export function formatCodeIn(value: string): string {
  const bare = value.replace(/^(["'])(.*)\1$/s, '$2')
  const named = FORMATS[bare.toLowerCase()]
  return (
    named ??
    bare.replaceAll(/\\(?:(00[0-9a-f]{2})|(.))/gi, (_, code?: string, one?: string) =>
      code ? String.fromCodePoint(parseInt(code, 16)) : (one ?? ''),
    )
  )
}
