/** What happened to alarms, as a subject: each time one was raised, returned, acknowledged and so on, with what is known of the alarm. */
import { sql } from 'kysely'
import { ALARM_STATES, ALARM_TRANSITIONS } from '../../model/acquisition/alarm-states.ts'
import { queryAlarmHistory } from '../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../model/index.ts'
import type { Caller } from '../kernel/authorization/caller.ts'
import { mayCall, viewOf } from '../kernel/authorization/view.ts'
import { COUNT, aggregated, nounFor, nounSubject } from './nouns.ts'
import type { Found, Subject } from './subject.ts'

export const ALARM_EVENTS = 'alarm-events'

/** Whether the caller may have figures of what happened to alarms: whoever lists them and may ask for the history of one. */
export const mayCountAlarmEvents = (caller: Caller): boolean =>
  nounFor(caller, alarms.name) !== undefined && mayCall(caller, queryAlarmHistory.path)

/** The subject: fields of the event, and behind them those of its alarm. */
export function alarmEventSubject(caller: Caller): Subject {
  const ofAlarm = nounSubject(caller, alarms)
  const own = ownFields(caller)
  const find = (path: string) => (Object.hasOwn(own, path) ? own[path] : ofAlarm.find(path))
  return {
    ...ofAlarm,
    name: ALARM_EVENTS,
    find,
    findForCondition: find,
    time: 'time',
    measure: ({ of, field }, at) => (field === undefined ? COUNT : aggregated(of, find(field), `m${at}`)),
    from: (range) => sql`alarm_events as event join ${ofAlarm.from(range)} on row.tenant_id = event.tenant_id and row.id = event.alarm_id`,
  }
}

/** The fields of an event itself that the caller sees; its states are told by the state of the alarm. */
export function ownFields(caller: Caller): Readonly<Record<string, Found>> {
  const time: Found = { kind: 'time', value: sql.ref('event.happened_at'), isDimension: true, label: 'figures.field-time' }
  if (!viewOf(caller, alarms).sees('alarmState')) return { time }
  return {
    time,
    transition: {
      kind: 'choice',
      value: sql.ref('event.transition'),
      isDimension: true,
      options: ALARM_TRANSITIONS,
      words: 'alarms.transition.',
      label: 'figures.field-transition',
    },
    toState: {
      kind: 'choice',
      value: sql.ref('event.to_state'),
      isDimension: true,
      options: ALARM_STATES,
      words: 'choice.alarmState.',
      label: 'figures.field-toState',
    },
  }
}
