import { computed, decimal, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { anyOf, creator, organisation, place } from '../row-scope.ts'
import { EQUIPMENT_CATEGORIES } from './equipment.ts'
import type { OrderPriority } from './order-kinds.ts'
import { ORDER_KINDS, ORDER_PRIORITIES } from './order-kinds.ts'
import { HOLD_REASONS, ORDER_STATES } from './order-states.ts'

const PATH = '/maintenance/workorder'

/** Within how many hours of its opening an order of a priority is due, where nothing else is said. */
export const DUE_HOURS: Readonly<Record<OrderPriority, number>> = { 1: 4, 2: 24, 3: 168, 4: 720 }

/** What it was opened by. */
export const ORDER_ORIGINS = ['person', 'alarm', 'fault', 'plan', 'check', 'process'] as const
export type OrderOrigin = (typeof ORDER_ORIGINS)[number]

/** How an order of a plan stands to the day on which it was due: `overdue` is not finished though the day is over, `ahead` while it is not. */
export const PLAN_OUTCOMES = ['in-time', 'late', 'overdue', 'ahead'] as const

const FAILURE = [
  ...(['orderKind', 'faultId', 'downFrom', 'orderState'] as const).map((field) => ({ noun: 'work-orders', field })),
  { noun: 'equipment', field: 'equipmentState' },
]

/** Work on a machine, from its opening to its verification. It is opened by the server's one way (server/maintenance/orders/) and moves by its calls alone. */
export const workOrders = resource({
  name: 'work-orders',
  api: { base: PATH, noun: 'WorkOrder' },
  table: 'work_orders',
  readsFrom: 'work_order_list',
  scope: 'tenant',
  ownedBy: anyOf(place('site_id'), organisation('org_id'), creator),
  menu: 'workorders',
  title: 'orderNumber',
  order: ['createTime', 'descend'],
  unique: ['orderNumber'],
  partsIndex: { name: 'work_orders_parts_idx', fields: ['orderNumber', 'orderTitle'] },
  serverColumns: [
    'created_by',
    'org_id',
    'is_open',
    'rule_id',
    'point_id',
    'alarm_id',
    'plan_id',
    'plan_due_on',
    'check_key',
    'checks',
    'check_results',
    'finished_by',
    'verified_by',
    'signed_by',
    'signed_at',
    'signature_proof',
    'reminded_at',
  ],
  calls: {
    detail: `${PATH}/queryWorkOrderDetail`,
    act: `${PATH}/actOnWorkOrder`,
    decide: `${PATH}/decideOnWorkOrder`,
    verify: `${PATH}/verifyWorkOrder`,
    out: `${PATH}/queryAlarmsOutOfService`,
    check: `${PATH}/saveOrderChecks`,
    labour: `${PATH}/addOrderLabour`,
    file: `${PATH}/addOrderFile`,
  },
  fields: {
    orderNumber: text({ max: 32, write: 'never', filter: 'contains', sort: true }),
    orderTitle: text({ max: 128, required: true, filter: 'contains' }),
    orderKind: oneOf({ of: ORDER_KINDS, required: true, write: 'once', filter: 'equals', sort: true }),
    orderPriority: oneOf({ of: ORDER_PRIORITIES, required: true, filter: 'equals', sort: true }),
    orderState: oneOf({ of: ORDER_STATES, write: 'never', filter: 'equals', sort: true }),
    /** Whether it is neither closed nor cancelled. */
    isOpen: computed(oneOf({ of: [1, 0], filter: 'equals' }), { noun: 'work-orders', field: 'orderState' }),
    equipmentId: reference({ to: 'equipment', show: 'equipment_name', write: 'once', filter: 'equals' }),
    assigneeId: reference({ to: 'users', show: 'username', filter: 'equals' }),
    /** By its priority, unless somebody says otherwise. */
    dueAt: time({ filter: 'range', sort: true }),
    /** Open, and due before it was finished, or before now. */
    isOverdue: computed(
      oneOf({ of: [1, 0], filter: 'equals' }),
      (['dueAt', 'finishedAt'] as const).map((field) => ({ noun: 'work-orders', field })),
    ),
    /** Whole days since it was opened; of one that is over, until then. */
    ageDays: computed(integer({}), { noun: 'work-orders', field: 'createTime' }),
    holdReason: oneOf({ of: HOLD_REASONS, write: 'never', filter: 'equals' }),
    orderOrigin: oneOf({ of: ORDER_ORIGINS, write: 'never', filter: 'equals' }),
    /** Whose alarms go out of service while work is on: of the machine, or of the alarm. */
    deviceId: reference({ to: 'devices', show: 'device_name', write: 'never', filter: 'equals' }),
    /** Of the machine; one of its own for an order that is about none. */
    siteId: reference({ to: 'sites', show: 'site_name', write: 'once', filter: 'equals' }),
    faultId: reference({ to: 'faults', show: 'fault_number', write: 'never', filter: 'equals' }),
    estimateHours: decimal({ min: 0, max: 10_000 }),
    /** How often what it was opened for has come again since. */
    occurrences: integer({ write: 'never', sort: true }),
    startedAt: time({ write: 'never', filter: 'range', sort: true }),
    finishedAt: time({ write: 'never', filter: 'range', sort: true }),
    closedAt: time({ write: 'never', filter: 'range', sort: true }),
    /** For how long the machine stood. */
    downFrom: time({ write: 'never', filter: 'range' }),
    downTo: time({ write: 'never', filter: 'range' }),
    /** Until when it did; after every moment while it stands, which no list writes. */
    downUntil: computed(time({ filter: 'range' }), { noun: 'work-orders', field: 'downTo' }),
    /** Whether it repaired a machine that is not scrapped and stood for it, and is about no fault: what failures are counted by, beside faults. */
    isFailure: computed(oneOf({ of: [1, 0], filter: 'equals' }), FAILURE),
    /** The day on which the plan that it was opened by was due. */
    planDay: computed(time({ day: 'begins', filter: 'range', sort: true }), { noun: 'maintenance-plans', field: 'nextDue' }),
    /** Whether an order of a plan was finished by the end of that day; none of one that was cancelled. */
    planOutcome: computed(oneOf({ of: PLAN_OUTCOMES, filter: 'equals' }), [
      { noun: 'maintenance-plans', field: 'nextDue' },
      { noun: 'work-orders', field: 'finishedAt' },
      { noun: 'work-orders', field: 'orderState' },
    ]),
    category: computed(oneOf({ of: EQUIPMENT_CATEGORIES, filter: 'equals' }), { noun: 'equipment', field: 'category' }),
    orderCause: text({ max: 256, write: 'never' }),
    orderRemedy: text({ max: 256, write: 'never' }),
    /** Whether whoever has done the work signs for it, with a proof of identity. */
    mustSign: oneOf({ of: [1, 0], required: true, write: 'once' }),
    orderDescription: text({ max: 1000, lines: true }),
  },
})
