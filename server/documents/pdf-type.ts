/** Setting text in one embedded font: how wide it is, where it breaks, and what stands for it in the content of a page. */

/** What of a font of pdfkit is used here: it takes the glyphs of a text into the subset that is embedded. */
export interface Font {
  readonly id: string
  encode(text: string): [hex: string[], positions: { advanceWidth: number }[]]
  ref(): object
}

interface Letter {
  readonly hex: string
  readonly width: number
}

export interface Line {
  /** Hexadecimal glyphs, as `Tj` takes them. */
  readonly hex: string
  /** In thousandths of the size. */
  readonly width: number
}

const MAX_MEASURED_CHARACTERS = 200
const BREAKS_ANYWHERE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u
const ELLIPSIS = '…'

/**
 * Widths of texts, and texts set in lines, without pdfkit's own layout. Letters are looked up one by one and remembered: laying out each
 * text as a whole, with ligatures and kerning, takes pdfkit ten times as long, and Chinese has neither.
 */
export function typesetter(font: Font) {
  const known = new Map<string, Letter>()
  function letter(character: string): Letter {
    let found = known.get(character)
    if (!found) {
      const [hex, positions] = font.encode(character)
      found = { hex: hex.join(''), width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }
      known.set(character, found)
    }
    return found
  }

  const lineOf = (letters: readonly Letter[]): Line => ({
    hex: letters.map(({ hex }) => hex).join(''),
    width: letters.reduce((sum, { width }) => sum + width, 0),
  })

  /** Breaks a text into at most `most` lines no wider than `room` (thousandths of the size); what is left becomes an ellipsis. */
  function lines(text: string, room: number, most: number): Line[] {
    const found: Line[] = []
    let line: Letter[] = []
    let width = 0
    let lastBlank = -1
    for (const character of text.toWellFormed().replace(/[\u0000-\u001f\u007f]+/g, ' ')) {
      const next = letter(character)
      if (width + next.width > room && line.length > 0) {
        if (found.length === most - 1) {
          const dots = letter(ELLIPSIS)
          while (line.length > 0 && width + dots.width > room) width -= (line.pop() as Letter).width
          return [...found, lineOf([...line, dots])]
        }
        const end = lastBlank > 0 ? lastBlank : line.length
        found.push(lineOf(line.slice(0, end)))
        line = line.slice(lastBlank > 0 ? end + 1 : end)
        width = line.reduce((sum, each) => sum + each.width, 0)
        lastBlank = -1
      }
      if (character === ' ') lastBlank = line.length
      line.push(next)
      width += next.width
    }
    return line.length > 0 || found.length === 0 ? [...found, lineOf(line)] : found
  }

  /** How wide a text is, and the widest of its words, in thousandths of the size; of what is very long the beginning. Chinese may break after each letter. */
  function measure(text: string): { whole: number; word: number } {
    let [whole, word, longest] = [0, 0, 0]
    for (const character of text.slice(0, MAX_MEASURED_CHARACTERS)) {
      const { width } = letter(character)
      whole += width
      word = character === ' ' || BREAKS_ANYWHERE.test(character) ? 0 : word + width
      if (word > longest) longest = word
    }
    return { whole, word: longest }
  }

  return { lines, measure, line: (text: string) => lineOf([...text].map(letter)) }
}
