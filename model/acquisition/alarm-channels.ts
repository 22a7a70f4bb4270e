import { computed, integer, oneOf, sealed, text } from '../fields.ts'
import { resource } from '../resource.ts'

/** Ways out of the product: the gateways of the operator, an address that takes JSON, and robots of group chats. */
export const CHANNEL_KINDS = ['mail', 'sms', 'webhook', 'wecom', 'dingtalk', 'feishu'] as const
export type ChannelKind = (typeof CHANNEL_KINDS)[number]

/** Those that lead to an address of their own; the others leave by the gateways of the operator, to people. */
export const ADDRESSED_KINDS: readonly ChannelKind[] = ['webhook', 'wecom', 'dingtalk', 'feishu']
/** Whether a channel of this kind leads to an address of its own. */
export const isAddressed = (kind: unknown): boolean => (ADDRESSED_KINDS as readonly unknown[]).includes(kind)

/** Messages a minute that a robot takes as its vendor says (server/messaging/messages/robots.ts); of the rest, what is bearable. */
export const USUAL_RATE: Readonly<Record<ChannelKind, number>> = { mail: 60, sms: 20, webhook: 300, wecom: 20, dingtalk: 20, feishu: 100 }
export const MAX_RATE = 1000

const OWN_ADDRESS = { noun: 'alarm-channels', field: 'channelAddress' }

/** By what alarms leave the product. An address may carry a key, and so is written and never given out. */
export const alarmChannels = resource({
  name: 'alarm-channels',
  api: { base: '/acquisition/alarmchannel', noun: 'AlarmChannel' },
  table: 'alarm_channels',
  readsFrom: 'alarm_channel_list',
  scope: 'tenant',
  // It leads out with alarms of any device: for those who see them all.
  ownedBy: { whole: 'devices' },
  menu: 'alarmchannels',
  title: 'channelName',
  order: ['createTime', 'descend'],
  unique: ['channelName'],
  serverColumns: ['channel_host'],
  calls: { test: '/acquisition/alarmchannel/testAlarmChannel' },
  fields: {
    channelName: text({ max: 64, required: true, filter: 'contains', sort: true }),
    channelKind: oneOf({ of: CHANNEL_KINDS, required: true, filter: 'equals', sort: true, write: 'once' }),
    channelAddress: sealed({ max: 1000 }),
    channelSecret: sealed({ max: 200 }),
    channelHost: computed(text({ max: 255, filter: 'contains' }), OWN_ADDRESS),
    isSigned: computed(oneOf({ of: [1, 0] }), OWN_ADDRESS),
    /** More is gathered into one message. */
    perMinute: integer({ min: 1, max: MAX_RATE }),
    channelStatus: oneOf({ of: [1, 0], required: true, filter: 'equals', sort: true }),
    channelDescription: text({ max: 256 }),
  },
})
