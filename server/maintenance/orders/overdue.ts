/** One reminder of an order that is late: to whom it is given, else to whoever opened it. */
import { sql } from 'kysely'
import { OPEN_STATES } from '../../../model/maintenance/order-states.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { databaseTime } from '../../kernel/runtime/clock.ts'
import type { WorkHandler } from '../../kernel/runtime/scheduler-runner.ts'
import type { Services } from '../../kernel/services.ts'
import { notifyOfOrder } from './notify.ts'
import type { OrderParts } from './parts.ts'

/** The kind of the scheduled work; its key is the id of the order. */
export const ORDER_OVERDUE = 'order-overdue'

/** Schedules the reminder, or moves it to where the order is due now. */
export const remindWhenOverdue = (tx: Transaction, { scheduler }: Pick<OrderParts, 'scheduler'>, id: string, dueAt: Date): Promise<void> =>
  scheduler.schedule(tx, { kind: ORDER_OVERDUE, key: id, dueAt })

/** The handler of the work. */
export const remindOfOrder =
  (services: Services): WorkHandler =>
  (work) =>
    services.transactions.inTenant({ tenantId: work.tenantId }, async (tx) => {
      const late = await tx.first(
        build
          .updateTable('work_orders')
          .set({ reminded_at: databaseTime(services.clock) })
          .where('id', '=', work.key)
          .where(
            'order_state',
            'in',
            OPEN_STATES.filter((state) => state !== 'done'),
          )
          .where('reminded_at', 'is', null)
          .where('due_at', '<=', databaseTime(services.clock))
          .returning(['id', 'order_number', 'order_title', sql<string | null>`coalesce(assignee_id, created_by)`.as('who')]),
      )
      await work.finish(tx)
      // It is due later than this was scheduled for: it is reminded of then.
      if (!late) {
        const later = await tx.first(
          build
            .selectFrom('work_orders')
            .select('due_at')
            .where('id', '=', work.key)
            .where('is_open', '=', 1)
            .where('reminded_at', 'is', null)
            .where('due_at', '>', databaseTime(services.clock)),
        )
        if (later?.due_at) await remindWhenOverdue(tx, services, work.key, later.due_at)
      }
      if (late?.who)
        await notifyOfOrder(tx, services, {
          what: 'overdue',
          userId: late.who,
          id: late.id,
          orderNumber: late.order_number,
          orderTitle: late.order_title,
        })
    })
