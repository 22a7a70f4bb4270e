/** The figures of the console that count rows: each says which rows stand above the line, and which below. */
import { sql } from 'kysely'
import type { FigureKey, OrderAge } from '../../../../model/maintenance/console.ts'
import { ORDER_AGES, ORDER_AGE_NAMES } from '../../../../model/maintenance/console.ts'
import type { PlanDateOutcome } from '../../../../model/maintenance/dates-of-plans.ts'
import { FAULT_EFFECTS } from '../../../../model/maintenance/faults.ts'
import type { OrderState } from '../../../../model/maintenance/order-states.ts'
import { HOLD_REASONS, OPEN_STATES } from '../../../../model/maintenance/order-states.ts'
import type { OrderKind } from '../../../../model/maintenance/order-kinds.ts'
import { ORDER_KINDS } from '../../../../model/maintenance/order-kinds.ts'
import { startOf } from '../../../../model/zone.ts'
import type { Making, Part, Times } from './asking.ts'
import { figureOf } from './asking.ts'
import type { Asked, Counted, Counting, Filters } from './counting.ts'

const DAY_MS = 86_400_000
const SECOND_MS = 1000

const OPEN = { isOpen: '1' } as const
/** Work that is still to be done: what is done waits for its verification alone. */
const TO_DO: readonly OrderState[] = OPEN_STATES.filter((state) => state !== 'done')
const UNPLANNED: readonly OrderKind[] = ['corrective']

const orders = (base: Filters, only: Filters = {}): Asked => ({ list: 'work-orders', base, only })
const openOrders = (only?: Filters): Asked => orders(OPEN, only)

/** Orders: what is open, what is late and coming, what stands still, what was planned. */
function orderFigures(counting: Counting, { asOf, from, range }: Times): (Making | undefined)[] {
  const open: Part = ['open', openOrders()]
  const onHold: Part = ['on-hold', openOrders({ orderState: 'on-hold' })]
  const due = (key: FigureKey, days: number) =>
    figureOf(counting, { key, above: [['due', openOrders(range('dueAt', asOf, asOf + days * DAY_MS))]], below: [open] })
  const finished = range('finishedAt', from, asOf)
  const estimate = { of: sql<number>`row.estimate_hours`, fields: ['estimateHours'] }
  return [
    figureOf(counting, {
      key: 'orders-open',
      above: OPEN_STATES.map((state): Part => [{ field: 'orderState', member: state }, openOrders({ orderState: state })]),
    }),
    figureOf(counting, { key: 'orders-overdue', above: [['overdue', openOrders({ isOverdue: '1' })]], below: [open] }),
    due('orders-due-7', 7),
    due('orders-due-30', 30),
    figureOf(counting, {
      key: 'backlog',
      above: TO_DO.map((state): Part => [
        { field: 'orderState', member: state },
        { ...openOrders({ orderState: state }), hours: estimate },
      ]),
      without: 'no-estimates',
    }),
    figureOf(counting, {
      key: 'planned-share',
      above: ORDER_KINDS.filter((kind) => !UNPLANNED.includes(kind)).map((kind): Part => [
        { field: 'orderKind', member: kind },
        orders(finished, { orderKind: kind }),
      ]),
      below: [['finished', orders(finished)]],
      without: 'nothing-finished',
    }),
    ...HOLD_REASONS.map((reason) =>
      figureOf(counting, {
        key: `hold-${reason}`,
        above: [['on-hold', openOrders({ orderState: 'on-hold', holdReason: reason })]],
        below: [onHold],
      }),
    ),
  ]
}

