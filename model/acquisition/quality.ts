/** How far a sample can be trusted, as OPC has it (OPC UA Part 8, and the DA codes that most systems store), and why not further. */
export const QUALITY = { good: 192, uncertain: 64, bad: 0 } as const

/** What the newest value of a point is worth now: its quality, unless it is older than the point allows; `none` where there never was one. */
export const WORTHS = ['good', 'uncertain', 'bad', 'stale', 'none'] as const
export type Worth = (typeof WORTHS)[number]

/** Why a sample is less than good, or came otherwise than usual. The numbers are stored: they never change their meaning. */
export const REASONS = {
  none: 0,
  /** Outside of the range that the point can measure. */
  range: 1,
  /** The clock of the device is ahead by more than it may be. */
  clock: 2,
  /** Came long after it was measured. Its quality is what it was. */
  backfill: 3,
  /** The device said that it has no value: NaN, an infinity, null. */
  'no-value': 4,
  stale: 5,
  frozen: 6,
  comm: 7,
  'calib-expired': 8,
  manual: 9,
} as const
export type Reason = keyof typeof REASONS
export const REASON_NAMES = Object.keys(REASONS) as Reason[]

/** Retention classes by the number they are stored as. */
export const RETENTION = { short: 1, standard: 2, long: 3 } as const
export type Retention = keyof typeof RETENTION

const reasonNames = new Map<number, Reason>(Object.entries(REASONS).map(([name, code]) => [code, name as Reason]))

/** The name of a stored reason; `none` for one of a later version. */
export function reasonOf(code: number): Reason {
  return reasonNames.get(code) ?? 'none'
}
