/** What somebody does with their notifications: reads them, puts a star on them. */
import { sql } from 'kysely'
import { readAllNotification, readNotification, starNotification } from '../../../../model/contract/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { isUnread, rowsFor, shownFor, worded } from './my-rows.ts'
import { invalidateOwnNotifications } from './invalidate.ts'

export const read = implement(readNotification, {
  access: 'signed-in',
  summary: 'Read a notification; from then on it is read',
  of: notifications,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { caller, input, t } = call
      await markRead(tx, caller, input.id)
      const row = await tx.first(shownFor(caller, [sql<boolean>`notification.id = ${input.id}`]).select('notification.content'))
      if (!row) fail('row.not-found')
      await invalidateOwnNotifications(tx, call)
      return worded(caller, t, row)
    }),
})

export const readAll = implement(readAllNotification, {
  access: 'signed-in',
  summary: 'Mark all notifications of the caller as read',
  of: notifications,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const read = await markRead(tx, call.caller)
      if (read > 0) await invalidateOwnNotifications(tx, call)
      return { read }
    }),
})

export const star = implement(starNotification, {
  access: 'signed-in',
  summary: 'Put a star on a notification, or take it off',
  of: notifications,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { caller, input } = call
      const visible = rowsFor(caller, [sql<boolean>`notification.id = ${input.id}`]).select([
        'notification.tenant_id',
        'notification.id',
        sql<string>`${caller.userId}::uuid`.as('user_id'),
        sql<0 | 1>`${input.isStarred}::smallint`.as('is_starred'),
      ])
      const starred = await tx.run(
        build
          .insertInto('notification_states')
          .columns(['tenant_id', 'notification_id', 'user_id', 'is_starred'])
          .expression(visible)
          .onConflict((conflict) =>
            conflict.columns(['tenant_id', 'notification_id', 'user_id']).doUpdateSet({ is_starred: input.isStarred }),
          ),
      )
      if (starred === 0) fail('row.not-found')
      await invalidateOwnNotifications(tx, call)
      return null
    }),
})

/** Of the caller's unread ones this, or all; when it was read first is kept. */
function markRead(tx: Transaction, caller: Caller, only?: string): Promise<number> {
  const unread = rowsFor(caller, [isUnread, ...(only === undefined ? [] : [sql<boolean>`notification.id = ${only}`])]).select([
    'notification.tenant_id',
    'notification.id',
    sql<string>`${caller.userId}::uuid`.as('user_id'),
    sql<Date>`now()`.as('read_at'),
  ])
  return tx.run(
    build
      .insertInto('notification_states')
      .columns(['tenant_id', 'notification_id', 'user_id', 'read_at'])
      .expression(unread)
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'notification_id', 'user_id'])
          .doUpdateSet({ read_at: sql`coalesce(notification_states.read_at, excluded.read_at)` }),
      ),
  )
}
