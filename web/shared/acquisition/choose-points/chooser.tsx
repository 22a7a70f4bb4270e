/** Where points are chosen: by what they are called, or by where they stand. All of it is reached by keyboard. */
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Drawer, Input } from 'antd'
import type { ReactNode } from 'react'
import { useDeferredValue, useId, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { countText } from '../../../kernel/i18n/texts.ts'
import { unitOf } from '../figures.ts'
import { toggled, withMore } from './chosen-points.ts'
import { OfferedPoint } from './offered-point.tsx'
import { pointsBy } from './offered.ts'
import { PointTree } from './point-tree.tsx'
import './choose-points.css'

export interface ChooserProps {
  readonly open: boolean
  readonly chosen: readonly string[]
  /** So many can be chosen. */
  readonly most: number
  /** How many of the chosen points belong to each device. */
  readonly byDevice: ReadonlyMap<string, number>
  readonly onChoose: (ids: readonly string[]) => void
  readonly onClose: () => void
  /** The chosen points. */
  readonly list: ReactNode
  /** Stands above the tree while nothing is looked for. */
  readonly before?: ReactNode
  /** Stands behind each point that is found. */
  readonly mark?: ((point: string, label: string) => ReactNode) | undefined
}

export function Chooser({ open, chosen, most, byDevice, onChoose, onClose, list, before, mark }: ChooserProps) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  return (
    <Drawer open={open} onClose={onClose} title={t('trends.choose')} size="min(520px, 100vw)" destroyOnHidden>
      <div className="points-search">
        <label htmlFor={`${id}-name`}>{t('trends.search')}</label>
        <Input
          id={`${id}-name`}
          allowClear
          maxLength={128}
          placeholder={t('trends.search-hint')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
        />
      </div>
      <p className="quiet" role="status">
        {t('trends.chosen', { count: chosen.length, most })}
      </p>
      {list}
      {keyword ? (
        <Found keyword={keyword} chosen={chosen} most={most} onToggle={(point) => onChoose(toggled(chosen, point))} mark={mark} />
      ) : (
        <>
          {before}
          <h3>{t('trends.by-place')}</h3>
          <PointTree
            chosen={chosen}
            most={most}
            byDevice={byDevice}
            onAdd={(ids) => onChoose(withMore(chosen, ids, most))}
            onRemove={(ids) => onChoose(chosen.filter((one) => !ids.includes(one)))}
          />
        </>
      )}
    </Drawer>
  )
}

interface FoundProps extends Pick<ChooserProps, 'chosen' | 'most' | 'mark'> {
  readonly keyword: string
  readonly onToggle: (point: string) => void
}

/** Points with all the words that were typed. */
function Found({ keyword, chosen, most, onToggle, mark }: FoundProps) {
  const t = useT()
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pointsBy(keyword))
  const found = data?.pages.flatMap(({ list }) => list) ?? []
  const last = data?.pages.at(-1)
  return (
    <>
      <ul className="points-offered" aria-busy={isPending}>
        {found.map(({ pointId, point, deviceName }, place) => {
          const { deviceCode, pointName, pointKey } = point
          const name = pointName ?? pointKey
          const label = name ?? `#${place + 1}`
          const notes = [
            deviceName,
            deviceCode === deviceName ? undefined : deviceCode,
            pointKey === name ? undefined : pointKey,
            unitOf(point),
          ]
          return (
            <OfferedPoint
              key={pointId}
              label={label}
              note={notes.filter(Boolean).join(' · ')}
              isChosen={chosen.includes(pointId)}
              isFull={chosen.length >= most}
              onToggle={() => onToggle(pointId)}
            >
              {mark?.(pointId, label)}
            </OfferedPoint>
          )
        })}
      </ul>
      {data && found.length === 0 && <p className="quiet">{t('trends.no-points')}</p>}
      {last && hasNextPage && (
        <Button type="link" size="small" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('trends.more-points', { count: countText(last.left, last.leftIs) })}
        </Button>
      )}
    </>
  )
}
