/** Stores how the machines of the demonstration are kept: plans with what became of their dates, routes with rounds, the store with its moves. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import { checklistText } from '../../model/maintenance/checklist.ts'
import { endOfDay } from '../../model/maintenance/due-days.ts'
import type { PlanSeed, UpkeepSeed } from '../../seeds/upkeep-seed.ts'
import type { OrderState } from '../../model/maintenance/order-states.ts'
import { planLook, takeNumbers } from '../maintenance/index.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'
import { newId } from '../kernel/ids.ts'
import type { Services } from '../kernel/services.ts'
import { idIn } from './id-in.ts'
import { storePart } from './store-parts.ts'
import { storeRoute } from './store-rounds.ts'
import type { Ids, Storing } from './upkeep-storing.ts'
import { DAY_MS, HOUR_MS, dayAgo, fine } from './upkeep-storing.ts'

/** Stores the seed in the tenant of the transaction, whose sites, devices and machines are there. @throws Error for a code that nothing has, which is a mistake in the seed */
export async function storeUpkeep(
  tx: Transaction,
  tenantId: TenantId,
  { plans, routes, parts }: UpkeepSeed,
  services: Pick<Services, 'scheduler' | 'clock'>,
  personIn: (username: string) => string,
): Promise<void> {
  const byCode = (rows: readonly { readonly code: string; readonly id: string }[]): Ids => new Map(rows.map(({ code, id }) => [code, id]))
  const storing: Storing = {
    tx,
    tenantId,
    services,
    personIn,
    zone: await tx.timeZone(),
    now: services.clock.now(),
    sites: byCode(await tx.all(build.selectFrom('sites').select(['site_code as code', 'id']))),
    machines: byCode(await tx.all(build.selectFrom('equipment').select(['equipment_code as code', 'id']))),
    points: byCode(
      await tx.all(
        build
          .selectFrom('points')
          .innerJoin('devices', (on) => on.onRef('devices.tenant_id', '=', 'points.tenant_id').onRef('devices.id', '=', 'points.device_id'))
          .select([sql<string>`device_code || '/' || point_key`.as('code'), 'points.id']),
      ),
    ),
  }
  for (const plan of plans) await storePlan(storing, plan)
  for (const route of routes) await storeRoute(storing, route)
  for (const part of parts) await storePart(storing, part)
}

async function storePlan(storing: Storing, plan: PlanSeed): Promise<void> {
  const { tx, tenantId, services, personIn, now, machines, points } = storing
  const id = newId()
  const calendar = plan.by !== 'calibration' && 'calendar' in plan.by ? plan.by.calendar : undefined
  const meter = plan.by !== 'calibration' && 'meter' in plan.by ? plan.by.meter : undefined
  const condition = plan.by !== 'calibration' && 'condition' in plan.by ? plan.by.condition : undefined
  const measured = meter ?? condition
  const last = plan.past?.at(-1)
  const lastDone = last && last.daysAgo - (last.lateDays ?? 0)
  await tx.run(
    build.insertInto('maintenance_plans').values({
      tenant_id: tenantId,
      id,
      plan_code: plan.planCode,
      plan_name: plan.planName,
      equipment_id: idIn(machines, plan.machine),
      plan_trigger: calendar ? 'calendar' : meter ? 'meter' : condition ? 'condition' : 'calibration',
      every_count: calendar?.every ?? null,
      every_unit: calendar?.unit ?? null,
      rhythm_base: calendar?.base ?? null,
      first_due: calendar ? new Date(now + calendar.firstInDays * DAY_MS) : null,
      season_from: plan.season?.from ?? null,
      season_until: plan.season?.until ?? null,
      skip_open: calendar ? 1 : null,
      point_id: measured ? idIn(points, `${measured.device}/${measured.point}`) : null,
      meter_kind: meter?.kind ?? null,
      meter_every: meter?.every ?? null,
      meter_used: null,
      condition_measure: condition?.measure ?? null,
      condition_hours: condition?.hours ?? null,
      condition_operator: condition?.operator ?? null,
      condition_limit: condition?.limit ?? null,
      lead_days: plan.leadDays,
      order_priority: plan.priority,
      estimate_hours: plan.hours,
      must_sign: plan.mustSign ? 1 : 0,
      assignee_id: personIn(plan.assignee),
      notify_role: null,
      checks: checklistText(plan.checks),
      plan_status: 1,
      plan_description: null,
      counts_from: dayAgo(storing, 0),
      last_done: lastDone === undefined ? null : dayAgo(storing, lastDone),
      meter_since: meter ? new Date(now - (lastDone ?? 0) * DAY_MS) : null,
      meter_seen: null,
      next_due: null,
    }),
  )
  for (const each of plan.past ?? []) await storeDone(storing, plan, id, each)
  await planLook(tx, services, [id])
}

