import { derived, oneOf, references, richText, text, time } from '../fields.ts'
import { resource } from '../resource.ts'
import { follows } from '../row-scope.ts'

export const NOTIFICATION_TYPES = ['message', 'notification'] as const
export const PRIORITIES = ['high', 'medium', 'low'] as const

/** `ended` is published and past its end, and nothing that is stored. */
export const NOTIFICATION_STATES = ['draft', 'scheduled', 'published', 'withdrawn', 'ended'] as const
export type NotificationState = (typeof NOTIFICATION_STATES)[number]

/**
 * What people of a tenant are told: everybody, or some users, those who hold a role, those in an organisation or below it.
 * Whoever has none of them named is told with everybody. What was published says on what it said: only withdrawn is it changed.
 */
export const notifications = resource({
  name: 'notifications',
  api: { base: '/notification/notification', noun: 'Notification' },
  table: 'notifications',
  readsFrom: 'notification_list',
  scope: 'tenant',
  // One of an alarm is for those who see its device.
  ownedBy: follows('devices', 'device_id', { without: 'open' }),
  menu: 'notification',
  title: 'title',
  order: ['createTime', 'descend'],
  serverColumns: ['publisher_id', 'language', 'announced_at', 'mailed_at', 'device_id'],
  calls: {
    publish: '/notification/notification/publishNotification',
    withdraw: '/notification/notification/withdrawNotification',
    view: '/notification/notification/queryNotificationReader',
  },
  fields: {
    title: text({ max: 100, required: true, filter: 'contains', sort: true }),
    content: richText({ max: 50_000, required: true }),
    type: oneOf({ of: NOTIFICATION_TYPES, required: true, filter: 'equals', sort: true }),
    priority: oneOf({ of: PRIORITIES, required: true, filter: 'equals', sort: true }),
    status: oneOf({ of: NOTIFICATION_STATES, filter: 'equals', sort: true, write: 'never' }),
    everyone: oneOf({ of: [0, 1], filter: 'equals', write: 'never' }),
    userId: references({
      to: 'users',
      show: 'nickname',
      through: { table: 'notification_users', from: 'notification_id', to: 'user_id' },
      filter: 'equals',
    }),
    roleId: references({
      to: 'roles',
      show: 'role_name',
      through: { table: 'notification_roles', from: 'notification_id', to: 'role_id' },
      filter: 'equals',
    }),
    orgId: references({
      to: 'organisations',
      show: 'org_name',
      through: { table: 'notification_organisations', from: 'notification_id', to: 'org_id' },
      filter: 'equals',
    }),
    publisher: derived({ filter: 'contains', from: { noun: 'users', field: 'nickname' } }),
    /** When it is to be published, and then when it was. */
    publishTime: time({ filter: 'range', sort: true }),
    startTime: time({ filter: 'range', sort: true }),
    endTime: time({ filter: 'range', sort: true }),
    byMail: oneOf({ of: [0, 1], filter: 'equals' }),
  },
})
