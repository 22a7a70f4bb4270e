/** What can be done with alarms, and what is known of one. */
import type { AlarmState } from '../../../../model/acquisition/alarm-states.ts'
import type { Act, ActInput } from '../../../../model/contract/acquisition/alarms.ts'
import { acts, queryAlarmHistory } from '../../../../model/contract/acquisition/alarms.ts'
import { ask } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

export const ACTS = Object.keys(acts) as Act[]

/** What needs a reason. */
export const NEEDS_REASON: ReadonlySet<Act> = new Set(['shelve', 'suppress', 'outOfService'])

const inService: readonly AlarmState[] = ['unacknowledged', 'acknowledged', 'returned', 'normal']
const FROM: Readonly<Record<Act, readonly AlarmState[]>> = {
  acknowledge: ['unacknowledged', 'returned'],
  shelve: inService,
  suppress: inService,
  outOfService: inService,
  unshelve: ['shelved'],
  unsuppress: ['suppressed'],
  returnToService: ['out-of-service'],
}

/** Whether the state of an alarm allows it; the server has the last word. */
export const allows = (row: ResourceRow, act: Act): boolean => FROM[act].includes(row['alarmState'] as AlarmState)

export interface ActValues {
  readonly alarmComment?: string
  readonly minutes?: number
}

/** The answer to acting on the alarms. @throws ApiError */
export const actOn = (act: Act, ids: readonly string[], values: ActValues) => ask(acts[act], { id: ids, ...values } as ActInput)

/** Entries of one page of the history. */
export const PAGE = 50

/** A page of what happened to an alarm, latest first. @throws ApiError */
export const readHistory = (id: string, currentPage: number) => ask(queryAlarmHistory, { id, currentPage, pageSize: PAGE })
