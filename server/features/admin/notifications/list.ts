/** The list of the kit, each row with the user names of those it is for, as the specified page reads them; none of them is everybody. */
import { sql } from 'kysely'
import { notifications } from '../../../../model/index.ts'
import type { Call, Route } from '../../../kernel/http/http.ts'
import type { Page } from '../../../kernel/resources/list.ts'
import { list } from '../../../kernel/resources/list.ts'
import { build } from '../../../kernel/database/sql.ts'
import { viewOf } from '../../../kernel/authorization/view.ts'
import { personIn, seesPeople } from '../../../kernel/resources/people.ts'

const plain = list(notifications)

export const queryNotification: Route = {
  ...plain,
  async handle(call: Call<never>) {
    const page = (await plain.handle(call)) as Page
    if (!viewOf(call.caller, notifications).sees('userId') || !seesPeople(call.caller) || page.list.length === 0) return page
    const people = await call.inTenant((tx) =>
      tx.all(
        build
          .selectFrom('notification_users')
          .innerJoin('users', (on) => on.onRef('users.tenant_id', '=', 'notification_users.tenant_id').onRef('users.id', '=', 'user_id'))
          .select([
            'notification_id',
            sql<string[]>`array_agg(${personIn(call.caller, 'users')} order by ${personIn(call.caller, 'users')}, user_id)`.as('names'),
          ])
          .where(
            'notification_id',
            'in',
            page.list.map((row) => row.id),
          )
          .groupBy('notification_id'),
      ),
    )
    const named = new Map(people.map((row) => [row.notification_id, row.names]))
    return { ...page, list: page.list.map((row) => ({ ...row, username: named.get(row.id) ?? [] })) }
  },
}
