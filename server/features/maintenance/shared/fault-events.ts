/** What a fault has gone through. */
import type { FaultEvent } from '../../../../model/contract/maintenance/faults.ts'
import { faults, workOrders } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personBehind } from '../../../kernel/resources/people.ts'

/** Fields of a fault that its events would disclose. */
const SHOWN_BY_EVENTS = ['faultState', 'faultReason', 'solvedAt'] as const

/** What a fault has gone through, in its order, as far as the caller sees it: on its own page, and on that of its order. */
export async function eventsOfFault(tx: Transaction, caller: Caller, id: string): Promise<FaultEvent[]> {
  const view = viewOf(caller, faults)
  // When and why something happened to a fault are fields of it.
  if (!SHOWN_BY_EVENTS.every((name) => view.sees(name))) return []
  // The notes of an order that was opened, and of one that has solved the fault or was cancelled, are its number.
  const orders = viewOf(caller, workOrders)
  const seesNotes = orders.allowed.includes('query') && orders.sees('orderNumber')
  const rows = await tx.all(
    build
      .selectFrom('fault_events as event')
      .select(['event.id', 'transition', 'from_state', 'to_state', 'happened_at', 'note'])
      .select(personBehind(caller, 'event', 'user_id').as('who'))
      .where('fault_id', '=', id)
      .orderBy('event.id'),
  )
  return rows.map((row) => ({
    id: row.id,
    transition: row.transition,
    fromState: row.from_state,
    toState: row.to_state,
    happenedAt: row.happened_at.getTime(),
    by: row.who,
    note: seesNotes || !OF_ORDERS.includes(row.transition) ? row.note : null,
  }))
}

const OF_ORDERS: readonly FaultEvent['transition'][] = ['order', 'solve', 'confirm']
