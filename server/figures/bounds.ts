/** How much one document may read, and what says that it would read more. */

/** Pieces of all series together that a document may put together, samples where these are read one by one, and rows of a noun or of events. */
export interface Bounds {
  readonly pieces: number
  readonly samples: number
  readonly rows: number
}

/** What is told at once; what makes others of the tenant wait who ask for as much; and what nobody waits for. */
export const BOUNDS = {
  light: { pieces: 250_000, samples: 60_000, rows: 60_000 },
  page: { pieces: 2_000_000, samples: 500_000, rows: 500_000 },
  job: { pieces: 20_000_000, samples: 5_000_000, rows: 5_000_000 },
} as const satisfies Record<string, Bounds>

/** Thrown before anything is read of a document that would read more than its bounds. */
export class BeyondBounds extends Error {}
