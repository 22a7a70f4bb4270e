/** What somebody asks about their own notifications. Every session has this much. */
import { sql } from 'kysely'
import { z } from 'zod'
import { NOTIFICATION_TYPES, PRIORITIES } from '../../../../model/admin/notifications.ts'
import { oneOf } from '../../../../model/fields.ts'
import { notifications } from '../../../../model/index.ts'
import { route } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { countUnread, headRow, rowsFor, shownFor, wholeRow, worded } from './my-rows.ts'

const BASE = notifications.api.base
/** In the header. */
const TOP = 6
/** A page of them carries their contents. */
const MAX_PAGE_SIZE = 100

const blank = <Check extends z.ZodType>(check: Check) =>
  z.preprocess((value) => (value === '' || value === null ? undefined : value), check)
const flag = blank(z.optional(oneOf({ of: [0, 1] }).check))

const input = z.object({
  currentPage: blank(z.coerce.number().int().min(1).max(1_000_000).default(1)),
  pageSize: blank(z.coerce.number().int().min(1).max(MAX_PAGE_SIZE).default(10)),
  title: blank(
    z
      .string()
      .trim()
      .max(256)
      .refine((value) => !value.includes('\u0000'))
      .optional(),
  ),
  type: blank(z.enum(NOTIFICATION_TYPES).optional()),
  priority: blank(z.enum(PRIORITIES).optional()),
  isRead: flag,
  isStarred: flag,
})

function conditionsOf({ title, type, priority, isRead, isStarred }: z.output<typeof input>) {
  return [
    ...(title === undefined ? [] : [sql<boolean>`${contains([sql.ref('told.title')], title)}`]),
    ...(type === undefined ? [] : [sql<boolean>`told.type = ${type}`]),
    ...(priority === undefined ? [] : [sql<boolean>`told.priority = ${priority}`]),
    ...(isRead === undefined ? [] : [sql<boolean>`(mine.read_at is not null) = ${isRead === 1}`]),
    ...(isStarred === undefined ? [] : [sql<boolean>`(coalesce(mine.is_starred, 0) = 1) = ${isStarred === 1}`]),
  ]
}

export const queryMyNotification = route({
  method: 'GET',
  path: `${BASE}/queryMyNotification`,
  access: 'signed-in',
  summary: 'The notifications that are for the caller and in their period, unread first',
  of: notifications,
  input,
  output: z.strictObject({
    list: z.array(wholeRow),
    pagination: z.strictObject({ total: z.int(), pageSize: z.int(), current: z.int() }),
    total: z.int(),
    unread: z.int(),
  }),
  handle: ({ caller, input: asked, inTenant, t }) =>
    inTenant(async (tx) => {
      const { currentPage, pageSize } = asked
      const conditions = conditionsOf(asked)
      const [list, count, unread] = await Promise.all([
        tx.all(
          shownFor(caller, conditions)
            .select('told.content')
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

export const queryHeadNotification = route({
  method: 'GET',
  path: `${BASE}/queryHeadNotification`,
  access: 'signed-in',
  summary: 'The six notifications of the caller that the header shows, without their contents, and how many are unread',
  of: notifications,
  output: z.strictObject({ list: z.array(headRow), unread: z.int() }),
  handle: ({ caller, inTenant, t }) =>
    inTenant(async (tx) => {
      const [list, unread] = await Promise.all([tx.all(shownFor(caller).limit(TOP)), countUnread(tx, caller)])
      return { list: list.map((row) => worded(caller, t, row)), unread }
    }),
})
