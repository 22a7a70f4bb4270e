interface Position {
  readonly longitude: number
  readonly latitude: number
}

const [FARTHEST, NEAREST] = [2, 11]
/** Degrees that our map shows at zoom 0, a little less than it does. */
const [ACROSS, DOWN] = [700, 300]

/** Where a map has to stand to show all of them. Pure. */
export function viewOf(places: readonly Position[]): { center: readonly [number, number]; zoom: number } {
  const [latitudes, longitudes] = [places.map(({ latitude }) => latitude), places.map(({ longitude }) => longitude)]
  const [south, north, west, east] = [Math.min(...latitudes), Math.max(...latitudes), Math.min(...longitudes), Math.max(...longitudes)]
  const zoom = Math.floor(Math.log2(Math.min(ACROSS / Math.max(east - west, 0.001), DOWN / Math.max(north - south, 0.001))))
  return places.length === 0
    ? { center: [0, 0], zoom: FARTHEST }
    : { center: [(south + north) / 2, (west + east) / 2], zoom: Math.min(NEAREST, Math.max(FARTHEST, zoom)) }
}
