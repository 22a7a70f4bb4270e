/** How wide texts are, known before they are drawn: so a table is laid out once, and not once more after a look at itself. */

/** The text of a cell, and that of a heading as data-table.css has it. */
const FONTS = { body: '', heading: '600 13px ' } as const

const known = new Map<string, number>()
let pen: CanvasRenderingContext2D | null | undefined

/** The pixels that a text takes in one line of a table. */
export function widthOfText(text: string, font: keyof typeof FONTS = 'body'): number {
  const key = `${document.documentElement.lang} ${font} ${text}`
  const before = known.get(key)
  if (before !== undefined) return before
  pen ??= document.createElement('canvas').getContext('2d')
  if (!pen) return 0
  const { fontSize, fontFamily } = getComputedStyle(document.body)
  pen.font = (FONTS[font] || `${fontSize} `) + fontFamily
  const { width } = pen.measureText(text)
  known.set(key, width)
  return width
}
