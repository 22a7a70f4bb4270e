/** How well the alarms serve those who have to act on them: the figures of ISA-18.2, clause 16, and EEMUA 191. */
import { sql } from 'kysely'
import * as contract from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { statement } from '../../../acquisition/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { narrowingOf } from './narrowing.ts'

/** An alarm that comes three times within a minute chatters. */
const CHATTER = { times: 3, seconds: 60 }
/** More than ten in ten minutes are a flood: nobody keeps up with them. */
const FLOOD = 10
const BUCKET_MINUTES = 10
/** Active for longer than a day, an alarm is stale. */
const STALE_HOURS = 24
const MAX_NAMED = 10

interface Bucket {
  time: number
  raised: number
}
interface Hour {
  weekday: number
  hour: number
  raised: number
}
interface Often {
  id: string
  raised: number
  chatters: number
  ruleName: string
  deviceId: string | null
  deviceName: string
  pointName: string
}

/** Raised so that somebody was told. What is put aside is silent. */
const announced = sql`e.transition = 'raise' and e.to_state = 'unacknowledged'`

export const queryAlarmHealth = implement(contract.queryAlarmHealth, {
  access: 'granted',
  summary:
    'How many alarms there are in ten minutes, which of them stand, chatter or are stale, and how long there was a flood (times in milliseconds since 1970)',
  of: alarms,
  handle: ({ caller, input: { from, to, ...asked }, inTenant }) =>
    inTenant(async (tx) => {
      const view = viewOf(caller, alarms)
      const device = alarms.fields.deviceId.link
      const zone = await tx.timeZone()
      const narrowed = await narrowingOf(tx, caller, asked, zone)
      const within = sql`e.happened_at >= to_timestamp(${from}::float8 / 1000) and e.happened_at < to_timestamp(${to}::float8 / 1000)${narrowed.events}`
      const [buckets, now, priorities, often, chattering, hours, acknowledge] = await Promise.all([
        tx.all(
          statement(sql<Bucket>`
        select (floor(extract(epoch from e.happened_at) / ${sql.lit(BUCKET_MINUTES * 60)}) * ${sql.lit(BUCKET_MINUTES * 60_000)})::float8 as time, count(*)::int as raised
        from alarm_events e where ${announced} and ${within} group by 1 order by 1`),
        ),
        tx.first(
          statement(sql<{ standing: number; unacknowledged: number; shelved: number; stale: number }>`
        select count(*) filter (where active and mode = 'in-service')::int as standing, count(*) filter (where alarm_state in ('unacknowledged', 'returned'))::int as unacknowledged,
          count(*) filter (where alarm_state = 'shelved')::int as shelved, count(*) filter (where active and mode = 'in-service' and raised_at < now() - ${sql.lit(`${STALE_HOURS} hours`)}::interval)::int as stale
        from alarms a where (active or alarm_state <> 'normal')${narrowed.alarms}`),
        ),
        tx.all(
          statement(sql<{ priority: number; raised: number }>`
        select a.alarm_priority::int as priority, count(*)::int as raised from alarm_events e join alarms a on a.tenant_id = e.tenant_id and a.id = e.alarm_id where ${announced} and ${within} group by 1 order by 1`),
        ),
        tx.all(
          statement(sql<Often>`
        select a.id, n.raised, n.chatters, a.rule_name as "ruleName", d.id as "deviceId", coalesce(d.device_name, a.device_name) as "deviceName", a.point_name as "pointName"
        from (select alarm_id, count(*)::int as raised, count(*) filter (where chatters)::int as chatters from (${chatters(within)}) c group by alarm_id order by 2 desc, 1 limit ${sql.lit(MAX_NAMED)}) n
        join alarms a on a.id = n.alarm_id left join points p on p.tenant_id = a.tenant_id and p.id = a.point_id left join devices d on d.tenant_id = a.tenant_id and d.id = p.device_id
        order by n.raised desc, a.id`),
        ),
        tx.first(
          statement(sql<{ count: number }>`select count(distinct alarm_id)::int as count from (${chatters(within)}) c where chatters`),
        ),
        tx.all(
          statement(sql<Hour>`
        select extract(isodow from local)::int as weekday, extract(hour from local)::int as hour, count(*)::int as raised
        from (select e.happened_at at time zone ${zone} as local from alarm_events e where ${announced} and ${within}) l group by 1, 2 order by 1, 2`),
        ),
        tx.first(
          statement(sql<{ count: number; median: number | null; p95: number | null }>`
        select count(seconds)::int as count, percentile_cont(0.5) within group (order by seconds) as median, percentile_cont(0.95) within group (order by seconds) as p95
        from (select (select extract(epoch from min(k.happened_at) - e.happened_at)::float8 from alarm_events k
            where k.tenant_id = e.tenant_id and k.alarm_id = e.alarm_id and k.id > e.id and k.transition = 'acknowledge') as seconds
          from alarm_events e where ${announced} and ${within}) s`),
        ),
      ])
      const raised = buckets.reduce((sum, bucket) => sum + bucket.raised, 0)
      const seesDevice = view.sees('deviceId') && device !== undefined && view.names(device)
      return {
        raised,
        mean: raised / Math.max(1, (to - from) / (BUCKET_MINUTES * 60_000)),
        peak: Math.max(0, ...buckets.map((bucket) => bucket.raised)),
        floodMinutes: buckets.filter((bucket) => bucket.raised > FLOOD).length * BUCKET_MINUTES,
        standing: now?.standing ?? 0,
        unacknowledged: now?.unacknowledged ?? 0,
        shelved: now?.shelved ?? 0,
        stale: now?.stale ?? 0,
        chattering: chattering?.count ?? 0,
        priorities: view.sees('alarmPriority') ? priorities : [],
        buckets,
        hours,
        acknowledge: view.sees('acknowledgedAt') ? (acknowledge ?? { count: 0, median: null, p95: null }) : null,
        often: often.map(({ ruleName, deviceId, deviceName, pointName, ...row }) => ({
          ...row,
          ...(view.sees('ruleName') ? { ruleName } : {}),
          ...(view.sees('deviceId') && deviceId !== null ? { deviceId } : {}),
          ...(seesDevice ? { deviceName } : {}),
          ...(view.sees('pointName') ? { pointName } : {}),
        })),
      }
    }),
})

/** Each time an alarm was raised, and whether it was the third within a minute. */
function chatters(within: ReturnType<typeof sql>) {
  return sql`select e.alarm_id, coalesce(lag(e.happened_at, ${sql.lit(CHATTER.times - 1)}) over (partition by e.alarm_id order by e.id) >= e.happened_at - ${sql.lit(`${CHATTER.seconds} seconds`)}::interval, false) as chatters
    from alarm_events e where ${announced} and ${within}`
}
