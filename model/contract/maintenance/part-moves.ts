/** Moves of spare parts, and those of one work order. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { MOVE_KINDS, partMoves } from '../../maintenance/part-moves.ts'
import { MAX_QUANTITY } from '../../maintenance/spare-parts.ts'
import { lineOf, optional, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = partMoves.api.base

/**
 * Puts parts into the store, takes some out, or says how many there are. `requestId` is a UUID that the caller makes: sent again with the same one, it is one move. For an order
 * (`orderId`) only what fits its machine is moved, and only while it is open.
 */
export const movePart = contract({
  method: 'POST',
  path: `${PATH}/movePart`,
  input: z.strictObject({
    partId: id,
    moveKind: z.enum(MOVE_KINDS),
    quantity: z.coerce.number<number | string>().check(z.minimum(0), z.maximum(MAX_QUANTITY)),
    moveReason: lineOf(256),
    orderId: optional(id),
    requestId: uuid,
  }),
  output: z.strictObject({ id: z.string(), stockAfter: z.number() }),
})

const part = { partId: z.string(), partCode: z.string(), partName: z.string(), partUnit: z.string() }

/** The moves of an order, the latest first, and the parts that fit its machine. `at` is milliseconds since 1970; `by` is null for whoever does not see users. */
export const queryOrderPart = contract({
  method: 'GET',
  path: `${PATH}/queryOrderPart`,
  /** Of the order. */
  input: z.object({ id: uuid }),
  output: z.strictObject({
    moves: z.array(
      z.strictObject({
        ...part,
        id: z.string(),
        moveKind: z.enum(MOVE_KINDS),
        quantity: z.number(),
        reason: z.string(),
        at: z.number(),
        by: z.nullable(z.string()),
      }),
    ),
    /** By their codes; `shelf` is where they lie. */
    parts: z.array(z.strictObject({ ...part, stock: z.number(), shelf: z.nullable(z.string()) })),
    /** Whether the caller may move parts for it now. */
    mayMove: z.boolean(),
  }),
})
export type OrderPart = OutputOf<typeof queryOrderPart>['parts'][number]
export type OrderPartMove = OutputOf<typeof queryOrderPart>['moves'][number]
