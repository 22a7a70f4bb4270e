/** Alarms that are out of service, those first that no order needs any more: their own call tells them, and the console. */
import { sql } from 'kysely'
import type { AlarmOutOfService } from '../../../../model/contract/maintenance/work-orders.ts'
import { alarms, workOrders } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

/** Whether the caller may be told the names of alarms. */
export const seesAlarms = (caller: Caller): boolean => {
  const view = viewOf(caller, alarms)
  return view.allowed.includes('query') && (['ruleName', 'pointName', 'alarmState'] as const).every((name) => view.sees(name))
}

/** Whether the caller may be told which alarms are out of service, and why. */
export function mayKnowOutOfService(caller: Caller): boolean {
  const view = viewOf(caller, alarms)
  return seesAlarms(caller) && view.sees('deviceId') && view.sees('alarmComment')
}

/** The alarms that are out of service, those first that no order needs any more, and of these those first that have been so for longest. @param narrowed To those of devices of a site, and of machines of a category */
export async function alarmsOutOfService(
  tx: Transaction,
  caller: Caller,
  most: number,
  { siteId, category }: { readonly siteId?: string | undefined; readonly category?: string | undefined } = {},
): Promise<AlarmOutOfService[]> {
  const view = viewOf(caller, workOrders)
  const seesOrder = view.allowed.includes('query')
  const rows = await tx.all(
    build
      .selectFrom('alarms')
      .leftJoin(
        (inner) =>
          inner
            .selectFrom('work_order_alarms as kept')
            .innerJoin('work_orders as o', (on) => on.onRef('o.tenant_id', '=', 'kept.tenant_id').onRef('o.id', '=', 'kept.order_id'))
            .select(['kept.tenant_id', 'kept.alarm_id', 'o.id as order_id', 'o.order_number'])
            .distinctOn(['kept.tenant_id', 'kept.alarm_id'])
            .where('kept.restored_at', 'is', null)
            .orderBy('kept.tenant_id')
            .orderBy('kept.alarm_id')
            .as('held'),
        (on) => on.onRef('held.tenant_id', '=', 'alarms.tenant_id').onRef('held.alarm_id', '=', 'alarms.id'),
      )
      .select(['alarms.id', 'rule_name', 'point_name', 'device_name', 'alarm_comment', 'held.order_id', 'held.order_number'])
      .select(
        sql<Date | null>`(select max(e.happened_at) from alarm_events e where e.tenant_id = alarms.tenant_id and e.alarm_id = alarms.id and e.transition = 'remove')`.as(
          'since',
        ),
      )
      .where('alarm_state', '=', 'out-of-service')
      .where(
        sql<boolean>`(${siteId ?? null}::uuid is null or alarms.point_id in (select p.id from points p join devices d on d.tenant_id = p.tenant_id and d.id = p.device_id where d.site_id = ${siteId ?? null}::uuid))`,
      )
      .where(
        sql<boolean>`(${category ?? null}::text is null or exists (
          select from points p join equipment machine on machine.tenant_id = p.tenant_id and machine.device_id = p.device_id
          where p.tenant_id = alarms.tenant_id and p.id = alarms.point_id and machine.category = ${category ?? null}::text))`,
      )
      .orderBy(sql`held.order_id is not null`)
      .orderBy('since')
      .orderBy('alarms.id')
      .limit(most),
  )
  // An order at another place keeps an alarm as well: whoever does not see it must not take the alarm for forgotten.
  const kept = await tx.beyondScope('an alarm stays out of service as long as any order needs it').all(
    build
      .selectFrom('work_order_alarms')
      .select('alarm_id')
      .distinct()
      .where('restored_at', 'is', null)
      .where(sql<boolean>`alarm_id = any(${rows.map(({ id }) => id)}::uuid[])`),
  )
  const keptIds = new Set(kept.map(({ alarm_id: id }) => id))
  return rows
    .map((row) => ({
      alarmId: row.id,
      ruleName: row.rule_name,
      pointName: row.point_name,
      deviceName: row.device_name,
      since: row.since?.getTime() ?? null,
      isForgotten: !keptIds.has(row.id),
      orderId: seesOrder ? row.order_id : null,
      orderNumber: seesOrder && view.sees('orderNumber') ? row.order_number : null,
      comment: row.alarm_comment,
    }))
    .toSorted((a, b) => Number(b.isForgotten) - Number(a.isForgotten))
}
