/** What is done with a work order, and what is known of one. Moments are milliseconds since 1970. */
import * as z from 'zod/mini'
import { ALARM_STATES, ALARM_TRANSITIONS } from '../../acquisition/alarm-states.ts'
import { id } from '../../fields.ts'
import { checkItem, checkResult, checkResults } from '../../maintenance/checklist.ts'
import { FAULT_STATES, FAULT_TRANSITIONS } from '../../maintenance/faults.ts'
import type { OrderCall, OrderTransition } from '../../maintenance/order-states.ts'
import { HOLD_REASONS, ORDER_EVENTS, ORDER_STATES, ORDER_STEPS, ORDER_TRANSITIONS } from '../../maintenance/order-states.ts'
import { ORDER_PRIORITIES } from '../../maintenance/order-kinds.ts'
import { workOrders } from '../../maintenance/work-orders.ts'
import { day, lineOf, moment, optional, uuid, whole } from '../../wire.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const PATH = workOrders.api.base
const one = z.object({ id: uuid })
const version = whole(1, 2147483647)
/** As a field of the noun takes one. */
const text = optional(lineOf(256))

/** A file of an order, or of the fault that it is about. */
export const maintenanceFile = z.strictObject({
  id: z.string(),
  fileName: z.string(),
  mediaType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** When the photograph was taken, as the device that took it says. */
  takenAt: z.nullable(z.number()),
  addedAt: z.number(),
  /** Null for whoever does not see users. */
  addedBy: z.nullable(z.string()),
  /** The item of the checklist that it proves. */
  itemKey: z.nullable(z.string()),
  /** It came with the fault: it is changed there. */
  isOfFault: z.boolean(),
  mayRemove: z.boolean(),
})
export type MaintenanceFile = z.output<typeof maintenanceFile>

const event = z.strictObject({
  id: z.string(),
  transition: z.enum(ORDER_EVENTS),
  fromState: z.nullable(z.enum(ORDER_STATES)),
  toState: z.enum(ORDER_STATES),
  happenedAt: z.number(),
  by: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  note: z.nullable(z.string()),
})
export type WorkOrderEvent = z.output<typeof event>

/** What a fault has gone through. */
export const faultEvent = z.strictObject({
  id: z.string(),
  transition: z.enum(['report', ...FAULT_TRANSITIONS]),
  fromState: z.nullable(z.enum(FAULT_STATES)),
  toState: z.enum(FAULT_STATES),
  happenedAt: z.number(),
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
})

/** What an alarm has gone through, without its values, which stand in its trend. `by` and `comment` are null for whoever does not see them of alarms. */
const alarmEvent = z.strictObject({
  id: z.string(),
  transition: z.enum(ALARM_TRANSITIONS),
  fromState: z.enum(ALARM_STATES),
  toState: z.enum(ALARM_STATES),
  happenedAt: z.number(),
  by: z.nullable(z.string()),
  comment: z.nullable(z.string()),
})

/** What the fault and the alarm went through that an order was opened for, in their order; of the alarm the newest. Empty for whoever may not look at the one or the other. */
const causeEvents = z.strictObject({ ofFault: z.array(faultEvent), ofAlarm: z.array(alarmEvent) })
export type CauseEvents = z.output<typeof causeEvents>

const labour = z.strictObject({
  id: z.string(),
  /** `yyyy-MM-dd` */
  workedOn: z.string(),
  minutes: z.int(),
  by: z.nullable(z.string()),
  note: z.nullable(z.string()),
  /** The caller's own entry, of an order that is not over. */
  mayRemove: z.boolean(),
})
export type OrderLabour = z.output<typeof labour>

/** What belongs to one order beside its fields, and what the caller can do with it as it stands. */
export const queryWorkOrderDetail = contract({
  method: 'GET',
  path: `${PATH}/queryWorkOrderDetail`,
  input: one,
  output: z.strictObject({
    version: z.int(),
    state: z.enum(ORDER_STATES),
    /** The transitions that the caller may take now. */
    transitions: z.array(z.enum(ORDER_TRANSITIONS)),
    /** Whoever has done the work cannot verify it. */
    hasWorkedOnIt: z.boolean(),
    events: z.array(event),
    causeEvents,
    labour: z.array(labour),
    files: z.array(maintenanceFile),
    /** Alarms of the plant that the order has put out of service; of one that is finished, those that it had. Empty for whoever does not see alarms. */
    alarms: z.array(z.strictObject({ id: z.string(), ruleName: z.string(), pointName: z.string(), isOut: z.boolean() })),
    /** The alarm that it was opened for, and the trend of its point; `raisedAt` is null for whoever does not see that of alarms. */
    alarm: z.nullable(
      z.strictObject({
        id: z.string(),
        ruleName: z.string(),
        pointId: z.string(),
        pointName: z.string(),
        raisedAt: z.nullable(z.number()),
      }),
    ),
    /** The plan that it was opened by; null for whoever may not list plans with their codes. */
    plan: z.nullable(z.strictObject({ planCode: z.string() })),
    signature: z.nullable(z.strictObject({ by: z.nullable(z.string()), at: z.number(), proof: z.enum(['password', 'code', 'passkey']) })),
    /** The items as they were when the order was opened, and what has been found so far. */
    checks: z.array(checkItem),
    results: z.array(checkResult),
    mayCheck: z.boolean(),
    mayLabour: z.boolean(),
    mayAddFile: z.boolean(),
  }),
})
export type WorkOrderDetail = OutputOf<typeof queryWorkOrderDetail>

