/** Tiles moved by their handle and made wider by their edge, with a mouse, a pen or a finger. By keyboard: tile-list.tsx. */
import type { PointerEvent, RefObject } from 'react'
import { useState } from 'react'
import type { Tile } from './arrange.ts'
import { isPast, moved, widened, widthNear } from './arrange.ts'

interface TileDrag<Key extends string> {
  readonly dragged: Key | undefined
  /** As they are now, also in the middle of a drag. */
  readonly cards: readonly Tile<Key>[]
  readonly grab: (card: Key, event: PointerEvent<HTMLElement>) => void
  readonly stretch: (card: Key, event: PointerEvent<HTMLElement>) => void
}

/**
 * The cards in the order that a drag under way would give them, and what starts one.
 * @param onChange is told when a drag is over, and not when it is given up (Escape).
 */
export function useTileDrag<Key extends string>(
  grid: RefObject<HTMLElement | null>,
  kept: readonly Tile<Key>[],
  onChange: (cards: readonly Tile<Key>[]) => void,
): TileDrag<Key> {
  const [drag, setDrag] = useState<{ card: Key; cards: readonly Tile<Key>[] }>()

  function begin(
    card: Key,
    event: PointerEvent<HTMLElement>,
    next: (now: readonly Tile<Key>[], x: number, y: number) => readonly Tile<Key>[],
  ): void {
    if (event.button !== 0 || drag) return
    let now = kept
    setDrag({ card, cards: now })
    // On the window: the tile that is dragged changes its place in the page and would lose the pointer.
    const over = new AbortController()
    const end = (cards: readonly Tile<Key>[]) => {
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
      card: tile.dataset['card'] as Key,
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
