import { computed, oneOf, reference, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { EQUIPMENT_CATEGORIES } from './equipment.ts'
import { PLAN_OUTCOMES } from './work-orders.ts'

/** What became of the date of a plan: of its order as in the list of orders; `skipped`, since an order of the plan was open; `missed`, since nobody was there to open one. */
export const PLAN_DATE_OUTCOMES = [...PLAN_OUTCOMES, 'skipped', 'missed', 'cancelled'] as const
export type PlanDateOutcome = (typeof PLAN_DATE_OUTCOMES)[number]

const from = (noun: string, ...fields: readonly string[]) => fields.map((field) => ({ noun, field }))

/** The days on which plans were due, one row a plan and day. The server notes them when it looks at a plan, and nobody changes them (docs/decisions/0183-plans-that-fall-due.md). */
export const planDates = resource({
  name: 'plan-dates',
  api: { base: '/maintenance/plandate', noun: 'PlanDate' },
  table: 'plan_date_list',
  scope: 'tenant',
  ownedBy: follows('maintenance_plans', 'plan_id'),
  menu: 'plandates',
  title: 'dueOn',
  order: ['dueOn', 'descend'],
  fields: {
    planId: reference({ to: 'maintenance-plans', show: 'plan_code', required: true, filter: 'equals', write: 'never' }),
    dueOn: computed(time({ day: 'begins', filter: 'range', sort: true }), from('maintenance-plans', 'nextDue')),
    /** None of one whose order the reader does not see. */
    planOutcome: computed(oneOf({ of: PLAN_DATE_OUTCOMES, filter: 'equals', sort: true }), [
      ...from('maintenance-plans', 'nextDue', 'compliance'),
      ...from('work-orders', 'finishedAt', 'orderState'),
    ]),
    orderId: reference({ to: 'work-orders', show: 'order_number', filter: 'equals', write: 'never' }),
    /** Of the plan; site and category are those of the machine. */
    equipmentId: computed(
      reference({ to: 'equipment', show: 'equipment_name', filter: 'equals' }),
      from('maintenance-plans', 'equipmentId'),
    ),
    siteId: computed(reference({ to: 'sites', show: 'site_name', filter: 'equals' }), [
      ...from('maintenance-plans', 'siteId'),
      ...from('equipment', 'siteId'),
    ]),
    category: computed(oneOf({ of: EQUIPMENT_CATEGORIES, filter: 'equals' }), [
      ...from('maintenance-plans', 'category'),
      ...from('equipment', 'category'),
    ]),
  },
})
