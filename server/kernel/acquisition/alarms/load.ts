/** Which points a tenant's rules look at, what was seen of them last, and which of their alarms are active. */
import { sql } from 'kysely'
import type { AlarmKind } from '../../../../model/acquisition/alarm-rules.ts'
import { REASONS, RETENTION } from '../../../../model/acquisition/quality.ts'
import { build } from '../../sql.ts'
import { isUsable } from '../../session-rows.ts'
import type { Doors, Transaction } from '../../tenant.ts'
import { statement } from '../statement.ts'

/** A rule at a point, as the tables have it. Times in milliseconds. */
export interface Target {
  ruleId: string
  ruleName: string
  kind: AlarmKind
  limit: number | null
  deadband: number | null
  silent: number | null
  onDelay: number | null
  offDelay: number | null
  priority: number
  pointId: string
  series: string
  point: string
  device: string
  time: number | null
  value: number | null
  quality: number | null
  reason: number | null
}

/** An alarm whose condition holds as far as the tables know. */
export interface ActiveAlarm { id: string; ruleId: string; pointId: string; conditionAt: number | null }

/** Tenants in use that have rules. */
export async function tenantsWithRules(doors: Doors): Promise<string[]> {
  const rows = await doors.inPlatform('the rules of all tenants are watched over', (tx) => tx.all(build.selectFrom('tenants').select(['id', 'status as tenant_status', 'expires_at', 'marked_at'])
    .where(sql<boolean>`exists (select from alarm_rules as kind where kind.tenant_id = tenants.id) or exists (select from alarms as told where told.tenant_id = tenants.id and told.active)`)), 'read')
  return rows.filter((row) => isUsable(row)).map(({ id }) => id)
}

const classOf = sql`case p.retention ${sql.join(Object.entries(RETENTION).map(([name, code]) => sql`when ${sql.lit(name)} then ${sql.lit(code)}`), sql` `)} end`

/**
 * The newest values are written once a second (states.ts), so a killed server may have stored samples newer than those: they are
 * looked for where samples lie, as far back as a day.
 */
export function readTargets(tx: Transaction): Promise<Target[]> {
  return tx.all(statement(sql<Target>`
    with seen as (
      select r.id as rule_id, p.id as point_id, p.series, p.point_name, d.device_name, p.tenant_id, ${classOf} as class
      from alarm_rules r
      join devices d on d.tenant_id = r.tenant_id and d.device_status = 1 and (r.device_id is null or d.id = r.device_id) and (r.device_type_id is null or d.device_type_id = r.device_type_id)
      join points p on p.tenant_id = d.tenant_id and p.device_id = d.id and lower(p.point_key) = lower(r.point_key)
      where r.rule_status = 1),
    newest as (
      select p.series, coalesce(late.time, s.time) as time, case when late.time is null then s.value else late.value end as value,
        coalesce(late.quality, s.quality) as quality, coalesce(late.reason, s.reason) as reason
      from (select distinct tenant_id, series, class from seen) p
      left join point_states s on s.tenant_id = p.tenant_id and s.series = p.series
      left join lateral (
        select x.time, x.value, x.quality, x.reason from samples x
        where x.tenant_id = p.tenant_id and x.series = p.series and x.retention = p.class and x.reason <> ${sql.lit(REASONS.clock)}
          and x.time > coalesce(s.time, now() - interval '1 day') and x.time > now() - interval '1 day'
        order by x.time desc limit 1) late on true)
    select r.id as "ruleId", r.rule_name as "ruleName", r.alarm_kind as kind, r.alarm_limit as "limit", r.alarm_deadband as deadband, r.silent_seconds as silent,
      r.on_delay as "onDelay", r.off_delay as "offDelay", r.alarm_priority as priority, seen.point_id as "pointId", seen.series, seen.point_name as point, seen.device_name as device,
      (extract(epoch from n.time) * 1000)::float8 as time, n.value, n.quality, n.reason
    from seen join alarm_rules r on r.id = seen.rule_id join newest n on n.series = seen.series
    order by r.id, seen.point_id`))
}

export function readActive(tx: Transaction): Promise<ActiveAlarm[]> {
  return tx.all(statement(sql<ActiveAlarm>`select id, rule_id as "ruleId", point_id as "pointId", (extract(epoch from condition_at) * 1000)::float8 as "conditionAt" from alarms where active`))
}

/** The newest values of points, as all servers have them; at most a second old. */
export function readNewest(tx: Transaction, series: readonly number[]): Promise<{ series: string; time: number; value: number | null; quality: number; reason: number }[]> {
  return tx.all(statement(sql<{ series: string; time: number; value: number | null; quality: number; reason: number }>`
    select series, (extract(epoch from time) * 1000)::float8 as time, value, quality, reason from point_states where series = any(${`{${series.join(',')}}`}::bigint[])`))
}

/** Alarms that somebody, or another server, has changed since this moment of the database's clock (milliseconds). */
export function readChanged(tx: Transaction, since: number): Promise<{ ruleId: string; pointId: string; active: boolean; conditionAt: number | null; updated: number }[]> {
  return tx.all(statement(sql<{ ruleId: string; pointId: string; active: boolean; conditionAt: number | null; updated: number }>`
    select rule_id as "ruleId", point_id as "pointId", active, (extract(epoch from condition_at) * 1000)::float8 as "conditionAt", (extract(epoch from updated_at) * 1000)::float8 as updated
    from alarms where updated_at > to_timestamp(${since}::float8 / 1000)`))
}
