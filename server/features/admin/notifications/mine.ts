/** What somebody asks about their own notifications. Every session has this much. */
import { sql } from 'kysely'
import type { z } from 'zod'
import { queryHeadNotification, queryMyNotification } from '../../../../model/contract/admin/notifications.ts'
import { notifications } from '../../../../model/index.ts'
import { implement } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { countUnread, rowsFor, shownFor, worded } from './my-rows.ts'

/** In the header. */
const TOP = 6
function conditionsOf({ title, type, priority, isRead, isStarred }: z.output<(typeof queryMyNotification)['input']>) {
  return [
    ...(title === undefined ? [] : [sql<boolean>`${contains([sql.ref('notification.title')], title)}`]),
    ...(type === undefined ? [] : [sql<boolean>`notification.type = ${type}`]),
    ...(priority === undefined ? [] : [sql<boolean>`notification.priority = ${priority}`]),
    ...(isRead === undefined ? [] : [sql<boolean>`(mine.read_at is not null) = ${isRead === 1}`]),
    ...(isStarred === undefined ? [] : [sql<boolean>`(coalesce(mine.is_starred, 0) = 1) = ${isStarred === 1}`]),
  ]
}

export const mine = implement(queryMyNotification, {
  access: 'signed-in',
  summary: 'The notifications that are for the caller and in their period, unread first',
  of: notifications,
  handle: ({ caller, input: asked, inTenant, t }) =>
    inTenant(async (tx) => {
      const { currentPage, pageSize } = asked
      const conditions = conditionsOf(asked)
      const [list, count, unread] = await Promise.all([
        tx.all(
          shownFor(caller, conditions)
            .select('notification.content')
            .limit(pageSize)
            .offset((currentPage - 1) * pageSize),
        ),
        tx.first(rowsFor(caller, conditions).select(sql<number>`count(*)::int`.as('count'))),
        countUnread(tx, caller),
      ])
      const total = count?.count ?? 0
      return { list: list.map((row) => worded(caller, t, row)), pagination: { total, pageSize, current: currentPage }, total, unread }
    }),
})

export const head = implement(queryHeadNotification, {
  access: 'signed-in',
  summary: 'The six notifications of the caller that the header shows, without their contents, and how many are unread',
  of: notifications,
  handle: ({ caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const [list, unread] = await Promise.all([tx.all(shownFor(caller).limit(TOP)), countUnread(tx, caller)])
      return { list: list.map((row) => worded(caller, t, row)), unread }
    }),
})
