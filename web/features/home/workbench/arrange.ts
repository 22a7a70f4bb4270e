/** What arranging does to the cards of the workbench alone. */
import type { Card, PlacedCard } from '../../../../model/home/workbench.ts'
import { DEFAULT_CARDS } from '../../../../model/home/workbench.ts'
import { without } from '../../../shared/panels/tiles/arrange.ts'

/** At the end, as wide as it comes. */
export function withCard(cards: readonly PlacedCard[], card: Card): readonly PlacedCard[] {
  return [...without(cards, card), { card, width: DEFAULT_CARDS.find((placed) => placed.card === card)?.width ?? 4 }]
}
