/** Trends that are kept under a name: by somebody, or shared with everybody of the tenant who may read trends. */
import * as z from 'zod/mini'
import { trendSchema } from '../../acquisition/trends.ts'
import { id } from '../../fields.ts'
import { lineOf, whole } from '../../wire.ts'
import { contract } from '../contract.ts'

const trendName = lineOf(64)
/** A shared one belongs to nobody, and has the points that its reader may see. */
const saved = z.strictObject({
  id: z.string(),
  trendName: z.string(),
  version: z.int(),
  state: trendSchema,
  isShared: z.boolean(),
  mayChange: z.boolean(),
})

export type SavedTrend = z.output<typeof saved>

export const queryTrend = contract({
  method: 'GET',
  path: '/account/trend/queryTrend',
  output: z.strictObject({ list: z.array(saved), mayShare: z.boolean() }),
})

/** Answers with the id. */
export const addTrend = contract({
  method: 'POST',
  path: '/account/trend/addTrend',
  input: z.strictObject({ trendName, state: trendSchema }),
  output: z.string(),
})

export const updateTrend = contract({
  method: 'PUT',
  path: '/account/trend/updateTrend',
  input: z.strictObject({
    id,
    version: z.optional(whole(1, 2147483647)),
    trendName: z.optional(trendName),
    state: z.optional(trendSchema),
  }),
})

export const deleteTrend = contract({ method: 'POST', path: '/account/trend/deleteTrend', input: z.strictObject({ id }) })

/** Makes a trend of one's own a shared one, or a shared one one's own. */
export const shareTrend = contract({
  method: 'PUT',
  path: '/account/trend/shareTrend',
  input: z.strictObject({ id, isShared: z.boolean() }),
})
