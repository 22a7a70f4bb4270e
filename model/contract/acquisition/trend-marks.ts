/** What a trend shows beside its values: alarms, limits and annotations of its points. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { ALARM_KINDS } from '../../acquisition/alarm-rules.ts'
import { commaList, moment, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { MAX_POINTS } from './readings.ts'

/** Of an alarm, its latest bands; of the points together, their latest annotations and the limits of their most urgent rules. */
export const MAX_MARKS = { bands: 200, annotations: 200, limits: 64 } as const

/** The kinds of rules whose limit is a value of the point. */
export const LIMIT_KINDS = ['high', 'high-high', 'low', 'low-low'] as const

/** When an alarm stood; without an end it still stands. Its limit, kind and priority are those it has now. */
const band = z.strictObject({
  alarmId: z.string(),
  pointId: z.string(),
  from: z.number(),
  to: z.nullable(z.number()),
  ruleName: z.optional(z.string()),
  alarmKind: z.optional(z.enum(ALARM_KINDS)),
  alarmPriority: z.optional(z.int()),
})

const limit = z.strictObject({
  pointId: z.string(),
  value: z.number(),
  ruleName: z.optional(z.string()),
  alarmKind: z.optional(z.enum(LIMIT_KINDS)),
  alarmPriority: z.optional(z.int()),
})

const annotation = z.strictObject({
  id: z.string(),
  version: z.int(),
  pointId: z.string(),
  time: z.number(),
  noteText: z.optional(z.string()),
  notedBy: z.optional(z.nullable(z.string())),
})

export const queryTrendMarks = contract({
  method: 'GET',
  path: '/account/trend/queryTrendMarks',
  input: z
    .object({ pointId: commaList(uuid, { min: 1, max: MAX_POINTS.chart }), from: moment, to: moment })
    .check(z.refine(({ from, to }) => from < to, { path: ['to'] })),
  output: z.strictObject({
    alarms: z.array(band),
    limits: z.array(limit),
    annotations: z.array(annotation),
    /** What the caller may do with annotations. */
    allowed: z.array(z.string()),
  }),
})

export type TrendMarks = OutputOf<typeof queryTrendMarks>
export type AlarmBand = z.output<typeof band>
