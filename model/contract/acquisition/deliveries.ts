/** What channels and deliveries have beside the operations of every noun. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { rowIds } from '../resources.ts'

/** Sends a test by a channel with an address, and tells what came of it. `reason` is what the other side, or the way there, said. */
export const testAlarmChannel = contract({
  method: 'POST',
  path: '/acquisition/alarmchannel/testAlarmChannel',
  input: z.strictObject({ id }),
  output: z.strictObject({ sent: z.boolean(), reason: z.nullable(z.string()) }),
})

/** Sends the messages of these deliveries again that failed, or that nothing could send, and delivers anew what reached nobody: gives how many that are. */
export const retryDelivery = contract({
  method: 'POST',
  path: '/acquisition/delivery/retryDelivery',
  input: rowIds,
  output: z.strictObject({ waiting: z.int() }),
})

const attempt = z.strictObject({ attemptedAt: z.string(), reason: z.nullable(z.string()), tookMs: z.int() })

/** The messages that a delivery is in, with each attempt to send them, the oldest first. */
export const queryDeliveryAttempt = contract({
  method: 'GET',
  path: '/acquisition/delivery/queryDeliveryAttempt',
  input: z.object({ id }),
  output: z.array(
    z.strictObject({ id: z.string(), recipient: z.string(), state: z.string(), body: z.string(), attempts: z.array(attempt) }),
  ),
})
export type DeliveryMessages = OutputOf<typeof queryDeliveryAttempt>
