/** How grave the alarms are that stand at a device or a site. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { alarms } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { own } from '../../../kernel/resources/row-text.ts'
import { seenNoun } from './list-query.ts'

/**
 * The priority of the gravest alarm that stands at a device, which the statement calls `standing`, of which the condition holds; null for whoever has no list of alarms.
 */
export function gravest(caller: Caller, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  const seen = seenNoun(caller, alarms, ['isCurrent', 'alarmState', 'alarmPriority', 'deviceId'])
  if (!seen) return sql`null`
  return sql`(select min(alarm.alarm_priority) from alarms alarm join points point on point.tenant_id = alarm.tenant_id and point.id = alarm.point_id
    join devices standing on standing.tenant_id = point.tenant_id and standing.id = point.device_id
    where alarm.tenant_id = ${own('tenant_id')} and alarm.alarm_state in ('unacknowledged', 'acknowledged', 'returned') and ${condition})::integer`
}
