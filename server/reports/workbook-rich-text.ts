/** The texts of a workbook of which parts have looks of their own, as rich text of a template. */
import type { TextRun } from '../../model/reports/template.ts'
import { MAX_RUN, MAX_RUNS } from '../../model/reports/template.ts'
import type { CellLook, LayoutCell, LayoutRun, LookLoss } from '../documents/index.ts'

const BLACK = '#000000'

/** What a template has of a text of which parts look otherwise. */
export interface PartedText {
  /** Whether all of it is bold. Parts can be bold in a cell that is not, and not the other way round: so the cell of such a text is bold where all of them are. */
  readonly isBold: boolean
  /** The parts, long ones divided. Undefined where all look as their cell does, and where a template does not take as many. */
  readonly rich: TextRun[] | undefined
  /** Whether some part looks otherwise than its cell. */
  readonly isParted: boolean
  readonly losses: readonly LookLoss[]
}

/** By the parts and by the look of the cell: thousands of cells may share one text. */
export interface PartedTexts {
  /** Undefined for a text without parts. */
  of(cell: Pick<LayoutCell, 'runs' | 'look'>): PartedText | undefined
}

/** The texts of a workbook, each worked out once. @param sizeOf What a size of a workbook is in a template, in points */
export function openPartedTexts(sizeOf: (size: number) => number): PartedTexts {
  const known = new Map<readonly LayoutRun[], Map<CellLook | undefined, PartedText>>()
  return {
    of({ runs, look }) {
      if (runs === undefined) return undefined
      const ofLook = known.get(runs) ?? new Map<CellLook | undefined, PartedText>()
      known.set(runs, ofLook)
      const found = ofLook.get(look) ?? partedText(runs, look, sizeOf)
      ofLook.set(look, found)
      return found
    },
  }
}

function partedText(runs: readonly LayoutRun[], look: CellLook | undefined, sizeOf: (size: number) => number): PartedText {
  const isBold = runs.every((run) => run.look?.isBold ?? look?.isBold ?? false)
  const rich = richOfRuns(runs, look, isBold, sizeOf)
  const isParted = rich.some(({ text: _, ...own }) => Object.keys(own).length > 0)
  const losses = [...new Set(runs.flatMap((run) => run.look?.losses ?? []))]
  return { isBold, rich: isParted ? dividedRuns(rich) : undefined, isParted, losses }
}

/** The parts of a text, those that look alike as one, without what their cell says already; one part with nothing of its own where all look as their cell does. */
function richOfRuns(
  runs: readonly LayoutRun[],
  look: CellLook | undefined,
  isAllBold: boolean,
  sizeOf: (size: number) => number,
): TextRun[] {
  // Where a cell has no looks, nothing can be said of it.
  const isBold = look !== undefined && isAllBold
  const colour = look?.colour ?? BLACK
  const usual = look?.size === undefined ? undefined : sizeOf(look.size)
  const found: TextRun[] = []
  for (const { text, look: own } of runs) {
    const shown = text.replaceAll('\u0000', '').toWellFormed()
    if (shown === '') continue
    const size = own?.size === undefined ? undefined : sizeOf(own.size)
    const ownColour = own ? (own.colour ?? BLACK) : colour
    const made: Omit<TextRun, 'text'> = {
      ...((own?.isBold ?? look?.isBold) && !isBold ? { bold: true } : {}),
      ...(own?.isItalic ? { italic: true } : {}),
      ...(size === undefined || size === usual ? {} : { size }),
      ...(ownColour === colour ? {} : { colour: ownColour }),
    }
    const before = found.at(-1)
    if (before && isAlike(before, made)) before.text += shown
    else found.push({ text: shown, ...made })
  }
  return found
}

const isAlike = (one: Omit<TextRun, 'text'>, other: Omit<TextRun, 'text'>): boolean =>
  one.bold === other.bold && one.italic === other.italic && one.size === other.size && one.colour === other.colour

/** The parts as a template takes them: long ones are divided. Undefined where they are too many. */
function dividedRuns(runs: readonly TextRun[]): TextRun[] | undefined {
  const divided = runs.flatMap((run) => piecesOf(run.text).map((text) => ({ ...run, text })))
  return divided.length > MAX_RUNS ? undefined : divided
}

/** No piece begins within a character that is two in UTF-16. */
function piecesOf(text: string): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    if (piece.length + character.length > MAX_RUN) {
      pieces.push(piece)
      piece = ''
    }
    piece += character
  }
  return [...pieces, piece]
}
