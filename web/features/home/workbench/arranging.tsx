/** The cards as small tiles that can be moved, made wider, taken away and added. A file of its own because few visits need it. */
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import type { KeyboardEvent } from 'react'
import { useRef, useState } from 'react'
import type { Card, PlacedCard, Width } from '../../../../model/home/workbench.ts'
import { WIDTHS } from '../../../../model/home/workbench.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { confirm } from '../../../ui/confirm.ts'
import { moved, widened, widthBeside, withCard, without } from './arrange.ts'
import './arranging.css'
import { widgets } from '../../../widgets/widgets.tsx'
import { useTileDrag } from './use-tile-drag.ts'

interface ArrangingProps {
  readonly cards: readonly PlacedCard[]
  readonly usable: readonly Card[]
  readonly onChange: (cards: readonly PlacedCard[]) => void
  readonly onReset: () => Promise<void>
  readonly onDone: () => void
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

export default function Arranging({ cards: kept, usable, onChange, onReset, onDone }: ArrangingProps) {
  const t = useT()
  const [announcement, setAnnouncement] = useState('')
  const grid = useRef<HTMLUListElement>(null)
  const { dragged, cards, grab, stretch } = useTileDrag(grid, kept, onChange)
  const shown = cards.filter(({ card }) => usable.includes(card))
  const missing = usable.filter((card) => !cards.some((placed) => placed.card === card))
  const nameOf = (card: Card) => t(widgets[card].title)
  const widthOf = (width: Width) => t(`workbench.width-${width}`)

  function step(event: KeyboardEvent, card: Card): void {
    const at = shown.findIndex((placed) => placed.card === card)
    const to = { Home: 0, End: shown.length - 1 }[event.key] ?? at + (STEPS[event.key] ?? Number.NaN)
    if (Number.isNaN(to)) return
    event.preventDefault()
    const target = shown[to]
    if (!target || to === at) return
    onChange(moved(cards, card, target.card))
    setAnnouncement(t('workbench.placed', { card: nameOf(card), at: to + 1, all: shown.length }))
  }

  function size(event: KeyboardEvent, { card, width }: PlacedCard): void {
    const steps = WIDER[event.key]
    if (steps === undefined) return
    event.preventDefault()
    onChange(widened(cards, card, widthBeside(width, steps)))
  }

  function remove(card: Card): void {
    onChange(without(cards, card))
    setAnnouncement(t('workbench.removed', { card: nameOf(card) }))
    // The button that was pressed is gone.
    grid.current?.focus()
  }

  function add(card: Card): void {
    onChange(withCard(cards, card))
    setAnnouncement(t('workbench.added', { card: nameOf(card) }))
    grid.current?.focus()
  }

  async function reset(): Promise<void> {
    const question = { title: t('workbench.reset'), text: t('workbench.reset-text'), ok: t('workbench.reset'), cancel: t('common.cancel') }
    if (await confirm(question)) await onReset()
  }

  return (
    <>
      <header className="arrange-head">
        <div>
          <h1>{t('workbench.arranging')}</h1>
          <p className="for-wide">{t('workbench.hint')}</p>
          <p className="for-phone">{t('workbench.hint-phone')}</p>
        </div>
        <Button onClick={() => void reset()}>{t('workbench.reset')}</Button>
        <Button type="primary" autoFocus onClick={onDone}>
          {t('workbench.done')}
        </Button>
      </header>
      <p className="visually-hidden" role="status">
        {announcement}
      </p>
      <ul className="cards tiles" ref={grid} tabIndex={-1} aria-label={t('workbench.arranging')}>
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
      {missing.length > 0 && (
        <section className="panel" aria-labelledby="to-add">
          <h2 id="to-add">{t('workbench.to-add')}</h2>
          <ul className="to-add">
            {missing.map((card) => (
              <li key={card}>
                <Button
                  icon={<PlusOutlined aria-hidden="true" />}
                  aria-label={t('workbench.add', { card: nameOf(card) })}
                  onClick={() => add(card)}
                >
                  {nameOf(card)}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}
