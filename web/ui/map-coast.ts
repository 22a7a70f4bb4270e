/** Whether a coast is near what a map shows: only there the finer outline, eight times the bytes, shows anything more. Pure. */

type Point = readonly number[]

export interface Shapes {
  readonly features: readonly {
    readonly geometry:
      | { readonly type: 'Polygon'; readonly coordinates: readonly (readonly Point[])[] }
      | { readonly type: 'MultiPolygon'; readonly coordinates: readonly (readonly (readonly Point[])[])[] }
  }[]
}

export interface Bounds {
  readonly south: number
  readonly north: number
  readonly west: number
  readonly east: number
}

/** Degrees by which the coarse outline may lie beside the coast. */
const OFF = 0.4

/** Whether a line of the coast runs through or close by the part of the map within the bounds, in degrees. */
export function isCoastNear({ features }: Shapes, { south, north, west, east }: Bounds): boolean {
  return features.some(({ geometry }) => {
    const polygons = geometry.type === 'Polygon' ? [geometry.coordinates] : geometry.coordinates
    return polygons.some((rings) =>
      rings.some((ring) =>
        ring.some(([x = 0, y = 0], at) => {
          const [nextX = x, nextY = y] = ring[at + 1] ?? []
          return (
            Math.max(x, nextX) >= west - OFF &&
            Math.min(x, nextX) <= east + OFF &&
            Math.max(y, nextY) >= south - OFF &&
            Math.min(y, nextY) <= north + OFF
          )
        }),
      ),
    )
  })
}
