/** Acknowledging, and putting aside and back. */
import type { AlarmTransition } from '../../../../model/acquisition/alarm-states.ts'
import type { Act } from '../../../../model/contract/acquisition/alarms.ts'
import { acts as contracts } from '../../../../model/contract/acquisition/alarms.ts'
import { alarms } from '../../../../model/index.ts'
import { actOn } from '../../../acquisition/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { implement } from '../../../kernel/http/http.ts'

const MINUTE_MS = 60_000

function act(verb: Act, transition: AlarmTransition, summary: string): Route {
  return implement(contracts[verb], {
    access: 'granted',
    summary,
    of: alarms,
    handle: (call) =>
      call.inTenant(async (tx) => {
        const { id: ids, alarmComment: comment } = call.input
        const until = 'minutes' in call.input ? { until: new Date(call.services.clock.now() + call.input.minutes * MINUTE_MS) } : {}
        return { changed: await actOn(tx, call, ids, transition, { comment, ...until }) }
      }),
  })
}

export const acts: readonly Route[] = [
  act('acknowledge', 'acknowledge', 'Acknowledge alarms: somebody knows of them'),
  act('shelve', 'shelve', 'Put alarms aside for some minutes, a week at most'),
  act('unshelve', 'unshelve', 'Bring shelved alarms back before their time'),
  act('suppress', 'suppress', 'Suppress alarms by design: the state of the plant makes them meaningless'),
  act('unsuppress', 'unsuppress', 'End the suppression of alarms'),
  act('outOfService', 'remove', 'Take alarms out of service, for maintenance'),
  act('returnToService', 'restore', 'Return alarms to service'),
]
