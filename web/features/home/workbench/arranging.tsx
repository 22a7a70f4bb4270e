/** The cards as small tiles that can be moved, made wider, taken away and added. A file of its own because few visits need it. */
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { Button } from 'antd'
import { useRef, useState } from 'react'
import type { Card, PlacedCard } from '../../../../model/home/workbench.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { confirm } from '../../../ui/confirm.ts'
import { TileList } from '../../../shared/panels/tiles/tile-list.tsx'
import { withCard } from './arrange.ts'
import './arranging.css'
import { widgets } from '../../../widgets/widgets.tsx'

interface ArrangingProps {
  readonly cards: readonly PlacedCard[]
  readonly usable: readonly Card[]
  readonly onChange: (cards: readonly PlacedCard[]) => void
  readonly onReset: () => Promise<void>
  readonly onDone: () => void
}

export default function Arranging({ cards, usable, onChange, onReset, onDone }: ArrangingProps) {
  const t = useT()
  const [announcement, setAnnouncement] = useState('')
  const grid = useRef<HTMLUListElement>(null)
  const missing = usable.filter((card) => !cards.some((placed) => placed.card === card))
  const nameOf = (card: Card) => t(widgets[card].title)

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
      <TileList
        tiles={cards}
        isShown={(card) => usable.includes(card)}
        label={t('workbench.arranging')}
        nameOf={nameOf}
        onChange={onChange}
        announce={setAnnouncement}
        list={grid}
      />
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
