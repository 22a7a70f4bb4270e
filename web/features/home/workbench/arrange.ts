/** What arranging does to the cards. Pure; cards that are not shown now (their role cannot use them) keep their places among the others. */
import type { Card, PlacedCard, Width } from '../../../../model/home/workbench.ts'
import { DEFAULT_CARDS, WIDTHS } from '../../../../model/home/workbench.ts'

type Cards = readonly PlacedCard[]

/** `card` takes the place of `target`; those between them move up. */
export function moved(cards: Cards, card: Card, target: Card): Cards {
  const [from, to] = [card, target].map((one) => cards.findIndex((placed) => placed.card === one)) as [number, number]
  const placed = cards[from]
  if (!placed || to < 0 || from === to) return cards
  return cards.toSpliced(from, 1).toSpliced(to, 0, placed)
}

/** The cards, with this one as wide as said. */
export function widened(cards: Cards, card: Card, width: Width): Cards {
  return cards.map((placed) => (placed.card === card ? { card, width } : placed))
}

/** The cards without this one. */
export function without(cards: Cards, card: Card): Cards {
  return cards.filter((placed) => placed.card !== card)
}

/** At the end, as wide as it comes. */
export function withCard(cards: Cards, card: Card): Cards {
  return [...without(cards, card), { card, width: DEFAULT_CARDS.find((placed) => placed.card === card)?.width ?? 4 }]
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
