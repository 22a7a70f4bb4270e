/** Rounds of a route: begun by hand, done stop by stop, and what was found. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import { checkItem, checkResult, checkResults } from '../../maintenance/checklist.ts'
import { ROUND_STATES, rounds } from '../../maintenance/rounds.ts'
import { defaulted, lineOf, uuid } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = rounds.api.base
const time = z.nullable(z.number())
const one = z.object({ id: uuid })

/** An open order that a failed item has. */
const order = z.strictObject({ key: z.string(), orderId: z.string(), orderNumber: z.string() })

/** What was found at a stop before it was recorded anew. */
const earlier = z.strictObject({ results: checkResults, itemsFailed: z.int(), recordedAt: z.number(), recordedBy: z.nullable(z.string()) })
export type EarlierEntry = z.output<typeof earlier>

/** `results` are null of a stop that nobody recorded; `photos` are the pictures that were sent of it. `recordedBy` is null for whoever does not see users. `isLate`: it was recorded when the time of the round was over. `earlier` is what was recorded before, the newest first. */
const stop = z.strictObject({
  id: z.string(),
  stopOrder: z.int(),
  stopName: z.string(),
  equipmentId: z.nullable(z.string()),
  equipmentCode: z.nullable(z.string()),
  equipmentName: z.nullable(z.string()),
  checks: z.array(checkItem),
  results: z.nullable(z.array(checkResult)),
  itemsFailed: z.nullable(z.int()),
  recordedAt: time,
  recordedBy: z.nullable(z.string()),
  isLate: z.boolean(),
  earlier: z.array(earlier),
  photos: z.array(z.string()),
  orders: z.array(order),
})
export type RoundStop = z.output<typeof stop>

export const queryRoundDetail = contract({
  method: 'GET',
  path: `${PATH}/queryRoundDetail`,
  input: one,
  output: z.strictObject({
    id: z.string(),
    routeId: z.string(),
    roundName: z.string(),
    roundState: z.enum(ROUND_STATES),
    dueAt: z.number(),
    dueUntil: z.number(),
    startedAt: time,
    doneAt: time,
    doneBy: z.nullable(z.string()),
    stops: z.array(stop),
    mayRecord: z.boolean(),
  }),
})
export type RoundDetail = OutputOf<typeof queryRoundDetail>

/** Begins a round of a route by hand, now. `requestId` is a UUID that the caller makes: sent again with the same one, it is one round. */
export const startRound = contract({
  method: 'POST',
  path: `${PATH}/startRound`,
  input: z.strictObject({ routeId: id, requestId: uuid }),
  output: z.strictObject({ id: z.string() }),
})

/**
 * Stores what was found at a stop of a round (`id`, that of the stop). `requestId` is a UUID that the caller makes: sent again with the same one, since nobody knew whether it had
 * arrived, it is stored once. With another one, what was stored of the stop is corrected, and what was said before is kept beside. A round that was missed takes results as well, and they are late. Whoever has read the label of
 * the machine sends its `token`: then it counts as read where the label is that of the machine; else `scanned` is believed.
 */
export const recordRoundStop = contract({
  method: 'POST',
  path: `${PATH}/recordRoundStop`,
  input: z.strictObject({
    id: uuid,
    results: checkResults,
    scanned: defaulted(z.literal([0, 1]), 0),
    token: z.optional(lineOf(128)),
    requestId: uuid,
  }),
  output: z.strictObject({ itemsFailed: z.int(), stopsDone: z.int(), orders: z.array(order) }),
})

/** Ends a round of which every stop was recorded. */
export const finishRound = contract({ method: 'POST', path: `${PATH}/finishRound`, input: one })

/** Megabytes of a picture, and pictures of one stop. */
export const MAX_ROUND_PHOTOS = { megabytes: 10, count: 30 } as const

/** Sends a picture of a stop (`stopId`) before the stop is recorded. `id` is a UUID that the caller makes: sent again with the same one, it is one picture. */
export const addRoundPhoto = contract({
  method: 'POST',
  path: `${PATH}/addRoundPhoto`,
  send: 'parts',
  input: z.object({ id: uuid, stopId: uuid }),
  output: z.strictObject({ id: z.string() }),
})

/** Answers with the picture. */
export const downloadRoundPhoto = contract({ method: 'POST', path: `${PATH}/downloadRoundPhoto`, input: one })
