/** What an order was opened for: the history of its fault and of its alarm, for whoever may look at these themselves. */
import type { CauseEvents } from '../../../../model/contract/maintenance/work-orders.ts'
import { alarms, faults } from '../../../../model/index.ts'
import type { Caller } from '../../../kernel/authorization/caller.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { build } from '../../../kernel/database/sql.ts'
import type { Transaction } from '../../../kernel/database/tenant.ts'
import { personBehind } from '../../../kernel/resources/people.ts'
import { eventsOfFault } from '../shared/fault-events.ts'
import { seesAlarms } from '../shared/out-of-service.ts'

/** Events of an alarm that are shown, the newest: one that chatters has very many. */
const MAX_ALARM_EVENTS = 50

/** Moments of an alarm that its events would disclose. */
const SHOWN_BY_EVENTS = ['raisedAt', 'returnedAt', 'acknowledgedAt', 'shelvedUntil'] as const

/** The histories, the earliest event first. Each is empty where there is no such cause, and for whoever may not look at it. */
export async function causeEventsOf(
  tx: Transaction,
  caller: Caller,
  { faultId, alarmId }: { readonly faultId: string | null; readonly alarmId: string | null },
): Promise<CauseEvents> {
  const ofFaults = viewOf(caller, faults)
  const mayLook = ofFaults.allowed.includes('detail') && ofFaults.sees('faultState')
  return {
    ofFault: faultId === null || !mayLook ? [] : await eventsOfFault(tx, caller, faultId),
    ofAlarm: alarmId === null ? [] : await eventsOfAlarm(tx, caller, alarmId),
  }
}

async function eventsOfAlarm(tx: Transaction, caller: Caller, alarmId: string): Promise<CauseEvents['ofAlarm']> {
  const view = viewOf(caller, alarms)
  if (!seesAlarms(caller) || !view.allowed.includes('past') || !SHOWN_BY_EVENTS.every((name) => view.sees(name))) return []
  const rows = await tx.all(
    build
      .selectFrom('alarm_events as event')
      .select(['event.id', 'transition', 'from_state', 'to_state', 'happened_at', 'comment'])
      .select(personBehind(caller, 'event', 'user_id').as('who'))
      .where('alarm_id', '=', alarmId)
      .orderBy('event.id', 'desc')
      .limit(MAX_ALARM_EVENTS),
  )
  return rows.toReversed().map((row) => ({
    id: row.id,
    transition: row.transition,
    fromState: row.from_state,
    toState: row.to_state,
    happenedAt: row.happened_at.getTime(),
    by: view.sees('acknowledgedBy') ? row.who : null,
    comment: view.sees('alarmComment') ? row.comment : null,
  }))
}
