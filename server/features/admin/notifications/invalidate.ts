/** What open pages are told. `notifications` goes to those whom it is for, `notification-desk` to those who manage them. */
import type { TenantId } from '../../../../model/brands.ts'
import { invalidateNotificationDesk } from '../../../messaging/index.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface From {
  readonly caller: { readonly tenantId: TenantId }
  readonly services: Pick<Services, 'invalidations'>
}

/** Tells the open pages of those who write notifications that the list is another. */
export function invalidateDesk(tx: Transaction, { caller: { tenantId }, services: { invalidations } }: From): Promise<void> {
  return invalidateNotificationDesk(tx, invalidations, tenantId)
}

/** Tells the open pages of everybody the notification is for. */
export function invalidateAudience(
  tx: Transaction,
  { caller: { tenantId }, services: { invalidations } }: From,
  notificationId: string,
): Promise<void> {
  return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'notifications', notificationId })
}

/** The other pages of whoever has read something. */
export function invalidateOwnNotifications(
  tx: Transaction,
  { caller: { tenantId, userId }, services: { invalidations } }: From & { caller: { userId: string } },
): Promise<void> {
  return invalidations.publish(tx, { kind: 'news', tenantId, topic: 'notifications', userId })
}
