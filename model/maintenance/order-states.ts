/**
 * The states of a work order and what leads from one to another, as a table: nothing else does, whoever asks. Who may take a step is said by the
 * call that it belongs to, so that carrying out, deciding and verifying can be granted apart.
 */

export const ORDER_STATES = [
  'draft',
  'waiting-approval',
  'approved',
  'scheduled',
  'in-progress',
  'on-hold',
  'done',
  'closed',
  'cancelled',
] as const
export type OrderState = (typeof ORDER_STATES)[number]

/** In these nothing happens any more; in every other one the order is open. */
export const FINAL_STATES = ['closed', 'cancelled'] as const satisfies readonly OrderState[]
export const OPEN_STATES: readonly OrderState[] = ORDER_STATES.filter((state) => state !== 'closed' && state !== 'cancelled')

/** Somebody is at the plant, or has left it as it is: its alarms are out of service. */
export const AT_WORK = ['in-progress', 'on-hold'] as const satisfies readonly OrderState[]

export const ORDER_TRANSITIONS = [
  'submit',
  'approve',
  'refuse',
  'schedule',
  'start',
  'hold',
  'resume',
  'finish',
  'verify',
  'reopen',
  'cancel',
] as const
export type OrderTransition = (typeof ORDER_TRANSITIONS)[number]

/** What is kept of an order besides its transitions: that it was opened, that its cause came again, who has it now. */
export const ORDER_EVENTS = ['open', ...ORDER_TRANSITIONS, 'recur', 'assign'] as const
export type OrderEventKind = (typeof ORDER_EVENTS)[number]

/** The call that a transition belongs to, as `calls` of the noun names it. */
export const ORDER_CALLS = ['act', 'decide', 'verify'] as const
export type OrderCall = (typeof ORDER_CALLS)[number]

/** Why work stands still. */
export const HOLD_REASONS = ['material', 'plant', 'people', 'other'] as const
export type HoldReason = (typeof HOLD_REASONS)[number]

export interface OrderStep {
  readonly from: readonly OrderState[]
  readonly to: OrderState
  readonly by: OrderCall
  /** Whether it says why. */
  readonly needsReason?: true
}

/** Every transition: where it leads from and to. An order is cancelled before work has begun, and not afterwards. */
export const ORDER_STEPS: Readonly<Record<OrderTransition, OrderStep>> = {
  submit: { from: ['draft'], to: 'waiting-approval', by: 'act' },
  approve: { from: ['draft', 'waiting-approval'], to: 'approved', by: 'decide' },
  refuse: { from: ['waiting-approval'], to: 'draft', by: 'decide', needsReason: true },
  schedule: { from: ['approved'], to: 'scheduled', by: 'decide' },
  start: { from: ['approved', 'scheduled'], to: 'in-progress', by: 'act' },
  hold: { from: ['in-progress'], to: 'on-hold', by: 'act', needsReason: true },
  resume: { from: ['on-hold'], to: 'in-progress', by: 'act' },
  finish: { from: ['in-progress'], to: 'done', by: 'act' },
  verify: { from: ['done'], to: 'closed', by: 'verify' },
  reopen: { from: ['done'], to: 'in-progress', by: 'verify', needsReason: true },
  cancel: { from: ['draft', 'waiting-approval', 'approved', 'scheduled'], to: 'cancelled', by: 'decide', needsReason: true },
}

/** The state that the transition leads to; `undefined` where it is not allowed from this one. */
export function orderAfter(state: OrderState, transition: OrderTransition): OrderState | undefined {
  const { from, to } = ORDER_STEPS[transition]
  return from.includes(state) ? to : undefined
}

/** The transitions that lead out of the state, in the order of the table. */
export const transitionsFrom = (state: OrderState): OrderTransition[] =>
  ORDER_TRANSITIONS.filter((transition) => ORDER_STEPS[transition].from.includes(state))
