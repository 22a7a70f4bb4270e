/** Setting text: how wide it is, where it breaks, and what stands for it in the content of a page. */
import type { Font, Fonts } from './pdf-fonts.ts'

/** Glyphs of one font. */
export interface Run {
  readonly font: Font
  /** Hexadecimal, as `Tj` takes them. */
  readonly hex: string
}

interface Letter {
  readonly text: string
  readonly runs: readonly Run[]
  readonly width: number
}

export interface Line {
  readonly runs: readonly Run[]
  /** In thousandths of the size. */
  readonly width: number
}

/** A line of a text as it stands, and its width in thousandths of the size. */
export interface TextLine {
  readonly text: string
  readonly width: number
}

/** A text, and its size in points. */
export interface SizedText {
  readonly text: string
  readonly size: number
}

/** What of one of several texts stands in a line; its width in points. */
export interface PartOfLine {
  readonly of: number
  readonly text: string
  readonly width: number
}

/** Something that is set as one, with its width in whatever unit. */
type Settable = Pick<Letter, 'text' | 'width'>

const MAX_MEASURED_CHARACTERS = 200
const BREAKS_ANYWHERE = /[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]|[\u{20000}-\u{3ffff}]/u
/** What ends a phrase or belongs to what stands before it begins no line, and what opens one ends none (W3C, Requirements for Chinese Text Layout, 3.1.3). */
const NO_START = /[!%),.:;?\]}°·’”‰′″℃、。〉》」』】〕〗々！％），．：；？］｝～]/u
const NO_END = /[([{‘“〈《「『【〔〖（［｛]/u
const ELLIPSIS = '…'

/** Letters that take their form from their neighbours and run from the right: words of them beside each other are set as a whole. */
const JOINED = /[\p{Script=Arabic}\p{M}]+(?: +[\p{Script=Arabic}\p{M}]+)*/u
const ARABIC = /\p{Script=Arabic}/u
const PARTS = new RegExp(`(?=\\p{Script=Arabic})${JOINED.source}|.`, 'gsu')
/** What only says how its neighbours look: joiners, directions, variants, the colour of a skin. */
const UNSEEN = /[\p{Cf}\p{Variation_Selector}\p{Emoji_Modifier}]/u

/**
 * Widths of texts, and texts set in lines, without pdfkit's own layout. Letters are looked up one by one and remembered: laying out each
 * text as a whole, with ligatures and kerning, takes pdfkit ten times as long, and Chinese has neither.
 */
export function typesetter(fonts: Fonts) {
  const known = new Map<string, Letter>()
  function letter(part: string): Letter {
    let found = known.get(part)
    if (!found) known.set(part, (found = made(part)))
    return found
  }

  function made(part: string): Letter {
    const codePoint = part.codePointAt(0) as number
    const font = fonts.fontFor(codePoint)
    if (font && (font === fonts.main || !UNSEEN.test(part))) return encoded(part, font)
    if (UNSEEN.test(part)) return { text: part, runs: [], width: 0 }
    // No font has it: its number says what stands there, which a box does not.
    return encoded(`U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`, fonts.main)
  }

  function encoded(text: string, font: Font): Letter {
    const [hex, positions] = font.encode(text, ARABIC.test(text) ? [] : undefined)
    return { text, runs: [{ font, hex: hex.join('') }], width: positions.reduce((sum, { advanceWidth }) => sum + advanceWidth, 0) }
  }

  function lineOf(letters: readonly Letter[]): Line {
    const runs: Run[] = []
    for (const run of letters.flatMap((each) => each.runs)) {
      const last = runs.at(-1)
      if (last?.font === run.font) runs[runs.length - 1] = { ...last, hex: last.hex + run.hex }
      else runs.push(run)
    }
    return { runs, width: letters.reduce((sum, { width }) => sum + width, 0) }
  }

  /** The parts that are set as one: a character, or words whose letters are joined as far as they fit. */
  function partsOf(text: string, room: number): readonly string[] {
    const plain = text.toWellFormed().normalize('NFC').replace(/[\u0000-\u001f\u007f]+/g, ' ') // prettier-ignore
    if (!ARABIC.test(plain)) return [...plain]
    return (plain.match(PARTS) ?? []).flatMap((part) =>
      part.length < 2 || letter(part).width <= room ? [part] : part.split(/(?<= )|(?= )/),
    )
  }

  /** Breaks a text into at most `most` lines no wider than `room` (thousandths of the size); what is left becomes an ellipsis. */
  const lines = (text: string, room: number, most: number): Line[] => plain(text, room, most).map(lineOf)

  /** The same as {@link lines}, as texts with their widths: for whoever draws them elsewhere. */
  const texts = (text: string, room: number, most: number): TextLine[] =>
    plain(text, room, most).map((letters) => ({
      text: letters.map((each) => each.text).join(''),
      width: letters.reduce((sum, each) => sum + each.width, 0),
    }))

  /** The same of texts of several sizes that follow one another, in points: the parts of each line, with which of the texts each of them is of. */
  function spread(texts: readonly SizedText[], room: number, most: number): PartOfLine[][] {
    const sized = ({ text, width }: Letter, of: number) => ({ text, of, width: (width / 1000) * (texts[of]?.size ?? 0) })
    const all = texts.flatMap(({ text, size }, of) => partsOf(text, (room / size) * 1000).map((part) => sized(letter(part), of)))
    return broken(all, room, most, ({ of }) => sized(letter(ELLIPSIS), of)).map((line) => {
      const parts: PartOfLine[] = []
      for (const { of, text, width } of line) {
        const last = parts.at(-1)
        if (last?.of === of) parts[parts.length - 1] = { of, text: last.text + text, width: last.width + width }
        else parts.push({ of, text, width })
      }
      return parts
    })
  }

  const plain = (text: string, room: number, most: number): Letter[][] =>
    broken(partsOf(text, room).map(letter), room, most, () => letter(ELLIPSIS))

  /** @param dotsFor The ellipsis in place of a part and what comes behind it */
  function broken<Part extends Settable>(parts: readonly Part[], room: number, most: number, dotsFor: (part: Part) => Part): Part[][] {
    const found: Part[][] = []
    let line: Part[] = []
    let width = 0
    for (const next of parts) {
      // More than once where little was left behind by a break.
      while (width + next.width > room && line.length > 0) {
        if (found.length === most - 1) {
          const dots = dotsFor(next)
          while (line.length > 0 && width + dots.width > room) width -= (line.pop() as Part).width
          return [...found, [...line, dots]]
        }
        const end = breakIn(line, next.text)
        const isBlank = line[end]?.text === ' '
        found.push(line.slice(0, end))
        line = line.slice(isBlank ? end + 1 : end)
        width = line.reduce((sum, each) => sum + each.width, 0)
      }
      // The blank that a line breaks at is no part of the next one.
      if (next.text === ' ' && line.length === 0 && found.length > 0) continue
      line.push(next)
      width += next.width
    }
    return line.length > 0 || found.length === 0 ? [...found, line] : found
  }

  /** How many letters of a line that is full stand in it: up to the last blank, or the last place at which Chinese may break; all of them where there is neither. */
  function breakIn(line: readonly Settable[], next: string): number {
    for (let at = line.length; at > 0; at -= 1) {
      const [before, after] = [line[at - 1]?.text ?? '', line[at]?.text ?? next]
      if (after === ' ') return at
      if ((BREAKS_ANYWHERE.test(before) || BREAKS_ANYWHERE.test(after)) && !NO_START.test(after) && !NO_END.test(before)) return at
    }
    return line.length
  }

  /** How wide a text is, and the widest of its words, in thousandths of the size; of what is very long the beginning. Chinese may break after each letter. */
  function measure(text: string): { whole: number; word: number } {
    let [whole, word, longest] = [0, 0, 0]
    for (const part of partsOf(text.slice(0, MAX_MEASURED_CHARACTERS), Infinity)) {
      const { width } = letter(part)
      whole += width
      word = part === ' ' || BREAKS_ANYWHERE.test(part) ? 0 : word + width
      if (word > longest) longest = word
    }
    return { whole, word: longest }
  }

  return { lines, texts, spread, measure, line: (text: string) => lineOf(partsOf(text, Infinity).map(letter)) }
}
