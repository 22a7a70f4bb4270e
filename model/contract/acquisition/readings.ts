/** Newest values, history and figures of points. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { REASON_NAMES } from '../../acquisition/quality.ts'
import { commaList, defaulted, moment, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

/** Points that a page can show at once, that one chart shows, and that one file holds. */
export const MAX_POINTS = { page: 1000, chart: 16, file: 100 } as const
const DAY_MS = 86_400_000
const YEAR_MS = 366 * DAY_MS

const pointIds = (max: number) => commaList(uuid, { min: 1, max })
/** `mean` is weighted by time; where that is not known any more it is the one of the samples, and `isOfSamples`. */
export const stretch = z.strictObject({
  time: z.number(),
  low: z.nullable(z.number()),
  high: z.nullable(z.number()),
  mean: z.nullable(z.number()),
  count: z.int(),
  good: z.int(),
  isOfSamples: z.optional(z.literal(true)),
  earlier: z.optional(z.nullable(z.number())),
})
const resolution = z.enum(['raw', 'minute', 'hour', 'day'])
const latest = z.strictObject({
  pointId: z.string(),
  time: z.number(),
  value: z.nullable(z.number()),
  quality: z.int(),
  reason: z.enum(REASON_NAMES),
})
/** Figures that a chart can show without losing peaks. */
const figures = defaulted(whole(2, 2000), 2000)

export const queryLatestReading = contract({
  method: 'GET',
  path: '/acquisition/reading/queryLatestReading',
  input: z.object({ deviceId: z.optional(uuid), pointId: z.optional(pointIds(MAX_POINTS.page)) }),
  output: z.strictObject({ list: z.array(latest) }),
})

/** `quality` is that of OPC: 192 good, 64 uncertain, 0 bad. */
export type Latest = z.output<typeof latest>

const range = { pointId: uuid, from: moment, to: moment }
const isForward = z.refine<{ from: number; to: number }>(({ from, to }) => from < to, { path: ['to'] })

export const queryReadingHistory = contract({
  method: 'GET',
  path: '/acquisition/reading/queryReadingHistory',
  input: z.object({ ...range, points: figures }).check(isForward),
  output: z.strictObject({ resolution, list: z.array(stretch) }),
})

/** About two thousand figures. */
const MAX_MS = { hour: 84 * DAY_MS, day: 2000 * DAY_MS, month: 36_525 * DAY_MS } as const

export const queryReadingSummary = contract({
  method: 'GET',
  path: '/acquisition/reading/queryReadingSummary',
  input: z.object({ ...range, period: z.enum(['hour', 'day', 'month']) }).check(
    isForward,
    z.refine(({ from, to, period }) => to - from <= MAX_MS[period], { path: ['to'] }),
  ),
  /** `coverage` is the share of the time for which there was a usable value, from 0 to 1; where it is null, `mean` is of samples as `sampleMean` is. */
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        time: z.number(),
        low: z.nullable(z.number()),
        high: z.nullable(z.number()),
        mean: z.nullable(z.number()),
        sampleMean: z.nullable(z.number()),
        coverage: z.nullable(z.number()),
        count: z.int(),
        good: z.int(),
      }),
    ),
  }),
})

export const queryReadingCorrection = contract({
  method: 'GET',
  path: '/acquisition/reading/queryReadingCorrection',
  input: z.object(range).check(isForward),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        time: z.number(),
        value: z.nullable(z.number()),
        quality: z.int(),
        reason: z.enum(REASON_NAMES),
        correctedAt: z.number(),
        deviceCode: z.optional(z.nullable(z.string())),
        username: z.optional(z.nullable(z.string())),
      }),
    ),
  }),
})

/** What its reader sees of a point. */
export const seenPoint = z.strictObject({
  deviceId: z.optional(z.string()),
  deviceCode: z.optional(z.string()),
  pointName: z.optional(z.string()),
  pointKey: z.optional(z.string()),
  unit: z.optional(z.nullable(z.string())),
  displayUnit: z.optional(z.nullable(z.string())),
  decimals: z.optional(z.nullable(z.int())),
  stateTexts: z.optional(z.nullable(z.string())),
  staleSeconds: z.optional(z.nullable(z.int())),
  deadband: z.optional(z.nullable(z.number())),
  maxIntervalSeconds: z.optional(z.nullable(z.int())),
  rangeLow: z.optional(z.nullable(z.number())),
  rangeHigh: z.optional(z.nullable(z.number())),
})

export type SeenPoint = z.output<typeof seenPoint>

export const queryReadingTrend = contract({
  method: 'GET',
  path: '/acquisition/reading/queryReadingTrend',
  /** From one moment to another, or the last so many milliseconds by the clock of the server. */
  input: z
    .object({
      pointId: z.optional(pointIds(MAX_POINTS.chart)),
      points: figures,
      from: z.optional(moment),
      to: z.optional(moment),
      last: z.optional(whole(1000, 20 * YEAR_MS)),
    })
    .check(
      z.refine(
        ({ from, to, last }) =>
          last === undefined ? from !== undefined && to !== undefined && from < to : from === undefined && to === undefined,
        { path: ['to'] },
      ),
    ),
  output: z.strictObject({
    timeZone: z.string(),
    from: z.number(),
    to: z.number(),
    allowed: z.array(z.literal('export')),
    /** `width` is how many milliseconds one of the values stands for: 0 where they are single samples. */
    list: z.array(z.strictObject({ pointId: z.string(), point: seenPoint, resolution, width: z.number(), list: z.array(stretch) })),
  }),
})

export type Trend = OutputOf<typeof queryReadingTrend>

/** What of the points is in a file: single samples, the figures of minutes, hours or days, or what they come to in the range. */
export const EXPORT_DETAILS = ['raw', 'minute', 'hour', 'day', 'statistics'] as const
export const EXPORT_FORMATS = ['csv', 'xlsx'] as const

/** Answers with a file. */
export const exportReading = contract({
  method: 'POST',
  path: '/acquisition/reading/exportReading',
  input: z
    .object({
      pointId: pointIds(MAX_POINTS.file),
      from: moment,
      to: moment,
      detail: z.enum(EXPORT_DETAILS),
      format: z.enum(EXPORT_FORMATS),
    })
    .check(z.refine(({ from, to }) => from < to && to - from <= 5 * YEAR_MS, { path: ['to'] })),
})
