import * as z from 'zod/mini'
import { NO_BLANKS, computed, decimal, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { CHECKLIST, MAX_CHECKLIST_TEXT } from './checklist.ts'
import { EQUIPMENT_CATEGORIES, USE_KINDS } from './equipment.ts'
import { RHYTHM_BASES, RHYTHM_UNITS, isDayOfYear } from './due-days.ts'
import { ORDER_PRIORITIES } from './order-kinds.ts'

const PATH = '/maintenance/plan'

/** What makes a plan fall due: the calendar, how much a machine was used, what a point shows, or the end of the calibration of the machine. */
export const PLAN_TRIGGERS = ['calendar', 'meter', 'condition', 'calibration'] as const
export type PlanTrigger = (typeof PLAN_TRIGGERS)[number]

/** What a plan is measured by: a point of its own, or `machine`, the point by which the use of its machine is told. */
export const METER_KINDS = [...USE_KINDS, 'machine'] as const
export type MeterKind = (typeof METER_KINDS)[number]

export const CONDITION_MEASURES = ['mean', 'max', 'min'] as const
export type ConditionMeasure = (typeof CONDITION_MEASURES)[number]
export const CONDITION_OPERATORS = ['above', 'below'] as const
export type ConditionOperator = (typeof CONDITION_OPERATORS)[number]

export const MAX_LEAD_DAYS = 365
/** Hours over which a condition is judged: a month. */
export const MAX_CONDITION_HOURS = 744

/** Fields that only some triggers have, by the trigger. */
export const FIELDS_OF_TRIGGER = {
  calendar: ['everyCount', 'everyUnit', 'rhythmBase', 'firstDue', 'seasonFrom', 'seasonUntil', 'skipOpen'],
  meter: ['pointId', 'meterKind', 'meterEvery', 'meterUsed'],
  condition: ['pointId', 'conditionMeasure', 'conditionHours', 'conditionOperator', 'conditionLimit'],
  calibration: [],
} as const satisfies Record<PlanTrigger, readonly string[]>

/** Of these none can be absent once the trigger asks for it. */
const NEEDED = {
  calendar: ['everyCount', 'everyUnit', 'rhythmBase', 'firstDue'],
  meter: ['pointId', 'meterKind', 'meterEvery'],
  condition: ['pointId', 'conditionMeasure', 'conditionHours', 'conditionOperator', 'conditionLimit'],
  calibration: [],
} as const satisfies Record<PlanTrigger, readonly string[]>

const ALL_NEEDED = [
  ...NEEDED.calendar,
  ...NEEDED.meter,
  'conditionMeasure',
  'conditionHours',
  'conditionOperator',
  'conditionLimit',
] as const

/** The fields that a plan of this trigger has and others have not. */
export const fieldsOfTrigger = (trigger: unknown): readonly string[] =>
  PLAN_TRIGGERS.some((each) => each === trigger) ? FIELDS_OF_TRIGGER[trigger as PlanTrigger] : []

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

const isOfMachine = ({ planTrigger, meterKind }: Readonly<Record<string, unknown>>) => planTrigger === 'meter' && meterKind === 'machine'

/** A plan says what its trigger needs, and a season has a beginning and an end. */
const planRule = ruleOver(['planTrigger', ...ALL_NEEDED, 'seasonFrom', 'seasonUntil'], (row) => {
  const needed = NEEDED[(row.planTrigger ?? 'calibration') as PlanTrigger] ?? []
  const missing = needed.find((name) => !isGiven(row[name]) && !(name === 'pointId' && isOfMachine(row)))
  if (missing !== undefined) return { field: missing, code: 'check.plan-trigger' }
  if (row.planTrigger === 'meter' && Number(row.meterEvery) <= 0) return { field: 'meterEvery', code: 'check.meter-every' }
  if (isGiven(row.seasonFrom) && !isGiven(row.seasonUntil)) return { field: 'seasonUntil', code: 'check.season' }
  return isGiven(row.seasonUntil) && !isGiven(row.seasonFrom) ? { field: 'seasonFrom', code: 'check.season' } : undefined
})

const DAY_OF_YEAR = z.string().check(z.refine((text) => text === '' || isDayOfYear(text), { error: 'day-of-year' }))

/** What is done to a machine again and again. When it falls due an order is opened, one a plan and date (docs/decisions/0183-plans-that-fall-due.md). */
export const maintenancePlans = resource({
  name: 'maintenance-plans',
  api: { base: PATH, noun: 'Plan' },
  table: 'maintenance_plans',
  readsFrom: 'maintenance_plan_list',
  scope: 'tenant',
  ownedBy: follows('equipment', 'equipment_id'),
  menu: 'maintenanceplans',
  title: 'planCode',
  displayName: 'planName',
  order: ['nextDue', 'ascend'],
  unique: ['planCode'],
  rule: planRule,
  serverColumns: ['counts_from', 'last_done', 'meter_since', 'meter_seen', 'condition_held'],
  calls: { preview: `${PATH}/queryPlanPreview` },
  fields: {
    planCode: text({ max: 32, format: NO_BLANKS, required: true, filter: 'contains', sort: true }),
    planName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    equipmentId: reference({ to: 'equipment', show: 'equipment_name', required: true, write: 'once', filter: 'equals' }),
    /** Of the machine. */
    siteId: computed(reference({ to: 'sites', show: 'site_name', filter: 'equals' }), { noun: 'equipment', field: 'siteId' }),
    category: computed(oneOf({ of: EQUIPMENT_CATEGORIES, filter: 'equals' }), { noun: 'equipment', field: 'category' }),
    planTrigger: oneOf({ of: PLAN_TRIGGERS, required: true, filter: 'equals', sort: true }),
    everyCount: integer({ min: 1, max: 999 }),
    everyUnit: oneOf({ of: RHYTHM_UNITS }),
    rhythmBase: oneOf({ of: RHYTHM_BASES }),
    /** The day that is counted from; its hour says nothing. */
    firstDue: time({ day: 'begins' }),
    /** `MM-dd`: nothing falls due outside of these days. */
    seasonFrom: text({ max: 5, format: DAY_OF_YEAR }),
    seasonUntil: text({ max: 5, format: DAY_OF_YEAR }),
    /** Whether a date passes without an order while one of the plan is open. */
    skipOpen: oneOf({ of: [1, 0] }),
    pointId: reference({ to: 'points', show: 'point_name', filter: 'equals' }),
    meterKind: oneOf({ of: METER_KINDS }),
    meterEvery: decimal({ min: 0, max: 1_000_000_000 }),
    /** Since it was done last. */
    meterUsed: decimal({ write: 'never' }),
    conditionMeasure: oneOf({ of: CONDITION_MEASURES }),
    conditionHours: integer({ min: 1, max: MAX_CONDITION_HOURS }),
    conditionOperator: oneOf({ of: CONDITION_OPERATORS }),
    conditionLimit: decimal({}),
    /** Days before the due day from which the order stands. */
    leadDays: integer({ min: 0, max: MAX_LEAD_DAYS }),
    nextDue: time({ day: 'begins', filter: 'range', sort: true, write: 'never' }),
    /** Share of the dates of the last year that was done in time, in per cent; empty where there was none. */
    compliance: computed(integer({}), [
      { noun: 'maintenance-plans', field: 'nextDue' },
      { noun: 'work-orders', field: 'finishedAt' },
    ]),
    openOrders: computed(integer({}), { noun: 'work-orders', field: 'orderState' }),
    orderPriority: oneOf({ of: ORDER_PRIORITIES, required: true, filter: 'equals' }),
    estimateHours: decimal({ min: 0, max: 10_000 }),
    mustSign: oneOf({ of: [1, 0], required: true }),
    /** Who is given the order, and whose holders are told of it. */
    assigneeId: reference({ to: 'users', show: 'username', filter: 'equals' }),
    notifyRole: reference({ to: 'roles', show: 'role_name' }),
    /** A checklist as JSON (checklist.ts). */
    checks: text({ max: MAX_CHECKLIST_TEXT, format: CHECKLIST }),
    planStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    planDescription: text({ max: 1000, lines: true }),
  },
})
