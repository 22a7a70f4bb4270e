/** Tiles that can be moved, made wider and taken away: by their handle and their edge, with a mouse, a pen, a finger or the keys. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { Button } from 'antd'
import type { KeyboardEvent, RefObject } from 'react'
import type { Width } from '../../../../model/home/workbench.ts'
import { WIDTHS } from '../../../../model/home/workbench.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { Tile } from './arrange.ts'
import { moved, widened, widthBeside, without } from './arrange.ts'
import './tile-list.css'
import './tiles.css'
import { useTileDrag } from './use-tile-drag.ts'

interface TileListProps<Key extends string> {
  readonly tiles: readonly Tile<Key>[]
  readonly isShown?: (key: Key) => boolean
  /** What the list is called. */
  readonly label: string
  readonly nameOf: (key: Key) => string
  readonly onChange: (tiles: readonly Tile<Key>[]) => void
  /** Is given what has happened, for those who do not see it. */
  readonly announce: (text: string) => void
  readonly list: RefObject<HTMLUListElement | null>
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }
const WIDER: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowDown: -1,
  ArrowRight: 1,
  ArrowUp: 1,
  Home: -WIDTHS.length,
  End: WIDTHS.length,
}

export function TileList<Key extends string>({
  tiles: kept,
  isShown = () => true,
  label,
  nameOf,
  onChange,
  announce,
  list,
}: TileListProps<Key>) {
  const t = useT()
  const { dragged, cards, grab, stretch } = useTileDrag(list, kept, onChange)
  const shown = cards.filter(({ card }) => isShown(card))
  const widthOf = (width: Width) => t(`workbench.width-${width}`)

  function step(event: KeyboardEvent, card: Key): void {
    const at = shown.findIndex((placed) => placed.card === card)
    const to = { Home: 0, End: shown.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? Number.NaN)
    if (Number.isNaN(to)) return
    event.preventDefault()
    const target = shown[to]
    if (!target || to === at) return
    onChange(moved(cards, card, target.card))
    announce(t('workbench.placed', { card: nameOf(card), at: to + 1, all: shown.length }))
  }

  function size(event: KeyboardEvent, { card, width }: Tile<Key>): void {
    const steps = WIDER[event.key]
    if (steps === undefined) return
    event.preventDefault()
    onChange(widened(cards, card, widthBeside(width, steps)))
  }

  function remove(card: Key): void {
    onChange(without(cards, card))
    announce(t('workbench.removed', { card: nameOf(card) }))
    // The button that was pressed is gone.
    list.current?.focus()
  }

  return (
    <ul className="cards tiles" ref={list} tabIndex={-1} aria-label={label}>
      {shown.map((placed) => {
        const { card, width } = placed
        const name = nameOf(card)
        return (
          <li key={card} className={`card tile span-${width}${dragged === card ? ' dragged' : ''}`} data-card={card}>
            <button
              type="button"
              className="tile-handle"
              aria-label={t('workbench.move', { card: name })}
              onPointerDown={(event) => grab(card, event)}
              onKeyDown={(event) => step(event, card)}
            >
              <HolderOutlined aria-hidden="true" />
            </button>
            <span className="tile-name">
              {name}
              <span className="tile-width for-wide">{widthOf(width)}</span>
            </span>
            <Button
              type="text"
              icon={<CloseOutlined aria-hidden="true" />}
              aria-label={t('workbench.remove', { card: name })}
              onClick={() => remove(card)}
            />
            <span
              className="tile-edge for-wide"
              role="slider"
              tabIndex={0}
              aria-label={t('workbench.width', { card: name })}
              aria-valuemin={WIDTHS[0]}
              aria-valuemax={12}
              aria-valuenow={width}
              aria-valuetext={widthOf(width)}
              onPointerDown={(event) => stretch(card, event)}
              onKeyDown={(event) => size(event, placed)}
            />
          </li>
        )
      })}
    </ul>
  )
}
