/** What can be done with alarms, and what is known of one. */
import type { AlarmState, AlarmTransition } from '../../../../model/acquisition/alarm-states.ts'
import { call, get } from '../../../kernel/http/api.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'

export const ACTS = ['acknowledge', 'shelve', 'unshelve', 'suppress', 'unsuppress', 'outOfService', 'returnToService'] as const
export type Act = (typeof ACTS)[number]

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

export const actOn = (act: Act, ids: readonly string[], values: ActValues) =>
  call<{ changed: number }>('POST', `/api/acquisition/alarm/${act}Alarm`, { json: { id: ids, ...values } })

/** A field that the caller's roles hide is absent. */
export interface AlarmEvent {
  readonly id: string
  readonly transition: AlarmTransition
  readonly fromState?: AlarmState
  readonly toState?: AlarmState
  readonly happenedAt: string
  readonly sampleTime: string | null
  readonly value?: number | null
  readonly username?: string | null
  readonly comment?: string | null
}

/** Entries of one page of the history. */
export const PAGE = 50

export const readHistory = (id: string, currentPage: number) =>
  get<{ list: readonly AlarmEvent[]; total: number }>('/api/acquisition/alarm/queryAlarmHistory', { id, currentPage, pageSize: PAGE })
