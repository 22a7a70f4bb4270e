/** What the maintenance console shows: its figures, in which unit each is, and why one may be missing. */

/** Days back from now that can be looked at. */
export const CONSOLE_DAYS = [7, 30, 90, 365] as const
export type ConsoleDays = (typeof CONSOLE_DAYS)[number]
export const USUAL_DAYS: ConsoleDays = 30

/** Ages of open orders: whole days from which each begins; the last has no end. */
export const ORDER_AGES = { day: 0, week: 1, month: 7, older: 30 } as const
export type OrderAge = keyof typeof ORDER_AGES
export const ORDER_AGE_NAMES = Object.keys(ORDER_AGES) as [OrderAge, ...OrderAge[]]

/** `sum`: hours that are added up, divided by nothing. */
export const FIGURES = {
  'orders-open': 'count',
  'orders-overdue': 'count',
  'orders-due-7': 'count',
  'orders-due-30': 'count',
  backlog: 'sum',
  'planned-share': 'share',
  'hold-material': 'count',
  'hold-plant': 'count',
  'hold-people': 'count',
  'hold-other': 'count',
  'faults-open': 'count',
  'plans-overdue': 'count',
  'plans-due-7': 'count',
  'plans-due-30': 'count',
  'compliance-30': 'share',
  'compliance-90': 'share',
  'rounds-open': 'count',
  'rounds-done': 'share',
  'rounds-missed': 'count',
  'calibration-expired': 'count',
  'calibration-failed': 'count',
  'calibration-7': 'count',
  'calibration-30': 'count',
  'calibration-60': 'count',
  'calibration-90': 'count',
  'parts-short': 'count',
  'alarms-nothing': 'count',
  'alarms-out': 'count',
  mtbf: 'hours',
  mttr: 'hours',
  availability: 'share',
  uptime: 'share',
  performance: 'share',
  quality: 'share',
  oee: 'share',
} as const satisfies Record<string, 'count' | 'share' | 'hours' | 'sum'>
export type FigureKey = keyof typeof FIGURES
export const FIGURE_KEYS = Object.keys(FIGURES) as [FigureKey, ...FigureKey[]]

/** What overall equipment effectiveness is the product of: time in working order, speed of the work, and what was good of it. */
export const OEE_FACTORS = ['uptime', 'performance', 'quality'] as const satisfies readonly FigureKey[]

/** Why there is no number. */
export const MISSING = [
  'no-failures',
  'no-repairs',
  'no-machines',
  'nothing-due',
  'nothing-finished',
  'no-estimates',
  'no-verdicts',
  'no-planned-runs',
  'no-basis',
] as const
export type Missing = (typeof MISSING)[number]

/** The lists that rows of a figure stand in. */
export const FIGURE_LISTS = [
  'work-orders',
  'faults',
  'maintenance-plans',
  'plan-dates',
  'rounds',
  'equipment',
  'spare-parts',
  'alarms',
  'runs',
] as const
export type FigureList = (typeof FIGURE_LISTS)[number]

/** What a part of a figure is called where no choice of a field names it. */
export const PART_NAMES = [
  'open',
  'overdue',
  'due',
  'finished',
  'on-hold',
  'plans',
  'not-done',
  'rounds-due',
  'rounds-running',
  'rounds-done',
  'rounds-missed',
  'machines',
  'calibration',
  'parts',
  'parts-short',
  'night',
  'nothing',
  'alarms',
  'alarms-out',
  'calendar-hours',
  'stopped-faults',
  'stopped-orders',
  'failed-faults',
  'failed-orders',
  'at-once',
  'repaired-faults',
  'repaired-orders',
  'mtbf',
  'mttr',
  'passed',
  'judged-failed',
  ...OEE_FACTORS,
] as const
export type PartName = (typeof PART_NAMES)[number]

/** Fields whose members name parts. */
export const PART_FIELDS = ['orderState', 'orderKind', 'faultEffect', 'planOutcome', 'runState'] as const
export type PartField = (typeof PART_FIELDS)[number]

/** The night that is looked at where no shift says when it is, by the clock of the tenant. */
export const USUAL_NIGHT = { beginsAt: '22:00', endsAt: '06:00' } as const
