/** Plans as they are looked at. */
import { sql } from 'kysely'
import type { Checklist } from '../../../model/maintenance/checklist.ts'
import { readChecklist } from '../../../model/maintenance/checklist.ts'
import { dayOf } from '../../../model/maintenance/due-days.ts'
import type { CalendarPlan, PlanPast } from '../../../model/maintenance/plan-dates.ts'
import type { UseKind } from '../../../model/maintenance/equipment.ts'
import type { ConditionMeasure, ConditionOperator, PlanTrigger } from '../../../model/maintenance/plans.ts'
import type { OrderPriority } from '../../../model/maintenance/order-kinds.ts'
import { statement } from '../../acquisition/index.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import './tables.ts'

export interface PlanRow {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly equipmentId: string
  readonly trigger: PlanTrigger
  /** Of the calendar; undefined of other triggers. */
  readonly calendar: CalendarPlan | undefined
  readonly skipsOpen: boolean
  /** Its own, or that by which the use of its machine is told. */
  readonly pointId: string | null
  readonly meter:
    | { readonly kind: UseKind; readonly every: number; readonly since: Date | null; readonly seen: number | null; readonly used: number }
    | undefined
  readonly condition:
    | {
        readonly measure: ConditionMeasure
        readonly hours: number
        readonly operator: ConditionOperator
        readonly limit: number
        readonly held: boolean
      }
    | undefined
  readonly leadDays: number
  readonly past: PlanPast
  readonly priority: OrderPriority
  readonly estimateHours: number | null
  readonly mustSign: boolean
  readonly assigneeId: string | null
  readonly notifyRole: string | null
  readonly checks: Checklist
  readonly description: string | null
  readonly isActive: boolean
}

const dayText = (column: string) => sql<string | null>`${sql.ref(column)}::text`

/** What the machine of the plan says of its use. */
const ofMachine = <Value>(column: 'use_point_id' | 'use_kind') =>
  sql<Value | null>`(select machine.${sql.ref(column)} from equipment machine where machine.tenant_id = plan.tenant_id and machine.id = plan.equipment_id)`

const byId = (ids: readonly string[]) =>
  build
    .selectFrom('maintenance_plans as plan')
    .selectAll('plan')
    .select([dayText('plan.counts_from').as('from_day'), dayText('plan.last_done').as('done_day')])
    .select(
      sql<
        string | null
      >`(select max(due_on)::text from plan_dates past where past.tenant_id = plan.tenant_id and past.plan_id = plan.id)`.as('handled_day'),
    )
    .select(
      sql<boolean>`coalesce((select work.finished_at is not null from plan_dates past left join work_orders work on work.tenant_id = past.tenant_id and work.id = past.order_id where past.tenant_id = plan.tenant_id and past.plan_id = plan.id order by past.due_on desc limit 1), false)`.as(
        'is_handled_done',
      ),
    )
    .select(
      sql<boolean>`exists (select from equipment machine where machine.tenant_id = plan.tenant_id and machine.id = plan.equipment_id and machine.equipment_state = 'scrapped')`.as(
        'is_scrapped',
      ),
    )
    .select([ofMachine<string>('use_point_id').as('use_point_id'), ofMachine<UseKind>('use_kind').as('use_kind')])
    .where(sql<boolean>`plan.id = any(${[...ids]}::uuid[])`)
    .orderBy('plan.id')

/** The plans of these ids that there are, in the zone of the tenant; held until the transaction ends where `isHeld` says so. */
export async function readPlans(tx: Transaction, ids: readonly string[], isHeld = false): Promise<PlanRow[]> {
  if (ids.length === 0) return []
  const zone = await tx.timeZone()
  const rows = await tx.all(isHeld ? byId(ids).forUpdate('plan') : byId(ids))
  return rows.map((row): PlanRow => ({
    id: row.id,
    code: row.plan_code,
    name: row.plan_name,
    equipmentId: row.equipment_id,
    trigger: row.plan_trigger,
    calendar:
      row.plan_trigger === 'calendar' && row.first_due && row.every_count !== null && row.every_unit !== null
        ? {
            rhythm: { every: row.every_count, unit: row.every_unit },
            base: row.rhythm_base ?? 'fixed',
            first: dayOf(zone, row.first_due.getTime()),
            season: row.season_from && row.season_until ? { from: row.season_from, until: row.season_until } : undefined,
          }
        : undefined,
    skipsOpen: row.skip_open === 1,
    pointId: row.plan_trigger === 'meter' && row.meter_kind === 'machine' ? row.use_point_id : row.point_id,
    meter:
      row.plan_trigger === 'meter' && row.meter_kind !== null && row.meter_every !== null
        ? {
            kind: row.meter_kind === 'machine' ? (row.use_kind ?? 'run-hours') : row.meter_kind,
            every: row.meter_every,
            since: row.meter_since,
            seen: row.meter_seen,
            used: row.meter_used ?? 0,
          }
        : undefined,
    condition:
      row.plan_trigger === 'condition' &&
      row.condition_measure !== null &&
      row.condition_hours !== null &&
      row.condition_operator !== null &&
      row.condition_limit !== null
        ? {
            measure: row.condition_measure,
            hours: row.condition_hours,
            operator: row.condition_operator,
            limit: row.condition_limit,
            held: row.condition_held,
          }
        : undefined,
    leadDays: row.lead_days ?? 0,
    past: {
      countsFrom: row.from_day ?? dayOf(zone, row.created_at.getTime()),
      handled: row.handled_day ?? undefined,
      isHandledDone: row.is_handled_done,
      done: row.done_day ?? undefined,
    },
    priority: row.order_priority,
    estimateHours: row.estimate_hours,
    mustSign: row.must_sign === 1,
    assigneeId: row.assignee_id,
    notifyRole: row.notify_role,
    checks: readChecklist(row.checks) ?? [],
    description: row.plan_description,
    // Nothing is done any more to what was scrapped.
    isActive: row.plan_status === 1 && !row.is_scrapped,
  }))
}

/** When the certificates of the machine end that no later one replaces, in milliseconds since 1970, the first first; one that was not passed has no end. */
export async function calibrationEnds(tx: Transaction, equipmentId: string): Promise<number[]> {
  const rows = await tx.all(
    // One that has been made and counts from tomorrow replaces already: nothing is due before its end.
    statement(sql<{ valid_until: Date }>`
      select valid_until from calibration_list where equipment_id = ${equipmentId}::uuid and calibration_result <> 'fail' and replaced_at is null order by valid_until`),
  )
  return rows.map(({ valid_until: until }) => until.getTime())
}
