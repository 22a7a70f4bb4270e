import * as z from 'zod/mini'
import { computed, decimal, integer, oneOf, reference, references, text } from '../fields.ts'
import { resource, ruleOver } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { ALARM_VARIABLES, MAX_ALARM_VARIABLES } from './alarm-variables.ts'

/** What a rule looks for. The limits have a value; `rate` is how fast a value may change in a minute, up or down. */
export const ALARM_KINDS = ['high', 'high-high', 'low', 'low-low', 'rate', 'stale', 'bad-quality'] as const
export type AlarmKind = (typeof ALARM_KINDS)[number]

/** Critical, high, medium, low: four of them, as EEMUA 191 and ISA-18.2 advise. */
export const ALARM_PRIORITIES = [1, 2, 3, 4] as const
export type AlarmPriority = (typeof ALARM_PRIORITIES)[number]

/** Seconds. What has to last for longer than a day is no delay. */
const DAY = 86_400
const MONTH = 2_678_400
/** Minutes. */
const WEEK_MINUTES = 10_080
const MONTH_MINUTES = 44_640

const KEY = z.string().check(z.regex(/^[A-Za-z0-9_.-]*$/, { error: 'point-key' }))

/** As models of processes have them (model/workflow/process-models.ts). */
const PROCESS_KEY = z.string().check(z.regex(/^([A-Za-z_][A-Za-z0-9_.-]{0,63})?$/, { error: 'process-key' }))

/** Whoever does not see which key a rule names is not told what it finds. */
const OWN_KEY = { noun: 'alarm-rules', field: 'pointKey' }

const isGiven = (value: unknown) => value !== undefined && value !== null && value !== ''

/** Which of the fields that only some kinds have this kind has. */
export function fieldsOfKind(kind: unknown): readonly ('alarmLimit' | 'alarmDeadband' | 'silentSeconds')[] {
  if (kind === 'stale') return ['silentSeconds']
  return kind === 'bad-quality' ? [] : ['alarmLimit', 'alarmDeadband']
}

/** A rule says where it looks, and what its kind needs. */
const alarmRule = ruleOver(
  ['deviceId', 'deviceTypeId', 'alarmKind', 'alarmLimit', 'silentSeconds'],
  ({ deviceId, deviceTypeId, alarmKind, alarmLimit, silentSeconds }) => {
    if (!isGiven(deviceId) && !isGiven(deviceTypeId)) return { field: 'deviceId', code: 'check.alarm-device' }
    if (alarmKind === 'stale') return isGiven(silentSeconds) ? undefined : { field: 'silentSeconds', code: 'check.alarm-silent' }
    if (alarmKind === 'bad-quality') return undefined
    if (!isGiven(alarmLimit)) return { field: 'alarmLimit', code: 'check.alarm-limit' }
    return alarmKind === 'rate' && Number(alarmLimit) <= 0 ? { field: 'alarmLimit', code: 'check.alarm-rate' } : undefined
  },
)

/**
 * When a value is an alarm: for the point of this key of one device, or of all devices of a type; of both named, for that device if
 * it is of that type. Limits come from standards and practice, and so are rows and no constants.
 */
export const alarmRules = resource({
  name: 'alarm-rules',
  api: { base: '/acquisition/alarmrule', noun: 'AlarmRule' },
  table: 'alarm_rules',
  readsFrom: 'alarm_rule_list',
  scope: 'tenant',
  restorable: true,
  ownedBy: follows('devices', 'device_id', { without: 'shared' }),
  menu: 'alarmrules',
  title: 'ruleName',
  order: ['createTime', 'descend'],
  unique: ['ruleName'],
  calls: { try: '/acquisition/alarmrule/tryAlarmRule' },
  rule: alarmRule,
  fields: {
    ruleName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    deviceTypeId: reference({ to: 'device-types', show: 'type_name', filter: 'equals' }),
    // By its code, which one device has alone: what is exported can be imported again.
    deviceId: reference({ to: 'devices', show: 'device_code', filter: 'equals' }),
    pointKey: text({ max: 64, format: KEY, required: true, filter: 'contains', sort: true }),
    /** Points of devices in use with this key, where the rule looks: none, and it can never raise anything. */
    watchedPoints: computed(integer({}), OWN_KEY),
    isWatching: computed(oneOf({ of: [1, 0], filter: 'equals' }), OWN_KEY),
    alarmKind: oneOf({ of: ALARM_KINDS, required: true, filter: 'equals', sort: true }),
    /** In the unit of the point; of `rate`, in that unit per minute. */
    alarmLimit: decimal({ sort: true }),
    /** The alarm returns only when the value is back by this much. */
    alarmDeadband: decimal({ min: 0 }),
    /** Without a sample for as long, the point is stale. */
    silentSeconds: integer({ min: 1, max: MONTH }),
    /** Seconds for which it has to last before there is an alarm, and before it is over. */
    onDelay: integer({ min: 0, max: DAY }),
    offDelay: integer({ min: 0, max: DAY }),
    alarmPriority: oneOf({ of: ALARM_PRIORITIES, required: true, filter: 'equals', sort: true }),
    ruleStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    messageZh: text({ max: 200 }),
    messageTw: text({ max: 200 }),
    messageEn: text({ max: 200 }),
    /** Whose holders are notified when it is raised. */
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'alarm_rule_roles', from: 'rule_id', to: 'role_id' },
      filter: 'equals',
    }),
    /** The process of which an instance is started when it is raised. */
    processKey: text({ max: 64, format: PROCESS_KEY, filter: 'equals', sort: true }),
    /** Minutes for which nobody has acknowledged it before that; empty: at once. */
    processAfter: integer({ min: 0, max: WEEK_MINUTES }),
    /** Minutes after the end of an instance in which the point starts no other one. */
    processQuiet: integer({ min: 0, max: MONTH_MINUTES }),
    /** Whether an instance that nobody has begun to work on ends when the alarm returns. */
    processReturns: oneOf({ of: [1, 0] }),
    /** Further names under which the process is told of the alarm (alarm-variables.ts). */
    processVariables: text({ max: MAX_ALARM_VARIABLES, format: ALARM_VARIABLES }),
    /** Whether a work order is opened when it is raised; where one of the rule is open for the point, that has an event more. */
    opensOrder: oneOf({ of: [1, 0] }),
    ruleDescription: text({ max: 256 }),
  },
})