/** Open orders by state and age; undefined for whoever is told nothing of them. */
export function orderCells(
  counting: Counting,
  { asOf, text }: Times,
): { readonly state: OrderState; readonly age: OrderAge; readonly give: () => Counted }[] | undefined {
  const cells = OPEN_STATES.flatMap((state) =>
    ORDER_AGE_NAMES.map((age, at) => {
      const older = ORDER_AGE_NAMES[at + 1]
      const filters: Filters = {
        orderState: state,
        // The range includes the second of its end; what was opened a moment ago has no age yet.
        ...(age === 'day' ? {} : { createTimeEnd: text(asOf - ORDER_AGES[age] * DAY_MS) }),
        ...(older === undefined ? {} : { createTimeStart: text(asOf - ORDER_AGES[older] * DAY_MS + SECOND_MS) }),
      }
      return { state, age, give: counting.ask(openOrders(filters)) }
    }),
  )
  return cells.every((cell): cell is typeof cell & { give: () => Counted } => cell.give !== undefined) ? cells : undefined
}

/** Plans that are late and coming. A plan is due for the whole of its day, and its order is late once that day is over. */
function planFigures(counting: Counting, { asOf, text, range }: Times, zone: string): (Making | undefined)[] {
  const plans = (only?: Filters): Part => ['plans', { list: 'maintenance-plans', base: { planStatus: '1' }, only: only ?? {} }]
  const due = (key: FigureKey, filters: Filters) => figureOf(counting, { key, above: [plans(filters)], below: [plans()] })
  return [
    figureOf(counting, {
      key: 'plans-overdue',
      above: [plans({ nextDueEnd: text(startOf(zone, asOf, 'day') - SECOND_MS) }), ['not-done', openOrders({ planOutcome: 'overdue' })]],
      below: [plans(), ['open', openOrders({ orderOrigin: 'plan' })]],
    }),
    due('plans-due-7', range('nextDue', asOf, asOf + 7 * DAY_MS)),
    due('plans-due-30', range('nextDue', asOf, asOf + 30 * DAY_MS)),
  ]
}

/** What a date of a plan may have become that is over and was not kept; one whose order was cancelled counts for nothing. */
const NOT_KEPT = ['late', 'overdue', 'skipped', 'missed'] as const satisfies readonly PlanDateOutcome[]

/** Whether plans were kept: their dates that are over, and what was finished by the end of its day. */
function complianceFigures(counting: Counting, { asOf, range }: Times, zone: string): (Making | undefined)[] {
  const over = (days: number) => range('dueOn', startOf(zone, asOf, 'day', -days), startOf(zone, asOf, 'day') - SECOND_MS)
  // Those of 30 days are among those of 90: the dates are read once.
  const base = over(90)
  const figure = (key: FigureKey, within: Filters) => {
    const dates = (outcome: PlanDateOutcome): Part => [
      { field: 'planOutcome', member: outcome },
      { list: 'plan-dates', base, only: { ...within, planOutcome: outcome } },
    ]
    const kept = dates('in-time')
    return figureOf(counting, { key, above: [kept], below: [kept, ...NOT_KEPT.map(dates)], without: 'nothing-due' })
  }
  return [figure('compliance-30', over(30)), figure('compliance-90', {})]
}

function roundFigures(counting: Counting, { asOf, from, range }: Times): (Making | undefined)[] {
  const inWindow = range('dueAt', from, asOf)
  const rounds = (base: Filters, state: string): Asked => ({ list: 'rounds', base, only: { roundState: state } })
  const done: Part = ['rounds-done', rounds(inWindow, 'done')]
  const missed: Part = ['rounds-missed', rounds(inWindow, 'missed')]
  return [
    figureOf(counting, {
      key: 'rounds-open',
      above: [
        ['rounds-due', { list: 'rounds', base: { roundState: 'due' } }],
        ['rounds-running', { list: 'rounds', base: { roundState: 'running' } }],
      ],
    }),
    figureOf(counting, { key: 'rounds-done', above: [done], below: [done, missed], without: 'nothing-due' }),
    figureOf(counting, { key: 'rounds-missed', above: [missed], below: [done, missed] }),
  ]
}

