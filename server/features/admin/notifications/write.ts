/** Writing a notification. What was published stays as people have read it: it is withdrawn first, and told again afterwards. */
import { sql } from 'kysely'
import { z } from 'zod'
import { notifications } from '../../../../model/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import { splitList } from '../../../../model/wire.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Asking, RowChange, Values } from '../../../kernel/resources/noun-writes.ts'
import { writes } from '../../../kernel/resources/noun-writes.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { invalidateDesk } from './invalidate.ts'

/** People can also be named by their user names, as the specified page does. */
export const byUsername = {
  username: z.preprocess(splitList, z.array(z.string().max(64)).max(200).optional()),
}

const AUDIENCE = ['userId', 'roleId', 'orgId'] as const

const isEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0

export const notificationWrites = writes(notifications, {
  add: {
    async apply(tx, asking, rows, insert) {
      const { userId, language } = asking.caller
      await insert(
        rows.map((row) => ({
          ...row,
          columns: { publisher_id: userId, language, everyone: AUDIENCE.every((name) => isEmpty(row.values[name])) ? 1 : 0 },
        })),
      )
      await assertPeriods(tx, asking, rows)
      await invalidateDesk(tx, asking)
    },
  },
  change: {
    async apply(tx, asking, changes, update) {
      const ids = changes.map(({ id }) => id)
      const rows = await tx.all(
        build
          .selectFrom('notifications')
          .select(['id', 'status'])
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .orderBy('id')
          .forUpdate(),
      )
      if (rows.some(({ status }) => status === 'published')) fail('notification.published')
      const scheduled = new Set(rows.filter(({ status }) => status === 'scheduled').map(({ id }) => id))
      // Without its time it waits for nothing any more.
      const isPartialUpload = ({ id, values }: RowChange) =>
        scheduled.has(id) && 'publishTime' in values && values['publishTime'] === undefined
      const written = await update(
        changes.map((change) => (isPartialUpload(change) ? { ...change, columns: { status: 'draft' } } : change)),
      )
      const readdressed = changes.filter(({ values }) => AUDIENCE.some((name) => name in values))
      for (const { id } of readdressed)
        await tx.run(
          build
            .updateTable('notifications')
            .set({ everyone: namesNobody(id) })
            .where('id', '=', id),
        )
      await assertPeriods(tx, asking, changes)
      await invalidateDesk(tx, asking)
      return written
    },
  },
  remove: {
    async apply(tx, asking, ids, remove) {
      const open = await tx.first(
        build
          .selectFrom('notifications')
          .select('id')
          .where(sql<boolean>`id = any(${ids}::uuid[])`)
          .where('status', '=', 'published')
          .where(sql<boolean>`coalesce(end_time > now(), true)`)
          .forUpdate()
          .limit(1),
      )
      if (open) fail('notification.published')
      const removed = await remove()
      await invalidateDesk(tx, asking)
      return removed
    },
  },
})

const namesNobody = (id: string) => sql<
  0 | 1
>`(not exists (select 1 from notification_users where notification_id = ${id}) and not exists (select 1 from notification_roles where notification_id = ${id})
  and not exists (select 1 from notification_organisations where notification_id = ${id}))::int`

/** The values with ids in place of user names. @throws Failure `reference.not-found` for a user name that nobody of the tenant has. */
export async function withUserIds(tx: Transaction, { username, ...values }: Values): Promise<Values> {
  if (!Array.isArray(username)) return values
  const wanted = [...new Set(username as string[])]
  const found =
    wanted.length === 0
      ? []
      : await tx.all(
          build
            .selectFrom('users')
            .select('id')
            .where(sql<boolean>`lower(username) = any(${wanted.map((name) => name.toLowerCase())}::text[])`),
        )
  if (found.length !== new Set(wanted.map((name) => name.toLowerCase())).size)
    fail('reference.not-found', { field: { name: 'username', label: 'field.notifications.userId' } })
  return { ...values, userId: found.map((row) => row.id) }
}

/** The rows as they now stand; failing takes the change back. */
async function assertPeriods(tx: Transaction, { t }: Asking, rows: readonly { readonly id: string }[]): Promise<void> {
  const wrong = await tx.first(
    build
      .selectFrom('notifications')
      .select('id')
      .where(sql<boolean>`id = any(${rows.map(({ id }) => id)}::uuid[])`)
      .where(sql<boolean>`end_time < start_time`)
      .limit(1),
  )
  if (wrong)
    fail('request.invalid', { fields: [{ field: 'endTime', message: t('check.period', { field: nameOf('endTime', notifications, t) }) }] })
}
