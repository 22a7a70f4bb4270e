/** What open pages are told. `notifications` goes to those whom it is for, `notification-desk` to those who manage them. */
import { invalidateNotificationDesk } from '../../../messaging/index.ts'
import type { Services } from '../../../kernel/services.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'

interface From {
  readonly caller: { readonly tenantId: string }
  readonly services: Pick<Services, 'events'>
}

export function invalidateDesk(tx: Transaction, { caller: { tenantId }, services: { events } }: From): Promise<void> {
  return invalidateNotificationDesk(tx, events, tenantId)
}

export function invalidateAudience(
  tx: Transaction,
  { caller: { tenantId }, services: { events } }: From,
  notificationId: string,
): Promise<void> {
  return events.publish(tx, { kind: 'news', tenantId, topic: 'notifications', notificationId })
}

/** The other pages of whoever has read something. */
export function invalidateOwnNotifications(
  tx: Transaction,
  { caller: { tenantId, userId }, services: { events } }: From & { caller: { userId: string } },
): Promise<void> {
  return events.publish(tx, { kind: 'news', tenantId, topic: 'notifications', userId })
}
