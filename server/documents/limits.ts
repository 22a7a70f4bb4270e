/**
 * How much of a workbook is taken at most. Each bound is there because a file of a few kilobytes can claim more: what is
 * beyond it is refused while it is read, before it costs memory.
 */
import { MAX_WORKBOOK_BYTES } from '../../model/workbook.ts'

const MEGABYTE = 1024 * 1024

export const limits = {
  /** Bytes of an uploaded file. */
  fileBytes: MAX_WORKBOOK_BYTES,
  /** Parts of the package; Excel writes about ten, and one more for each sheet and picture. */
  entries: 1000,
  /** Bytes of one part when it is unpacked; the package says so itself, and a part that says less than it has is refused. */
  sheetBytes: 80 * MEGABYTE,
  stringsBytes: 40 * MEGABYTE,
  otherBytes: 2 * MEGABYTE,
  /** A part of more than {@link ratioFrom} bytes that shrinks further than this was made to; sheets shrink to a tenth or thirtieth. */
  ratio: 150,
  ratioFrom: 4 * MEGABYTE,
  /** Bytes of a sheet that may pass without giving a cell: formats of empty cells, widths, conditions. */
  waste: 4 * MEGABYTE,
  /** Bytes a cell with something in it may take beside its text. */
  cellBytes: 250,
  strings: 400_000,
  /** Tags inside tags, and attributes of one tag. */
  depth: 40,
  attributes: 60,
  /** Characters between two tags: Excel's own limit for a cell is 32,767. */
  run: 256 * 1024,
  rows: 100_000,
  columns: 200,
  /** Characters of one cell that are kept; no field takes more. */
  cell: 32_767,
  /** Characters of all cells together, counted each time a shared text is used. */
  characters: 32_000_000,
} as const

/** Why a file is not taken: the last part of an error code `import.<reason>`. */
export type Refusal = 'unreadable' | 'protected' | 'unsafe' | 'too-long' | 'too-wide' | 'too-big' | 'no-sheet'

export class SheetError extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal, cause?: unknown) {
    super(refusal, { cause })
    this.refusal = refusal
  }
}

/** Refuses the file. @throws SheetError of this refusal, always. */
export function refuse(refusal: Refusal, cause?: unknown): never {
  throw new SheetError(refusal, cause)
}
