/**
 * Whom a notification is for: everybody of the tenant, or the users it names, those who hold one of its roles, and those in
 * one of its organisations or below. Nothing of this is kept for each person; it is asked when somebody looks, so whoever
 * joins later sees what still counts, and whoever leaves does not (docs/decisions/0039). Row security keeps it inside the tenant.
 */
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

const link = (table: string) =>
  sql`select 1 from ${sql.table(table)} as link where link.tenant_id = notification.tenant_id and link.notification_id = notification.id`

/** A condition on notifications, called `notification`: those that are for this user. */
export function isAddressedTo(userId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    (notification.everyone = 1 and exists (select 1 from users as person where person.id = ${userId}))
    or exists (${link('notification_users')} and link.user_id = ${userId})
    or exists (${link('notification_roles')} and link.role_id in (select held.role_id from held_roles as held where held.user_id = ${userId}))
    or exists (${link('notification_organisations')} and link.org_id in (
      with recursive above as (
        select place.id, place.parent_id from organisations as place join users as person on person.tenant_id = place.tenant_id and person.org_id = place.id where person.id = ${userId}
        union select place.id, place.parent_id from organisations as place join above on place.id = above.parent_id
      ) select above.id from above)))`
}

/** The same seen from the other side: a condition on users, called `person`. */
export function isRecipientOf(notificationId: string): RawBuilder<boolean> {
  return sql<boolean>`(
    exists (select 1 from notifications as notification where notification.id = ${notificationId} and notification.everyone = 1)
    or person.id in (select link.user_id from notification_users as link where link.notification_id = ${notificationId})
    or person.id in (select held.user_id from held_roles as held join notification_roles as link on link.tenant_id = held.tenant_id and link.role_id = held.role_id where link.notification_id = ${notificationId})
    or person.org_id in (
      with recursive below as (
        select link.org_id as id from notification_organisations as link where link.notification_id = ${notificationId}
        union select place.id from organisations as place join below on place.parent_id = below.id
      ) select below.id from below))`
}

/** A condition on notifications, called `notification`: those that people see at this moment. */
export const isOpen = sql<boolean>`notification.status = 'published' and (notification.start_time is null or notification.start_time <= now()) and (notification.end_time is null or notification.end_time > now())`

/** The users among these to whom the notification is addressed. */
export async function recipientsAmong(tx: Transaction, notificationId: string, userIds: readonly string[]): Promise<ReadonlySet<string>> {
  const found = await tx.all(
    build
      .selectFrom('users as person')
      .select('person.id')
      .where(sql<boolean>`person.id = any(${userIds}::uuid[])`)
      .where(isRecipientOf(notificationId)),
  )
  return new Set(found.map((row) => row.id))
}
