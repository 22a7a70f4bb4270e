/** What is drawn above the cells of a sheet (ECMA-376 part 1, 20.5): pictures with their places and bytes, and what else there is by its places alone. */
import { buffer } from 'node:stream/consumers'
import { columnName } from '../../model/workbook.ts'
import { limits } from './limits.ts'
import type { Package } from './package.ts'
import type { Attributes } from './read-xml.ts'
import { readAll } from './read-xml.ts'
import { relationsOf } from './workbook.ts'

export interface SheetExtent {
  readonly rows: number
  readonly columns: number
  /** How many pictures are handed over, and bytes of each; none of them without. */
  readonly pictures?: { readonly count: number; readonly bytes: number }
}

interface Corner {
  /** Counted from 0, and how far within, in points. */
  readonly row: number
  readonly column: number
  readonly x: number
  readonly y: number
}

export interface LayoutPicture {
  readonly from: Corner
  /** Where it ends, or how large it is, in points. */
  readonly to: Corner | undefined
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array
}

interface Loss {
  readonly what: 'drawing' | 'picture'
  readonly place: string
}

/** English metric units of a point. */
const EMU = 12_700
/** Drawings of one sheet that are told by their places. */
const MAX_DRAWINGS = 1000
/** Points within a cell at which what lies in it ends: beyond what a picture may reach into its neighbour by. */
const WITHIN = 4
const EMPTY: Corner = { row: 0, column: 0, x: 0, y: 0 }

/** The value of an attribute of relations (`r:id`, `r:embed`), whatever its prefix is. */
export const relationIn = (attributes: Attributes, name: string): string | undefined =>
  Object.entries(attributes).find(([key]) => key.endsWith(`:${name}`))?.[1]

const placeOf = ({ row, column }: Corner): string => `${columnName(column)}${row + 1}`

/**
 * The pictures of a sheet, and what is not one or is too much.
 * @param ids Relations of the sheet to its drawings
 */
export async function readDrawings(
  parts: Package,
  sheet: string,
  ids: readonly string[],
  most: SheetExtent,
): Promise<{ readonly pictures: LayoutPicture[]; readonly losses: Loss[] }> {
  const pictures: LayoutPicture[] = []
  const losses: Loss[] = []
  if (ids.length === 0) return { pictures, losses }
  const drawings = (await relationsOf(parts, sheet)).filter(
    ({ id, type, target }) => type === 'drawing' && ids.includes(id) && parts.has(target),
  )
  // What cannot be found is something all the same.
  if (drawings.length === 0) losses.push({ what: 'drawing', place: '' })
  for (const { target } of drawings) {
    const reader = new DrawingReader()
    await readAll(await parts.read(target, limits.otherBytes), reader)
    const images = (await relationsOf(parts, target)).filter(({ type }) => type === 'image')
    for (const { from, to, width, height, embed, isOther } of reader.anchors) {
      const place = placeOf(from)
      const part = isOther ? undefined : images.find(({ id }) => id === embed)?.target
      const isWithin = from.row < most.rows && from.column < most.columns
      const bytes = isWithin ? await bytesOf(parts, part, pictures.length, most) : undefined
      if (embed === undefined || isOther) losses.push({ what: 'drawing', place })
      else if (bytes === undefined) losses.push({ what: 'picture', place })
      else pictures.push({ from, to, width, height, bytes })
    }
  }
  return { pictures, losses }
}

/** The bytes of a picture; undefined of one that is not there or too much. @param before How many there are already */
async function bytesOf(
  parts: Package,
  part: string | undefined,
  before: number,
  { pictures: { count, bytes } = { count: 0, bytes: 0 } }: Pick<SheetExtent, 'pictures'>,
): Promise<Uint8Array | undefined> {
  if (part === undefined || !parts.has(part) || parts.size(part) > bytes || before >= count) return undefined
  return new Uint8Array(await buffer(await parts.read(part, bytes)))
}

/** A cell that says which picture lies in it. */
export interface PicturedCell {
  readonly row: number
  readonly column: number
  readonly name: string
}

/** The name of the picture that a formula of WPS puts into its cell: `_xlfn.DISPIMG("ID_0A…",1)`; undefined for any other formula. */
export const pictureInFormula = (formula: string): string | undefined =>
  /^(?:_xlfn\.)?DISPIMG\("([\w-]{1,64})",\s*\d\)$/.exec(formula.trim())?.[1]

