/**
 * Plans fall due. Whoever looks at a plan holds its row, opens what is due, notes what became of each date and plans the next look, all in one transaction: a date has one order,
 * however many servers look and however often one of them dies (docs/decisions/0183-plans-that-fall-due.md).
 */
import { sql } from 'kysely'
import { maintenancePlans } from '../../../model/index.ts'
import { daysAfter, dayOf, endOfDay, lookAt } from '../../../model/maintenance/due-days.ts'
import { meterDay, nextCalendarDay } from '../../../model/maintenance/plan-dates.ts'
import type { PlanTrigger } from '../../../model/maintenance/plans.ts'
import type { OrderKind } from '../../../model/maintenance/order-kinds.ts'
import { build } from '../../kernel/database/sql.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { WorkHandlers } from '../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../kernel/services.ts'
import { openOrder } from '../orders/open.ts'
import { hiddenSomewhere, inEach } from '../shared-text.ts'
import { notifyOfDue, notifyRoleOfOrder } from './notify.ts'
import type { PlanRow } from './rows.ts'
import { calibrationEnds, readPlans } from './rows.ts'
import type { DateOutcome } from './tables.ts'
import { conditionHolds, meterUse } from './use.ts'

/** What the work is called that looks at a plan, by the id of the plan. */
export const PLAN_LOOK = 'maintenance-plan'

type Parts = Pick<Services, 'scheduler' | 'clock' | 'domainEvents' | 'invalidations'>

/** Of dates that nobody was there for, the newest so many are named. */
const MAX_MISSED = 31
const HOUR_MS = 3_600_000

const KIND_OF = {
  calendar: 'preventive',
  meter: 'preventive',
  condition: 'condition',
  calibration: 'calibration',
} as const satisfies Record<PlanTrigger, OrderKind>

/** The handler of the work that looks at plans. */
export const planHandlers = (services: Parts & Pick<Services, 'transactions'>): WorkHandlers => ({
  [PLAN_LOOK]: (work) =>
    services.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
      await work.finish(tx)
      await lookAtPlan(tx, services, work.key)
    }),
})

/** Looks at each of these plans as soon as the transaction has committed. */
export async function planLook(
  tx: Transaction,
  { scheduler, clock }: Pick<Services, 'scheduler' | 'clock'>,
  ids: readonly string[],
): Promise<void> {
  for (const id of ids) await scheduler.schedule(tx, { kind: PLAN_LOOK, key: id, dueAt: new Date(clock.now()) })
}

/** What is seen at one look. */
interface Look {
  readonly tx: Transaction
  readonly parts: Parts
  readonly zone: string
  readonly now: number
  readonly today: string
  readonly plan: PlanRow
}

/** What comes of it: the day that is due next, and when the plan is looked at again, in milliseconds since 1970; nothing where it waits for its order. */
interface Ahead {
  readonly day: string | undefined
  readonly at: number | undefined
}

/** Opens what is due of a plan, and plans the next look; of a plan that is off or gone nothing. */
export async function lookAtPlan(tx: Transaction, parts: Parts, id: string): Promise<void> {
  const [plan] = await readPlans(tx, [id], true)
  if (!plan) return
  const zone = await tx.timeZone()
  const now = parts.clock.now()
  const look: Look = { tx, parts, zone, now, today: dayOf(zone, now), plan }
  const isOn = plan.isActive && !(await hasLostPoint(look))
  const ahead = isOn ? await SEEN[plan.trigger](look) : { day: undefined, at: undefined }
  await tx.run(
    build
      .updateTable('maintenance_plans')
      .set({ next_due: ahead.day === undefined ? null : sql<Date>`${ahead.day}::date::timestamptz` })
      .where('id', '=', id),
  )
  if (ahead.at === undefined) await parts.scheduler.cancel(tx, { kind: PLAN_LOOK, key: id })
  else await parts.scheduler.schedule(tx, { kind: PLAN_LOOK, key: id, dueAt: new Date(Math.max(ahead.at, now + 1000)) })
}

