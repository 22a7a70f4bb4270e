/** Texts in a picture: escaped, and broken into lines that fit. */
import { escapeXml } from './escape-xml.ts'
import type { Bounds } from './shapes.ts'

export const FONT = 12
const LINE = 14
/** Of names; more is cut. */
const MAX_CHARACTERS = 500

/** Lines of a text within a width, at the most so many; the last one says by its end that there is more. */
export function linesOf(text: string, width: number, most: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const part of partsOf(text.slice(0, MAX_CHARACTERS).replaceAll(/\s+/g, ' ').trim())) {
    if (line !== '' && widthOf((line + part).trimEnd()) > width) {
      lines.push(line.trimEnd())
      line = part.trimStart()
    } else line += part
  }
  if (line.trim() !== '') lines.push(line.trimEnd())
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), `${(lines[most - 1] ?? '').slice(0, -1)}…`]
}

/** Where a line may be broken: after blanks and hyphens, at any ideograph, and within a word that no line holds. */
function partsOf(text: string): string[] {
  return (
    text.match(
      /[\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF]|[^\s\u2E80-\u9FFF\uAC00-\uD7AF\uF900-\uFAFF\uFF00-\uFFEF-]{1,14}-?\s?|-|\s/gu,
    ) ?? []
  )
}

/** About as wide as the fonts of browsers draw it. */
export function widthOf(text: string): number {
  let width = 0
  for (const character of text) width += (character.codePointAt(0) ?? 0) > 0x2e7f ? FONT : FONT * 0.56
  return width
}

/** The text in the middle of a box. */
export function textIn({ x, y, width, height }: Bounds, text: string): string {
  const lines = linesOf(text, width - 8, Math.max(1, Math.floor(height / LINE)))
  return textAt(x + width / 2, y + height / 2 - (lines.length * LINE) / 2, lines)
}

/** The text below a point, as the names of events and gateways stand. */
export function textBelow(x: number, y: number, text: string): string {
  return textAt(x, y, linesOf(text, 100, 3))
}

function textAt(x: number, top: number, lines: readonly string[]): string {
  if (lines.length === 0) return ''
  const spans = lines.map((line, at) => `<tspan x="${round(x)}" y="${round(top + LINE * at + FONT - 1)}">${escapeXml(line)}</tspan>`)
  return `<text text-anchor="middle">${spans.join('')}</text>`
}

/** A length of the drawing to a tenth: what more would be written is seen by nobody. */
export const round = (value: number): number => Math.round(value * 10) / 10
