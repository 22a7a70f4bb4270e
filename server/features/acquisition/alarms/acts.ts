/** Acknowledging, and putting aside and back: each its own call, so that each can be granted by itself. */
import { z } from 'zod'
import type { AlarmTransition } from '../../../../model/acquisition/alarm-states.ts'
import { MAX_SHELF_MINUTES } from '../../../../model/acquisition/alarm-states.ts'
import { alarms } from '../../../../model/index.ts'
import { actOn } from '../../../acquisition/index.ts'
import type { Route } from '../../../kernel/http/http.ts'
import { route } from '../../../kernel/http/http.ts'
import { idsSchema } from '../../../kernel/resources/remove.ts'

const MINUTE_MS = 60_000
const { check } = alarms.fields.alarmComment
const blank = (value: unknown) => (value === '' || value === null ? undefined : value)

const withComment = idsSchema.extend({ alarmComment: z.preprocess(blank, z.optional(check)) })
const withReason = idsSchema.extend({ alarmComment: z.pipe(check, z.string().min(1, { error: 'required' })) })
const withTime = withReason.extend({ minutes: z.coerce.number().int().min(1).max(MAX_SHELF_MINUTES) })

interface Given {
  id: string[]
  alarmComment?: string | undefined
  minutes?: number
}

function act(verb: string, transition: AlarmTransition, summary: string, input: z.ZodType<Given>): Route {
  return route({
    method: 'POST',
    path: `${alarms.api.base}/${verb}Alarm`,
    access: 'granted',
    summary,
    of: alarms,
    input,
    output: z.strictObject({ changed: z.int() }),
    handle: (call) =>
      call.inTenant(async (tx) => {
        const { id: ids, alarmComment: comment, minutes } = call.input
        return {
          changed: await actOn(tx, call, ids, transition, {
            comment,
            ...(minutes === undefined ? {} : { until: new Date(Date.now() + minutes * MINUTE_MS) }),
          }),
        }
      }),
  })
}

export const acts: readonly Route[] = [
  act('acknowledge', 'acknowledge', 'Acknowledge alarms: somebody knows of them', withComment),
  act('shelve', 'shelve', 'Put alarms aside for some minutes, a week at most', withTime),
  act('unshelve', 'unshelve', 'Bring shelved alarms back before their time', withComment),
  act('suppress', 'suppress', 'Suppress alarms by design: the state of the plant makes them meaningless', withReason),
  act('unsuppress', 'unsuppress', 'End the suppression of alarms', withComment),
  act('outOfService', 'remove', 'Take alarms out of service, for maintenance', withReason),
  act('returnToService', 'restore', 'Return alarms to service', withComment),
]
