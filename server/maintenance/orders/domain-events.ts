/** What subscribers are told of work orders (docs/decisions/0072): that one was opened, that its work is done, that it was verified, that it was cancelled. */
import { z } from 'zod'
import { ORDER_KINDS } from '../../../model/maintenance/order-kinds.ts'
import { ORDER_ORIGINS } from '../../../model/maintenance/work-orders.ts'

const orderEvent = z.strictObject({
  orderNumber: z.string(),
  orderKind: z.enum(ORDER_KINDS),
  orderOrigin: z.enum(ORDER_ORIGINS),
  orderPriority: z.int(),
  equipmentId: z.uuid().nullable(),
  planId: z.uuid().nullable(),
  /** Who did it; nobody where it came by itself. */
  userId: z.uuid().nullable(),
})
export type OrderEventPayload = z.infer<typeof orderEvent>

/** By the kind, what is told; the subject is the id of the order. */
export const orderEvents = {
  'order-opened': orderEvent,
  'order-finished': orderEvent,
  'order-closed': orderEvent,
  'order-cancelled': orderEvent,
}
export type OrderEvent = keyof typeof orderEvents

declare module '../../kernel/runtime/domain-events.ts' {
  interface DomainEventPayloads {
    'order-opened': OrderEventPayload
    'order-finished': OrderEventPayload
    'order-closed': OrderEventPayload
    'order-cancelled': OrderEventPayload
  }
}
