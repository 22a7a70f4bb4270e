/** What the caller is told: the calls about it, and the cache of their answers, which the bell, the workbench and the page share. */
import type { QueryClient } from '@tanstack/react-query'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { Query } from '../http/api.ts'
import { call } from '../http/api.ts'
import { MY_NOTIFICATIONS } from '../navigation/menu-routes.ts'

/** A field that the caller's roles hide is absent. */
export interface MyNotification {
  readonly id: string
  readonly title?: string | null
  readonly type?: string | null
  readonly typeCn?: string | null
  readonly priority?: string | null
  readonly priorityCn?: string | null
  readonly publisher?: string | null
  readonly publishTime?: string | null
  readonly endTime?: string | null
  readonly isRead: 0 | 1
  readonly isStarred: 0 | 1
  /** Not in the header. */
  readonly content?: string | null
}

export interface Head {
  readonly list: readonly MyNotification[]
  readonly unread: number
}

/** What the browser is told when any of it changes (server/kernel/runtime/invalidations.ts). */
export const TOPIC = 'notifications'
const BASE = '/api/notification/notification'
const KEY = 'notifications'

/** The six at the top, unread ones first. */
export const headOf = queryOptions({
  queryKey: [KEY, 'head'],
  queryFn: ({ signal }) => call<Head>('GET', `${BASE}/queryHeadNotification`, { signal, quiet: true }),
})

export const mineOf = (query: Query) =>
  queryOptions({
    queryKey: [KEY, 'mine', query],
    queryFn: ({ signal }) => call<Head & { readonly total: number }>('GET', `${BASE}/queryMyNotification`, { query, signal }),
    placeholderData: keepPreviousData,
  })

/** From then on it is read. */
export const readNotification = (id: string) => call<MyNotification>('POST', `${BASE}/readNotification`, { json: { id } })
export const readAllNotifications = () => call<{ read: number }>('POST', `${BASE}/readAllNotification`)
export const starNotification = (id: string, isStarred: 0 | 1) =>
  call<null>('POST', `${BASE}/starNotification`, { json: { id, isStarred } })

export const forgetNotifications = (queries: QueryClient) => queries.invalidateQueries({ queryKey: [KEY] })

/** The page, with this one open. */
export const addressOfNotification = (id: string): string => `${MY_NOTIFICATIONS}?id=${id}`
