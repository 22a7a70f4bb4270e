/** What the calls about readings take and give. Moments are milliseconds since 1970. */
import { z } from 'zod'

export const BASE = '/acquisition/reading'
/** Calls that others ask about: whether somebody may make them. */
export const TREND = `${BASE}/queryReadingTrend`
export const EXPORT = `${BASE}/exportReading`

export const uuid = z.uuid().transform((id) => id.toLowerCase())

/** Ids of points, as a list or with commas in between. */
export const idsOf = (most: number) =>
  z.preprocess(
    (given) =>
      typeof given === 'string'
        ? given
            .split(',')
            .map((id) => id.trim())
            .filter(Boolean)
        : given,
    z
      .array(uuid)
      .min(1)
      .max(most)
      .transform((ids) => [...new Set(ids)]),
  )

export const moment = z.coerce.number().min(Date.UTC(2000, 0)).max(Date.UTC(2100, 0))

export const stretches = z.array(
  z.strictObject({
    time: z.number(),
    low: z.number().nullable(),
    high: z.number().nullable(),
    mean: z.number().nullable(),
    count: z.int(),
    good: z.int(),
    earlier: z.number().nullable().optional(),
  }),
)
