/** The points that are chosen, in the order in which they are drawn: moved by dragging or by its buttons. */
import ArrowDownOutlined from '@ant-design/icons/es/icons/ArrowDownOutlined'
import ArrowUpOutlined from '@ant-design/icons/es/icons/ArrowUpOutlined'
import CloseOutlined from '@ant-design/icons/es/icons/CloseOutlined'
import HolderOutlined from '@ant-design/icons/es/icons/HolderOutlined'
import { Button } from 'antd'
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { withMoved } from './drawn-points.ts'
import { Favourite } from './favourite.tsx'
import { named } from '../../../ui/named.ts'

interface ChosenProps {
  readonly chosen: readonly string[]
  readonly nameOf: (id: string) => string
  readonly isFavourite: (id: string) => boolean
  readonly onFavourite: (id: string) => void
  readonly onChoose: (ids: readonly string[]) => void
}

export function ChosenPoints({ chosen, nameOf, isFavourite, onFavourite, onChoose }: ChosenProps) {
  const t = useT()
  const [dragged, setDragged] = useState<number>()
  const move = (from: number, to: number) => onChoose(withMoved(chosen, from, to))
  return (
    <ol className="trend-chosen" aria-label={t('trends.points')}>
      {chosen.map((id, place) => {
        const name = nameOf(id)
        return (
          <li
            key={id}
            draggable
            className={dragged === place ? 'trend-dragged' : undefined}
            onDragStart={() => setDragged(place)}
            onDragOver={(event) => event.preventDefault()}
            onDrop={() => dragged !== undefined && move(dragged, place)}
            onDragEnd={() => setDragged(undefined)}
          >
            <HolderOutlined aria-hidden="true" />
            <span>{name}</span>
            <Favourite name={name} isFavourite={isFavourite(id)} onChange={() => onFavourite(id)} />
            <Button
              type="text"
              size="small"
              disabled={place === 0}
              aria-label={named(t('trends.up'), name)}
              icon={<ArrowUpOutlined aria-hidden="true" />}
              onClick={() => move(place, place - 1)}
            />
            <Button
              type="text"
              size="small"
              disabled={place === chosen.length - 1}
              aria-label={named(t('trends.down'), name)}
              icon={<ArrowDownOutlined aria-hidden="true" />}
              onClick={() => move(place, place + 1)}
            />
            <Button
              type="text"
              size="small"
              aria-label={named(t('trends.remove'), name)}
              icon={<CloseOutlined aria-hidden="true" />}
              onClick={() => onChoose(chosen.filter((one) => one !== id))}
            />
          </li>
        )
      })}
    </ol>
  )
}
