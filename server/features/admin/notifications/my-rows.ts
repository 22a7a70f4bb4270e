/** The rows of what somebody is told: the open notifications that are for them, with what they did with each. */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { MyNotification } from '../../../../model/contract/admin/notifications.ts'
import { myNotification } from '../../../../model/contract/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import type { Translate } from '../../../../model/labels/index.ts'
import { isAddressedTo, isOpen } from '../../../messaging/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

type Condition = RawBuilder<boolean>

/** Where nothing else may be looked for: what is not for the caller, or not open, is for them as if it were not there. */
export function rowsFor({ userId }: Caller, conditions: readonly Condition[] = []) {
  const mine = build
    .selectFrom('notifications as notification')
    .leftJoin('notification_states as mine', (on) =>
      on
        .onRef('mine.tenant_id', '=', 'notification.tenant_id')
        .onRef('mine.notification_id', '=', 'notification.id')
        .on('mine.user_id', '=', userId),
    )
    .where(isOpen)
    .where(isAddressedTo(userId))
  return conditions.reduce((rows, condition) => rows.where(condition), mine)
}

export const isUnread = sql<boolean>`mine.read_at is null`

const moment = (column: string) => sql<string | null>`to_char(${sql.ref(column)}, 'YYYY-MM-DD HH24:MI:SS')`

/** Unread first, and of those the newest. */
export function shownFor(caller: Caller, conditions: readonly Condition[] = []) {
  return rowsFor(caller, conditions)
    .select([
      'notification.id',
      'notification.title',
      'notification.type',
      'notification.priority',
      sql<
        string | null
      >`(select person.nickname from users as person where person.tenant_id = notification.tenant_id and person.id = notification.publisher_id)`.as(
        'publisher',
      ),
      moment('notification.publish_time').as('publishTime'),
      moment('notification.start_time').as('startTime'),
      moment('notification.end_time').as('endTime'),
      moment('notification.created_at').as('createTime'),
      sql<0 | 1>`(mine.read_at is not null)::int`.as('isRead'),
      sql<0 | 1>`coalesce(mine.is_starred, 0)`.as('isStarred'),
      moment('mine.read_at').as('readTime'),
    ])
    .orderBy(sql`mine.read_at is not null`)
    .orderBy('notification.publish_time', 'desc')
    .orderBy('notification.id', 'desc')
}

/** Without what the caller's roles hide of the noun, and with words for the choices. */
export function worded(
  caller: Caller,
  t: Translate,
  row: { id: string; type: 'message' | 'notification'; priority: 'high' | 'medium' | 'low' },
): MyNotification {
  const view = viewOf(caller, notifications)
  const isShown = (name: string) => !(name in notifications.fields) || view.sees(name)
  const named = { ...row, typeCn: t(`choice.type.${row.type}`), priorityCn: t(`choice.priority.${row.priority}`) }
  return myNotification.parse(Object.fromEntries(Object.entries(named).filter(([name]) => isShown(name.replace(/Cn$/, '')))))
}

/** How many notifications the caller has not read. */
export async function countUnread(tx: Transaction, caller: Caller): Promise<number> {
  return (await tx.first(rowsFor(caller, [isUnread]).select(sql<number>`count(*)::int`.as('count'))))?.count ?? 0
}
