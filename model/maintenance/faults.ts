import { endsLater } from '../acquisition/validity.ts'
import { computed, oneOf, reference, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { anyOf, creator, organisation, place } from '../row-scope.ts'
import { EQUIPMENT_CATEGORIES } from './equipment.ts'

const PATH = '/maintenance/fault'

/** What a fault does to the work of the machine. */
export const FAULT_EFFECTS = ['stopped', 'reduced', 'quality', 'safety', 'none'] as const
export type FaultEffect = (typeof FAULT_EFFECTS)[number]

export const FAULT_STATES = ['reported', 'confirmed', 'in-order', 'solved', 'rejected'] as const
export type FaultState = (typeof FAULT_STATES)[number]

export const FAULT_TRANSITIONS = ['confirm', 'order', 'solve', 'reject', 'reopen'] as const
export type FaultTransition = (typeof FAULT_TRANSITIONS)[number]

interface FaultStep {
  readonly from: readonly FaultState[]
  readonly to: FaultState
  /** Whether it says why. */
  readonly needsReason?: true
}

/** What may become of a fault. One that an order is about is solved by the order, and by nobody's word before. */
export const FAULT_STEPS: Readonly<Record<FaultTransition, FaultStep>> = {
  confirm: { from: ['reported'], to: 'confirmed' },
  order: { from: ['reported', 'confirmed'], to: 'in-order' },
  solve: { from: ['confirmed'], to: 'solved' },
  reject: { from: ['reported', 'confirmed'], to: 'rejected', needsReason: true },
  reopen: { from: ['solved', 'rejected'], to: 'confirmed', needsReason: true },
}

/** The state that the transition leads to; `undefined` where it is not allowed from this one. */
export function faultAfter(state: FaultState, transition: FaultTransition): FaultState | undefined {
  const { from, to } = FAULT_STEPS[transition]
  return from.includes(state) ? to : undefined
}

const FAILURE = [
  { noun: 'faults', field: 'downFrom' },
  { noun: 'faults', field: 'faultState' },
  { noun: 'equipment', field: 'equipmentState' },
] as const

/** A stoppage ends after it begins. */
const stoppageRule = ruleOver(['downFrom', 'downTo'], ({ downFrom, downTo }) => {
  const broken = endsLater({ validFrom: downFrom, validUntil: downTo })
  return broken && { ...broken, field: 'downTo' }
})

/** That a machine does not do what it should: reported by whoever sees it, and solved by a work order or by hand. */
export const faults = resource({
  name: 'faults',
  api: { base: PATH, noun: 'Fault' },
  table: 'faults',
  readsFrom: 'fault_list',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), organisation('org_id'), creator),
  menu: 'faults',
  title: 'faultNumber',
  order: ['createTime', 'descend'],
  unique: ['faultNumber'],
  rule: stoppageRule,
  serverColumns: ['created_by', 'org_id'],
  calls: { detail: `${PATH}/queryFaultDetail`, act: `${PATH}/actOnFault`, order: `${PATH}/orderFault`, file: `${PATH}/addFaultFile` },
  fields: {
    faultNumber: text({ max: 32, write: 'never', filter: 'contains', sort: true }),
    faultTitle: text({ max: 128, required: true, filter: 'contains' }),
    equipmentId: reference({ to: 'equipment', show: 'equipment_name', required: true, write: 'once', filter: 'equals' }),
    faultEffect: oneOf({ of: FAULT_EFFECTS, required: true, filter: 'equals', sort: true }),
    faultState: oneOf({ of: FAULT_STATES, write: 'never', filter: 'equals', sort: true }),
    /** Whether it is neither solved nor rejected. */
    isOpen: computed(oneOf({ of: [1, 0], filter: 'equals' }), { noun: 'faults', field: 'faultState' }),
    /** Whether a machine that is not scrapped stood for it, and it was not rejected: what failures are counted by. */
    isFailure: computed(oneOf({ of: [1, 0], filter: 'equals' }), FAILURE),
    /** Since when the machine stands, and until when it did. */
    downFrom: time({ filter: 'range', sort: true }),
    downTo: time({ filter: 'range', sort: true }),
    /** Until when it did; after every moment while it stands, which no list writes. */
    downUntil: computed(time({ filter: 'range' }), { noun: 'faults', field: 'downTo' }),
    reporterId: reference({ to: 'users', show: 'username', write: 'never', filter: 'equals' }),
    /** Of the machine. */
    siteId: reference({ to: 'sites', show: 'site_name', write: 'never', filter: 'equals' }),
    category: computed(oneOf({ of: EQUIPMENT_CATEGORIES, filter: 'equals' }), { noun: 'equipment', field: 'category' }),
    /** The newest order that is about it. */
    orderId: computed(reference({ to: 'work-orders', show: 'order_number' }), { noun: 'work-orders', field: 'faultId' }),
    solvedAt: time({ write: 'never', filter: 'range', sort: true }),
    faultCause: text({ max: 256 }),
    faultRemedy: text({ max: 256 }),
    /** Why it was rejected, or taken up again. */
    faultReason: text({ max: 256, write: 'never' }),
    faultDescription: text({ max: 1000, lines: true }),
  },
})
