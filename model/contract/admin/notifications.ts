/** What notifications have beside the operations of every noun: publishing, the receipts, and what each person does with their own. */
import * as z from 'zod/mini'
import { NOTIFICATION_STATES, NOTIFICATION_TYPES, PRIORITIES, notifications } from '../../admin/notifications.ts'
import { id } from '../../fields.ts'
import { choice, optional, pageInput, partOf } from '../../wire.ts'
import type { InputOf, OutputOf } from '../contract.ts'
import { contract } from '../contract.ts'
import { flag, pagination } from '../resources.ts'

const PATH = notifications.api.base
const one = z.strictObject({ id })
const count = z.int()

const publishing = { method: 'POST', input: one, output: z.strictObject({ id, status: z.enum(NOTIFICATION_STATES) }) } as const

/** At once, or at its time where that lies ahead. */
export const publishNotification = contract({ ...publishing, path: `${PATH}/publishNotification` })

/** One that waits for its time is a draft again. */
export const withdrawNotification = contract({ ...publishing, path: `${PATH}/withdrawNotification` })

/** Who has read a notification and when, and who has not; a field that the caller's roles hide is absent. */
export const queryNotificationReader = contract({
  method: 'GET',
  path: `${PATH}/queryNotificationReader`,
  input: z.object({ id, ...pageInput({ size: 10, max: 1000 }), username: optional(partOf(256)), isRead: optional(flag) }),
  output: z.strictObject({
    list: z.array(
      z.strictObject({
        userId: z.string(),
        username: z.optional(z.string()),
        nickname: z.optional(z.string()),
        orgName: z.nullish(z.string()),
        isRead: z.literal([0, 1]),
        readTime: z.nullable(z.string()),
      }),
    ),
    pagination,
    total: count,
    read: count,
    unread: count,
  }),
})

const text = z.nullish(z.string())

/** What somebody is told; a field that their roles hide is absent. */
const headRow = z.strictObject({
  id: z.string(),
  title: text,
  type: text,
  typeCn: text,
  priority: text,
  priorityCn: text,
  publisher: text,
  publishTime: text,
  startTime: text,
  endTime: text,
  createTime: text,
  isRead: z.literal([0, 1]),
  isStarred: z.literal([0, 1]),
  readTime: text,
})
/** With what the header does not show. */
export const myNotification = z.extend(headRow, { content: text })
export type MyNotification = z.output<typeof myNotification>

/** The six that the header shows, unread ones first, and how many are unread. */
export const queryHeadNotification = contract({
  method: 'GET',
  path: `${PATH}/queryHeadNotification`,
  output: z.strictObject({ list: z.array(headRow), unread: count }),
})
export type NotificationHead = OutputOf<typeof queryHeadNotification>

/** Those that are for the caller and in their period, unread first. A page of them carries their contents. */
export const queryMyNotification = contract({
  method: 'GET',
  path: `${PATH}/queryMyNotification`,
  input: z.object({
    ...pageInput({ size: 10, max: 100 }),
    title: optional(partOf(256)),
    type: optional(z.enum(NOTIFICATION_TYPES)),
    priority: optional(z.enum(PRIORITIES)),
    isRead: optional(flag),
    isStarred: optional(flag),
  }),
  output: z.strictObject({ list: z.array(myNotification), pagination, total: count, unread: count }),
})
export type MyNotificationQuery = InputOf<typeof queryMyNotification>

/** From then on it is read. */
export const readNotification = contract({ method: 'POST', path: `${PATH}/readNotification`, input: one, output: myNotification })

export const readAllNotification = contract({
  method: 'POST',
  path: `${PATH}/readAllNotification`,
  output: z.strictObject({ read: count }),
})

/** Puts a star on it, or takes it off. */
export const starNotification = contract({
  method: 'POST',
  path: `${PATH}/starNotification`,
  input: z.strictObject({ id, isStarred: flag }),
})

const choices = z.strictObject({ list: z.array(choice) })
export const queryNotificationType = contract({ method: 'GET', path: `${PATH}/queryNotificationType`, output: choices })
export const queryNotificationPriority = contract({ method: 'GET', path: `${PATH}/queryNotificationPriority`, output: choices })
