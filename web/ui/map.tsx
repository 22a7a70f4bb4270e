/**
 * A map that works with no network: coast lines that we ship (Natural Earth, in the public domain) and a grid. With the
 * address of a tile server it shows that server's tiles instead.
 */
import { useEffect, useRef, useState } from 'react'
import type { MapHandle, MapPoint } from './map-engine.ts'
import { useNear } from './use-near.ts'
import './map.css'

export type { MapPoint } from './map-engine.ts'

/** A fixed point in Beijing (section 9 of the specification). */
export const BEIJING: readonly [number, number] = [39.9042, 116.4074]
export const ZOOM = 12

export interface MapTexts {
  readonly label: string
  readonly zoomIn: string
  readonly zoomOut: string
  readonly failed: string
}

interface MapViewProps {
  readonly center?: readonly [latitude: number, longitude: number]
  readonly zoom?: number
  readonly points?: readonly MapPoint[]
  /** What stands beside the one mark of points that lie upon each other. */
  readonly several?: (points: readonly MapPoint[]) => string
  /** Such as `https://tiles.example.com/{z}/{x}/{y}.png`; none by default, so that nothing is asked outside. */
  readonly tiles?: { readonly url: string; readonly attribution: string } | undefined
  readonly height?: number
  readonly onPick?: (latitude: number, longitude: number) => void
  readonly texts: MapTexts
}

const none: readonly MapPoint[] = []

export function MapView({ center = BEIJING, zoom = ZOOM, points = none, several, tiles, height = 420, onPick, texts }: MapViewProps) {
  const box = useRef<HTMLDivElement>(null)
  const [handle, setHandle] = useState<MapHandle>()
  const [broken, setBroken] = useState(false)
  const near = useNear(box)
  const [latitude, longitude] = center
  const { zoomIn, zoomOut } = texts

  useEffect(() => {
    const element = box.current
    if (!element || !near) return
    let gone = false
    let made: MapHandle | undefined
    void import('./map-engine.ts').then(
      ({ openMap }) => {
        if (gone) return
        made = openMap(element, { zoomIn, zoomOut })
        setHandle(made)
      },
      () => setBroken(true),
    )
    return () => {
      gone = true
      made?.close()
      setHandle(undefined)
    }
  }, [near, zoomIn, zoomOut])

  useEffect(() => handle?.show(latitude, longitude, zoom), [handle, latitude, longitude, zoom])
  useEffect(() => handle?.ground(tiles?.url, tiles?.attribution ?? ''), [handle, tiles?.url, tiles?.attribution])
  useEffect(() => handle?.mark(points, several), [handle, points, several])
  useEffect(() => handle?.listen(onPick), [handle, onPick])

  if (broken) return <p role="alert">{texts.failed}</p>
  return <div ref={box} className="map-view" style={{ height }} role="application" aria-label={texts.label} tabIndex={0} />
}
