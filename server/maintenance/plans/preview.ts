/** What became of the dates of a plan within a year, and what comes within another one. */
import { sql } from 'kysely'
import type { PlanPreview } from '../../../model/contract/maintenance/plans.ts'
import { dayOf, daysAfter } from '../../../model/maintenance/due-days.ts'
import { calendarDays, meterDays } from '../../../model/maintenance/plan-dates.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { fail } from '../../kernel/errors.ts'
import { calibrationEnds, readPlans } from './rows.ts'
import { meterUse } from './use.ts'

/** Days ahead that are told of: one each day of a year. */
const MAX_AHEAD = 366
const YEAR_DAYS = 365

type PlanDate = PlanPreview['dates'][number]

/** The dates of a plan, the earliest first. @param now Milliseconds since 1970 @throws Failure `row.not-found` */
export async function previewPlan(tx: Transaction, id: string, now: number): Promise<PlanPreview> {
  const [plan] = await readPlans(tx, [id])
  if (!plan) return fail('row.not-found')
  const zone = await tx.timeZone()
  const today = dayOf(zone, now)
  const past = await pastDates(tx, id, daysAfter(today, -YEAR_DAYS), today)
  const until = daysAfter(today, YEAR_DAYS)
  const use = plan.meter ? await meterUse(tx, plan, now) : undefined
  const meter = plan.meter && use ? { used: use.used, every: plan.meter.every, perDay: use.perDay } : null
  const ends = plan.trigger === 'calibration' ? await calibrationEnds(tx, plan.equipmentId) : []
  const handled = new Set(past.map(({ day }) => day))
  const days = plan.calendar
    ? calendarDays(plan.calendar, plan.past, until, MAX_AHEAD)
    : meter
      ? meterDays(today, meter, until, MAX_AHEAD)
      : [...new Set(ends.map((end) => dayOf(zone, end)))].filter((day) => day <= until).slice(0, MAX_AHEAD)
  const ahead = days
    .filter((day) => !handled.has(day))
    .map((day): PlanDate => ({ day, state: 'ahead', opensOn: daysAfter(day, -plan.leadDays), orderId: null, orderNumber: null }))
  const over = past.filter(({ day, isCounted }) => isCounted && day < today)
  return {
    dates: [...past.map(({ isCounted: _, ...date }) => date), ...(plan.isActive ? ahead : [])].sort((one, other) =>
      one.day < other.day ? -1 : 1,
    ),
    meter,
    counted: over.length,
    inTime: over.filter(({ state }) => state === 'done').length,
  }
}

async function pastDates(
  tx: Transaction,
  planId: string,
  from: string,
  today: string,
): Promise<(PlanDate & { readonly isCounted: boolean })[]> {
  const rows = await tx.all(
    build
      .selectFrom('plan_dates as due')
      .leftJoin('work_orders as work', (on) => on.onRef('work.tenant_id', '=', 'due.tenant_id').onRef('work.id', '=', 'due.order_id'))
      .select(['date_outcome', 'due.order_id', 'work.order_number', 'work.order_state', 'work.is_open'])
      .select([sql<string>`due_on::text`.as('day'), sql<boolean | null>`work.finished_at::date <= due_on`.as('in_time')])
      .where('due.plan_id', '=', planId)
      .where(sql<boolean>`due_on >= ${from}::date`)
      .orderBy('due_on'),
  )
  return rows.map((row) => ({
    day: row.day,
    state:
      row.date_outcome !== 'opened'
        ? row.date_outcome
        : row.in_time === null
          ? row.is_open === 1 && row.day >= today
            ? 'opened'
            : 'late'
          : row.in_time
            ? 'done'
            : 'late',
    opensOn: null,
    orderId: row.order_id,
    orderNumber: row.order_number,
    isCounted: row.order_state !== 'cancelled',
  }))
}
