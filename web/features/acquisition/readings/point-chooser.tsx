/** Chooses the points of the chart: those of before, by where they stand, or by what they are called. */
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Checkbox, Drawer, Input } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import { points } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { countText } from '../../../kernel/i18n/texts.ts'
import { listOf } from '../../../kernel/http/resource-client.ts'
import { unitOf } from '../../../shared/acquisition/figures.ts'
import { trendOf } from '../../../shared/acquisition/readings.ts'
import { ChosenPoints } from './chosen-points.tsx'
import { devicesOf, pointsOf } from './drawn-points.ts'
import { Favourite } from './favourite.tsx'
import { keep, readKept } from './kept.ts'
import { PointTree } from './point-tree.tsx'
import { OFFERED, textIn } from './row-select.tsx'

interface ChooserProps {
  readonly open: boolean
  /** Whose favourites and recent points are offered. */
  readonly user: string
  readonly chosen: readonly string[]
  /** What is known of the chosen points. */
  readonly trend: Trend | undefined
  readonly onChoose: (ids: readonly string[]) => void
  readonly onClose: () => void
}

/** Recent points that are offered. */
const MAX_RECENT = 8
/** A moment is enough to be told what points are called. */
const MOMENT = { last: 1000 } as const

export default function PointChooser({ open, user, chosen, trend, onChoose, onClose }: ChooserProps) {
  const t = useT()
  const id = useId()
  const [typed, setTyped] = useState('')
  const [kept, setKept] = useState(() => readKept(user))
  const name = useDeferredValue(typed.trim())
  const [recent] = useState(() => kept.recent.filter((one) => !chosen.includes(one)).slice(0, MAX_RECENT))
  const favourites = kept.favourites
  const offered = useQuery({
    ...trendOf([...new Set([...favourites.slice(0, MAX_RECENT), ...recent])], MOMENT),
    enabled: favourites.length + recent.length > 0,
  })
  const names = new Map(
    [...pointsOf([...favourites, ...recent], offered.data), ...pointsOf(chosen, trend)].map((one) => [one.id, one.name]),
  )
  const isFull = chosen.length >= MAX_TREND_LINES
  const toggle = (point: string) => onChoose(chosen.includes(point) ? chosen.filter((one) => one !== point) : [...chosen, point])
  const star = (point: string) =>
    setKept(keep(user, { favourites: favourites.includes(point) ? favourites.filter((one) => one !== point) : [point, ...favourites] }))

  const rowOf = (point: string, label: string, note = '') => (
    <li key={point}>
      <Checkbox checked={chosen.includes(point)} disabled={isFull && !chosen.includes(point)} onChange={() => toggle(point)}>
        {label} {note && <small>{note}</small>}
      </Checkbox>
      <Favourite name={label} isFavourite={favourites.includes(point)} onChange={() => star(point)} />
    </li>
  )
  const groupOf = (heading: string, ids: readonly string[]) => {
    const known = ids.flatMap((one) => (names.has(one) ? [[one, names.get(one) as string] as const] : []))
    if (known.length === 0) return null
    return (
      <section>
        <h3>{heading}</h3>
        <ul className="trend-offered">{known.map(([one, label]) => rowOf(one, label))}</ul>
      </section>
    )
  }

  return (
    <Drawer open={open} onClose={onClose} title={t('trends.choose')} size="min(520px, 100vw)" destroyOnHidden>
      <div className="trend-filters">
        <label htmlFor={`${id}-name`}>{t('field.points.pointName')}</label>
        <Input id={`${id}-name`} allowClear maxLength={64} value={typed} onChange={({ target }) => setTyped(target.value)} />
      </div>
      <p className="quiet" role="status">
        {t('trends.chosen', { count: chosen.length, most: MAX_TREND_LINES })}
      </p>
      <ChosenPoints
        chosen={chosen}
        nameOf={(one) => names.get(one) ?? '…'}
        favourites={favourites}
        onFavourite={star}
        onChoose={onChoose}
      />
      {name ? (
        <Found name={name} rowOf={rowOf} />
      ) : (
        <>
          {groupOf(t('trends.favourites'), favourites)}
          {groupOf(t('trends.recent'), recent)}
          <h3>{t('trends.by-place')}</h3>
          <PointTree
            chosen={chosen}
            byDevice={devicesOf(trend, chosen)}
            onAdd={(ids) => onChoose([...new Set([...chosen, ...ids])].slice(0, MAX_TREND_LINES))}
            onRemove={(ids) => onChoose(chosen.filter((one) => !ids.includes(one)))}
          />
        </>
      )}
    </Drawer>
  )
}

/** Points whose names have what was typed. */
function Found({ name, rowOf }: { name: string; rowOf: (point: string, label: string, note: string) => React.ReactNode }) {
  const t = useT()
  const { data, isPending } = useQuery({
    ...listOf(points, { pageSize: OFFERED, sorter: 'pointName_ascend', pointName: name }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      <ul className="trend-offered" aria-busy={isPending}>
        {data?.list.map((row) => {
          const note = [textIn(row, 'deviceIdCn'), textIn(row, 'pointKey'), unitOf(row)].filter(Boolean).join(' · ')
          return rowOf(row.id, textIn(row, 'pointName') || textIn(row, 'pointKey'), note)
        })}
      </ul>
      {data?.list.length === 0 && <p className="quiet">{t('trends.no-points')}</p>}
      {data && data.total > data.list.length && (
        <p className="quiet">{t('trends.more-points', { count: countText(data.total - data.list.length, data.totalIs) })}</p>
      )}
    </>
  )
}
