/** The drawing of maps. Heavy: loaded with the first map. */
import type { Layer, LeafletMouseEvent } from 'leaflet'
import L from 'leaflet'
import 'leaflet/dist/leaflet.css'
import type { Shapes } from './map-coast.ts'
import { isCoastNear } from './map-coast.ts'
import { gridStep, gridText } from './map-grid.ts'
import { groupsOf } from './map-groups.ts'
import { readLand } from './map-land.ts'

export interface MapPoint {
  readonly latitude: number
  readonly longitude: number
  readonly label: string
  /** Stands beside the mark; without one the label alone is shown, to whoever points at it. */
  readonly name?: string
  /** How it is there: told by the colour here, and by the label in words. */
  readonly kind?: 'good' | 'notice' | 'urgent' | 'quiet'
}

export interface MapHandle {
  show(latitude: number, longitude: number, zoom: number): void
  ground(tiles: string | undefined, attribution: string): void
  /** @param several What stands beside the one mark of points that lie upon each other; without it each has its own. */
  mark(points: readonly MapPoint[], several?: (points: readonly MapPoint[]) => string): void
  listen(onPick: ((latitude: number, longitude: number) => void) | undefined): void
  close(): void
}

/** The worst first: a mark of several has the colour of the worst. */
const KINDS = ['urgent', 'notice', 'good', 'quiet'] as const

/** Below this zoom the outlines look alike. */
const FINE_FROM = 4

/** A map inside the element, and what can be done with it. */
export function openMap(element: HTMLElement, texts: { readonly zoomIn: string; readonly zoomOut: string }): MapHandle {
  const map = L.map(element, {
    zoomControl: false,
    attributionControl: true,
    minZoom: 2,
    maxZoom: 18,
    worldCopyJump: true,
    // The observer below sees every change of size. The library's own listener says a fifth of a second later that the map has moved, also of one that is closed by then.
    trackResize: false,
    zoomAnimation: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  })
  map.attributionControl.setPrefix(false)
  // At the left and below stand the degrees.
  L.control.zoom({ position: 'topright', zoomInTitle: texts.zoomIn, zoomOutTitle: texts.zoomOut }).addTo(map)
  L.control.scale({ position: 'topright', imperial: false }).addTo(map)
  const grid = L.layerGroup().addTo(map)
  const marks = L.layerGroup().addTo(map)
  let base: Layer | undefined
  let marked: Parameters<MapHandle['mark']> = [[]]
  let pick: ((latitude: number, longitude: number) => void) | undefined
  let closed = false
  let land: L.GeoJSON | undefined
  let coarse: Shapes | undefined
  let isTurnedTo = false

  map.on('zoomend', () => drawMarks())
  map.on('moveend', () => {
    if (!land) return
    drawGrid(map, grid)
    refine()
  })
  map.on('click', ({ latlng }: LeafletMouseEvent) => {
    const { lat, lng } = latlng.wrap()
    pick?.(lat, lng)
  })
  const signs = ['pointerenter', 'focusin'] as const
  const turn = () => {
    isTurnedTo = true
    refine()
  }
  for (const sign of signs) element.addEventListener(sign, turn, { once: true })
  const size = new ResizeObserver(() => map.invalidateSize({ animate: false }))
  size.observe(element)

  function drawMarks(): void {
    marks.clearLayers()
    const [points, several] = marked
    if (points.length === 0 || !(map as unknown as { _loaded?: boolean })._loaded) return
    const placeOf = ({ latitude, longitude }: MapPoint) => map.latLngToLayerPoint([latitude, longitude])
    for (const group of several ? groupsOf(points, placeOf) : points.map((point) => [point])) {
      const [first] = group as [MapPoint, ...MapPoint[]]
      const bounds = L.latLngBounds(group.map(({ latitude, longitude }) => [latitude, longitude]))
      const kind = KINDS.find((one) => group.some((point) => point.kind === one))
      const named = group.length > 1 ? several?.(group) : first.name
      const circle = L.circleMarker(bounds.getCenter(), {
        radius: group.length > 1 ? 10 : 7,
        className: kind ? `map-mark map-${kind}` : 'map-mark',
      }).bindTooltip(document.createTextNode(named ?? first.label) as unknown as HTMLElement, {
        permanent: named !== undefined || points.length === 1,
        direction: 'right',
        offset: [8, 0],
      })
      if (group.length > 1) circle.on('click', () => map.fitBounds(bounds.pad(0.5)))
      circle.addTo(marks)
    }
  }

  /** Close to a coast the outline is taken from the finer file, which weighs more than a page may: it comes when somebody turns to the map. */
  function refine(): void {
    const drawn = land
    if (!isTurnedTo || !drawn || !coarse || !(map as unknown as { _loaded?: boolean })._loaded || map.getZoom() < FINE_FROM) return
    const seen = map.getBounds()
    if (!isCoastNear(coarse, { south: seen.getSouth(), north: seen.getNorth(), west: seen.getWest(), east: seen.getEast() })) return
    coarse = undefined
    void readLand('fine').then((shapes) => {
      if (!closed && land === drawn) fill(drawn, shapes)
    })
  }

  return {
    show: (latitude, longitude, zoom) => void map.setView([latitude, longitude], zoom),
    ground(tiles, attribution) {
      base?.remove()
      land = undefined
      coarse = undefined
      grid.clearLayers()
      if (tiles !== undefined) {
        base = L.tileLayer(tiles, { attribution, maxZoom: 18 }).addTo(map)
        return
      }
      const drawn = L.geoJSON(undefined, { interactive: false, attribution: 'Natural Earth', style: { className: 'map-land' } }).addTo(map)
      base = drawn
      land = drawn
      void readLand('coarse').then((shapes) => {
        if (closed || land !== drawn) return
        coarse = shapes
        fill(drawn, shapes)
        refine()
      })
      if ((map as unknown as { _loaded?: boolean })._loaded) drawGrid(map, grid)
    },
    mark(...given) {
      marked = given
      drawMarks()
    },
    listen(onPick) {
      pick = onPick
    },
    close() {
      closed = true
      for (const sign of signs) element.removeEventListener(sign, turn)
      size.disconnect()
      map.remove()
    },
  }
}