/** Machines by how their calibration stands; those that are scrapped need none. */
function calibrationFigures(counting: Counting, { asOf, range }: Times): (Making | undefined)[] {
  const machines = (only?: Filters): Asked => ({ list: 'equipment', base: { isScrapped: '0' }, only: only ?? {} })
  const figure = (key: FigureKey, only: Filters) =>
    figureOf(counting, { key, above: [['calibration', machines(only)]], below: [['machines', machines()]] })
  const until = (state: string, after: number, days: number) => ({
    calibrationState: state,
    ...range('calibratedUntil', asOf + after * DAY_MS + (after === 0 ? 0 : SECOND_MS), asOf + days * DAY_MS),
  })
  return [
    figure('calibration-expired', { calibrationState: 'expired' }),
    figure('calibration-failed', { calibrationState: 'failed' }),
    figure('calibration-7', until('due', 0, 7)),
    figure('calibration-30', until('due', 7, 30)),
    figure('calibration-60', until('valid', 30, 60)),
    figure('calibration-90', until('valid', 60, 90)),
  ]
}

const HOURS_OF_RUNS = {
  'planned-hours': { of: sql<number>`row.planned_hours`, fields: ['plannedHours'] },
  'run-hours': { of: sql<number>`extract(epoch from row.ended_at - row.started_at)::float8 / 3600`, fields: ['startedAt', 'endedAt'] },
} as const

/** Everything that counts rows as they stand. @param zone Of the tenant (IANA) @param night Milliseconds since 1970 */
export function countedFigures(
  counting: Counting,
  times: Times,
  zone: string,
  night: { readonly from: number; readonly to: number },
): (Making | undefined)[] {
  const parts = (only: Filters): Asked => ({ list: 'spare-parts', base: {}, only })
  // Each by a statement of its own: together they read every alarm, of which an index has but those of a night or of a state.
  const alarms = (base: Filters): Asked => ({ list: 'alarms', base })
  // By what happened then: what was raised again since, or is out of service by now, was raised in the night all the same.
  const inNight = (field: string) => alarms(times.range(field, night.from, night.to - SECOND_MS))
  const verdicts = (verdict: string): Asked => ({
    list: 'runs',
    base: times.range('endedAt', times.from, times.asOf),
    only: { runVerdict: verdict },
  })
  // Of runs that are over and have a plan of how long they take.
  const planned = (what: 'planned-hours' | 'run-hours'): Part[] =>
    (['finished', 'accepted'] as const).map((state): Part => [
      { field: 'runState', member: state },
      {
        list: 'runs',
        base: times.range('endedAt', times.from, times.asOf),
        only: { runState: state, plannedHoursStart: '0' },
        hours: HOURS_OF_RUNS[what],
      },
    ])
  return [
    ...orderFigures(counting, times),
    figureOf(counting, {
      key: 'faults-open',
      above: FAULT_EFFECTS.map((effect): Part => [
        { field: 'faultEffect', member: effect },
        { list: 'faults', base: OPEN, only: { faultEffect: effect } },
      ]),
    }),
    ...planFigures(counting, times, zone),
    ...complianceFigures(counting, times, zone),
    ...roundFigures(counting, times),
    ...calibrationFigures(counting, times),
    figureOf(counting, { key: 'parts-short', above: [['parts-short', parts({ isShort: '1' })]], below: [['parts', parts({})]] }),
    figureOf(counting, {
      key: 'alarms-nothing',
      above: [['nothing', inNight('goneDuring')]],
      below: [['night', inNight('raisedDuring')]],
    }),
    figureOf(counting, {
      key: 'alarms-out',
      above: [['alarms-out', alarms({ alarmState: 'out-of-service' })]],
      below: [['alarms', alarms({})]],
    }),
    figureOf(counting, {
      key: 'performance',
      above: planned('planned-hours'),
      below: planned('run-hours'),
      without: 'no-planned-runs',
    }),
    figureOf(counting, {
      key: 'quality',
      above: [['passed', verdicts('pass')]],
      below: [
        ['passed', verdicts('pass')],
        ['judged-failed', verdicts('fail')],
      ],
      without: 'no-verdicts',
    }),
  ]
}
