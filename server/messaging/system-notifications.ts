/** Notifications that the product itself writes, published as soon as they are there; what follows from it, the clock of notifications does. */
import { sql } from 'kysely'
import type { TenantId } from '../../model/brands.ts'
import type { Language } from '../../model/labels/index.ts'
import type { Invalidations } from '../kernel/runtime/invalidations.ts'
import { newId } from '../kernel/ids.ts'
import { build } from '../kernel/database/sql.ts'
import type { Transaction } from '../kernel/database/tenant.ts'

/** Whoever may ask for notifications manages them. */
export const NOTIFICATION_DESK = '/notification/notification/queryNotification'

/** Publishes that notifications have changed, for the pages of those who manage them and for the clock. */
export function invalidateNotificationDesk(tx: Transaction, invalidations: Invalidations, tenantId: TenantId): Promise<void> {
  return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'notification-desk', permission: NOTIFICATION_DESK })
}

export interface Notice {
  readonly tenantId: TenantId
  readonly roleIds: readonly string[]
  /** The device it is about: of those who hold the roles, whoever does not see it is not told either. */
  readonly deviceId: string
  readonly title: string
  /** Plain text, a paragraph each. */
  readonly lines: readonly string[]
  readonly priority: 'high' | 'medium' | 'low'
  readonly language: Language
  /** After so long nobody is shown it any more. */
  readonly hours: number
}

/** Stores a published notification for whoever holds one of the roles, now and for as long as it is shown. */
export async function notifyRoles(
  tx: Transaction,
  invalidations: Invalidations,
  { tenantId, roleIds, deviceId, title, lines, priority, language, hours }: Notice,
): Promise<void> {
  const id = newId()
  await Promise.all([
    tx.run(
      build.insertInto('notifications').values({
        tenant_id: tenantId,
        id,
        title,
        content: lines.map((line) => `<p>${escaped(line)}</p>`).join(''),
        type: 'notification',
        priority,
        status: 'published',
        everyone: 0,
        by_mail: 0,
        publish_time: sql<Date>`now()`,
        start_time: null,
        end_time: sql<Date>`now() + ${sql.lit(`${hours} hours`)}::interval`,
        publisher_id: null,
        device_id: deviceId,
        language,
      }),
    ),
    tx.run(
      build
        .insertInto('notification_roles')
        .values([...new Set(roleIds)].map((role) => ({ tenant_id: tenantId, notification_id: id, role_id: role }))),
    ),
  ])
  await invalidateNotificationDesk(tx, invalidations, tenantId)
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
