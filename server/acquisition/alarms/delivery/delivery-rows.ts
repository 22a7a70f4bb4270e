/** Deliveries of a rule as rows: closed, counted, held, read and handed over. `at` is now, by the database, as far ahead as the clock of the server is set. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { statement } from '../../statement.ts'
import type { NotifiedAlarm } from './words.ts'

type Moment = RawBuilder<Date>

/** A return is told after the alarm itself: looked at again after so many seconds. */
const AFTER_ITS_ALARM_SECONDS = 5
/** That an alarm is back makes its deliveries due (store-deliveries.ts); should that have come while they were being put aside, they are looked at again after so many minutes. */
const PUT_ASIDE_MINUTES = 10

/**
 * Cancels what need not leave any more: of alarms that somebody has acknowledged, returns of what nobody was told of, and everything of a rule that is not in
 * use. What is due of an alarm that is put aside waits until it is back: nobody has acknowledged it. A return whose alarm is still on its way waits for it.
 */
export async function closeMissed(tx: Transaction, ruleId: string, at: Moment, isInUse: boolean): Promise<void> {
  const close = sql`update deliveries d set delivery_state = 'cancelled', held = false, put_aside = false, updated_at = ${at}, version = d.version + 1`
  const mine = sql`d.rule_id = ${ruleId} and d.delivery_state = 'waiting'`
  if (!isInUse) {
    await tx.run(statement(sql`${close} where ${mine}`))
    return
  }
  await tx.run(
    statement(
      sql`${close} from alarms a where ${mine} and a.tenant_id = d.tenant_id and a.id = d.alarm_id and d.delivery_event = 'raised' and not a.owed`,
    ),
  )
  await tx.run(
    statement(sql`
    update deliveries d set put_aside = true, due_at = ${at} + make_interval(mins => ${sql.lit(PUT_ASIDE_MINUTES)}) from alarms a
    where ${mine} and d.due_at <= ${at} and a.tenant_id = d.tenant_id and a.id = d.alarm_id and d.delivery_event = 'raised' and a.mode <> 'in-service'`),
  )
  const alarmOf = (of: 'd' | 's') => sql`select e.delivery_state, e.batch_id, e.due_at, e.held from deliveries e
    where e.tenant_id = ${sql.ref(of)}.tenant_id and e.rule_id = ${sql.ref(of)}.rule_id and e.alarm_id = ${sql.ref(of)}.alarm_id and e.event_id < ${sql.ref(of)}.event_id and e.delivery_event = 'raised' order by e.event_id desc limit 1`
  await tx.run(
    statement(sql`${close} where ${mine} and d.delivery_event = 'returned' and d.due_at <= ${at}
      and coalesce((select b.delivery_state from (${alarmOf('d')}) b), 'cancelled') = 'cancelled'`),
  )
  await tx.run(
    statement(sql`
    update deliveries d set due_at = greatest(${at} + make_interval(secs => ${sql.lit(AFTER_ITS_ALARM_SECONDS)}), b.due_at) from deliveries s cross join lateral (${alarmOf('s')}) b
    where ${mine} and s.tenant_id = d.tenant_id and s.id = d.id and d.delivery_event = 'returned' and d.due_at <= ${at}
      and ((b.delivery_state = 'waiting' and (b.due_at > ${at} or not b.held))
        or exists (select from messages m where m.tenant_id = d.tenant_id and m.batch_id = b.batch_id and m.message_state = 'waiting'))`),
  )
}

export interface Due {
  readonly fresh: number
  readonly heldDue: number
  readonly gatheringFor: number | undefined
  readonly recent: number
  readonly sentByChannel: number
}

/**
 * What of a rule is due at the moment, what is held back, and how much has left in the minute before.
 * @param gatherMs For how long the rule gathers: what is held for longer waits for the end of quiet hours, and for nobody.
 */
