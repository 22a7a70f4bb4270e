import { integer, oneOf, text, time } from '../fields.ts'
import { resource } from '../resource.ts'

/** The gateways of the operator. */
export const PORTS = ['mail', 'sms'] as const
export type Port = (typeof PORTS)[number]

export const CHANNELS = [...PORTS, 'webhook', 'wecom', 'dingtalk', 'feishu'] as const
export type Channel = (typeof CHANNELS)[number]

/** What is sent; its texts are `message.<kind>` and, for mail, `message.<kind>.subject`. */
export const MESSAGE_KINDS = [
  'sign-in-code',
  'password-link',
  'contact-code',
  'contact-changed',
  'registration-approved',
  'registration-refused',
  'notification',
  'alarm',
  'alarm-digest',
  'report-link',
] as const
export type MessageKind = (typeof MESSAGE_KINDS)[number]

/** `kept`: nothing is configured that could send it, so it is only shown here. `expired`: it came too late to be of use. */
export const MESSAGE_STATES = ['waiting', 'sent', 'failed', 'kept', 'expired'] as const

/** What was sent, waits to be sent, or would have been. The rows of all tenants, on a view that hides the secrets in them. */
export const messages = resource({
  name: 'messages',
  api: { base: '/admin/outbox', noun: 'Message' },
  table: 'message_list',
  scope: 'platform',
  menu: 'outbox',
  title: 'recipient',
  order: ['createTime', 'descend'],
  calls: { start: '/admin/outbox/retryMessage' },
  fields: {
    tenantCode: text({ max: 32, filter: 'equals', sort: true, write: 'never' }),
    channel: oneOf({ of: CHANNELS, filter: 'equals', write: 'never' }),
    messageKind: oneOf({ of: MESSAGE_KINDS, filter: 'equals', write: 'never' }),
    recipient: text({ max: 160, filter: 'contains', write: 'never' }),
    subject: text({ max: 256, write: 'never' }),
    body: text({ max: 4000, lines: true, write: 'never' }),
    messageState: oneOf({ of: MESSAGE_STATES, filter: 'equals', sort: true, write: 'never' }),
    attempts: integer({ min: 0, write: 'never' }),
    lastError: text({ max: 300, write: 'never' }),
    sentAt: time({ sort: true, write: 'never' }),
  },
})
