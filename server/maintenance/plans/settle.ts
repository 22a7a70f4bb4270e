/** The work of a plan is done, or its order was cancelled: what floats is counted anew, and the plan is looked at again. */
import { sql } from 'kysely'
import { dayOf } from '../../../model/maintenance/due-days.ts'
import { build } from '../../kernel/database/sql.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Subscription } from '../../kernel/runtime/event-subscribers.ts'
import { subscription } from '../../kernel/runtime/event-subscribers.ts'
import type { Services } from '../../kernel/services.ts'
import '../orders/domain-events.ts'
import { planLook } from './look.ts'

/** Subscribes to orders of plans that are finished or cancelled. */
export const settlePlans = (parts: Pick<Services, 'scheduler' | 'clock'>): Subscription =>
  subscription({
    kinds: ['order-finished', 'order-cancelled'],
    async handle(tx, events) {
      for (const { kind, payload, happenedAt } of events)
        if (payload.planId !== null) await settle(tx, parts, payload.planId, happenedAt, kind === 'order-finished')
    },
  })

async function settle(tx: Transaction, parts: Pick<Services, 'scheduler' | 'clock'>, id: string, at: Date, isDone: boolean): Promise<void> {
  const day = dayOf(await tx.timeZone(), at.getTime())
  const found = await tx.run(
    build
      .updateTable('maintenance_plans')
      .set({
        ...(isDone ? { last_done: sql<string>`greatest(last_done, ${day}::date)` } : {}),
        // Work that was given up begins a meter anew as well: it would be due again at once.
        meter_since: sql<Date | null>`case when plan_trigger = 'meter' then greatest(meter_since, ${at}::timestamptz) end`,
        meter_used: sql<number | null>`case when plan_trigger = 'meter' then 0 end`,
      })
      .where('id', '=', id),
  )
  if (found > 0) await planLook(tx, parts, [id])
}
