/** What the values of the points of a trend come to in its range. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { commaList, moment, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { MAX_POINTS } from './readings.ts'

const figure = z.nullable(z.number())

/**
 * `mean` is weighted by time, and `coverage` the part of the range so far, from 0 to 1, for which there was a usable value. Where that is not known any more it is null, and `mean`
 * that of the samples, as `sampleMean` always is. `basis` is what deviation and percentiles are made of; `goodShare` is the part of the range so far, in which the value was good.
 */
export const statistics = z.strictObject({
  basis: z.enum(['raw', 'minute', 'hour', 'day']),
  count: z.number(),
  good: z.number(),
  low: figure,
  high: figure,
  mean: figure,
  sampleMean: figure,
  coverage: figure,
  deviation: figure,
  p05: figure,
  median: figure,
  p95: figure,
  goodShare: z.number(),
})

export const queryTrendStatistics = contract({
  method: 'GET',
  path: '/account/trend/queryTrendStatistics',
  input: z
    .object({ pointId: commaList(uuid, { min: 1, max: MAX_POINTS.chart }), from: moment, to: moment })
    .check(z.refine(({ from, to }) => from < to, { path: ['to'] })),
  /** A point without any value in the range is missing. */
  output: z.strictObject({ list: z.array(z.extend(statistics, { pointId: z.string() })) }),
})

export type PointStatistics = OutputOf<typeof queryTrendStatistics>['list'][number]
