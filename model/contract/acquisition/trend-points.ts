/** Points to choose from for a trend, found by what they or their device are called. */
import * as z from 'zod/mini'
import { defaulted, lineOf, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { seenPoint } from './readings.ts'

/** Points of one answer, and how many behind them are counted: with more left somebody types another word. */
export const MAX_FOUND = { page: 50, counted: 1000 } as const
/** Words that are looked for, of what is typed. */
export const MAX_WORDS = 6

export const queryTrendPoint = contract({
  method: 'GET',
  path: '/account/trend/queryTrendPoint',
  /** Each of its words stands in the name or the key of the point, or in the name or the code of its device. */
  input: z.object({ keyword: lineOf(128), currentPage: defaulted(whole(1, 1000), 1) }),
  output: z.strictObject({
    list: z.array(z.strictObject({ pointId: z.string(), point: seenPoint, deviceName: z.optional(z.string()) })),
    /** How many there are behind these. */
    left: z.int(),
    leftIs: z.enum(['exact', 'at-least']),
  }),
})

export type FoundPoints = OutputOf<typeof queryTrendPoint>
