/** A map as it comes (GeoJSON, RFC 7946): read and cut down to the shapes of its features and their names, in degrees of WGS 84. */
import { isBoundedTree } from '../expression/expression.ts'

export type Position = readonly [longitude: number, latitude: number]
export type MapGeometry =
  | { readonly type: 'Point'; readonly coordinates: Position }
  | { readonly type: 'MultiPoint' | 'LineString'; readonly coordinates: readonly Position[] }
  | { readonly type: 'MultiLineString' | 'Polygon'; readonly coordinates: readonly (readonly Position[])[] }
  | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Position[])[])[] }
export interface MapFeature {
  readonly type: 'Feature'
  readonly properties: { readonly name?: string }
  readonly geometry: MapGeometry
}
export interface ScreenMap {
  readonly type: 'FeatureCollection'
  readonly features: readonly MapFeature[]
}

/** JSON objects and lists in one map: a position is one. */
const MAX_VALUES = { nodes: 300_000, depth: 12 }
export const MAX_FEATURES = 5000
const MAX_NAME = 64
/** How deep positions lie in the coordinates of each kind. */
const DEPTH: Readonly<Record<string, number>> = { Point: 0, MultiPoint: 1, LineString: 1, MultiLineString: 2, Polygon: 2, MultiPolygon: 3 }
/** A tenth of a metre. */
const DIGITS = 1e6

/** The map that a value is; undefined for anything else, for a map without a shape, and for one of more than may be drawn. */
export function readMap(value: unknown): ScreenMap | undefined {
  if (typeof value !== 'object' || value === null || !isBoundedTree(value, MAX_VALUES)) return undefined
  const given = value as Readonly<Record<string, unknown>>
  const listed = given['type'] === 'FeatureCollection' ? given['features'] : [given['type'] === 'Feature' ? given : { geometry: given }]
  if (!Array.isArray(listed) || listed.length === 0 || listed.length > MAX_FEATURES) return undefined
  const features = listed.flatMap((feature: unknown) => featuresOf(feature))
  return features.length === 0 || features.includes(undefined)
    ? undefined
    : { type: 'FeatureCollection', features: features as readonly MapFeature[] }
}

function featuresOf(feature: unknown): readonly (MapFeature | undefined)[] {
  if (typeof feature !== 'object' || feature === null) return [undefined]
  const { geometry, properties } = feature as { readonly geometry?: unknown; readonly properties?: unknown }
  // A feature may be nowhere (RFC 7946, 3.2).
  if (geometry === null) return []
  const name = nameOf(properties)
  return geometriesOf(geometry).map((read) => read && { type: 'Feature', properties: name === undefined ? {} : { name }, geometry: read })
}

function nameOf(properties: unknown): string | undefined {
  if (typeof properties !== 'object' || properties === null || !Object.hasOwn(properties, 'name')) return undefined
  const { name } = properties as { readonly name?: unknown }
  return typeof name === 'string'
    ? name
        .replaceAll(/[\u0000-\u001f\u007f]/g, ' ')
        .slice(0, MAX_NAME)
        .toWellFormed()
    : undefined
}

function geometriesOf(geometry: unknown): readonly (MapGeometry | undefined)[] {
  if (typeof geometry !== 'object' || geometry === null) return [undefined]
  const { type, coordinates, geometries } = geometry as {
    readonly type?: unknown
    readonly coordinates?: unknown
    readonly geometries?: unknown
  }
  if (type === 'GeometryCollection')
    return Array.isArray(geometries) ? geometries.flatMap((each: unknown) => geometriesOf(each)) : [undefined]
  const depth = typeof type === 'string' && Object.hasOwn(DEPTH, type) ? DEPTH[type] : undefined
  const read = depth === undefined ? undefined : positionsOf(coordinates, depth)
  return [read === undefined ? undefined : ({ type, coordinates: read } as MapGeometry)]
}

function positionsOf(value: unknown, depth: number): unknown {
  if (!Array.isArray(value)) return undefined
  if (depth === 0) return positionOf(value)
  const parts = value.map((part: unknown) => positionsOf(part, depth - 1))
  return parts.includes(undefined) ? undefined : parts
}

function positionOf([longitude, latitude]: readonly unknown[]): Position | undefined {
  if (typeof longitude !== 'number' || typeof latitude !== 'number') return undefined
  // Also not a number that is none.
  if (!(Math.abs(longitude) <= 180) || !(Math.abs(latitude) <= 90)) return undefined
  return [Math.round(longitude * DIGITS) / DIGITS, Math.round(latitude * DIGITS) / DIGITS]
}
