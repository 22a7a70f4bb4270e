/** What processes do with alarms, through the states that they have (state-machine.ts); recorded as the process, since no person did it. */
import type { AlarmTransition } from '../../../model/acquisition/alarm-states.ts'
import { tenantOf } from '../../kernel/database/tenant-id.ts'
import type { Transaction } from '../../kernel/database/tenant.ts'
import type { Clock } from '../../kernel/runtime/clock.ts'
import type { DomainEvents } from '../../kernel/runtime/domain-events.ts'
import type { Invalidations } from '../../kernel/runtime/invalidations.ts'
import { ALARM_LIST } from '../alarms/invalidation.ts'
import type { AlarmRow } from '../alarms/rows.ts'
import { applyTransition, lockAlarms, saveWithEvents } from '../alarms/rows.ts'

export type ProcessAlarmAct = 'acknowledge' | 'shelve' | 'out-of-service' | 'return-to-service'

export interface ActOfProcess {
  readonly alarmId: string
  readonly act: ProcessAlarmAct
  readonly comment: string
  /** Until when it is shelved. */
  readonly until?: Date | undefined
  readonly processInstanceId: string
}

const MAX_COMMENT = 200
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/**
 * Acts on an alarm of the tenant. `done`, also where somebody has done the same before; `missing`: there is no such alarm; `refused`: its state does not
 * lead there, and nothing was changed.
 */
export async function actAsProcess(
  tx: Transaction,
  {
    domainEvents,
    invalidations,
    clock,
  }: { readonly domainEvents: DomainEvents; readonly invalidations: Invalidations; readonly clock: Clock },
  { alarmId, act, comment, until, processInstanceId }: ActOfProcess,
): Promise<'done' | 'missing' | 'refused'> {
  const [row] = UUID.test(alarmId) ? await lockAlarms(tx, [alarmId]) : []
  if (!row) return 'missing'
  const transition = transitionFor(act, row)
  if (transition === 'none') return 'done'
  const cause = { now: new Date(clock.now()), comment: comment.slice(0, MAX_COMMENT), ...(act === 'shelve' ? { until } : {}) }
  const event = applyTransition(row, transition, cause)
  if (!event) return 'refused'
  await saveWithEvents(tx, domainEvents, [row], [{ ...event, process_instance_id: processInstanceId }])
  await invalidations.publish(tx, { kind: 'news', tenantId: tenantOf(tx), topic: 'alarms', permission: ALARM_LIST })
  return 'done'
}

/** The transition that leads there; `none` where the alarm is there already. */
function transitionFor(act: ProcessAlarmAct, { mode, owed }: AlarmRow): AlarmTransition | 'none' {
  switch (act) {
    case 'acknowledge':
      return owed ? 'acknowledge' : 'none'
    case 'shelve':
      return mode === 'shelved' ? 'none' : 'shelve'
    case 'out-of-service':
      return mode === 'out-of-service' ? 'none' : 'remove'
    case 'return-to-service':
      return mode === 'in-service' ? 'none' : mode === 'shelved' ? 'unshelve' : 'restore'
  }
}
