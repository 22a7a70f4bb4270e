/** What the caller is told: the calls about it, and the cache of their answers, which the bell, the workbench and the page share. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { MyNotificationQuery } from '../../../model/contract/admin/notifications.ts'
import {
  queryHeadNotification,
  queryMyNotification,
  readAllNotification,
  readNotification as read,
  starNotification as star,
} from '../../../model/contract/admin/notifications.ts'
import { ask } from '../http/ask.ts'
import { ONE_VISIT_MS } from '../http/one-visit.ts'
import { MY_NOTIFICATIONS } from '../navigation/menu-routes.ts'

/** What the browser is told when any of it changes (server/kernel/runtime/invalidations.ts). */
export const TOPIC = 'notifications'
const KEY = 'notifications'

/** The six at the top, unread ones first. */
export const headOf = queryOptions({
  queryKey: [KEY, 'head'],
  queryFn: ({ signal }) => ask(queryHeadNotification, {}, { signal, quiet: true }),
  staleTime: ONE_VISIT_MS,
})

/** The query for a page of the caller's notifications. */
export const mineOf = (query: MyNotificationQuery) =>
  queryOptions({
    queryKey: [KEY, 'mine', query],
    queryFn: ({ signal }) => ask(queryMyNotification, query, { signal }),
    placeholderData: keepPreviousData,
  })

/** From then on it is read. */
export const readNotification = (id: string) => ask(read, { id })
/** The answer to marking all notifications as read. @throws ApiError */
export const readAllNotifications = () => ask(readAllNotification, {})
/** The answer to marking a notification with a star, or no longer. @throws ApiError */
export const starNotification = (id: string, isStarred: 0 | 1) => ask(star, { id, isStarred })

/** Has everything about notifications asked for again. */
export const forgetNotifications = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [KEY] })

/** The page, with this one open. */
export const addressOfNotification = (id: string): string => `${MY_NOTIFICATIONS}?id=${id}`
