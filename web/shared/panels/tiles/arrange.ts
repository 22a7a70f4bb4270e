/** What arranging does to tiles of a board. Pure; tiles that are not shown now keep their places among the others. */
import type { Width } from '../../../../model/home/workbench.ts'
import { WIDTHS } from '../../../../model/home/workbench.ts'

/** A tile by its key, as wide as so many twelfths of the page. */
export interface Tile<Key extends string = string> {
  readonly card: Key
  readonly width: Width
}

/** `card` takes the place of `target`; those between them move up. */
export function moved<Key extends string>(cards: readonly Tile<Key>[], card: Key, target: Key): readonly Tile<Key>[] {
  const [from, to] = [card, target].map((one) => cards.findIndex((placed) => placed.card === one)) as [number, number]
  const placed = cards[from]
  if (!placed || to < 0 || from === to) return cards
  return cards.toSpliced(from, 1).toSpliced(to, 0, placed)
}

/** The cards, with this one as wide as said. */
export function widened<Key extends string>(cards: readonly Tile<Key>[], card: Key, width: Width): readonly Tile<Key>[] {
  return cards.map((placed) => (placed.card === card ? { card, width } : placed))
}

/** The cards without this one. */
export function without<Key extends string>(cards: readonly Tile<Key>[], card: Key): readonly Tile<Key>[] {
  return cards.filter((placed) => placed.card !== card)
}

/** The width nearest to a part of the page. */
export function widthNear(part: number): Width {
  return WIDTHS.reduce((best, width) => (Math.abs(width / 12 - part) < Math.abs(best / 12 - part) ? width : best))
}

/** The next width, or the last there is. */
export function widthBeside(width: Width, steps: number): Width {
  const at = Math.min(WIDTHS.length - 1, Math.max(0, WIDTHS.indexOf(width) + steps))
  return WIDTHS[at] as Width
}

export interface Box {
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/**
 * Whether a card that is dragged to a point within `target` takes its place: not before it is past the middle, or a small card
 * over a wide one would go back and forth.
 */
export function isPast({ x, y }: { readonly x: number; readonly y: number }, own: Box, target: Box, forward: boolean): boolean {
  const isBeside = own.top < target.bottom && target.top < own.bottom
  const [at, middle] = isBeside ? [x, (target.left + target.right) / 2] : [y, (target.top + target.bottom) / 2]
  return forward ? at > middle : at < middle
}
