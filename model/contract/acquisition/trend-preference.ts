/** What somebody has looked at in trends, and their favourite points: theirs alone, wherever they sign in. */
import * as z from 'zod/mini'
import { trendSchema } from '../../acquisition/trends.ts'
import { uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { seenPoint } from './readings.ts'

/** More favourites are a tree of their own, and of what was long ago nobody says recent. */
export const MAX_PREFERRED = { favourites: 50, recent: 30 } as const

const preferred = z.strictObject({ pointId: z.string(), point: seenPoint })
export type PreferredPoint = z.output<typeof preferred>

/** Of all of it the points that the caller sees now; those that were chosen or marked last come first. */
export const queryTrendPreference = contract({
  method: 'GET',
  path: '/account/trend/queryTrendPreference',
  output: z.strictObject({
    /** What trends open with: what was looked at last, else favourites, else points of a device that have values. */
    opening: z.nullable(trendSchema),
    recent: z.array(preferred),
    favourites: z.array(preferred),
  }),
})

export type TrendPreference = OutputOf<typeof queryTrendPreference>

/** Its points become the most recent ones. */
export const updateLastTrend = contract({
  method: 'PUT',
  path: '/account/trend/updateLastTrend',
  input: z.strictObject({ state: trendSchema }),
})

/** Answers with all favourites. */
export const updateFavouritePoint = contract({
  method: 'PUT',
  path: '/account/trend/updateFavouritePoint',
  input: z.strictObject({ pointId: uuid, isFavourite: z.boolean() }),
  output: z.strictObject({ list: z.array(preferred) }),
})
