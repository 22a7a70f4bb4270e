/** What is done with alarms, and what is known of one and of all. */
import * as z from 'zod/mini'
import { ALARM_STATES, ALARM_TRANSITIONS, MAX_SHELF_MINUTES } from '../../acquisition/alarm-states.ts'
import { alarmRules } from '../../acquisition/alarm-rules.ts'
import { alarms } from '../../acquisition/alarms.ts'
import { id, idList } from '../../fields.ts'
import { moment, optional, pageInput, pageOf, whole } from '../../wire.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'

const { check: comment } = alarms.fields.alarmComment
const ids = idList(1000)

const withComment = z.strictObject({ id: ids, alarmComment: optional(comment) })
const withReason = z.strictObject({ id: ids, alarmComment: z.pipe(comment, z.string().check(z.minLength(1, { error: 'required' }))) })
const withTime = z.extend(withReason, { minutes: whole(1, MAX_SHELF_MINUTES) })

const act = <Input extends z.core.$ZodType>(verb: string, input: Input) =>
  contract({ method: 'POST', path: `/acquisition/alarm/${verb}Alarm`, input, output: z.strictObject({ changed: z.int() }) })

/** Each its own call, so that each can be granted by itself. */
export const acts = {
  acknowledge: act('acknowledge', withComment),
  shelve: act('shelve', withTime),
  unshelve: act('unshelve', withComment),
  suppress: act('suppress', withReason),
  unsuppress: act('unsuppress', withComment),
  outOfService: act('outOfService', withReason),
  returnToService: act('returnToService', withComment),
} as const

export type Act = keyof typeof acts
export type ActInput = InputOf<(typeof acts)[Act]>

const state = z.optional(z.enum(ALARM_STATES))
/** A field that the caller's roles hide is absent. */
const event = z.strictObject({
  id: z.string(),
  transition: z.enum(ALARM_TRANSITIONS),
  fromState: state,
  toState: state,
  happenedAt: z.string(),
  sampleTime: z.nullable(z.string()),
  value: z.nullish(z.number()),
  quality: z.nullish(z.int()),
  nickname: z.nullish(z.string()),
  comment: z.nullish(z.string()),
  /** A process did it, and no person. */
  isByProcess: z.boolean(),
})

export type AlarmEvent = z.output<typeof event>

export const queryAlarmHistory = contract({
  method: 'GET',
  path: '/acquisition/alarm/queryAlarmHistory',
  input: z.object({ id, ...pageInput({ size: 50, max: 1000 }) }),
  output: pageOf(event),
})

const count = z.int()
const MAX_RANGE_MS = 31 * 24 * 3_600_000

/**
 * Times are milliseconds since 1970; `mean` and `peak` are alarms in ten minutes. Weekdays are 1 for Monday to 7, hours those of the clock of the tenant.
 * `acknowledge` is how many seconds passed until somebody acknowledged what was raised; null where the caller does not see when that was.
 */
export const queryAlarmHealth = contract({
  method: 'GET',
  path: '/acquisition/alarm/queryAlarmHealth',
  input: z
    .object({ from: moment, to: moment, siteId: optional(id), deviceTypeId: optional(id), shiftId: optional(id) })
    .check(z.refine(({ from, to }) => from < to && to - from <= MAX_RANGE_MS, { path: ['to'] })),
  output: z.strictObject({
    raised: count,
    mean: z.number(),
    peak: count,
    floodMinutes: count,
    standing: count,
    unacknowledged: count,
    shelved: count,
    stale: count,
    chattering: count,
    priorities: z.array(z.strictObject({ priority: count, raised: count })),
    buckets: z.array(z.strictObject({ time: z.number(), raised: count })),
    hours: z.array(z.strictObject({ weekday: count, hour: count, raised: count })),
    acknowledge: z.nullable(z.strictObject({ count, median: z.nullable(z.number()), p95: z.nullable(z.number()) })),
    often: z.array(
      z.strictObject({
        id: z.string(),
        raised: count,
        chatters: count,
        deviceId: z.optional(z.string()),
        ruleName: z.optional(z.string()),
        deviceName: z.optional(z.string()),
        pointName: z.optional(z.string()),
      }),
    ),
  }),
})

const { fields: ruleFields } = alarmRules

/** What a rule with these values would have raised in the last 30 days. `isWhole` says whether all of its points and samples were looked at; the newest moments come first. */
export const tryAlarmRule = contract({
  method: 'POST',
  path: '/acquisition/alarmrule/tryAlarmRule',
  input: z
    .strictObject({
      deviceId: optional(id),
      deviceTypeId: optional(id),
      pointKey: z.pipe(ruleFields.pointKey.check, z.string().check(z.minLength(1, { error: 'required' }))),
      alarmKind: ruleFields.alarmKind.check,
      alarmLimit: optional(ruleFields.alarmLimit.check),
      alarmDeadband: optional(ruleFields.alarmDeadband.check),
      silentSeconds: optional(ruleFields.silentSeconds.check),
      onDelay: optional(ruleFields.onDelay.check),
      offDelay: optional(ruleFields.offDelay.check),
    })
    .check(
      z.refine(({ deviceId, deviceTypeId }) => deviceId !== undefined || deviceTypeId !== undefined, {
        path: ['deviceId'],
        error: 'required',
      }),
      z.refine(({ alarmKind, alarmLimit }) => alarmKind === 'stale' || alarmKind === 'bad-quality' || alarmLimit !== undefined, {
        path: ['alarmLimit'],
        error: 'required',
      }),
      z.refine(({ alarmKind, silentSeconds }) => alarmKind !== 'stale' || silentSeconds !== undefined, {
        path: ['silentSeconds'],
        error: 'required',
      }),
    ),
  output: z.strictObject({
    fired: count,
    points: count,
    samples: count,
    isWhole: z.boolean(),
    moments: z.array(
      z.strictObject({
        at: z.string(),
        until: z.nullable(z.string()),
        deviceName: z.optional(z.string()),
        pointName: z.optional(z.string()),
      }),
    ),
  }),
})
export type AlarmRuleTrial = OutputOf<typeof tryAlarmRule>
export type TriedAlarmRule = z.output<typeof tryAlarmRule.input>

/**
 * How many alarms nobody has acknowledged, the most urgent priority among them (0 where there are none), and when the newest of each priority was raised, in
 * milliseconds since 1970. Whoever sees no priorities has one entry of priority 0, and whoever does not see when has none.
 */
export const queryAlarmCount = contract({
  method: 'GET',
  path: '/acquisition/alarm/queryAlarmCount',
  output: z.strictObject({ unacknowledged: count, priority: count, newest: z.array(z.strictObject({ priority: count, at: count })) }),
})

export type AlarmHealth = OutputOf<typeof queryAlarmHealth>
