import { computed, decimal, derived, during, integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { ALARM_KINDS, ALARM_PRIORITIES } from './alarm-rules.ts'
import { ALARM_STATES } from './alarm-states.ts'
import { EQUIPMENT_CATEGORIES } from '../maintenance/equipment.ts'

const RAISES = { table: 'alarm_raises', from: 'alarm_id', at: 'raised_at' } as const
/** What is told by that nothing was done about an alarm. */
const DONE = ['raisedAt', 'returnedAt', 'acknowledgedAt', 'alarmState', 'hasOrder'] as const

const from = (noun: string, field: string) => derived({ filter: 'contains', from: { noun, field } })

/** One alarm is one rule at one point, once it has been raised for the first time. Written by the server alone; people act on it by its own calls. */
export const alarms = resource({
  name: 'alarms',
  api: { base: '/acquisition/alarm', noun: 'Alarm' },
  table: 'alarm_list',
  scope: 'tenant',
  ownedBy: follows('devices', 'device_id'),
  menu: 'alarms',
  title: 'ruleName',
  order: ['urgency', 'ascend'],
  calls: {
    past: '/acquisition/alarm/queryAlarmHistory',
    health: '/acquisition/alarm/queryAlarmHealth',
    count: '/acquisition/alarm/queryAlarmCount',
    order: '/maintenance/workorder/openOrderOfAlarm',
  },
  fields: {
    alarmPriority: oneOf({ of: ALARM_PRIORITIES, filter: 'equals', sort: true, write: 'never' }),
    alarmState: oneOf({ of: ALARM_STATES, filter: 'equals', sort: true, write: 'never' }),
    /** Whether somebody has to know of it now: active, or returned and not acknowledged. */
    isCurrent: oneOf({ of: [1, 0], filter: 'equals', write: 'never' }),
    ruleName: from('alarm-rules', 'ruleName'),
    deviceId: reference({ to: 'devices', show: 'device_name', filter: 'equals', write: 'never' }),
    /** The value it was raised with, or with which it returned. */
    alarmValue: computed(decimal({}), { noun: 'points', field: 'newestValue' }),
    raisedAt: time({ filter: 'range', sort: true, write: 'never' }),
    /** The times at which it was raised so that somebody was told: what has come again since is found by them as well. */
    raisedDuring: during({ noun: 'alarms', field: 'raisedAt' }, RAISES),
    /** The same of alarms that came to nothing each time: they returned by themselves, with no act of anybody and no order about them. */
    goneDuring: during([...DONE.map((field) => ({ noun: 'alarms', field })), { noun: 'work-orders', field: 'orderOrigin' }], {
      ...RAISES,
      each: 'came_to_nothing',
    }),
    pointName: from('points', 'pointName'),
    /** Leads from an alarm to the trend of its point; the point may have gone. */
    pointId: reference({ to: 'points', show: 'point_name', write: 'never', internal: true }),
    siteId: reference({ to: 'sites', show: 'site_name', filter: 'equals', write: 'never' }),
    deviceTypeId: computed(reference({ to: 'device-types', show: 'type_name', filter: 'equals' }), {
      noun: 'devices',
      field: 'deviceTypeId',
    }),
    /** Whether a work order was opened since it was raised, or is open about it. */
    hasOrder: computed(oneOf({ of: [1, 0], filter: 'equals' }), { noun: 'work-orders', field: 'orderOrigin' }),
    /** Of the machine that its device measures on. */
    category: computed(oneOf({ of: EQUIPMENT_CATEGORIES, filter: 'equals' }), { noun: 'equipment', field: 'category' }),
    alarmLimit: decimal({ write: 'never' }),
    unit: derived({ from: { noun: 'points', field: 'unit' } }),
    /** How the value is written (point-display.ts). */
    displayUnit: derived({ from: { noun: 'points', field: 'displayUnit' }, internal: true }),
    decimals: computed(integer({ internal: true }), { noun: 'points', field: 'decimals' }),
    stateTexts: derived({ from: { noun: 'points', field: 'stateTexts' }, internal: true }),
    alarmKind: oneOf({ of: ALARM_KINDS, filter: 'equals', write: 'never' }),
    messageZh: derived({ from: { noun: 'alarm-rules', field: 'messageZh' } }),
    messageTw: derived({ from: { noun: 'alarm-rules', field: 'messageTw' } }),
    messageEn: derived({ from: { noun: 'alarm-rules', field: 'messageEn' } }),
    returnedAt: time({ sort: true, write: 'never' }),
    acknowledgedBy: derived({ from: { noun: 'users', field: 'nickname' } }),
    acknowledgedAt: time({ sort: true, write: 'never' }),
    shelvedUntil: time({ sort: true, write: 'never' }),
    /** Why it was put aside, or what was said with the acknowledgement. */
    alarmComment: text({ max: 200, write: 'never' }),
    /** Priority, then state, then time: the least is what somebody has to look at first. */
    urgency: decimal({ sort: true, write: 'never', internal: true }),
  },
})
