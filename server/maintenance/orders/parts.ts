import type { Transaction } from '../../kernel/database/tenant.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Services } from '../../kernel/services.ts'

/** What opening and moving orders asks of the server. */
export type OrderParts = Pick<Services, 'domainEvents' | 'invalidations' | 'clock' | 'scheduler'>

/** Whoever may list orders is told of them. */
export const ORDER_LIST = '/maintenance/workorder/queryWorkOrder'

/** Open pages with orders ask again. */
export const publishOrders = (tx: Transaction, { invalidations }: Pick<OrderParts, 'invalidations'>): Promise<void> =>
  invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'work-orders', permission: ORDER_LIST })
