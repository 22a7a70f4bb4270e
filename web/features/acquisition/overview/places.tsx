import { useCallback, useMemo } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { MapPoint } from '../../../ui/map.tsx'
import { MapView } from '../../../ui/map.tsx'
import type { PlaceFigures } from '../../../../model/contract/acquisition/overview.ts'
import { viewOf } from './map-view.ts'

const kinds = { online: 'good', late: 'notice', silent: 'urgent', never: 'quiet', disabled: 'quiet' } as const

/** The sites on a map, in the colour of their worst device; for whoever does not see the map, as a list. */
export function Places({ places }: { places: readonly PlaceFigures[] }) {
  const t = useT()
  const points = useMemo(
    () =>
      places.map(({ name, state, devices, latitude, longitude }): MapPoint => ({
        latitude,
        longitude,
        name,
        kind: state === null ? 'quiet' : kinds[state],
        label: t('overview.place', { name, state: state === null ? t('overview.no-devices') : t(`presence.${state}`), count: devices }),
      })),
    [places, t],
  )
  const several = useCallback(
    (group: readonly MapPoint[]) =>
      t('overview.several-places', { name: group[0]?.name ?? '', more: group.length - 1, count: group.length }),
    [t],
  )
  const key = JSON.stringify(viewOf(places))
  const { center, zoom } = useMemo(() => JSON.parse(key) as ReturnType<typeof viewOf>, [key])
  if (places.length === 0) return <p className="quiet">{t('overview.no-places')}</p>
  return (
    <>
      <MapView
        center={center}
        zoom={zoom}
        points={points}
        several={several}
        height={360}
        texts={{ label: t('overview.map'), zoomIn: t('maps.zoom-in'), zoomOut: t('maps.zoom-out'), failed: t('maps.failed') }}
      />
      <ul className="visually-hidden">
        {points.map(({ label }, at) => (
          <li key={places[at]?.id}>{label}</li>
        ))}
      </ul>
    </>
  )
}
