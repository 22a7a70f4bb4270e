/** What people do with alarms: all of those they name, or none. */
import type { AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import { fail } from '../../kernel/errors.ts'
import type { Call } from '../../kernel/http/http.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import { ALARM_LIST } from './invalidation.ts'
import type { Cause } from './rows.ts'
import { lockAlarms, saveWithEvents, applyTransition } from './rows.ts'

/**
 * Gives how many alarms were changed, and tells open pages.
 * @throws Failure `row.not-found` where one of them is not there, or another tenant's; `alarm.transition` where it is in a state that this does not lead out of.
 */
export async function actOn(
  tx: Transaction,
  { caller, services }: Pick<Call<unknown>, 'caller' | 'services'>,
  ids: readonly string[],
  transition: AlarmTransition,
  cause: Pick<Cause, 'comment' | 'until'>,
): Promise<number> {
  const rows = await lockAlarms(tx, ids)
  if (rows.length !== ids.length) fail('row.not-found')
  const now = new Date(services.clock.now())
  const events = rows.map((row) => applyTransition(row, transition, { ...cause, now, userId: caller.userId }) ?? fail('alarm.transition'))
  await saveWithEvents(tx, services.domainEvents, rows, events)
  await services.invalidations.publish(tx, { kind: 'news', tenantId: caller.tenantId, topic: 'alarms', permission: ALARM_LIST })
  return events.length
}