/**
 * The pictures that lie in cells, each as large as its own: those of the names in a part of WPS (`cellimages.xml`), of which no standard knows.
 * @param before How many pictures of the sheet there are already
 */
export async function readCellPictures(
  parts: Package,
  part: string | undefined,
  cells: readonly PicturedCell[],
  most: SheetExtent,
  before: number,
): Promise<{ readonly pictures: LayoutPicture[]; readonly losses: Loss[] }> {
  const pictures: LayoutPicture[] = []
  const losses: Loss[] = []
  if (cells.length === 0) return { pictures, losses }
  const reader = new NamedPictures()
  if (part !== undefined) await readAll(await parts.read(part, limits.otherBytes), reader)
  const images = part === undefined ? [] : (await relationsOf(parts, part)).filter(({ type }) => type === 'image')
  for (const { row, column, name } of cells) {
    const embed = reader.byName.get(name)
    const target = images.find(({ id }) => id === embed)?.target
    const bytes = await bytesOf(parts, target, before + pictures.length, most)
    const from = { row, column, x: 0, y: 0 }
    if (bytes === undefined) losses.push({ what: 'picture', place: placeOf(from) })
    else pictures.push({ from, to: { ...from, x: WITHIN, y: WITHIN }, width: 0, height: 0, bytes })
  }
  return { pictures, losses }
}

class NamedPictures {
  readonly byName = new Map<string, string>()
  #name = ''

  open(tag: string, attributes: Attributes): void {
    if (tag === 'cellImage') this.#name = ''
    else if (tag === 'cNvPr') this.#name = attributes['name'] ?? ''
    else if (tag === 'blip' && this.#name !== '' && this.byName.size < MAX_DRAWINGS)
      this.byName.set(this.#name, relationIn(attributes, 'embed') ?? '')
  }
}

interface Anchor {
  from: Corner
  to: Corner | undefined
  width: number
  height: number
  embed: string | undefined
  isOther: boolean
}

const KEYS: Readonly<Record<string, keyof Corner>> = { col: 'column', row: 'row', colOff: 'x', rowOff: 'y' }
const OTHERS = new Set(['sp', 'cxnSp', 'grpSp', 'graphicFrame', 'contentPart'])

class DrawingReader {
  readonly anchors: Anchor[] = []
  #anchor: Anchor | undefined
  #corner: 'from' | 'to' | undefined
  #key: keyof Corner | undefined
  #text = ''

  open(tag: string, attributes: Attributes): void {
    if (/^(?:twoCell|oneCell|absolute)Anchor$/.test(tag)) {
      this.#anchor = { from: EMPTY, to: undefined, width: 0, height: 0, embed: undefined, isOther: tag === 'absoluteAnchor' }
      return
    }
    const anchor = this.#anchor
    if (!anchor) return
    if (tag === 'from' || tag === 'to') this.#corner = tag
    else if (this.#corner && KEYS[tag]) {
      this.#key = KEYS[tag]
      this.#text = ''
    } else if (OTHERS.has(tag)) anchor.isOther = true
    else if (tag === 'blip') anchor.embed ??= relationIn(attributes, 'embed')
    // The first is that of the anchor; shapes have their own.
    else if (tag === 'ext' && anchor.width === 0 && attributes['cx'] !== undefined)
      [anchor.width, anchor.height] = [lengthOf(attributes['cx']), lengthOf(attributes['cy'])]
  }

  text(part: string): void {
    if (this.#key && this.#text.length < 20) this.#text += part
  }

  close(tag: string): void {
    const anchor = this.#anchor
    if (!anchor) return
    if (this.#key && this.#corner && KEYS[tag] === this.#key) {
      const value = this.#key === 'x' || this.#key === 'y' ? lengthOf(this.#text) : lineOf(this.#text)
      anchor[this.#corner] = { ...(anchor[this.#corner] ?? EMPTY), [this.#key]: value }
      this.#key = undefined
    } else if (tag === this.#corner) this.#corner = undefined
    else if (/Anchor$/.test(tag)) {
      if (this.anchors.length < MAX_DRAWINGS) this.anchors.push(anchor)
      this.#anchor = undefined
    }
  }
}

/** A length in points; 0 of what is none. */
function lengthOf(text = ''): number {
  const value = Number(text) / EMU
  return Number.isFinite(value) && value > 0 ? value : 0
}

/** A row or a column, counted from 0; 0 of what is none. */
function lineOf(text: string): number {
  const value = Number(text)
  return Number.isInteger(value) && value > 0 && value < 1_048_576 ? value : 0
}