export async function countDue(tx: Transaction, ruleId: string, channelId: string, at: Moment, gatherMs: number): Promise<Due> {
  const minuteAgo = sql`${at} - interval '1 minute'`
  const found = await tx.first(
    statement(sql<{ fresh: number; held: number; gathering: number | null; recent: number; sent: number }>`
    select count(*) filter (where not held and due_at <= ${at})::int as fresh, count(*) filter (where held and due_at <= ${at})::int as held,
      (extract(epoch from min(due_at) filter (where held and not put_aside and due_at > ${at} and due_at <= ${at} + make_interval(secs => ${gatherMs / 1000})) - ${at}) * 1000)::float8 as gathering,
      (select count(distinct batch_id)::int from deliveries where rule_id = ${ruleId} and delivery_state = 'handed' and updated_at > ${minuteAgo}) as recent,
      (select count(*)::int from messages where channel_id = ${channelId} and created_at > ${minuteAgo}) as sent
    from deliveries where rule_id = ${ruleId} and delivery_state = 'waiting'`),
  )
  return {
    fresh: found?.fresh ?? 0,
    heldDue: found?.held ?? 0,
    gatheringFor: found?.gathering ?? undefined,
    recent: found?.recent ?? 0,
    sentByChannel: found?.sent ?? 0,
  }
}

/** Holds what is due for so long. */
export async function hold(
  tx: Transaction,
  ruleId: string,
  at: Moment,
  ms: number,
  { exceptCritical }: { exceptCritical: boolean },
): Promise<void> {
  await tx.run(
    statement(sql`
    update deliveries set held = true, due_at = ${at} + make_interval(secs => ${ms / 1000})
    where rule_id = ${ruleId} and delivery_state = 'waiting' and due_at <= ${at} ${exceptCritical ? sql`and alarm_priority <> 1` : sql``}`),
  )
}

/** What is due, in the order in which it happened, with what is told of it. */
export function readAlarms(tx: Transaction, ruleId: string, at: Moment, most: number): Promise<NotifiedAlarm[]> {
  if (most === 0) return Promise.resolve([])
  return tx.all(
    statement(sql<NotifiedAlarm>`
    select d.id as "deliveryId", d.alarm_id as "alarmId", d.delivery_event as event, d.alarm_priority as priority, coalesce(r.rule_name, a.rule_name) as name,
      nullif(r.message_zh, '') as zh, nullif(r.message_tw, '') as tw, nullif(r.message_en, '') as en, a.alarm_kind as kind, a.alarm_limit as limit, d.alarm_value as value,
      p.unit, p.display_unit as "displayUnit", p.decimals, p.state_texts as "stateTexts", coalesce(p.point_name, a.point_name) as point, coalesce(v.device_name, a.device_name) as device, v.device_code as "deviceCode", v.id as "deviceId",
      s.site_name as site, s.id as "siteId", d.happened_at as "happenedAt"
    from deliveries d join alarms a on a.tenant_id = d.tenant_id and a.id = d.alarm_id
    left join alarm_rules r on r.tenant_id = a.tenant_id and r.id = a.rule_id
    left join points p on p.tenant_id = a.tenant_id and p.id = a.point_id
    left join devices v on v.tenant_id = p.tenant_id and v.id = p.device_id
    left join sites s on s.tenant_id = v.tenant_id and s.id = v.site_id
    where d.rule_id = ${ruleId} and d.delivery_state = 'waiting' and d.due_at <= ${at} order by d.happened_at, d.event_id limit ${most}`),
  )
}

/** Marks deliveries as handed on, in one batch. */
export async function hand(tx: Transaction, ids: readonly string[], batchId: string, at: Moment): Promise<void> {
  await tx.run(
    statement(sql`
    update deliveries set delivery_state = 'handed', held = false, put_aside = false, batch_id = ${batchId}, updated_at = ${at}, version = version + 1 where id = any(${ids}::uuid[])`),
  )
}