/** Whether the point has gone by which the plan is measured: then it is switched off, and whoever it concerns is notified, once. It would never be due again, and nobody would know. */
async function hasLostPoint({ tx, parts, plan }: Look): Promise<boolean> {
  if (plan.pointId !== null || (plan.trigger !== 'meter' && plan.trigger !== 'condition')) return false
  await tx.run(
    build
      .updateTable('maintenance_plans')
      .set({ plan_status: 0, updated_at: sql<Date>`now()`, version: sql<number>`version + 1` })
      .where('id', '=', plan.id),
  )
  const keeper = await tx.first(
    build
      .selectFrom('equipment')
      .select(sql<string | null>`coalesce(keeper_id, created_by)`.as('id'))
      .where('id', '=', plan.equipmentId),
  )
  const userIds = [...new Set([plan.assigneeId, keeper?.id])].filter((id) => typeof id === 'string')
  const roleIds = plan.notifyRole === null ? [] : [plan.notifyRole]
  if (userIds.length > 0 || roleIds.length > 0)
    await notifyOfDue(tx, parts, {
      roleIds,
      userIds,
      label: 'plan.notice-no-point',
      name: plan.code,
      of: maintenancePlans,
      field: 'planCode',
      path: '/maintenance/plans',
    })
  return true
}

const SEEN: Readonly<Record<PlanTrigger, (look: Look) => Promise<Ahead>>> = {
  calendar: (look) => (look.plan.calendar?.base === 'floating' ? floating(look) : fixed(look)),
  meter,
  condition,
  calibration,
}

const opensAt = ({ zone, plan }: Look, day: string): number => lookAt(zone, daysAfter(day, -plan.leadDays))
/** When the order of the day is opened, and tomorrow at the latest. */
const nextLook = (look: Look, day: string | undefined): number => {
  const at = day === undefined ? 0 : opensAt(look, day)
  return at > look.now ? Math.min(at, tomorrow(look)) : tomorrow(look)
}
const tomorrow = ({ zone, today }: Look): number => lookAt(zone, daysAfter(today, 1))

async function fixed(look: Look): Promise<Ahead> {
  const { plan, now, today } = look
  if (!plan.calendar) return { day: undefined, at: undefined }
  const due: string[] = []
  let past = plan.past
  let next = nextCalendarDay(plan.calendar, past)
  while (next !== undefined && opensAt(look, next) <= now) {
    due.push(next)
    past = { ...past, handled: next }
    next = nextCalendarDay(plan.calendar, past)
  }
  // Of days that went by while nobody looked the last one is made up for.
  const over = due.filter((day) => day < today)
  for (const day of over.slice(-1 - MAX_MISSED, -1)) await note(look, day, 'missed')
  for (const day of [...over.slice(-1), ...due.filter((each) => each >= today)]) await fallDue(look, day)
  return { day: next, at: next === undefined ? undefined : opensAt(look, next) }
}

async function floating(look: Look): Promise<Ahead> {
  const { plan, now } = look
  // Its order says when it was done (settle.ts), and the plan is looked at then.
  if (!plan.calendar || (await hasOpenOrder(look))) return { day: undefined, at: undefined }
  const day = nextCalendarDay(plan.calendar, plan.past)
  if (day === undefined) return { day, at: undefined }
  if (opensAt(look, day) > now) return { day, at: opensAt(look, day) }
  await fallDue(look, day)
  return { day: undefined, at: undefined }
}

async function meter(look: Look): Promise<Ahead> {
  const { tx, plan, now, today } = look
  const use = await meterUse(tx, plan, now)
  await tx.run(
    build
      .updateTable('maintenance_plans')
      .set({ meter_used: use.used, meter_seen: use.seen, meter_since: plan.meter?.since ?? new Date(now) })
      .where('id', '=', plan.id),
  )
  if (!plan.meter || (await hasOpenOrder(look))) return { day: undefined, at: tomorrow(look) }
  const day = meterDay(today, { ...use, every: plan.meter.every })
  const isDue = day !== undefined && opensAt(look, day) <= now
  if (isDue) await fallDue(look, day)
  return { day: isDue ? undefined : day, at: nextLook(look, day) }
}

