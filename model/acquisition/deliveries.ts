import { integer, oneOf, reference, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'
import { CHANNEL_KINDS } from './alarm-channels.ts'
import { ALARM_PRIORITIES } from './alarm-rules.ts'

/** What of an alarm is told. */
export const DELIVERY_EVENTS = ['raised', 'returned'] as const
export type DeliveryEvent = (typeof DELIVERY_EVENTS)[number]

/**
 * `waiting`: for its step of escalation, for the end of quiet hours, for its alarm that is put aside, or for others that it is gathered with. `sending`: it is in the outbox. `kept`: nothing is
 * configured that could send it. `cancelled`: somebody acknowledged, or the rule went. `unaddressed`: there was nobody to send it to.
 */
export const DELIVERY_STATES = ['waiting', 'sending', 'sent', 'failed', 'kept', 'cancelled', 'unaddressed'] as const

/** What a delivery rule made of an alarm: one row an alarm and rule. Written by the server alone. */
export const deliveries = resource({
  name: 'deliveries',
  api: { base: '/acquisition/delivery', noun: 'Delivery' },
  table: 'delivery_list',
  scope: 'tenant',
  ownedBy: follows('alarms', 'alarm_id'),
  menu: 'deliveries',
  title: 'alarmName',
  order: ['createTime', 'descend'],
  calls: { retry: '/acquisition/delivery/retryDelivery', attempts: '/acquisition/delivery/queryDeliveryAttempt' },
  fields: {
    deliveryState: oneOf({ of: DELIVERY_STATES, filter: 'equals', write: 'never' }),
    alarmName: text({ max: 64, filter: 'contains', write: 'never', from: { noun: 'alarms', field: 'ruleName' } }),
    alarmPriority: oneOf({ of: ALARM_PRIORITIES, filter: 'equals', sort: true, write: 'never' }),
    deviceId: reference({ to: 'devices', show: 'device_name', filter: 'equals', write: 'never' }),
    deliveryEvent: oneOf({ of: DELIVERY_EVENTS, filter: 'equals', write: 'never' }),
    deliveryName: text({ max: 64, filter: 'contains', write: 'never' }),
    channelName: text({ max: 64, filter: 'contains', write: 'never' }),
    channelKind: oneOf({ of: CHANNEL_KINDS, filter: 'equals', write: 'never' }),
    /** Alarms in the same message. */
    gathered: integer({ write: 'never' }),
    recipients: integer({ write: 'never' }),
    attempts: integer({ write: 'never' }),
    lastError: text({ max: 300, write: 'never' }),
    happenedAt: time({ filter: 'range', sort: true, write: 'never' }),
    dueAt: time({ sort: true, write: 'never' }),
    sentAt: time({ write: 'never' }),
    alarmId: reference({ to: 'alarms', show: 'rule_name', filter: 'equals', write: 'never', internal: true }),
  },
})
