/** A trend that somebody keeps under a name: which points over which range of time. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'

/** More lines in one picture nobody tells apart. */
export const MAX_TREND_LINES = 12

const pointIds = z.array(z.uuid()).check(
  z.maxLength(MAX_TREND_LINES),
  z.refine((ids) => new Set(ids).size === ids.length),
)
const moment = z.int().check(z.minimum(Date.UTC(2000, 0)), z.maximum(Date.UTC(2100, 0)))
/** The last so many milliseconds, or from one moment to another. */
const range = z.union([
  z.strictObject({ last: z.int().check(z.minimum(1000), z.maximum(20 * 366 * 86_400_000)) }),
  z.strictObject({ from: moment, to: moment }).check(z.refine(({ from, to }) => from < to)),
])

/** Where the axis of a unit begins and ends. */
const bounds = z
  .strictObject({ min: z.optional(z.number()), max: z.optional(z.number()) })
  .check(z.refine(({ min, max }) => (min !== undefined || max !== undefined) && (min === undefined || max === undefined || min < max)))
const axes = z.record(z.string().check(z.maxLength(16)), bounds).check(z.refine((all) => Object.keys(all).length <= MAX_TREND_LINES))

export const trendSchema = z.strictObject({
  points: pointIds.check(z.minLength(1)),
  hidden: pointIds,
  range,
  /** Whether a line leads over gaps, and whether alarms, limits and annotations are drawn: no and yes where nothing is said. */
  connects: z.optional(z.boolean()),
  marks: z.optional(z.boolean()),
  axes: z.optional(axes),
  /** The same points a day or a week before, or those of another device. */
  compare: z.optional(z.union([z.enum(['day', 'week']), z.uuid()])),
})
export type TrendState = z.output<typeof trendSchema>
