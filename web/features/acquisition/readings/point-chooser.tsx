/** Chooses the points of the chart: those of before, by where they stand, or by what they are called. */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { MAX_TREND_LINES } from '../../../../model/acquisition/trends.ts'
import type { Trend } from '../../../../model/contract/acquisition/readings.ts'
import type { PreferredPoint } from '../../../../model/contract/acquisition/trend-preference.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { Chooser } from '../../../shared/acquisition/choose-points/chooser.tsx'
import { toggled } from '../../../shared/acquisition/choose-points/chosen-points.ts'
import { OfferedPoint } from '../../../shared/acquisition/choose-points/offered-point.tsx'
import { ChosenPoints } from './chosen-points.tsx'
import { markFavourite, trendPreference } from './client.ts'
import { devicesOf, nameOf, pointsOf } from './drawn-points.ts'
import { Favourite } from './favourite.tsx'

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
  const queries = useQueryClient()
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
  const isFavourite = (point: string) => favourites.some(({ pointId }) => pointId === point)
  const star = (point: string) => {
    markFavourite(queries, point, !isFavourite(point)).catch((error: unknown) => {
      if (!(error instanceof ApiError)) throw error
    })
  }
  const mark = (point: string, label: string) => <Favourite name={label} isFavourite={isFavourite(point)} onChange={() => star(point)} />

  const groupOf = (heading: string, some: readonly PreferredPoint[]) =>
    some.length > 0 && (
      <section>
        <h3>{heading}</h3>
        <ul className="points-offered">
          {some.map(({ pointId }, place) => {
            const label = names.get(pointId) || `#${place + 1}`
            return (
              <OfferedPoint
                key={pointId}
                label={label}
                isChosen={chosen.includes(pointId)}
                isFull={chosen.length >= MAX_TREND_LINES}
                onToggle={() => onChoose(toggled(chosen, pointId))}
              >
                {mark(pointId, label)}
              </OfferedPoint>
            )
          })}
        </ul>
      </section>
    )

  return (
    <Chooser
      open={open}
      chosen={chosen}
      most={MAX_TREND_LINES}
      byDevice={devicesOf(trend, chosen)}
      onChoose={onChoose}
      onClose={onClose}
      list={
        <ChosenPoints
          chosen={chosen}
          nameOf={(one) => names.get(one) ?? '…'}
          isFavourite={isFavourite}
          onFavourite={star}
          onChoose={onChoose}
        />
      }
      before={
        <>
          {groupOf(t('trends.favourites'), favourites)}
          {groupOf(t('trends.recent'), recent)}
        </>
      }
      mark={mark}
    />
  )
}
