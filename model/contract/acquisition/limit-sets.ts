/** Publishing limit sets, and what was published. */
import * as z from 'zod/mini'
import { limitSets } from '../../acquisition/limit-sets.ts'
import { id } from '../../fields.ts'
import { uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { publishedItem } from './runs.ts'

const PATH = limitSets.api.base

/** Makes the next version of what is written of the set; it does not change any more. */
export const publishLimitSet = contract({
  method: 'POST',
  path: `${PATH}/publishLimitSet`,
  input: z.strictObject({ id, version: z.optional(whole(1, 2147483647)) }),
  output: z.strictObject({ setVersion: z.int() }),
})

/** The versions of a set, the newest first, with their clauses. `publishedAt` is milliseconds since 1970; `publishedBy` is null for whoever does not see users. */
export const queryLimitSetVersion = contract({
  method: 'GET',
  path: `${PATH}/queryLimitSetVersion`,
  input: z.object({ id: uuid }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        setVersion: z.int(),
        publishedAt: z.number(),
        publishedBy: z.nullable(z.string()),
        runs: z.int(),
        items: z.array(publishedItem),
      }),
    ),
  }),
})
export type LimitSetVersion = OutputOf<typeof queryLimitSetVersion>['list'][number]
