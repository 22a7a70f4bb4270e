/**
 * What has been made, for the charts of older clients of this family of APIs (docs/guides/older-clients.md). Of their call nothing is known but its
 * address: products are taken to be components, counted by their kind.
 */
import * as z from 'zod/mini'
import { COMPONENT_KINDS } from '../../acquisition/components.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const count = z.int()

const product = z.strictObject({
  componentKind: z.enum(COMPONENT_KINDS),
  componentKindCn: z.string(),
  /** How many components of this kind there are. */
  components: count,
  /** Curing runs of such components that are over, and those of them that have passed; absent for whoever does not see what they are counted by. */
  finishedRuns: z.optional(count),
  passedRuns: z.optional(count),
})

/** A row for each kind that the caller has components of, in the order of the kinds; none for whoever does not see components or their kind. */
export const queryProduct = contract({
  method: 'GET',
  path: '/chart/chart/queryProduct',
  output: z.strictObject({ list: z.array(product) }),
})
export type Products = OutputOf<typeof queryProduct>
