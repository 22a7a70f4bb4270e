/** Texts of a workbook of which parts have looks of their own (ECMA-376 part 1, 18.4.4): shared ones, and those that stand in their cell. */
import { unescaped } from '../../model/workbook.ts'
import { limits } from './limits.ts'
import type { Package } from './package.ts'
import type { LookLoss } from './read-looks.ts'
import { colourOf, isOn } from './read-looks.ts'
import type { Attributes } from './read-xml.ts'
import { readAll } from './read-xml.ts'

/** A part of a text. */
export interface LayoutRun {
  readonly text: string
  /** Undefined where the part says nothing of itself: it looks as its cell does. */
  readonly look:
    | {
        readonly isBold: boolean
        readonly isItalic: boolean
        /** Points; undefined for that of the cell. */
        readonly size: number | undefined
        /** `#rrggbb`; undefined for the colour that a program chooses by itself. */
        readonly colour: string | undefined
        readonly losses: readonly LookLoss[]
      }
    | undefined
}

/** Parts of one text that are kept, those that follow each other and look alike as one: one of more has one look. */
const MAX_RUNS = 200
/** Parts of all shared texts together that are kept, and as many of those that stand in their cells; texts beyond have one look. */
export const MAX_RUNS_OF_ALL = 20_000

/** Follows the tags within a text, and has its parts. */
export class RunReader {
  readonly #theme: readonly string[]
  #runs: { text: string; readonly look: LayoutRun['look'] }[] = []
  #characters = 0
  #text = ''
  #look: { isBold: boolean; isItalic: boolean; size: number | undefined; colour: string | undefined; losses: LookLoss[] } | undefined
  #inRun = false
  #inText = false
  #inAid = false

  constructor(theme: readonly string[]) {
    this.#theme = theme
  }

  open(tag: string, attributes: Attributes): void {
    if (tag === 'rPh') this.#inAid = true
    else if (tag === 'r') {
      this.#inRun = true
      this.#text = ''
      this.#look = undefined
    } else if (tag === 't') this.#inText = !this.#inAid
    else if (tag === 'rPr' && this.#inRun) this.#look = { isBold: false, isItalic: false, size: undefined, colour: undefined, losses: [] }
    else if (this.#look) this.#openLook(this.#look, tag, attributes)
  }

  text(part: string): void {
    if (this.#inRun && this.#inText && this.#text.length < limits.cell) this.#text += part
  }

  close(tag: string): void {
    if (tag === 'rPh') this.#inAid = false
    else if (tag === 't') this.#inText = false
    else if (tag === 'r') {
      this.#inRun = false
      this.#add(unescaped(this.#text).slice(0, limits.cell - this.#characters))
    }
  }

  /** The parts since the last time; none of a text without. Undefined where they are too many. */
  take(): readonly LayoutRun[] | undefined {
    const runs = this.#runs
    this.#runs = []
    this.#characters = 0
    this.#look = undefined
    return runs.length > MAX_RUNS ? undefined : runs
  }

  #add(text: string): void {
    if (text === '') return
    this.#characters += text.length
    const before = this.#runs.at(-1)
    if (before && isAlike(before.look, this.#look)) before.text += text
    // One more than are kept says that they are too many.
    else if (this.#runs.length <= MAX_RUNS) this.#runs.push({ text, look: this.#look })
  }

  #openLook(look: NonNullable<LayoutRun['look']> & { losses: LookLoss[] }, tag: string, attributes: Attributes): void {
    const own = look as { -readonly [Key in keyof typeof look]: (typeof look)[Key] }
    if (tag === 'b') own.isBold = isOn(attributes)
    else if (tag === 'i') own.isItalic = isOn(attributes)
    else if (tag === 'sz' && Number(attributes['val']) > 0) own.size = Number(attributes['val'])
    else if (tag === 'color') own.colour = colourOf(attributes, this.#theme)
    else if (tag === 'u' && isOn(attributes)) own.losses.push('underline')
    else if (tag === 'strike' && isOn(attributes)) own.losses.push('strike')
    else if (tag === 'vertAlign' && attributes['val'] !== 'baseline') own.losses.push('raised')
  }
}

const isAlike = (one: LayoutRun['look'], other: LayoutRun['look']): boolean =>
  one === other ||
  (one !== undefined &&
    other !== undefined &&
    one.isBold === other.isBold &&
    one.isItalic === other.isItalic &&
    one.size === other.size &&
    one.colour === other.colour &&
    one.losses.join() === other.losses.join())

/** The parts of the shared texts of these numbers, but for texts that have too many. @param part With the shared texts @throws SheetError */
export async function readSharedRuns(
  parts: Package,
  part: string,
  theme: readonly string[],
  wanted: ReadonlySet<number>,
): Promise<ReadonlyMap<number, readonly LayoutRun[]>> {
  const found = new Map<number, readonly LayoutRun[]>()
  const reader = new RunReader(theme)
  let [number, count] = [0, 0]
  await readAll(await parts.read(part, limits.stringsBytes), {
    open: (tag, attributes) => reader.open(tag, attributes),
    text: (text) => reader.text(text),
    close(tag) {
      reader.close(tag)
      if (tag !== 'si') return
      const runs = reader.take()
      if (wanted.has(number) && runs && (count += runs.length) <= MAX_RUNS_OF_ALL) found.set(number, runs)
      number += 1
    },
  })
  return found
}