const transitionsBy = (call: OrderCall) =>
  ORDER_TRANSITIONS.filter((each) => ORDER_STEPS[each].by === call) as [OrderTransition, ...OrderTransition[]]

/** Every call that moves an order answers alike. */
const moved = z.strictObject({ state: z.enum(ORDER_STATES), version: z.int() })

/**
 * Carries an order out. `version` is that of the order as its reader saw it: who comes second is told so. An order that demands it is finished with a proof of
 * identity that was given for it (`confirmIdentity`).
 */
export const actOnWorkOrder = contract({
  method: 'POST',
  path: `${PATH}/actOnWorkOrder`,
  input: z.strictObject({
    id,
    version,
    transition: z.enum(transitionsBy('act')),
    /** Why work stands still, with `hold`. */
    holdReason: optional(z.enum(HOLD_REASONS)),
    note: text,
    /** With `finish`. */
    orderCause: text,
    orderRemedy: text,
    downFrom: optional(moment),
    downTo: optional(moment),
  }),
  output: moved,
})

/** Approves, refuses, schedules or cancels an order. */
export const decideOnWorkOrder = contract({
  method: 'POST',
  path: `${PATH}/decideOnWorkOrder`,
  input: z.strictObject({
    id,
    version,
    transition: z.enum(transitionsBy('decide')),
    note: text,
    /** With `schedule`. */
    assigneeId: optional(id),
    dueAt: optional(moment),
  }),
  output: moved,
})

/** Verifies what somebody else has done, or has it done again. */
export const verifyWorkOrder = contract({
  method: 'POST',
  path: `${PATH}/verifyWorkOrder`,
  input: z.strictObject({ id, version, transition: z.enum(transitionsBy('verify')), note: text }),
  output: moved,
})

/** What is given with a transition, whichever call brings it. */
export type OrderMove =
  z.output<typeof actOnWorkOrder.input> | z.output<typeof decideOnWorkOrder.input> | z.output<typeof verifyWorkOrder.input>
export type ActInput = InputOf<typeof actOnWorkOrder>
export type DecideInput = InputOf<typeof decideOnWorkOrder>
export type VerifyInput = InputOf<typeof verifyWorkOrder>

/** An order that was opened, or the open one that there was already. */
export const openedOrder = z.strictObject({ id: z.string(), orderNumber: z.string(), isNew: z.boolean() })

/** Opens an order for the alarm `id`; where one of its rule and point is open, that one is told. */
export const openOrderOfAlarm = contract({
  method: 'POST',
  path: `${PATH}/openOrderOfAlarm`,
  input: z.strictObject({
    id,
    orderPriority: optional(z.pipe(whole(1, 4), z.literal([...ORDER_PRIORITIES]))),
    assigneeId: optional(id),
    orderDescription: text,
  }),
  output: openedOrder,
})

/** Keeps what has been found of the items of the checklist so far; those that are not among the results have no answer any more. */
export const saveOrderChecks = contract({
  method: 'POST',
  path: `${PATH}/saveOrderChecks`,
  input: z.strictObject({ id, version, results: checkResults }),
  output: z.strictObject({ version: z.int() }),
})

/** Says for how long the caller has worked on an order. */
export const addOrderLabour = contract({
  method: 'POST',
  path: `${PATH}/addOrderLabour`,
  input: z.strictObject({ id, workedOn: day, minutes: whole(1, 1440), note: text }),
  output: z.strictObject({ id: z.string() }),
})

/** `id` is that of the entry; only one's own. */
export const deleteOrderLabour = contract({ method: 'POST', path: `${PATH}/deleteOrderLabour`, input: z.strictObject({ id }) })

/** Adds a file to the order `id`. */
export const addOrderFile = contract({
  method: 'POST',
  path: `${PATH}/addOrderFile`,
  send: 'parts',
  input: z.object({ id: uuid, itemKey: optional(lineOf(64)), takenAt: optional(moment) }),
  output: z.strictObject({ id: z.string() }),
})

/** `id` is that of the file. */
export const deleteOrderFile = contract({ method: 'POST', path: `${PATH}/deleteOrderFile`, input: one })

/** Answers with a file of an order, or of the fault that the order is about. */
export const downloadOrderFile = contract({ method: 'POST', path: `${PATH}/downloadOrderFile`, input: one })

export const alarmOutOfService = z.strictObject({
  alarmId: z.string(),
  ruleName: z.string(),
  pointName: z.string(),
  deviceName: z.string(),
  since: z.nullable(z.number()),
  /** No order needs it any more: somebody has forgotten to bring it back. */
  isForgotten: z.boolean(),
  /** The order that work is going on for; null for whoever may not list orders. */
  orderId: z.nullable(z.string()),
  orderNumber: z.nullable(z.string()),
  comment: z.nullable(z.string()),
})
export type AlarmOutOfService = z.output<typeof alarmOutOfService>

/** Alarms that are out of service: with the order that put them there, or forgotten by everybody, first. */
export const queryAlarmsOutOfService = contract({
  method: 'GET',
  path: `${PATH}/queryAlarmsOutOfService`,
  output: z.strictObject({ list: z.array(alarmOutOfService) }),
})
