/** Alarms as they stood at a moment: their states are those that their events had led to by then. */
import { sql } from 'kysely'
import type { ScreenList, ScreenRows } from '../../../../model/contract/screen/screens.ts'
import { alarms } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { mayCall } from '../../../kernel/authorization/view.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { own } from '../../../kernel/resources/row-text.ts'
import type { Asked } from './asked-rows.ts'
import { givenOf, readRows, seenNoun } from './list-query.ts'

interface At {
  readonly limit: number
  readonly caller: Caller
  /** Milliseconds since 1970. */
  readonly at: number
}

/** The alarms that stood then, as far as the caller may have the list of alarms and their past; undefined for anybody else. */
export async function alarmsAt(
  tx: Transaction,
  { siteId, deviceId, priority }: Extract<Asked, { of: 'alarms' }>,
  { limit, caller, at }: At,
): Promise<ScreenList | undefined> {
  const filters = { siteId, deviceId }
  const noun = seenNoun(caller, alarms, [
    ...givenOf(filters),
    'isCurrent',
    'alarmState',
    'raisedAt',
    ...(priority === undefined ? [] : ['alarmPriority']),
  ])
  if (!noun || !mayCall(caller, alarms.calls?.['past'] ?? '')) return undefined
  const moment = sql`${new Date(at)}::timestamptz`
  const past = (column: string, which = sql`true`) =>
    sql`(select ${sql.ref(`told.${column}`)} from alarm_events told where told.tenant_id = ${own('tenant_id')} and told.alarm_id = ${own('id')}
      and told.happened_at <= ${moment} and ${which} order by told.happened_at desc, told.id desc limit 1)`
  const raised = past('happened_at', sql`told.transition = 'raise'`)
  const { rows, total } = await readRows<ScreenRows<'alarms'>[number]>(tx, noun, {
    filters,
    only: [
      sql`${past('to_state')} in ('unacknowledged', 'acknowledged', 'returned')`,
      ...(priority === undefined ? [] : [sql<boolean>`${own('alarm_priority')} <= ${priority}`]),
    ],
    columns: {
      state: past('to_state'),
      priority: noun.plain('alarmPriority'),
      title: noun.plain('ruleName'),
      deviceId: sql`${noun.plain('deviceId')}::text`,
      deviceName: noun.named('deviceId'),
      pointName: noun.plain('pointName'),
      value: noun.view.sees('alarmValue') ? past('value', sql`told.value is not null`) : sql`null`,
      unit: noun.plain('unit'),
      raisedAt: sql`(extract(epoch from ${raised}) * 1000)::float8`,
    },
    order: noun.view.sees('alarmPriority') ? [sql`${own('alarm_priority')}`, sql`${raised} desc`] : [sql`${raised} desc`],
    limit,
  })
  return { of: 'alarms', rows: [...rows], total }
}
