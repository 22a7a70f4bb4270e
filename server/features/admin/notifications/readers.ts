/** Who has read a notification, and who has not: those whom it is for now, and whoever has read it before. */
import { sql } from 'kysely'
import { queryNotificationReader } from '../../../../model/contract/admin/notifications.ts'
import { users } from '../../../../model/index.ts'
import { isRecipientOf } from '../../../messaging/index.ts'
import { fail } from '../../../kernel/errors.ts'
import { implement } from '../../../kernel/http/http.ts'
import { contains } from '../../../kernel/resources/select.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'

function recipientsOf(notificationId: string) {
  return build
    .selectFrom('users as person')
    .leftJoin('notification_states as state', (on) =>
      on
        .onRef('state.tenant_id', '=', 'person.tenant_id')
        .onRef('state.user_id', '=', 'person.id')
        .on('state.notification_id', '=', notificationId),
    )
    .where(sql<boolean>`((person.status = 1 and ${isRecipientOf(notificationId)}) or state.read_at is not null)`)
}

export const readers = implement(queryNotificationReader, {
  access: 'granted',
  summary: 'Who has read a notification and when, and who has not',
  of: users,
  handle: ({ caller, input: { id: notificationId, currentPage, pageSize, username, isRead }, inTenant }) =>
    inTenant(async (tx) => {
      const view = viewOf(caller, users)
      const organisation = users.fields.orgId.link
      const seesOrganisation = view.sees('orgId') && organisation !== undefined && view.names(organisation)
      const conditions = [
        ...(username === undefined || !view.sees('username') ? [] : [sql<boolean>`${contains([sql.ref('person.username')], username)}`]),
        ...(isRead === undefined ? [] : [sql<boolean>`(state.read_at is not null) = ${isRead === 1}`]),
      ]
      const rows = conditions.reduce((all, condition) => all.where(condition), recipientsOf(notificationId))
      const [there, list, counted, counts] = await Promise.all([
        tx.first(build.selectFrom('notifications').select('id').where('id', '=', notificationId)),
        tx.all(
          rows
            .select([
              'person.id as userId',
              'person.username',
              'person.nickname',
              sql<0 | 1>`(state.read_at is not null)::int`.as('isRead'),
              sql<string | null>`to_char(state.read_at, 'YYYY-MM-DD HH24:MI:SS')`.as('readTime'),
              sql<
                string | null
              >`(select place.org_name from organisations as place where place.tenant_id = person.tenant_id and place.id = person.org_id)`.as(
                'orgName',
              ),
            ])
            .orderBy(sql`state.read_at is null`)
            .orderBy('state.read_at', 'desc')
            .orderBy('person.id')
            .limit(pageSize)
            .offset((currentPage - 1) * pageSize),
        ),
        tx.first(rows.select(sql<number>`count(*)::int`.as('total'))),
        tx.first(
          recipientsOf(notificationId).select([
            sql<number>`count(state.read_at)::int`.as('read'),
            sql<number>`(count(*) - count(state.read_at))::int`.as('unread'),
          ]),
        ),
      ])
      if (!there) fail('row.not-found')
      const total = counted?.total ?? 0
      return {
        list: list.map(({ username: name, nickname, orgName, ...row }) => ({
          ...row,
          ...(view.sees('username') ? { username: name } : {}),
          ...(view.sees('nickname') ? { nickname } : {}),
          ...(seesOrganisation ? { orgName } : {}),
        })),
        pagination: { total, pageSize, current: currentPage },
        total,
        read: counts?.read ?? 0,
        unread: counts?.unread ?? 0,
      }
    }),
})
