/** What is done with a fault, and what is known of one. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { id } from '../../fields.ts'
import type { FaultTransition } from '../../maintenance/faults.ts'
import { FAULT_STATES, FAULT_TRANSITIONS, faults } from '../../maintenance/faults.ts'
import { ORDER_PRIORITIES } from '../../maintenance/order-kinds.ts'
import { lineOf, moment, optional, uuid, whole } from '../../wire.ts'
import type { OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { faultEvent, maintenanceFile, openedOrder } from './work-orders.ts'

const PATH = faults.api.base
const one = z.object({ id: uuid })
const version = whole(1, 2147483647)

export type FaultEvent = z.output<typeof faultEvent>

/** What belongs to one fault beside its fields, and what the caller can do with it as it stands. */
export const queryFaultDetail = contract({
  method: 'GET',
  path: `${PATH}/queryFaultDetail`,
  input: one,
  output: z.strictObject({
    version: z.int(),
    state: z.enum(FAULT_STATES),
    transitions: z.array(z.enum(FAULT_TRANSITIONS)),
    events: z.array(faultEvent),
    files: z.array(maintenanceFile),
    mayAddFile: z.boolean(),
  }),
})
export type FaultDetail = OutputOf<typeof queryFaultDetail>

/** Those that a person takes; that an order is opened is another call. */
export const MANUAL_TRANSITIONS = FAULT_TRANSITIONS.filter((each): each is Exclude<FaultTransition, 'order'> => each !== 'order') as [
  Exclude<FaultTransition, 'order'>,
  ...Exclude<FaultTransition, 'order'>[],
]

/** Confirms, rejects, solves or reopens a fault. `version` is that of the fault as its reader saw it. */
export const actOnFault = contract({
  method: 'POST',
  path: `${PATH}/actOnFault`,
  input: z.strictObject({ id, version, transition: z.enum(MANUAL_TRANSITIONS), note: optional(lineOf(256)) }),
  output: z.strictObject({ state: z.enum(FAULT_STATES), version: z.int() }),
})

/** Opens the work order of a fault: its files and its history are seen with the order from then on. */
export const orderFault = contract({
  method: 'POST',
  path: `${PATH}/orderFault`,
  input: z.strictObject({
    id,
    version,
    orderPriority: z.pipe(whole(1, 4), z.literal([...ORDER_PRIORITIES])),
    assigneeId: optional(id),
    dueAt: optional(moment),
  }),
  output: openedOrder,
})

/** Adds a file to the fault `id`: whoever reports it, or whoever may change it. */
export const addFaultFile = contract({
  method: 'POST',
  path: `${PATH}/addFaultFile`,
  send: 'parts',
  input: z.object({ id: uuid, takenAt: optional(moment) }),
  output: z.strictObject({ id: z.string() }),
})

/** `id` is that of the file. */
export const deleteFaultFile = contract({ method: 'POST', path: `${PATH}/deleteFaultFile`, input: one })

/** Answers with the file. */
export const downloadFaultFile = contract({ method: 'POST', path: `${PATH}/downloadFaultFile`, input: one })
