/** Chooses the points of the chart: those of before, by where they stand, or by what they are called. */
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Checkbox, Drawer, Input } from 'antd'
import { useDeferredValue, useId, useState } from 'react'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import type { PreferredPoint } from '../../../../model/contract/acquisition/trend-preference.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { countText } from '../../../kernel/i18n/texts.ts'
import { unitOf } from '../../../shared/acquisition/figures.ts'
import { ChosenPoints } from './chosen-points.tsx'
import { markFavourite, pointsBy, trendPreference } from './client.ts'
import { devicesOf, nameOf, pointsOf } from './drawn-points.ts'
import { Favourite } from './favourite.tsx'
import { PointTree } from './point-tree.tsx'

interface ChooserProps {
  readonly open: boolean
  readonly chosen: readonly string[]
  /** What is known of the chosen points. */
  readonly trend: Trend | undefined
  readonly onChoose: (ids: readonly string[]) => void
  readonly onClose: () => void
}

/** Recent points that are offered. */
const MAX_RECENT = 8

export default function PointChooser({ open, chosen, trend, onChoose, onClose }: ChooserProps) {
  const t = useT()
  const id = useId()
  const queries = useQueryClient()
  const [typed, setTyped] = useState('')
  const keyword = useDeferredValue(typed.trim())
  // What is chosen while it is open stays where it stands.
  const [opened, setOpened] = useState({ open, chosen })
  if (opened.open !== open) setOpened({ open, chosen })
  const { data: kept } = useQuery({ ...trendPreference(), enabled: open })
  const favourites = kept?.favourites ?? []
  const recent = (kept?.recent ?? []).filter(({ pointId }) => !opened.chosen.includes(pointId)).slice(0, MAX_RECENT)
  const names = new Map(
    [...[...favourites, ...recent].map(({ pointId, point }) => ({ id: pointId, name: nameOf(point) })), ...pointsOf(chosen, trend)].map(
      (one) => [one.id, one.name],
    ),
  )
  const isFull = chosen.length >= MAX_TREND_LINES
  const isFavourite = (point: string) => favourites.some(({ pointId }) => pointId === point)
  const toggle = (point: string) => onChoose(chosen.includes(point) ? chosen.filter((one) => one !== point) : [...chosen, point])
  const star = (point: string) => {
    markFavourite(queries, point, !isFavourite(point)).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }

  const rowOf = (point: string, label: string, note = '') => (
    <li key={point}>
      <Checkbox checked={chosen.includes(point)} disabled={isFull && !chosen.includes(point)} onChange={() => toggle(point)}>
        {label} {note && <small>{note}</small>}
      </Checkbox>
      <Favourite name={label} isFavourite={isFavourite(point)} onChange={() => star(point)} />
    </li>
  )
  const groupOf = (heading: string, some: readonly PreferredPoint[]) =>
    some.length > 0 && (
      <section>
        <h3>{heading}</h3>
        <ul className="trend-offered">{some.map(({ pointId }, place) => rowOf(pointId, names.get(pointId) || `#${place + 1}`))}</ul>
      </section>
    )

  return (
    <Drawer open={open} onClose={onClose} title={t('trends.choose')} size="min(520px, 100vw)" destroyOnHidden>
      <div className="trend-filters">
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
        {t('trends.chosen', { count: chosen.length, most: MAX_TREND_LINES })}
      </p>
      <ChosenPoints
        chosen={chosen}
        nameOf={(one) => names.get(one) ?? '…'}
        isFavourite={isFavourite}
        onFavourite={star}
        onChoose={onChoose}
      />
      {keyword ? (
        <Found keyword={keyword} rowOf={rowOf} />
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

/** Points with all the words that were typed. */
function Found({ keyword, rowOf }: { keyword: string; rowOf: (point: string, label: string, note: string) => React.ReactNode }) {
  const t = useT()
  const { data, isPending, hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(pointsBy(keyword))
  const found = data?.pages.flatMap(({ list }) => list) ?? []
  const last = data?.pages.at(-1)
  return (
    <>
      <ul className="trend-offered" aria-busy={isPending}>
        {found.map(({ pointId, point, deviceName }, place) => {
          const { deviceCode, pointName, pointKey } = point
          const name = pointName ?? pointKey
          const notes = [
            deviceName,
            deviceCode === deviceName ? undefined : deviceCode,
            pointKey === name ? undefined : pointKey,
            unitOf(point),
          ]
          return rowOf(pointId, name ?? `#${place + 1}`, notes.filter(Boolean).join(' · '))
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
