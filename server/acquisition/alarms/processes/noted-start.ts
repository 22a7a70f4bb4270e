/** A noted start with all that is to be known to decide about it, and what is decided. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { statement } from '../../statement.ts'

/** Starts of a tenant in {@link FLOOD_MINUTES}; beyond, what comes is gathered in one instance of each process. */
export const FLOOD_STARTS = 20
export const FLOOD_MINUTES = 10

export interface NotedStart {
  readonly id: string
  readonly alarmId: string
  readonly state: 'waiting' | 'started' | 'joined' | 'dropped'
  readonly isOpen: boolean
  readonly isCollecting: boolean
  readonly instanceId: string | null
  readonly raisedAt: Date
  readonly value: number | null
  /** That the alarm was raised by; null for one without. */
  readonly limit: number | null
  readonly priority: number
  /** Whether people of the tenant may work. */
  readonly isUsable: boolean
  /** Null where the rule is gone, or not in use. */
  readonly rule: string | null
  readonly processKey: string | null
  readonly after: number
  readonly returns: boolean
  readonly variables: string | null
  readonly device: string | null
  readonly deviceCode: string | null
  readonly point: string | null
  readonly pointKey: string | null
  readonly isActive: boolean
  /** Whether somebody has acknowledged it since it was raised. */
  readonly isAcknowledged: boolean
  /** Whether an instance of this rule and point has ended too short a time ago. */
  readonly isQuiet: boolean
  /** Instances that go on: of this rule and point, and the one that gathers alarms of a flood. */
  readonly openInstance: string | null
  readonly collecting: string | null
  /** Starts of the tenant lately. */
  readonly recent: number
}

/** Returns the noted start; nothing where it is gone. @param now The time of the database, as the clock has it */
export function notedStart(tx: Transaction, id: string, now: RawBuilder<Date>): Promise<NotedStart | undefined> {
  return tx.first(
    statement(sql<NotedStart>`
    select s.id, s.alarm_id as "alarmId", s.start_state as state, s.is_open as "isOpen", s.is_collecting as "isCollecting", s.instance_id as "instanceId",
      s.raised_at as "raisedAt", s.alarm_value as value, a.alarm_limit as "limit", s.alarm_priority as priority,
      exists (select from tenants t where t.id = s.tenant_id and t.status = 1 and t.marked_at is null and (t.expires_at is null or t.expires_at > now())) as "isUsable",
      r.rule_name as rule, nullif(r.process_key, '') as "processKey", coalesce(r.process_after, 0) as after, coalesce(r.process_returns = 1, false) as returns,
      r.process_variables as variables, coalesce(d.device_name, a.device_name) as device, d.device_code as "deviceCode",
      coalesce(p.point_name, a.point_name) as point, p.point_key as "pointKey", a.active as "isActive",
      exists (select from alarm_events e where e.tenant_id = s.tenant_id and e.alarm_id = s.alarm_id and e.transition = 'acknowledge'
        and e.happened_at >= s.raised_at) as "isAcknowledged",
      exists (select from process_starts o join process_instances i on i.tenant_id = o.tenant_id and i.id = o.instance_id
        where o.tenant_id = s.tenant_id and o.rule_id = s.rule_id and o.point_id = s.point_id and o.start_state = 'started'
          and i.end_time + make_interval(mins => r.process_quiet) > ${now}) as "isQuiet",
      (select o.instance_id from process_starts o where o.tenant_id = s.tenant_id and o.rule_id = s.rule_id and o.point_id = s.point_id
        and o.is_open and not o.is_collecting) as "openInstance",
      (select o.instance_id from process_starts o where o.tenant_id = s.tenant_id and o.is_open and o.is_collecting
        and lower(o.process_key) = lower(r.process_key)) as collecting,
      (select count(*)::integer from process_starts o where o.tenant_id = s.tenant_id and o.start_state = 'started'
        and o.decided_at > ${now} - make_interval(mins => ${sql.lit(FLOOD_MINUTES)})) as recent
    from process_starts s
    join alarms a on a.tenant_id = s.tenant_id and a.id = s.alarm_id
    left join alarm_rules r on r.tenant_id = s.tenant_id and r.id = s.rule_id and r.rule_status = 1
    left join points p on p.tenant_id = s.tenant_id and p.id = s.point_id
    left join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id
    where s.id = ${id}::uuid`),
  )
}

export type Verdict =
  | { readonly do: 'start'; readonly isCollecting: boolean }
  | { readonly do: 'join'; readonly instanceId: string; readonly reason: 'open' | 'flood' }
  | { readonly do: 'drop'; readonly reason: 'rule' | 'acknowledged' | 'returned' | 'quiet' }

/** What becomes of it. A rule at a point never has two instances that go on, and a flood of alarms never floods people with tasks. */
export function verdictOn(start: NotedStart): Verdict {
  if (start.rule === null || start.processKey === null) return { do: 'drop', reason: 'rule' }
  if (start.after > 0 && start.isAcknowledged) return { do: 'drop', reason: 'acknowledged' }
  if (start.returns && !start.isActive) return { do: 'drop', reason: 'returned' }
  if (start.openInstance !== null) return { do: 'join', instanceId: start.openInstance, reason: 'open' }
  if (start.isQuiet) return { do: 'drop', reason: 'quiet' }
  if (start.recent < FLOOD_STARTS) return { do: 'start', isCollecting: false }
  return start.collecting === null ? { do: 'start', isCollecting: true } : { do: 'join', instanceId: start.collecting, reason: 'flood' }
}
