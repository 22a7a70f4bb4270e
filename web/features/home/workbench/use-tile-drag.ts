/** Tiles moved by their handle and made wider by their edge, with a mouse, a pen or a finger. By keyboard: arranging.tsx. */
import type { PointerEvent, RefObject } from 'react'
import { useState } from 'react'
import type { Card, PlacedCard } from '../../../../model/home/workbench.ts'
import { isPast, moved, widened, widthNear } from './arrange.ts'

interface TileDrag {
  readonly dragged: Card | undefined
  /** As they are now, also in the middle of a drag. */
  readonly cards: readonly PlacedCard[]
  readonly grab: (card: Card, event: PointerEvent<HTMLElement>) => void
  readonly stretch: (card: Card, event: PointerEvent<HTMLElement>) => void
}

/**
 * The cards in the order that a drag under way would give them, and what starts one.
 * @param onChange is told when a drag is over, and not when it is given up (Escape).
 */
export function useTileDrag(
  grid: RefObject<HTMLElement | null>,
  kept: readonly PlacedCard[],
  onChange: (cards: readonly PlacedCard[]) => void,
): TileDrag {
  const [drag, setDrag] = useState<{ card: Card; cards: readonly PlacedCard[] }>()

  function begin(
    card: Card,
    event: PointerEvent<HTMLElement>,
    next: (now: readonly PlacedCard[], x: number, y: number) => readonly PlacedCard[],
  ): void {
    if (event.button !== 0 || drag) return
    let now = kept
    setDrag({ card, cards: now })
    // On the window: the tile that is dragged changes its place in the page and would lose the pointer.
    const over = new AbortController()
    const end = (cards: readonly PlacedCard[]) => {
      over.abort()
      setDrag(undefined)
      if (cards !== kept) onChange(cards)
    }
    const { signal } = over
    addEventListener(
      'pointermove',
      ({ clientX, clientY }) => {
        now = next(now, clientX, clientY)
        setDrag({ card, cards: now })
      },
      { signal },
    )
    addEventListener('pointerup', () => end(now), { signal })
    addEventListener('pointercancel', () => end(kept), { signal })
    addEventListener(
      'keydown',
      ({ key }) => {
        if (key === 'Escape') end(kept)
      },
      { signal },
    )
  }

  const tiles = () =>
    [...(grid.current?.querySelectorAll<HTMLElement>('[data-card]') ?? [])].map((tile) => ({
      card: tile.dataset['card'] as Card,
      box: tile.getBoundingClientRect(),
    }))

  return {
    dragged: drag?.card,
    cards: drag?.cards ?? kept,
    grab: (card, event) =>
      begin(card, event, (now, x, y) => {
        const all = tiles()
        const target = all.findIndex(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)
        const own = all.findIndex((tile) => tile.card === card)
        const [from, to] = [all[own], all[target]]
        return from && to && own !== target && isPast({ x, y }, from.box, to.box, target > own) ? moved(now, card, to.card) : now
      }),
    stretch: (card, event) =>
      begin(card, event, (now, x) => {
        const left = tiles().find((tile) => tile.card === card)?.box.left
        const whole = grid.current?.getBoundingClientRect().width
        return left === undefined || !whole ? now : widened(now, card, widthNear((x - left) / whole))
      }),
  }
}
