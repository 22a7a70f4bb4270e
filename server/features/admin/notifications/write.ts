/** Writing a notification. What was published stays as people have read it: it is withdrawn first, and told again afterwards. */
import { sql } from 'kysely'
import { z } from 'zod'
import { notifications } from '../../../../model/index.ts'
import { nameOf } from '../../../../model/messages.ts'
import { fail } from '../../../kernel/errors.ts'
import type { Call } from '../../../kernel/http/http.ts'
import type { insertRow } from '../../../kernel/resources/add.ts'
import { insertRow as insert } from '../../../kernel/resources/add.ts'
import type { removeRows } from '../../../kernel/resources/remove.ts'
import { removeRows as removal } from '../../../kernel/resources/remove.ts'
import type { changeRow } from '../../../kernel/resources/update.ts'
import { changeRow as change } from '../../../kernel/resources/update.ts'
import type { Values } from '../../../kernel/resources/write.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { invalidateDesk } from './invalidate.ts'

/** People can also be named by their user names, as the specified page does. */
export const byUsername = {
  username: z.preprocess(
    (value) =>
      typeof value === 'string'
        ? value
            .split(',')
            .map((part) => part.trim())
            .filter(Boolean)
        : value,
    z.array(z.string().max(64)).max(200).optional(),
  ),
}

const AUDIENCE = ['userId', 'roleId', 'orgId'] as const

const isEmpty = (value: unknown) => !Array.isArray(value) || value.length === 0

export const addNotification: typeof insertRow = async (tx, of, asking, given) => {
  const values = await withUserIds(tx, given)
  const added = await insert(tx, of, asking, values, {
    publisher_id: asking.caller.userId,
    language: asking.caller.language,
    everyone: AUDIENCE.every((name) => isEmpty(values[name])) ? 1 : 0,
  })
  await assertPeriod(tx, asking, added.id)
  await invalidateDesk(tx, asking)
  return added
}

export const changeNotification: typeof changeRow = async (tx, of, asking, given) => {
  const { id, ...named } = given
  const values = await withUserIds(tx, named)
  const before = await tx.first(build.selectFrom('notifications').select('status').where('id', '=', id).forUpdate())
  if (before?.status === 'published') fail('notification.published')
  // Without its time it waits for nothing any more.
  if (before?.status === 'scheduled' && 'publishTime' in values && values['publishTime'] === undefined)
    await tx.run(build.updateTable('notifications').set({ status: 'draft' }).where('id', '=', id))
  const changed = await change(tx, of, asking, { id, ...values })
  if (AUDIENCE.some((name) => name in values))
    await tx.run(
      build
        .updateTable('notifications')
        .set({ everyone: namesNobody(id) })
        .where('id', '=', id),
    )
  await assertPeriod(tx, asking, id)
  await invalidateDesk(tx, asking)
  return changed
}

export const removeNotifications: typeof removeRows = async (tx, of, asking, ids) => {
  const open = await tx.first(
    build
      .selectFrom('notifications')
      .select('id')
      .where('id', 'in', ids)
      .where('status', '=', 'published')
      .where(sql<boolean>`coalesce(end_time > now(), true)`)
      .forUpdate()
      .limit(1),
  )
  if (open) fail('notification.published')
  const removed = await removal(tx, of, asking, ids)
  await invalidateDesk(tx, asking)
  return removed
}

const namesNobody = (id: string) => sql<
  0 | 1
>`(not exists (select 1 from notification_users where notification_id = ${id}) and not exists (select 1 from notification_roles where notification_id = ${id})
  and not exists (select 1 from notification_organisations where notification_id = ${id}))::int`

type Asking = Pick<Call<unknown>, 'caller' | 't' | 'services'>

/** @throws Failure `reference.not-found` for a user name that nobody of the tenant has. */
async function withUserIds(tx: Transaction, { username, ...values }: Values): Promise<Values> {
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

/** The row as it now stands; failing takes the change back. */
async function assertPeriod(tx: Transaction, { t }: Asking, id: string): Promise<void> {
  const wrong = await tx.first(
    build
      .selectFrom('notifications')
      .select('id')
      .where('id', '=', id)
      .where(sql<boolean>`end_time < start_time`),
  )
  if (wrong)
    fail('request.invalid', { fields: [{ field: 'endTime', message: t('check.period', { field: nameOf('endTime', notifications, t) }) }] })
}