function fill(land: L.GeoJSON, shapes: Shapes): void {
  land.clearLayers()
  land.addData(shapes as unknown as Parameters<L.GeoJSON['addData']>[0]).bringToBack()
}

/** Lines of latitude and longitude, so that there is something to go by where there is no coast. */
function drawGrid(map: L.Map, grid: L.LayerGroup): void {
  grid.clearLayers()
  const step = gridStep(map.getZoom())
  const seen = map.getBounds()
  const [south, north, west, east] = [Math.max(-85, seen.getSouth()), Math.min(85, seen.getNorth()), seen.getWest(), seen.getEast()]
  const label = (at: L.LatLngExpression, text: string, look: string) =>
    L.marker(at, {
      interactive: false,
      keyboard: false,
      icon: L.divIcon({ className: `map-degree ${look}`, html: text, iconSize: [0, 0] }),
    }).addTo(grid)
  for (let latitude = Math.ceil(south / step) * step; latitude <= north; latitude += step) {
    L.polyline(
      [
        [latitude, west],
        [latitude, east],
      ],
      { className: 'map-grid', interactive: false },
    ).addTo(grid)
    label([latitude, west], gridText(latitude, step, 'NS'), 'west')
  }
  for (let longitude = Math.ceil(west / step) * step; longitude <= east; longitude += step) {
    L.polyline(
      [
        [south, longitude],
        [north, longitude],
      ],
      { className: 'map-grid', interactive: false },
    ).addTo(grid)
    label([south, longitude], gridText(longitude, step, 'EW'), 'south')
  }
}