/** A date of a plan whose order was carried out and verified. */
async function storeDone(storing: Storing, plan: PlanSeed, planId: string, past: NonNullable<PlanSeed['past']>[number]): Promise<void> {
  const { tx, tenantId, services, personIn, zone, machines } = storing
  const { daysAgo, lateDays = 0, by, verifiedBy } = past
  const id = newId()
  const day = dayAgo(storing, daysAgo)
  const due = endOfDay(zone, day)
  const opened = due - (plan.leadDays + 1) * DAY_MS + 5 * HOUR_MS
  const finished = due - 8 * HOUR_MS + lateDays * DAY_MS
  const [number] = (await takeNumbers(tx, services.clock, 'WO', 1)) as [string]
  const results = plan.checks.map(fine)
  await tx.run(
    build.insertInto('work_orders').values({
      tenant_id: tenantId,
      id,
      order_number: number,
      order_title: plan.planName,
      order_kind: plan.by === 'calibration' ? 'calibration' : 'preventive',
      order_priority: plan.priority,
      order_state: 'closed',
      order_origin: 'plan',
      equipment_id: idIn(machines, plan.machine),
      assignee_id: personIn(plan.assignee),
      due_at: new Date(due),
      estimate_hours: plan.hours,
      must_sign: 0,
      plan_id: planId,
      plan_due_on: day,
      checks: JSON.stringify(plan.checks),
      check_results: JSON.stringify(results),
      started_at: new Date(finished - plan.hours * HOUR_MS),
      finished_at: new Date(finished),
      closed_at: new Date(finished + 2 * HOUR_MS),
      finished_by: personIn(by),
      verified_by: personIn(verifiedBy),
      created_at: new Date(opened),
      site_id: sql<string>`(select site_id from equipment where tenant_id = ${tenantId}::uuid and id = ${idIn(machines, plan.machine)}::uuid)`,
      device_id: sql<string>`(select device_id from equipment where tenant_id = ${tenantId}::uuid and id = ${idIn(machines, plan.machine)}::uuid)`,
    } as never),
  )
  const steps: readonly (readonly [string, OrderState | null, OrderState, number, string | null])[] = [
    ['open', null, 'approved', opened, null],
    ['start', 'approved', 'in-progress', finished - plan.hours * HOUR_MS, by],
    ['finish', 'in-progress', 'done', finished, by],
    ['verify', 'done', 'closed', finished + 2 * HOUR_MS, verifiedBy],
  ]
  await tx.run(
    build.insertInto('work_order_events').values(
      steps.map(([transition, from, to, at, who]) => ({
        tenant_id: tenantId,
        order_id: id,
        transition,
        from_state: from,
        to_state: to,
        user_id: who === null ? null : personIn(who),
        reason: null,
        note: transition === 'open' ? plan.planCode : null,
        happened_at: new Date(at),
      })) as never,
    ),
  )
  await tx.run(
    build
      .insertInto('plan_dates')
      .values({ tenant_id: tenantId, plan_id: planId, due_on: day, date_outcome: 'opened', order_id: id, noted_at: new Date(opened) }),
  )
}
