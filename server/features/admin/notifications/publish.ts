/** Publishing, now or at its time, and taking back. What follows from it, the clock does (clock.ts). */
import { sql } from 'kysely'
import { publishNotification, withdrawNotification } from '../../../../model/contract/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { invalidateAudience, invalidateDesk } from './invalidate.ts'

export const publish = implement(publishNotification, {
  access: 'granted',
  summary: 'Publish a notification: at once, or at its time where that lies ahead',
  of: notifications,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { caller, input } = call
      const later = sql<boolean>`coalesce(publish_time > now(), false)`
      const published = await tx.first(
        build
          .updateTable('notifications')
          .where('id', '=', input.id)
          .where('status', 'in', ['draft', 'withdrawn'])
          .set({
            status: sql`case when ${later} then 'scheduled' else 'published' end`,
            publish_time: sql`case when ${later} then publish_time else now() end`,
            publisher_id: caller.userId,
            language: caller.language,
            announced_at: null,
            mailed_at: null,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          })
          .returning(['id', 'status']),
      )
      if (!published) return refuse(tx, input.id, 'notification.published')
      // What was withdrawn and comes again is new to everybody.
      await tx.run(
        build
          .updateTable('notification_states')
          .set({ read_at: null })
          .where('notification_id', '=', input.id)
          .where('read_at', 'is not', null),
      )
      await invalidateDesk(tx, call)
      return published
    }),
})

export const withdraw = implement(withdrawNotification, {
  access: 'granted',
  summary: 'Take a published notification back; one that waits for its time is a draft again',
  of: notifications,
  handle: (call) =>
    call.inTenant(async (tx) => {
      const { input } = call
      const withdrawn = await tx.first(
        build
          .updateTable('notifications')
          .where('id', '=', input.id)
          .where('status', 'in', ['scheduled', 'published'])
          .set({
            status: sql`case when status = 'scheduled' then 'draft' else 'withdrawn' end`,
            updated_at: sql`now()`,
            version: sql`version + 1`,
          })
          .returning(['id', 'status']),
      )
      if (!withdrawn) return refuse(tx, input.id, 'notification.not-published')
      if (withdrawn.status === 'withdrawn') await invalidateAudience(tx, call, input.id)
      await invalidateDesk(tx, call)
      return withdrawn
    }),
})

async function refuse(tx: Transaction, wanted: string, code: 'notification.published' | 'notification.not-published'): Promise<never> {
  const found = await tx.first(build.selectFrom('notifications').select('id').where('id', '=', wanted))
  return fail(found ? code : 'row.not-found')
}
