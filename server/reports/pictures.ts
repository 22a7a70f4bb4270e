/** Pictures of reports: where one stands in its cell, how pages are told of them, and how an issued report keeps them. */
import type { Style } from '../../model/reports/template.ts'
import type { PageBox, PagePicture } from '../documents/index.ts'
import type { Frame } from './drawn.ts'

/** Pictures by their ids. */
export type Pictures = ReadonlyMap<string, PagePicture>

/** What stays free at the sides of a picture, above and below: Word has as much around what stands in a cell. */
const FREE = { x: 3, y: 2 } as const

/** Where a picture stands in its frame: whole, as large as it can be, and in the middle unless its style says otherwise; undefined where there is no room. */
export function placeOfPicture(
  { width, height }: Pick<PagePicture, 'width' | 'height'>,
  frame: Frame,
  { align = 'center', vertical = 'middle' }: Pick<Style, 'align' | 'vertical'>,
): Frame | undefined {
  const room = { width: frame.width - 2 * FREE.x, height: frame.height - 2 * FREE.y }
  if (room.width <= 0 || room.height <= 0) return undefined
  const scale = Math.min(room.width / width, room.height / height)
  const [wide, high] = [width * scale, height * scale]
  const across = { left: 0, center: 0.5, right: 1 }[align]
  const down = { top: 0, middle: 0.5, bottom: 1 }[vertical]
  return {
    x: frame.x + FREE.x + (room.width - wide) * across,
    y: frame.y + FREE.y + (room.height - high) * down,
    width: wide,
    height: high,
  }
}

/** The pictures that boxes name, as addresses that begin with `data:`; undefined where they name none. */
export function picturesOn(boxes: readonly PageBox[], pictures: Pictures): Record<string, string> | undefined {
  const ids = new Set(boxes.flatMap(({ picture }) => (picture && pictures.has(picture.id) ? [picture.id] : [])))
  return ids.size === 0 ? undefined : Object.fromEntries([...ids].map((id) => [id, addressOf(pictures.get(id) as PagePicture)]))
}

/** The picture as an address that has it within. */
export const addressOf = ({ type, bytes }: Pick<PagePicture, 'type' | 'bytes'>): string => `data:${type};base64,${bytes.toString('base64')}`

/** A picture as the head of frozen pages has it; its bytes are Base64. */
export interface FrozenPicture extends Omit<PagePicture, 'bytes'> {
  readonly bytes: string
}

/** The pictures of a report as its frozen pages keep them. */
export const frozenPictures = (pictures: Pictures): Readonly<Record<string, FrozenPicture>> =>
  Object.fromEntries([...pictures].map(([id, picture]) => [id, { ...picture, bytes: picture.bytes.toString('base64') }]))

/** Kept pictures as they were; none of a report that was issued before there were any. */
export const thawedPictures = (kept: Readonly<Record<string, FrozenPicture>> = {}): Pictures =>
  new Map(Object.entries(kept).map(([id, picture]) => [id, { ...picture, bytes: Buffer.from(picture.bytes, 'base64') }]))
