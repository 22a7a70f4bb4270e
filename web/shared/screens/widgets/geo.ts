/** Maps in pixels: shapes and places by Mercator's projection (spherical, EPSG 3857), fitted into a box. Pure. */
import { at2 } from './arcs.ts'

export type Place = readonly [longitude: number, latitude: number]

/** Beyond these the projection has no end. */
const MAX_LATITUDE = 85.0511
/** GeoJSON of a file: what is no shape is passed over, and so much of it is drawn. */
const MAX_POSITIONS = 200_000

/** A place on the projected plane: 0 to 1 from west to east, and from north to south. */
export function mercator([longitude, latitude]: Place): readonly [number, number] {
  const bounded = Math.min(MAX_LATITUDE, Math.max(-MAX_LATITUDE, latitude))
  const sine = Math.sin((bounded * Math.PI) / 180)
  return [(longitude + 180) / 360, 0.5 - Math.log((1 + sine) / (1 - sine)) / (4 * Math.PI)]
}

/** Lines of positions out of GeoJSON, in projected coordinates; `isClosed` of an area. */
export interface GeoLine {
  readonly positions: readonly (readonly [number, number])[]
  readonly isClosed: boolean
}

/** All lines and areas of GeoJSON (RFC 7946), whatever holds them. What is malformed is left out. */
export function linesOf(shapes: unknown): GeoLine[] {
  const lines: GeoLine[] = []
  let count = 0
  const add = (positions: unknown, isClosed: boolean) => {
    if (!Array.isArray(positions) || count >= MAX_POSITIONS) return
    const read = positions.flatMap((position: unknown) => {
      const [longitude, latitude] = Array.isArray(position) ? (position as unknown[]) : []
      return typeof longitude === 'number' && typeof latitude === 'number' && Number.isFinite(longitude) && Number.isFinite(latitude)
        ? [mercator([longitude, latitude])]
        : []
    })
    count += read.length
    if (read.length > 1) lines.push({ positions: read, isClosed })
  }
  const walk = (given: unknown, depth: number): void => {
    if (typeof given !== 'object' || given === null || depth > 8) return
    const { type, features, geometry, geometries, coordinates } = given as Record<string, unknown>
    const parts = Array.isArray(coordinates) ? (coordinates as unknown[]) : []
    if (type === 'FeatureCollection' && Array.isArray(features)) for (const one of features) walk(one, depth + 1)
    else if (type === 'Feature') walk(geometry, depth + 1)
    else if (type === 'GeometryCollection' && Array.isArray(geometries)) for (const one of geometries) walk(one, depth + 1)
    else if (type === 'LineString') add(parts, false)
    else if (type === 'MultiLineString') for (const one of parts) add(one, false)
    else if (type === 'Polygon') for (const ring of parts) add(ring, true)
    else if (type === 'MultiPolygon') for (const polygon of parts) if (Array.isArray(polygon)) for (const ring of polygon) add(ring, true)
  }
  walk(shapes, 0)
  return lines
}

interface Box {
  readonly width: number
  readonly height: number
  /** Pixels that stay free at each side. */
  readonly edge: number
}

/** From projected coordinates to pixels: as large as fits, and in the middle. Where all is one place, around it a stretch of some kilometres. */
export function fit(
  positions: readonly (readonly [number, number])[],
  { width, height, edge }: Box,
): (position: readonly [number, number]) => readonly [number, number] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity]
  for (const [x, y] of positions) {
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  if (!(right >= left)) [left, right, top, bottom] = [0, 1, 0, 1]
  // About four kilometres at the equator.
  const least = 0.0001
  const [across, down] = [Math.max(right - left, least), Math.max(bottom - top, least)]
  const k = Math.max(1e-6, Math.min((width - 2 * edge) / across, (height - 2 * edge) / down))
  const [x0, y0] = [width / 2 - ((left + right) / 2) * k, height / 2 - ((top + bottom) / 2) * k]
  return ([x, y]) => [at2(x0 + x * k), at2(y0 + y * k)]
}

/** A line as a path. What would lie on the same pixel is left out. */
export function pathOf({ positions, isClosed }: GeoLine, to: (position: readonly [number, number]) => readonly [number, number]): string {
  let path = ''
  let last: readonly [number, number] | undefined
  for (const position of positions) {
    const place = to(position)
    if (last && Math.abs(place[0] - last[0]) < 0.7 && Math.abs(place[1] - last[1]) < 0.7) continue
    path += `${last ? 'L' : 'M'}${place[0]} ${place[1]}`
    last = place
  }
  return isClosed && path !== '' ? `${path}Z` : path
}

/** Pins of which one would cover the other, together: by the first of them. @param reach Pixels */
export function clustered<Pin extends { readonly x: number; readonly y: number }>(
  pins: readonly Pin[],
  reach: number,
): { readonly first: Pin; readonly all: readonly Pin[] }[] {
  const found: { first: Pin; all: Pin[] }[] = []
  for (const pin of pins) {
    const near = found.find(({ first }) => Math.hypot(first.x - pin.x, first.y - pin.y) < reach)
    if (near) near.all.push(pin)
    else found.push({ first: pin, all: [pin] })
  }
  return found
}