async function condition(look: Look): Promise<Ahead> {
  const { tx, plan, now, today } = look
  const holds = await conditionHolds(tx, plan, now)
  // Without values nothing is known, and nothing begins or ends.
  if (holds !== undefined) {
    const wasHeld = plan.condition?.held === true
    // Where nothing could be opened, since an order of it is open or the day has had one, it does not count as held: the next look tries again.
    const held = holds && (wasHeld || (!(await hasOpenOrder(look)) && (await fallDue(look, today))))
    await tx.run(build.updateTable('maintenance_plans').set({ condition_held: held }).where('id', '=', plan.id))
  }
  return { day: undefined, at: (Math.floor(now / HOUR_MS) + 1) * HOUR_MS }
}

async function calibration(look: Look): Promise<Ahead> {
  const { tx, plan, zone, now } = look
  const ends = await calibrationEnds(tx, plan.equipmentId)
  const { handled = '' } = plan.past
  const day = ends.map((end) => dayOf(zone, end)).find((each) => each > handled)
  // Another calibration may be entered on any day.
  if (day === undefined) return { day, at: tomorrow(look) }
  if (opensAt(look, day) <= now && !(await hasOpenOrder(look))) await fallDue(look, day)
  return { day, at: nextLook(look, day) }
}

/** Whether work of the plan is still to be done: what is done and waits to be verified holds nothing up. */
async function hasOpenOrder({ tx, plan }: Look): Promise<boolean> {
  const open = await tx.first(
    build
      .selectFrom('work_orders')
      .select('id')
      .where('plan_id', '=', plan.id)
      .where('is_open', '=', 1)
      .where('order_state', '!=', 'done')
      .limit(1),
  )
  return open !== undefined
}

/** Whether an order was opened: a date has come, and has its order, or passes. Nothing happens of one of which something became already. */
async function fallDue(look: Look, day: string): Promise<boolean> {
  const { tx, parts, plan, zone } = look
  if (!(await note(look, day, 'opened'))) return false
  if (plan.skipsOpen && (await hasOpenOrder(look))) {
    await change(look, day, 'skipped', null)
    return false
  }
  // Whoever sees orders reads these, and need not see plans.
  const hidden = await hiddenSomewhere(tx, maintenancePlans, ['planCode', 'planName', 'planDescription'])
  const code = hidden.has('planCode') ? null : plan.code
  const opened = await openOrder(tx, parts, {
    source: { by: 'plan', planId: plan.id, dueOn: day },
    orderTitle: hidden.has('planName') ? (code ?? inEach('choice.orderOrigin.plan')) : plan.name,
    orderKind: KIND_OF[plan.trigger],
    orderPriority: plan.priority,
    equipmentId: plan.equipmentId,
    assigneeId: plan.assigneeId,
    dueAt: new Date(endOfDay(zone, day)),
    orderDescription: hidden.has('planDescription') ? null : plan.description,
    estimateHours: plan.estimateHours,
    mustSign: plan.mustSign,
    ...(plan.checks.length === 0 ? {} : { checks: plan.checks }),
    note: code,
  })
  await change(look, day, 'opened', opened.id)
  if (plan.notifyRole !== null && opened.isNew)
    await notifyRoleOfOrder(tx, parts, { roleId: plan.notifyRole, id: opened.id, orderNumber: opened.orderNumber })
  return true
}

/** Whether the date was new. */
async function note({ tx, plan }: Look, day: string, outcome: DateOutcome): Promise<boolean> {
  const row = { tenant_id: tenantOf(tx), plan_id: plan.id, due_on: day, date_outcome: outcome, order_id: null }
  return (
    (await tx.run(
      build
        .insertInto('plan_dates')
        .values(row)
        .onConflict((conflict) => conflict.doNothing()),
    )) > 0
  )
}

async function change({ tx, plan }: Look, day: string, outcome: DateOutcome, orderId: string | null): Promise<void> {
  await tx.run(
    build
      .updateTable('plan_dates')
      .set({ date_outcome: outcome, order_id: orderId })
      .where('plan_id', '=', plan.id)
      .where(sql<boolean>`due_on = ${day}::date`),
  )
}
