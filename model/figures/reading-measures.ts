/**
 * What can be measured of readings, whose values are no field of a row. Values stand until the next sample, as long as their point lets them at most (steps: OPC UA Part 13 with
 * *Stepped*); a bad one stands for nothing. Names of that part are given where it has one. Durations are in seconds, shares from 0 to 1.
 */

/** Of stored values alone. `delta` follows a counter (Delta, with resets); `sampleMean` is dense where values move (Average). */
const OF_VALUES = ['count', 'min', 'max', 'sampleMean', 'goodShare', 'first', 'last', 'delta'] as const
/**
 * Weighted by time, over the edges of stretches. `mean`: TimeAverage2. `coverage`: the share of the time for which there was a usable value (PercentGood, of usable values). `maturity`: Nurse–Saul, Σ (value − datum) · hours
 * where the value is above it. `degreeDays`: Σ (mean of a day − datum) over the days of the tenant's clock whose mean is above it, a day that is in the range in part by that part.
 */
const OF_TIME = ['mean', 'coverage', 'maturity', 'degreeDays'] as const
/**
 * Of single samples, never of roll-ups. `durationTrue`: DurationInStateNonZero. `durationBeyond`: for how long a value beyond the limit stood. `excursions`: how many times one came to stand there (NumberOfTransitions).
 * `maxRate`: the greatest change an hour, over `over` seconds. `deviation`: StandardDeviationSample.
 */
const OF_SAMPLES = ['durationTrue', 'durationBeyond', 'excursions', 'maxRate', 'deviation', 'median', 'p05', 'p95'] as const

export const READING_MEASURES = [...OF_VALUES, ...OF_TIME, ...OF_SAMPLES] as const
export type ReadingMeasure = (typeof READING_MEASURES)[number]

/** What each takes besides a key. */
export const OPTIONS = ['limit', 'side', 'datum', 'over'] as const
export type MeasureOption = (typeof OPTIONS)[number]
const TAKES: Readonly<Partial<Record<ReadingMeasure, readonly MeasureOption[]>>> = {
  durationBeyond: ['limit', 'side'],
  excursions: ['limit', 'side'],
  maxRate: ['over', 'side'],
  maturity: ['datum'],
  degreeDays: ['datum'],
}

/** Which options a measure can have; none for those of nouns. */
export const optionsOf = (of: string): readonly MeasureOption[] => TAKES[of as ReadingMeasure] ?? []
/** Whether a measure says nothing without a limit. */
export const needsLimit = (of: string): boolean => optionsOf(of).includes('limit')

const setOf = (members: readonly string[]): ReadonlySet<string> => new Set(members)
const [ofSamples, weighed] = [
  setOf([...OF_SAMPLES, 'delta']),
  setOf([...OF_TIME, 'durationTrue', 'durationBeyond', 'excursions', 'maxRate']),
]
/** Whether a measure is of single samples: what roll-ups keep does not say it. */
export const isOfSamples = (of: string): boolean => ofSamples.has(of)
/** Whether a measure looks at how long values stand, and so at what stood before the range. */
export const isWeighed = (of: string): boolean => weighed.has(of)
